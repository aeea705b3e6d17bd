import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { changeFeedUrl } from "../../feeds/change-url-store.ts";
import { listFetchAttempts } from "../../feeds/fetch-log-store.ts";
import { type FeedDetails, readFeed } from "../../feeds/find-feed-store.ts";
import { isUuid } from "../../ids.ts";
import { doneSentence } from "../kit/notice.ts";
import { readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { feedSettingsPage, type FeedSettingsView } from "./feed-settings-page.ts";
import { logChange, type OperatorParts } from "./operator-parts.ts";
import { readSettingsForm, valuesOf } from "./read-settings-form.ts";
import { sayWhenAgain } from "../feeds/say-when-again.ts";

const attemptsShown = 10;

/** One shared feed: its state, and all settings that `feed set` has. */
export function feedSettingsRoutes(parts: OperatorParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/operator/feeds/:id", async (c) => {
    const { saved, asked } = textsOf(c).operator.settings;
    const done = doneSentence(c, { saved, asked });
    return withFeed(parts, c, (feed) => show(parts, c, feed, { done }));
  });
  app.post("/operator/feeds/:id", (c) => withFeed(parts, c, (feed) => save(parts, c, feed)));
  app.post("/operator/feeds/:id/fetch", (c) => withFeed(parts, c, (feed) => fetchNow(parts, c, feed)));
  return app;
}

/** Operators do not see private feeds. A deleted feed can only be added again. */
async function withFeed(
  { operations, refuse }: OperatorParts,
  c: Context<WebEnv>,
  answer: (feed: FeedDetails) => Promise<Response>,
): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const feed = isUuid(id) ? await readFeed(operations.pool, id) : null;
  if (feed !== null && feed.ownerId === null && feed.deletedAt === null) return answer(feed);
  const { gone, goneWhy } = textsOf(c).operator.settings;
  return refuse(c, { ...problem(404, goneWhy), heading: gone });
}

async function save(parts: OperatorParts, c: Context<WebEnv>, feed: FeedDetails): Promise<Response> {
  const { pool, now } = parts.operations;
  const { operator, feeds } = textsOf(c);
  const sent = readSettingsForm(await readForm(c), {
    before: feed,
    secrets: parts.accounts.secrets,
    texts: feeds.fault,
    wrong: operator.settings.wrong,
  });
  if (sent.kind === "wrong") return show(parts, c, feed, { ...sent, status: 400 });

  const { url, changes, values } = sent;
  const change = await changeFeedUrl(pool, feed.id, { url, changes, lanes: parts.feeds.lanes, now: now() });
  if (change.kind === "unknown") return c.notFound();
  if (change.kind === "taken") {
    const faults = { url: operator.settings.taken(change.by) };
    return show(parts, c, feed, { values, faults, status: 409 });
  }
  const names = Object.keys(changes);
  // Only the host of the address: the rest may contain a key.
  const host = url === null ? null : new URL(url).host;
  if (names.length > 0 || host !== null) logChange(parts, c, { change: "feed settings", feedId: feed.id, names, host });
  return c.redirect(`/operator/feeds/${feed.id}?done=saved`, 303);
}

async function fetchNow(parts: OperatorParts, c: Context<WebEnv>, feed: FeedDetails): Promise<Response> {
  const text = await readForm(c);
  const force = text("force") === "on";
  const request = await parts.feeds.requestFetch(feed.id, parts.operations.now(), { force });
  switch (request.kind) {
    case "requested":
    case "running":
      return c.redirect(`/operator/feeds/${feed.id}?done=asked`, 303);
    case "waits":
      return show(parts, c, feed, { failure: sayWhenAgain(parts.frame(c), request), status: 429 });
    case "not-runnable":
      return show(parts, c, feed, { failure: request.message, status: 409 });
    case "unknown":
      return c.notFound();
  }
}

type Shown = Partial<FeedSettingsView> & { status?: ContentfulStatusCode };

async function show(
  { operations, frame, publicOrigin }: OperatorParts,
  c: Context<WebEnv>,
  feed: FeedDetails,
  { status = 200, ...view }: Shown,
): Promise<Response> {
  const attempts = await listFetchAttempts(operations.pool, feed.id, attemptsShown);
  const now = operations.now();
  const usual = { feed, attempts, values: valuesOf(feed), faults: {}, failure: null, done: null, publicOrigin, now };
  return c.html(feedSettingsPage(frame(c), { ...usual, ...view }).text, status);
}
