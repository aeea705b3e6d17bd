import { type Context, Hono } from "hono";
import type { Queryable } from "../../database/transaction.ts";
import { isUuid } from "../../ids.ts";
import { markAllRead, markRead, markStarred, undoAllRead } from "../../items/item-state-store.ts";
import { findReports, loadListedItems } from "../../items/listed-item-store.ts";
import { wantsPart } from "../dashboard/answer.ts";
import { problem } from "../problem.ts";
import { readForm } from "../read-form.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { itemCard } from "./item-card.ts";
import { parseListQuery, parseTime, wholeList } from "./parse-list-query.ts";
import { asReader, type ReadingParts } from "./reading-parts.ts";

/** By the last word of the address. */
const marks = {
  read: (tx: Queryable, id: string, now: Date) => markRead(tx, id, true, now),
  unread: (tx: Queryable, id: string, now: Date) => markRead(tx, id, false, now),
  star: (tx: Queryable, id: string, now: Date) => markStarred(tx, id, true, now),
  unstar: (tx: Queryable, id: string, now: Date) => markStarred(tx, id, false, now),
};
type Mark = (typeof marks)[keyof typeof marks];

/** What a person does to items: one by one, and to all of a list at once. */
export function markRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.post("/items/read-all", (c) => markList(parts, c));
  app.post("/items/read-all/undo", (c) => undoList(parts, c));
  for (const [name, mark] of Object.entries(marks)) app.post(`/items/:id/${name}`, (c) => markItem(parts, c, mark));
  return app;
}

/** htmx gets the card as it is now; a plain form is led back to its page. */
async function markItem(parts: ReadingParts, c: Context<WebEnv>, mark: Mark): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const form = await readForm(c);
  const marked = isUuid(id)
    ? await asReader(parts, c, async (tx, now) => {
        await mark(tx, id, now);
        const [item] = await loadListedItems(tx, [id]);
        if (item === undefined) return null;
        return { item, reports: item.storyId === null ? [] : await findReports(tx, [item.storyId]), now };
      })
    : null;
  const { gone, goneWhy } = textsOf(c).reading;
  if (marked === null) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  return wantsPart(c) ? c.html(itemCard(parts.frame(c), marked).text) : c.redirect(backOf(form("back")), 303);
}

async function markList(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const form = await readForm(c);
  const back = backOf(form("back"));
  const { feedId, maxScore } =
    parseListQuery(Object.fromEntries(new URL(back, "http://own").searchParams)) ?? wholeList;
  const now = parts.accounts.now();
  const seenUntil = parseTime(form("until")) ?? now;
  const count = await asReader(parts, c, (tx) => markAllRead(tx, { feedId, maxScore, seenUntil }, now));
  return c.redirect(withMark(back, count, now), 303);
}

async function undoList(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const form = await readForm(c);
  const at = parseTime(form("at"));
  const count = at === null ? 0 : await asReader(parts, c, (tx) => undoAllRead(tx, at));
  return c.redirect(withMark(backOf(form("back")), count, null), 303);
}

/** Our own pages of items alone; whatever else a form may say leads to the list. */
function backOf(written: string): string {
  const url = URL.parse(written, "http://own");
  const isOurs = url?.origin === "http://own" && /^\/(?:items|stories)(?:\/|$)/.test(url.pathname);
  return isOurs ? url.pathname + url.search : "/items";
}

function withMark(back: string, count: number, at: Date | null): string {
  const url = new URL(back, "http://own");
  url.searchParams.set("marked", String(count));
  if (at === null) url.searchParams.delete("at");
  else url.searchParams.set("at", at.toISOString());
  return url.pathname + url.search;
}
