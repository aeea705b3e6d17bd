import type { ChatFailure } from "../chat/chat.ts";

/** An item as a digest knows it: our neutral title and summary, never its own text. */
export type DigestItem = {
  id: string;
  title: string;
  summary: string;
  feedName: string;
  language: string;
  /** How loaded its own wording is, 0 to 1; null where nobody has looked yet. */
  rating: number | null;
  pubDate: Date;
};

/** `content` is paragraphs of plain text with [1], [2] …; `itemRefs[0]` is the item of [1]. */
export type Digest = { content: string; itemRefs: string[]; itemCount: number; writtenBy: string };

export type DigestOutcome =
  | { kind: "written"; digest: Digest }
  | { kind: "no-items" }
  /** The service cannot be had just now; it may be later. */
  | { kind: "unavailable"; failure: ChatFailure }
  | { kind: "failed"; failure: ChatFailure };
