import type { FeedName } from "../../items/subscribed-feed-store.ts";
import type { FilterRule } from "../../items/filter-rule.ts";
import type { ReadingTexts } from "../texts/en-reading.ts";

/** A rule in words; that is also what it is called. */
export function describeRule(
  { title, feedId, category, scoreMin }: FilterRule,
  feeds: readonly FeedName[],
  { filters: texts, categories }: ReadingTexts,
): string {
  const feedName = feeds.find((feed) => feed.feedId === feedId)?.name;
  return texts.describe([
    ...(title === undefined ? [] : [texts.titleHas(title)]),
    ...(feedId === undefined ? [] : [feedName === undefined ? texts.feedGone : texts.feedIs(feedName)]),
    ...(category === undefined ? [] : [texts.categoryIs(categories[category])]),
    ...(scoreMin === undefined ? [] : [texts.scoreIs(scoreMin.toFixed(2))]),
  ]);
}
