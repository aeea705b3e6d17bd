import { type Context, Hono } from "hono";
import type pg from "pg";
import { asPerson } from "../../database/transaction.ts";
import { type Arrangement, arrangeSubscriptions, unsubscribe } from "../../feeds/subscription-store.ts";
import { isUuid } from "../../ids.ts";
import { intoElement } from "../kit/htmx.ts";
import { readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { answerChange, answering } from "./answer.ts";
import { type BulkAction, bulkActions } from "./bulk-form.ts";
import type { FeedRouteParts } from "./feed-parts.ts";

/** One page of the list, selected as a whole, and some room. */
const chosenMax = 100;

/** What is done to several feeds at once, and pausing or resuming a single one. */
export function bulkRoutes(parts: FeedRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const failing = { failed: (texts: { bulkFailed: string }) => texts.bulkFailed, target: () => "#bulk-errors" };
  app.post("/feeds/bulk", answering(parts, changeChosen, failing));
  return app;
}

/** Feeds that another tab has removed meanwhile are passed over; if none is left, the person is told. */
async function changeChosen(parts: FeedRouteParts, c: Context<WebEnv>): Promise<Response> {
  const text = await readForm(c);
  const { bulk: texts } = textsOf(c).feeds;
  const refused = (status: 400 | 404, sentence: string) =>
    parts.refuse(c, problem(status, sentence, intoElement("#bulk-errors")));
  const action = bulkActions.find((known) => known === text("action"));
  const ids = (await c.req.formData()).getAll("id").filter((id) => typeof id === "string");
  const folder = text("folder");
  if (action === undefined || (folder !== "" && !isUuid(folder)) || !ids.every(isUuid) || ids.length > chosenMax) {
    return refused(400, texts.unreadable);
  }
  if (ids.length === 0) return refused(400, texts.none);
  const { db, now } = parts.accounts;
  const changed = await asPerson(db, sessionOf(c).person.id, (tx) =>
    change(tx, { action, ids, folderId: folder === "" ? null : folder, now: now() }),
  );
  return changed === 0 ? refused(404, texts.gone) : answerChange(c);
}

type Chosen = { action: BulkAction; ids: string[]; folderId: string | null; now: Date };

/** How many feeds were changed. */
async function change(tx: pg.PoolClient, { action, ids, folderId, now }: Chosen): Promise<number> {
  if (action !== "remove") return arrangeSubscriptions(tx, ids, arrangementOf(action, folderId), now);
  let removed = 0;
  // In the same order everywhere: two tabs that remove the same feeds wait for each other, and never both.
  for (const id of ids.toSorted()) removed += (await unsubscribe(tx, id, now)) ? 1 : 0;
  return removed;
}

function arrangementOf(action: Exclude<BulkAction, "remove">, folderId: string | null): Arrangement {
  switch (action) {
    case "move":
      return { folderId };
    case "pause":
      return { paused: true };
    case "resume":
      return { paused: false };
    case "hide":
      return { inToday: false };
    case "show":
      return { inToday: true };
  }
}
