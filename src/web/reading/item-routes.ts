import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Queryable } from "../../database/transaction.ts";
import { isUuid } from "../../ids.ts";
import { findItemPage, type ListQuestion } from "../../items/item-list-store.ts";
import { markAllRead, markRead, markStarred, undoAllRead } from "../../items/item-state-store.ts";
import { findReports, loadListedItems, findStoryLeads } from "../../items/listed-item-store.ts";
import { parseSearch } from "../../items/search-words.ts";
import { findFeedName, findUnreadByFeed } from "../../items/subscribed-feed-store.ts";
import { articleMarks } from "../article/article-crumb.ts";
import { parseArticleList } from "../article/article-list.ts";
import { wantsPart } from "../kit/htmx.ts";
import { parsePage } from "../kit/page-links.ts";
import { readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { itemCard } from "./item-card.ts";
import { byFeedPage, itemsPage } from "./items-page.ts";
import { type ListQuery, parseListQuery, parseTime, wholeList } from "./list-query.ts";
import { asReader, type ReadingParts } from "./reading-parts.ts";

/** The list. */
export function itemRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/items", (c) => showItems(parts, c));
  return app;
}

async function showItems(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const query = parseListQuery(c.req.query());
  if (query === null) throw new HTTPException(400, { message: textsOf(c).reading.badQuestion });
  const question = toQuestion(query);
  return asReader(parts, c, async (tx, now) => {
    const page = question === null ? { ids: [], next: null } : await findItemPage(tx, question, now);
    const items = await loadListedItems(tx, await leadsOf(tx, page.ids, question));
    const view = {
      query,
      feedName: query.feedId === null ? null : await findFeedName(tx, query.feedId),
      items,
      reports: await findReports(
        tx,
        items.flatMap(({ storyId }) => storyId ?? []),
      ),
      next: page.next,
      marked: markedOf(c),
      isSearchEmpty: question === null,
      now,
    };
    return c.html(itemsPage(parts.frame(c), view).text);
  });
}

/** Null if the search contains no word. */
function toQuestion({ search, ...query }: ListQuery): ListQuestion | null {
  if (search === "") return { ...query, tsquery: null };
  const parsed = parseSearch(search);
  return parsed.kind === "empty" ? null : { ...query, tsquery: parsed.tsquery };
}

/** A story is shown by its plainest report, except where the list asks for reports: of a feed, starred, hidden, or found. */
async function leadsOf(tx: Queryable, ids: string[], question: ListQuestion | null): Promise<string[]> {
  if (question === null || question.feedId !== null || question.tsquery !== null) return ids;
  if (question.view !== "all" && question.view !== "unread") return ids;
  return findStoryLeads(tx, ids, { isUnread: question.view === "unread" });
}

/** What the redirect after "mark all read" tells the page. */
function markedOf(c: Context<WebEnv>): { count: number; at: Date | null } | null {
  const { marked = "", at = "" } = c.req.query();
  return /^\d{1,9}$/.test(marked) ? { count: Number(marked), at: parseTime(at) } : null;
}

/** The same items, by feed. */
export function byFeedRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/items/feeds", (c) => showFeeds(parts, c));
  return app;
}

async function showFeeds(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const page = parsePage(c.req.query("page"));
  if (page === null) throw new HTTPException(400, { message: textsOf(c).reading.badQuestion });
  const view = await asReader(parts, c, async (tx, now) => ({ feeds: await findUnreadByFeed(tx, page), page, now }));
  return c.html(byFeedPage(parts.frame(c), view).text);
}

/** By the last word of the address. */
const marks = {
  read: (tx: Queryable, id: string, now: Date) => markRead(tx, id, true, now),
  unread: (tx: Queryable, id: string, now: Date) => markRead(tx, id, false, now),
  star: (tx: Queryable, id: string, now: Date) => markStarred(tx, id, true, now),
  unstar: (tx: Queryable, id: string, now: Date) => markStarred(tx, id, false, now),
};
type Mark = (typeof marks)[keyof typeof marks];

/** Marks items: one by one, or a whole list at once. */
export function markRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.post("/items/read-all", (c) => markList(parts, c));
  app.post("/items/read-all/undo", (c) => undoList(parts, c));
  for (const [name, mark] of Object.entries(marks)) app.post(`/items/:id/${name}`, (c) => markItem(parts, c, mark));
  return app;
}

/** htmx gets the new card; a plain form is redirected to its page. */
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
  const back = backOf(form("back"));
  if (!wantsPart(c)) return c.redirect(back, 303);
  // Next to the text only its own buttons change.
  if (form("from") === "article") {
    const { searchParams } = new URL(back, "http://own");
    const list = parseArticleList(searchParams.get("list") ?? undefined, marked.item.feedId);
    return c.html(articleMarks(parts.frame(c), marked.item, list).text);
  }
  return c.html(itemCard(parts.frame(c), marked).text);
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

/** Only our own item pages. Anything else leads to the list. */
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
