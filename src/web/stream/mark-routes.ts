import { type Context, Hono } from "hono";
import type { Queryable } from "../../database/transaction.ts";
import { isUuid } from "../../ids.ts";
import { markAllRead, markRead, markStarred, undoAllRead } from "../../items/item-state-store.ts";
import {
  countShelfFeeds,
  findFeedsOfFolder,
  findShelfFeeds,
  findShelfPlace,
  shelfFeedsMax,
} from "../../items/shelf-store.ts";
import { loadStreamItems } from "../../items/stream-item-store.ts";
import { articleMarks } from "../article/article-crumb.ts";
import { parseArticleList } from "../article/article-list.ts";
import { html } from "../kit/html.ts";
import { wantsPart } from "../kit/htmx.ts";
import { readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { asReader, findLooks, type ReadingParts, translationsFor } from "../reading/reading-parts.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { changedCounts, type Shelf } from "./shelf.ts";
import {
  listQuery,
  parsePlace,
  parseStreamQuery,
  parseTime,
  streamAddress,
  type StreamQuery,
  wholeStream,
} from "./stream-query.ts";
import { streamRow } from "./stream-row.ts";

/** By the last word of the address. What is starred changes no count. */
const marks = {
  read: (tx: Queryable, id: string, now: Date) => markRead(tx, id, true, now),
  unread: (tx: Queryable, id: string, now: Date) => markRead(tx, id, false, now),
  star: (tx: Queryable, id: string, now: Date) => markStarred(tx, id, true, now).then(() => null),
  unstar: (tx: Queryable, id: string, now: Date) => markStarred(tx, id, false, now).then(() => null),
};
type Mark = (typeof marks)[keyof typeof marks];

/** Marks items: one by one, or a whole list at once. */
export function markRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.post("/stream/read", (c) => markList(parts, c));
  app.post("/stream/read/undo", (c) => undoList(parts, c));
  for (const [name, mark] of Object.entries(marks)) app.post(`/items/:id/${name}`, (c) => markItem(parts, c, mark));
  return app;
}

/** htmx gets the new row and what else on the page changes with it; a plain form is redirected to its page, and there to its row. */
async function markItem(parts: ReadingParts, c: Context<WebEnv>, mark: Mark): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const form = await readForm(c);
  const marked = isUuid(id)
    ? await asReader(parts, c, async (tx, now) => {
        const story = await mark(tx, id, now);
        const item = (await loadStreamItems(tx, [id])).get(id);
        if (item === undefined) return null;
        const shelf = story === null || !wantsPart(c) ? null : await loadCounts(tx, item.feedId);
        const translations = await translationsFor(sessionOf(c).person.preferences, tx, [id]);
        return { item, story, shelf, translations, lookOf: await findLooks(parts, tx, [item.feedId]), now };
      })
    : null;
  const { gone, goneWhy } = textsOf(c).reading;
  if (marked === null) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  const { item, story, shelf, translations, lookOf, now } = marked;
  const back = backOf(form("back"));
  const isRead = item.readAt !== null;
  if (!wantsPart(c)) return c.redirect(withRow(back, id), 303);
  // Next to the text only its own buttons change.
  if (form("from") === "article") {
    const list = parseArticleList(back.searchParams.get("list") ?? undefined, item.feedId);
    return c.html(articleMarks(parts.frame(c), item, list).text);
  }
  const at = parsePlace(c.req.query("at") ?? "");
  const place = at === null || at === "wrong" ? { pubDate: item.pubDate, id } : at;
  const [frame, query] = [parts.frame(c), queryOf(back)];
  const list = parseArticleList(listQuery(query, now), item.feedId);
  const others = isRead && story !== null ? story.others : 0;
  const answer = html`${streamRow(frame, { item, place }, { query, translations, lookOf, now })}
    ${shelf !== null && story !== null && changedCounts(frame, shelf, story.feedIds)}
    <span id="marks-of-${id}" hx-swap-oob="innerMorph">${articleMarks(frame, item, list)}</span>
    ${others > 0 && html`<div id="toast" hx-swap-oob="innerHTML"><p class="toast">${frame.texts.article.alsoRead(others)}</p></div>`}`;
  return c.html(answer.text);
}

/** With few feeds all are on the shelf, with many only those of the open folders: then the folder of this feed is counted. */
async function loadCounts(tx: Queryable, feedId: string): Promise<Pick<Shelf, "feeds" | "isWhole">> {
  const isWhole = (await countShelfFeeds(tx)) <= shelfFeedsMax;
  if (isWhole) return { isWhole, feeds: await findShelfFeeds(tx, "all") };
  const place = await findShelfPlace(tx, feedId);
  return { isWhole, feeds: place === null ? [] : await findShelfFeeds(tx, { id: place.folderId }) };
}

/** The whole list, or its rows down to the place `to`: those keep their place, and the list stays as far as it went. */
async function markList(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const form = await readForm(c);
  const query = queryOf(backOf(form("back")));
  const now = parts.accounts.now();
  const seenUntil = parseTime(form("until")) ?? now;
  const place = parsePlace(form("to"));
  if (place === "wrong") return parts.refuse(c, problem(400, textsOf(c).stream.badQuestion));
  const upTo = place === null ? null : { place, order: query.order };
  const count = await asReader(parts, c, async (tx) => {
    const feedIds = await feedsOf(tx, query);
    return markAllRead(tx, { feedIds, maxScore: query.maxScore, seenUntil, upTo }, now);
  });
  const shown = place === null ? { ...query, after: null, to: null, since: null } : { ...query, to: place };
  const row = c.req.query("row") ?? "";
  return c.redirect(withMark(shown, count, now) + (isUuid(row) ? `#item-${row}` : ""), 303);
}

async function feedsOf(tx: Queryable, { feedId, folderId }: StreamQuery): Promise<string[] | null> {
  if (feedId !== null) return [feedId];
  return folderId === null ? null : findFeedsOfFolder(tx, folderId);
}

async function undoList(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const form = await readForm(c);
  const at = parseTime(form("at"));
  const count = at === null ? 0 : await asReader(parts, c, (tx) => undoAllRead(tx, at));
  return c.redirect(withMark(queryOf(backOf(form("back"))), count, null), 303);
}

/** Only our own reading pages. Anything else leads to the list. */
function backOf(written: string): URL {
  const url = URL.parse(written, "http://own");
  const isOurs = url?.origin === "http://own" && /^\/(?:stream|items|stories)(?:\/|$)/.test(url.pathname);
  return isOurs ? url : new URL("/stream", "http://own");
}

function withRow({ pathname, search }: URL, itemId: string): string {
  return pathname === "/stream" ? `${pathname}${search}#item-${itemId}` : pathname + search;
}

function queryOf({ searchParams }: URL): StreamQuery {
  return parseStreamQuery(Object.fromEntries(searchParams)) ?? wholeStream;
}

function withMark(query: StreamQuery, count: number, at: Date | null): string {
  const url = new URL(streamAddress(query), "http://own");
  url.searchParams.set("marked", String(count));
  if (at !== null) url.searchParams.set("at", at.toISOString());
  return url.pathname + url.search;
}
