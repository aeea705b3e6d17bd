import type { AnalyzerResult } from "./analyzer-result.ts";
import type { PageWhy } from "./reading-state.ts";

/** An item whose analysis is to be made or improved, with what its feed says about that. */
export type WaitingItem = {
  itemId: string;
  feedId: string;
  leaseId: string;
  url: string | null;
  title: string;
  content: string;
  contentBase: string | null;
  summary: string | null;
  language: string | null;
  text: string | null;
  inputKind: "page" | "content" | "description" | "title" | null;
  attempts: number;
  pageAttempts: number;
  pageWhy: PageWhy | null;
  pubDate: Date;
  /** When a model is to be asked, if at all. */
  upgradeAt: Date | null;
  /** The analyzer that made its stored result. */
  analyzer: "heuristic" | "llm" | "mock" | null;
  /** Its stored result, if the offline analyzer made it. */
  byWords: AnalyzerResult | null;
  feed: {
    fullText: "auto" | "always" | "never";
    /** Somebody has subscribed to it, or it is published to everybody. */
    isRead: boolean;
    analyzer: string | null;
    prompt: string | null;
    cacheScope: "feed" | "global" | "off";
    language: string | null;
  };
};

/** The items that a run is for; without one, all that wait. */
export type ItemScope = { itemId: string } | { feedId: string };

/** A condition on `items` and its value, as parameter number `place`. */
export function scopeCondition(scope: ItemScope | undefined, place: number): { condition: string; values: string[] } {
  if (scope === undefined) return { condition: "true", values: [] };
  return "itemId" in scope
    ? { condition: `id = $${place}`, values: [scope.itemId] }
    : { condition: `feed_id = $${place}`, values: [scope.feedId] };
}
