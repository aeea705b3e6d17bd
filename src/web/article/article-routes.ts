import { type Context, Hono } from "hono";
import type pg from "pg";
import type { Preferences } from "../../accounts/preferences.ts";
import type { Queryable } from "../../database/transaction.ts";
import { isUuid } from "../../ids.ts";
import { findOlderAnalyses } from "../../items/analysis-store.ts";
import { findNeighbours, loadArticleFacts, loadRatings } from "../../items/article-store.ts";
import {
  findItemPage,
  findRepeated,
  findRowPlace,
  type ListQuestion,
  type Place,
} from "../../items/item-list-store.ts";
import { markRead } from "../../items/item-state-store.ts";
import {
  findReports,
  findVersions,
  type ListedItem,
  loadListedItems,
  type StoryReport,
  wantPage,
} from "../../items/listed-item-store.ts";
import { findStandIn } from "../../items/plainness.ts";
import { findFeedsOfFolder } from "../../items/shelf-store.ts";
import { isPrefetch, wantsPart } from "../kit/htmx.ts";
import { problem } from "../problem.ts";
import { asReader, findLooks, type ReadingParts, translationsFor } from "../reading/reading-parts.ts";
import { sessionOf } from "../require-person.ts";
import { findLeads } from "../stream/find-leads.ts";
import { type StreamQuery, toQuestion } from "../stream/stream-query.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import type { SignMedia } from "./article-files.ts";
import { withMedia } from "./article-media.ts";
import { parseArticleList } from "./article-list.ts";
import { listSaveTargets } from "../../webhooks/webhook-store.ts";
import { article, articlePage } from "./article-page.ts";
import type { ArticleView } from "./article-view.ts";

export function articleRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/items/:id", (c) => showArticle(parts, c));
  return app;
}

async function showArticle(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const view = isUuid(id)
    ? await asReader(parts, c, (tx, now) => loadView(parts, tx, { ...askedOf(c), id }, now))
    : null;
  const { gone, goneWhy } = textsOf(c).article;
  if (view === null) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  const frame = parts.frame(c);
  // The same address gives a page or a part of one; a cache must not mix them up.
  c.header("Vary", "HX-Request", { append: true });
  return c.html((wantsPart(c) ? article : articlePage)(frame, view).text);
}

/** `isOpened`: somebody sees it now. `isKept`: it was just marked unread, and stays so. */
type Asked = {
  id: string;
  preferences: Preferences;
  /** Of the page. */
  language: string;
  isOpened: boolean;
  isKept: boolean;
  isSent: boolean;
  list: string | undefined;
};

function askedOf(c: Context<WebEnv>): Omit<Asked, "id"> {
  const { list, keep, done } = c.req.query();
  const { preferences } = sessionOf(c).person;
  return {
    isOpened: !isPrefetch(c) && c.req.method === "GET",
    isKept: keep === "unread",
    isSent: done === "sent",
    list,
    preferences,
    language: textsOf(c).frame.language,
  };
}

async function loadView(
  parts: ReadingParts,
  tx: pg.PoolClient,
  { id, preferences, language, isOpened, isKept, isSent, list: written }: Asked,
  now: Date,
): Promise<ArticleView | null> {
  // Opening an item asks for its full page. This comes first, so that the page can say so.
  if (isOpened) await wantPage(tx, id, now);
  const [item] = await loadListedItems(tx, [id]);
  const facts = await loadArticleFacts(tx, id);
  if (item === undefined || facts === null) return null;
  const isMarked = isOpened && item.readAt === null && !isKept;
  const alsoRead = isMarked ? ((await markRead(tx, id, true, now))?.others ?? 0) : 0;
  if (isMarked) item.readAt = now;
  const reports = item.storyId === null ? [] : await findReports(tx, [item.storyId]);
  const others = reports.filter(({ outlet }) => outlet !== item.outlet).map(({ itemId }) => itemId);
  const list = parseArticleList(written, item.feedId);
  const standIns = await findStandIns(tx, item, reports);
  const opened = await parts.openArticle(tx, id, now);
  const sign = parts.media.addresses.sign;
  const signShown: SignMedia = (url, kind) => (kind === "picture" && !preferences.pictures ? null : sign(url, kind));
  return {
    item,
    facts,
    body:
      opened === null
        ? { html: "", language: "und", isRead: true, marks: [] }
        : { ...opened, html: withMedia(opened, facts, signShown) },
    reports,
    alsoRead,
    otherRatings: others.length === 0 ? [] : await loadRatings(tx, others),
    ...standIns,
    translations: await translationsFor(preferences, tx, [
      id,
      ...(standIns.forSummary === null ? [] : [standIns.forSummary.id]),
    ]),
    versions: item.versions === 0 ? [] : await findVersions(tx, id, now),
    older: await findOlderAnalyses(tx, id),
    list,
    ...(await loadNeighbours(tx, item, list.list, { language, now })),
    lookOf: await findLooks(parts, tx, [item.feedId]),
    sign: signShown,
    targets: await listSaveTargets(tx),
    isSent,
    now,
  };
}

/** Other reports of its story that speak where the item has no plain sentence of its own. */
async function findStandIns(tx: Queryable, item: ListedItem, reports: readonly StoryReport[]) {
  const lacks = item.analysis !== null && (item.analysis.summary === "" || item.analysis.facts.length === 0);
  const others = reports.map(({ itemId }) => itemId).filter((id) => id !== item.id);
  const loaded = lacks && others.length > 0 ? await loadListedItems(tx, others) : [];
  return { forSummary: findStandIn(item, loaded, "summary"), forFacts: findStandIn(item, loaded, "facts") };
}

async function loadNeighbours(tx: Queryable, item: ListedItem, list: StreamQuery, { language, now }: Asking) {
  const { previousId, nextId } = await findNeighbourIds(tx, item, list, { language, now });
  const ids = [previousId, nextId].filter((id) => id !== null);
  const loaded = ids.length === 0 ? [] : await loadListedItems(tx, ids);
  const byId = (id: string | null) => loaded.find((other) => other.id === id) ?? null;
  return { previous: byId(previousId), next: byId(nextId) };
}
type Asking = { language: string; now: Date };

/** The rows before and after that of the item's story, by the reports that lead them. */
async function findNeighbourIds(tx: Queryable, item: ListedItem, list: StreamQuery, { language, now }: Asking) {
  const { feedId, folderId } = list;
  const folder = folderId === null ? null : await findFeedsOfFolder(tx, folderId);
  const question = toQuestion({ ...list, after: null }, feedId === null ? folder : [feedId]);
  if (question === null) return { previousId: null, nextId: null };
  const { previous, next } = await findRowsAround(tx, await findRowPlace(tx, item, question), question, now);
  const rows = [previous, next].filter((id) => id !== null);
  const leads = await findLeads(tx, rows, question, language);
  const leadOf = (id: string | null) => (id === null ? null : (leads[rows.indexOf(id)] ?? id));
  return { previousId: leadOf(previous), nextId: leadOf(next) };
}

/** What a search found, and what is starred or hidden, is few: the list itself is asked, forwards and backwards. */
async function findRowsAround(tx: Queryable, place: Place, question: ListQuestion, now: Date) {
  const { view, order, tsquery } = question;
  const firstOf = (places: readonly Place[]) => places[0]?.id ?? null;
  if (tsquery === null && (view === "all" || view === "unread")) {
    const near = await findNeighbours(tx, place, question);
    const ids = [...near.previous, ...near.next].map(({ id }) => id);
    const repeated = await findRepeated(tx, ids, question);
    const rowsOf = (places: readonly Place[]) => places.filter(({ id }) => !repeated.has(id));
    return { previous: firstOf(rowsOf(near.previous)), next: firstOf(rowsOf(near.next)) };
  }
  const forward = { ...question, after: place };
  const back = { ...forward, order: order === "newest" ? ("oldest" as const) : ("newest" as const) };
  const ask = async (asked: ListQuestion) => firstOf((await findItemPage(tx, asked, now)).places);
  return { previous: await ask(back), next: await ask(forward) };
}
