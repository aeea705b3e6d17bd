import { categories, type Category } from "../analyzer-result.ts";
import { type FilterAction, filterActions, type FilterRule, isPattern, patternCharsMax } from "./filter-rule.ts";
import type { FeedName } from "../subscribed-feed-store.ts";

/** A filter as a person writes it: all text, empty where nothing is asked. */
export type WrittenFilter = { title: string; feed: string; category: string; score: string; action: string };
/** The fields that are wrong; `rule` where the filter asks for nothing at all. */
export type FilterFault = keyof WrittenFilter | "rule";
export type ParsedFilter =
  | { kind: "right"; rule: FilterRule; action: FilterAction }
  | { kind: "wrong"; faults: FilterFault[] };

const scorePattern = /^(?:|0(?:\.\d{1,2})?|1(?:\.00?)?)$/;

export function parseFilter(written: WrittenFilter, feeds: readonly FeedName[]): ParsedFilter {
  const { title, score } = written;
  const feed = feeds.find(({ feedId }) => feedId === written.feed);
  const category = categories.find((known): known is Category => known === written.category);
  const action = filterActions.find((known) => known === written.action);

  const isWrong: Record<FilterFault, boolean> = {
    rule: title === "" && written.feed === "" && written.category === "" && score === "",
    title: title !== "" && !(isPattern(title) && title.length <= patternCharsMax),
    feed: written.feed !== "" && feed === undefined,
    category: written.category !== "" && category === undefined,
    score: !scorePattern.test(score),
    action: action === undefined,
  };
  const faults = (Object.keys(isWrong) as FilterFault[]).filter((field) => isWrong[field]);
  if (action === undefined || faults.length > 0) return { kind: "wrong", faults };
  const rule = {
    ...(title !== "" && { title }),
    ...(feed !== undefined && { feedId: feed.feedId }),
    ...(category !== undefined && { category }),
    ...(score !== "" && { scoreMin: Number(score) }),
  };
  return { kind: "right", rule, action };
}
