import { isUuid } from "../../ids.ts";
import { type ListView, listViews, type Place } from "../../items/item-list-store.ts";
import { searchCharsMax } from "../../items/search-words.ts";

/** Which items an address asks for. */
export type ListQuery = {
  view: ListView;
  feedId: string | null;
  maxScore: number | null;
  search: string;
  before: Place | null;
};

export const wholeList: ListQuery = { view: "all", feedId: null, maxScore: null, search: "", before: null };

const scorePattern = /^(?:0(?:\.\d{1,2})?|1(?:\.00?)?)$/;

/** Null if a parameter is wrong. Absent or empty ones get their default. A long search is cut. */
export function parseListQuery(parameters: Record<string, string>): ListQuery | null {
  const { view = "", feed = "", max_score: maxScore = "", search = "", before = "" } = parameters;
  const knownView = listViews.find((known) => known === (view || wholeList.view));
  const place = parsePlace(before);
  const isWrong =
    (feed !== "" && !isUuid(feed)) || (maxScore !== "" && !scorePattern.test(maxScore)) || place === "wrong";
  if (knownView === undefined || isWrong) return null;
  return {
    view: knownView,
    feedId: feed || null,
    maxScore: maxScore === "" ? null : Number(maxScore),
    search: search
      .replace(/\p{Cc}/gu, " ")
      .trim()
      .slice(0, searchCharsMax)
      .toWellFormed(),
    before: place,
  };
}

/** The address of such a list, without parameters that have their default. */
export function listAddress(path: string, { view, feedId, maxScore, search, before }: ListQuery): string {
  const asked = {
    ...(view !== wholeList.view && { view }),
    ...(feedId !== null && { feed: feedId }),
    ...(maxScore !== null && { max_score: String(maxScore) }),
    ...(search !== "" && { search }),
    ...(before !== null && { before: `${before.pubDate.toISOString()}_${before.id}` }),
  };
  const parameters = new URLSearchParams(asked).toString();
  return parameters === "" ? path : `${path}?${parameters}`;
}

function parsePlace(text: string): Place | null | "wrong" {
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
