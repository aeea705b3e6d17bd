import type { ChatFailure } from "../chat/chat.ts";

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
  pubDate: Date;
};

/** `content` is paragraphs of plain text with [1], [2] …; `itemRefs[0]` is the item of [1]. */
export type BriefDraft = { content: string; itemRefs: string[]; itemCount: number; writtenBy: string };

/** A brief as stored for one person. */
export type Brief = BriefDraft & { id: string; createdAt: Date };

export type DraftOutcome =
  | { kind: "written"; draft: BriefDraft }
  | { kind: "no-items" }
  /** The model can't be reached now; later it may be. */
  | { kind: "unavailable"; failure: ChatFailure }
  | { kind: "failed"; failure: ChatFailure };
