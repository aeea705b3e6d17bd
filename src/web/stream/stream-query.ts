import { isUuid } from "../../ids.ts";
import {
  type ListOrder,
  listOrders,
  type ListQuestion,
  type ListView,
  listViews,
  type Place,
} from "../../items/item-list-store.ts";
import { parseSearch, searchCharsMax } from "../../items/search-words.ts";
import { withParameters } from "../kit/with-parameters.ts";

/** Which rows an address asks for. */
export type StreamQuery = {
  view: ListView;
  feedId: string | null;
  folderId: string | null;
  maxScore: number | null;
  search: string;
  order: ListOrder;
  /** The list begins after this place. */
  after: Place | null;
  /** The list goes on at least to the page after this place: where its reader was. */
  to: Place | null;
  /** When the list was opened: what was read since then keeps its row. */
  since: Date | null;
};

export const wholeStream: StreamQuery = {
  view: "unread",
  feedId: null,
  folderId: null,
  maxScore: null,
  search: "",
  order: "newest",
  after: null,
  to: null,
  since: null,
};

const scorePattern = /^(?:0(?:\.\d{1,2})?|1(?:\.00?)?)$/;

/** Null if a parameter is wrong. Absent or empty ones get their default. A long search is cut. */
export function parseStreamQuery(parameters: Record<string, string>): StreamQuery | null {
  const { view = "", feed = "", folder = "", max_score: maxScore = "", search: written = "", sort = "" } = parameters;
  const { after = "", to = "", since = "" } = parameters;
  const search = cleanSearch(written);
  const knownView = listViews.find((known) => known === (view || defaultView(search)));
  const order = listOrders.find((known) => known === (sort || wholeStream.order));
  const places = [parsePlace(after), parsePlace(to)];
  const [start, end] = places;
  const isWrong =
    [feed, folder].some((id) => id !== "" && !isUuid(id)) ||
    (maxScore !== "" && !scorePattern.test(maxScore)) ||
    (since !== "" && parseTime(since) === null);
  if (knownView === undefined || order === undefined || start === "wrong" || end === "wrong" || isWrong) return null;
  return {
    view: knownView,
    feedId: feed || null,
    folderId: folder || null,
    maxScore: maxScore === "" ? null : Number(maxScore),
    search,
    order,
    after: start ?? null,
    to: end ?? null,
    since: parseTime(since),
  };
}

/** A person who searches wants what they have read too. */
function defaultView(search: string): ListView {
  return search === "" ? wholeStream.view : "all";
}

function cleanSearch(written: string): string {
  return written
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, searchCharsMax)
    .toWellFormed();
}

/** The address of such a list, without parameters that have their default. */
export function streamAddress(query: StreamQuery): string {
  const { view, feedId, folderId, maxScore, search, order, after, to, since } = query;
  const asked = {
    ...(view !== defaultView(search) && { view }),
    ...(feedId !== null && { feed: feedId }),
    ...(folderId !== null && { folder: folderId }),
    ...(maxScore !== null && { max_score: String(maxScore) }),
    ...(search !== "" && { search }),
    ...(order !== wholeStream.order && { sort: order }),
    ...(after !== null && { after: writePlace(after) }),
    ...(to !== null && { to: writePlace(to) }),
    ...(since !== null && { since: since.toISOString() }),
  };
  return withParameters("/stream", asked);
}

/** The same list from its start, as it is now. */
export function fromStart(query: StreamQuery): StreamQuery {
  return { ...query, after: null, to: null, since: null };
}

/** What an article opened from this list is told of it: enough to name its neighbours and the way back. */
export function listQuery(query: StreamQuery, now: Date): string {
  const { view, since } = query;
  // What was read since the list was opened still stands in it.
  const kept = { ...query, after: null, to: null, since: view === "unread" ? (since ?? now) : null };
  const { searchParams } = new URL(streamAddress(kept), "http://own");
  return new URLSearchParams({ view, ...Object.fromEntries(searchParams) }).toString();
}

/** As the stores understand it. `feedIds`: of the feed or the folder. Null if the search contains no word. */
export function toQuestion(query: StreamQuery, feedIds: readonly string[] | null): ListQuestion | null {
  const { view, maxScore, order, after, search, since } = query;
  const question = { view, feedIds, maxScore, order, after, readSince: since, tsquery: null };
  if (search === "") return question;
  const parsed = parseSearch(search);
  return parsed.kind === "empty" ? null : { ...question, tsquery: parsed.tsquery };
}

export function writePlace({ pubDate, id }: Place): string {
  return `${pubDate.toISOString()}_${id}`;
}

export function parsePlace(text: string): Place | null | "wrong" {
  if (text === "") return null;
  const [written = "", id = ""] = text.split("_");
  const pubDate = parseTime(written);
  return pubDate === null || !isUuid(id) ? "wrong" : { pubDate, id };
}

/** As `toISOString` writes it, with four-digit years, which PostgreSQL can read. */
export function parseTime(text: string): Date | null {
  const time = new Date(text);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(time.getTime()) ? time : null;
}
