import { isTeaser } from "../items/plainness.ts";
import type { BriefItem } from "./brief.ts";

/** The ids of the items whose titles are not quoted: they tease, and another report of their story does not. */
export function findTeasers(items: readonly BriefItem[]): Set<string> {
  const teases = ({ rating, clickbait }: BriefItem) => isTeaser({ overall: rating, clickbait });
  const told = new Set(items.filter((item) => !teases(item)).map(({ storyId }) => storyId));
  return new Set(items.filter((item) => teases(item) && told.has(item.storyId)).map(({ id }) => id));
}
