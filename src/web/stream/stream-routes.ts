import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Queryable } from "../../database/transaction.ts";
import { type Folder, listFolders } from "../../feeds/folder-store.ts";
import { isUuid } from "../../ids.ts";
import { findItemPage, type ItemPage, type ListQuestion, type Place } from "../../items/item-list-store.ts";
import {
  countShelfFeeds,
  findFeedsOfFolder,
  findShelfFeeds,
  findShelfPlace,
  shelfFeedsMax,
} from "../../items/shelf-store.ts";
import { loadStreamItems } from "../../items/stream-item-store.ts";
import { wantsPart } from "../kit/htmx.ts";
import { problem } from "../problem.ts";
import { asReader, findLooks, type ReadingParts, translationsFor } from "../reading/reading-parts.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { findLeads } from "./find-leads.ts";
import { parseMarked } from "./marked-toast.ts";
import { folderFeeds, type Shelf } from "./shelf.ts";
import { streamPage, streamRows } from "./stream-page.ts";
import { parseStreamQuery, type StreamQuery, toQuestion, wholeStream } from "./stream-query.ts";
import type { Row } from "./stream-row.ts";

/** The list of items, and the addresses that it had before. */
export function streamRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/stream", (c) => showStream(parts, c));
  app.get("/stream/shelf", (c) => showFolder(parts, c));
  app.on("GET", ["/items", "/items/feeds"], (c) => c.redirect(moved(c), 303));
  return app;
}

/** The old list showed read items unless it was asked not to. */
function moved(c: Context<WebEnv>): string {
  const { before = "", ...query } = c.req.query();
  const after = before === "" ? {} : { after: before };
  return `/stream?${new URLSearchParams({ view: "all", ...query, ...after }).toString()}`;
}

async function showStream(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const query = parseStreamQuery(c.req.query());
  if (query === null) throw new HTTPException(400, { message: textsOf(c).stream.badQuestion });
  return asReader(parts, c, async (tx, now) => {
    const folders = await listFolders(tx);
    const found = await findList(tx, query, folders);
    const { gone, goneWhy } = textsOf(c).stream;
    if (found === null) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
    const question = toQuestion(query, found.feedIds);
    const page = question === null ? { places: [], next: null } : await findPages(tx, question, query.to, now);
    const rows = question === null ? [] : await loadRows(tx, page.places, question, textsOf(c).frame.language);
    const shelf = wantsPart(c) ? null : await loadShelf(tx, folders, found.folder);
    const shown = [...rows.map(({ item }) => item), ...(shelf?.feeds ?? [])];
    const lookOf = await findLooks(
      parts,
      tx,
      shown.map(({ feedId }) => feedId),
    );
    const translations = await translationsFor(
      sessionOf(c).person.preferences,
      tx,
      rows.map(({ item }) => item.id),
    );
    const view = { query, rows, next: page.next, translations, lookOf, now };
    if (shelf === null) return c.html(streamRows(parts.frame(c), view).text);
    const whole = {
      ...view,
      name: found.name,
      shelf,
      marked: parseMarked(c.req.query()),
      isSearchEmpty: question === null,
      isFinding: c.req.query("find") !== undefined,
    };
    return c.html(streamPage(parts.frame(c), whole).text);
  });
}

type List = { name: string | null; feedIds: string[] | null; folder: { id: string | null } | null };

/** Null: the person has no such feed or folder. */
async function findList(tx: Queryable, query: StreamQuery, folders: readonly Folder[]): Promise<List | null> {
  const { feedId, folderId } = query;
  if (feedId !== null) {
    const place = await findShelfPlace(tx, feedId);
    return place === null ? null : { name: place.name, feedIds: [feedId], folder: { id: place.folderId } };
  }
  if (folderId === null) return { name: null, feedIds: null, folder: null };
  const folder = folders.find(({ id }) => id === folderId);
  if (folder === undefined) return null;
  return { name: folder.name, feedIds: await findFeedsOfFolder(tx, folderId), folder };
}

// A person who comes back to a place deeper in the list gets the list from there.
const pagesMax = 6;

/** One page, or as many as lead to the place where the reader was. */
async function findPages(tx: Queryable, question: ListQuestion, to: Place | null, now: Date): Promise<ItemPage> {
  const places: Place[] = [];
  let { after } = question;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await findItemPage(tx, { ...question, after }, now);
    places.push(...page.places);
    const isReached = to === null || page.next === null || !isBefore(page.next, to, question);
    if (isReached) return { places, next: page.next };
    after = page.next;
  }
  return findItemPage(tx, { ...question, after: to }, now);
}

/** Whether the page after `next` still begins at or before the place `to`. */
function isBefore(next: Place, to: Place, { order }: ListQuestion): boolean {
  const distance = next.pubDate.getTime() - to.pubDate.getTime() || (next.id < to.id ? -1 : Number(next.id > to.id));
  return order === "newest" ? distance >= 0 : distance <= 0;
}

async function loadRows(
  tx: Queryable,
  places: readonly Place[],
  question: ListQuestion,
  language: string,
): Promise<Row[]> {
  const ids = places.map(({ id }) => id);
  const leads = await findLeads(tx, ids, question, language);
  const items = await loadStreamItems(tx, leads);
  return places.flatMap((place, index) => {
    const item = items.get(leads[index] ?? "");
    return item === undefined ? [] : [{ item, place }];
  });
}

async function loadShelf(tx: Queryable, folders: readonly Folder[], open: Shelf["open"]): Promise<Shelf> {
  const isWhole = (await countShelfFeeds(tx)) <= shelfFeedsMax;
  const feeds = isWhole ? await findShelfFeeds(tx, "all") : open === null ? [] : await findShelfFeeds(tx, open);
  return { folders, feeds, isWhole, open };
}

/** The feeds of one folder, or of none, for the shelf. */
async function showFolder(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const written = c.req.query("in") ?? "";
  const { gone, goneWhy } = textsOf(c).stream;
  return asReader(parts, c, async (tx) => {
    const folders = written === "none" ? [] : await listFolders(tx);
    const folder =
      written === "none" ? { id: null, name: "" } : folders.find(({ id }) => isUuid(written) && id === written);
    if (folder === undefined) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
    const feeds = await findShelfFeeds(tx, folder);
    const lookOf = await findLooks(
      parts,
      tx,
      feeds.map(({ feedId }) => feedId),
    );
    return c.html(folderFeeds(parts.frame(c), { folder, feeds }, { query: wholeStream, lookOf }).text);
  });
}
