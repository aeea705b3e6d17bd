import type { Category } from "./analyzer-result.ts";
import { matchesPattern } from "./match-pattern.ts";

export const patternCharsMax = 200;
const titleCharsMax = 1_000;

export const filterActions = ["hide", "read", "star"] as const;
export type FilterAction = (typeof filterActions)[number];

/** What a rule looks for; all that is named must hold. */
export type FilterRule = { title?: string; feedId?: string; category?: Category; scoreMin?: number };

/** What rules are held against; `rating` is null until somebody has scored the item. */
export type FilteredItem = {
  titles: readonly string[];
  feedId: string;
  category: string | null;
  rating: number | null;
};

export function matchesRule(rule: FilterRule, { titles, feedId, category, rating }: FilteredItem): boolean {
  return (
    (rule.feedId === undefined || rule.feedId === feedId) &&
    (rule.category === undefined || rule.category === category) &&
    // To two decimals, as people see and write it.
    (rule.scoreMin === undefined || (rating !== null && Number(rating.toFixed(2)) >= rule.scoreMin)) &&
    (rule.title === undefined ||
      titles.some((title) => matchesPattern(rule.title ?? "", title.slice(0, titleCharsMax))))
  );
}
