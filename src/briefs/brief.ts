import type { ChatFailure } from "../chat/chat.ts";
import { isTeaser } from "../items/plainness.ts";

/** An item as the brief reads it: our neutral title and summary, never its own text. */
export type BriefItem = {
  id: string;
  /** As analysis grouped it: reports of one event have the same story. Until then, an item is its own story. */
  storyId: string;
  title: string;
  summary: string;
  feedName: string;
  language: string;
  /** How loaded its own wording is, 0 to 1; null if it is not analysed yet. */
  rating: number | null;
  /** How much its title teases, 0 to 1. */
  clickbait: number | null;
  /** How much it supposes instead of reporting, 0 to 1. */
  speculative: number | null;
  pubDate: Date;
  /** The name of the person's folder that its feed is in. */
  folder: string | null;
  /** As analysis calls it: "politics". */
  topic: string | null;
};

export const briefLengths = ["short", "normal", "long"] as const;
export type BriefLength = (typeof briefLengths)[number];

/** `folders`: the names of the person's folders, in their order. Without any, the sections of a brief are topics. */
export type BriefPlan = { folders: readonly string[]; length: BriefLength };

/** What a brief is written from, and how. */
export type BriefMaterial = { items: readonly BriefItem[]; plan: BriefPlan };

export const plainPlan: BriefPlan = { folders: [], length: "normal" };

/** A heading and how many paragraphs stand below it. */
export type BriefSection = { kind: "folder" | "no-folder" | "topic" | "no-topic"; name: string; paragraphs: number };

/** `content` is paragraphs of plain text with [1], [2] …; `itemRefs[0]` is the item of [1]. Few topics need no `sections`. */
export type BriefDraft = {
  content: string;
  sections: BriefSection[];
  itemRefs: string[];
  itemCount: number;
  writtenBy: string;
  /** Sentences of the model that were dropped, because their sources do not say so. */
  leftOut?: number;
};

/** A brief as stored for one person. */
export type Brief = BriefDraft & { id: string; createdAt: Date };

export type DraftOutcome =
  | { kind: "written"; draft: BriefDraft }
  | { kind: "no-items" }
  /** The model can't be reached now; later it may be. */
  | { kind: "unavailable"; failure: ChatFailure }
  | { kind: "failed"; failure: ChatFailure };

/** Accounts have no language: it is that of most items. "und" if none of them is known. */
export function findReaderLanguage(items: readonly BriefItem[]): string {
  const known = items.filter(({ language }) => language !== "und");
  const byLanguage = Map.groupBy(known, ({ language }) => language);
  return [...byLanguage].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? "und";
}

/** The ids of the items whose titles are not quoted: they tease, and another report of their story does not. */
export function findTeasers(items: readonly BriefItem[]): Set<string> {
  const teases = ({ rating, clickbait }: BriefItem) => isTeaser({ overall: rating, clickbait });
  const told = new Set(items.filter((item) => !teases(item)).map(({ storyId }) => storyId));
  return new Set(items.filter((item) => teases(item) && told.has(item.storyId)).map(({ id }) => id));
}
