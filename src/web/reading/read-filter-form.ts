import { type Category, categories } from "../../items/analyzer-result.ts";
import {
  type FilterAction,
  filterActions,
  type FilterRule,
  isPattern,
  patternCharsMax,
} from "../../items/filter-rule.ts";
import type { FeedName } from "../../items/subscribed-feed-store.ts";
import type { FormText } from "../read-form.ts";
import type { ReadingTexts } from "../texts/en-reading.ts";

/** What was typed, to be shown again. */
export type FilterValues = { title: string; feed: string; category: string; score: string; action: string };
export type FilterFaults = { [Field in keyof FilterValues | "rule"]?: string };
export type SentFilter =
  | { kind: "right"; rule: FilterRule; action: FilterAction; values: FilterValues }
  | { kind: "wrong"; faults: FilterFaults; values: FilterValues };

export const noFilterValues: FilterValues = { title: "", feed: "", category: "", score: "", action: "hide" };

export function readFilterForm(form: FormText, feeds: readonly FeedName[], texts: ReadingTexts["filters"]): SentFilter {
  const values: FilterValues = {
    title: form("title")
      .trim()
      .slice(0, 2 * patternCharsMax)
      .toWellFormed(),
    feed: form("feed"),
    category: form("category"),
    score: form("score"),
    action: form("action"),
  };
  const feed = feeds.find(({ feedId }) => feedId === values.feed);
  const category = categories.find((known): known is Category => known === values.category);
  const action = filterActions.find((known) => known === values.action);
  const isAny = values.title === "" && values.feed === "" && values.category === "" && values.score === "";
  const isTitle = values.title === "" || (isPattern(values.title) && values.title.length <= patternCharsMax);

  const faults: FilterFaults = {
    ...(isAny && { rule: texts.nothingAsked }),
    ...(!isTitle && { title: texts.badPattern }),
    ...(values.feed !== "" && feed === undefined && { feed: texts.badFeed }),
    ...(values.category !== "" && category === undefined && { category: texts.badCategory }),
    ...(!/^(?:|0(?:\.\d{1,2})?|1(?:\.00?)?)$/.test(values.score) && { score: texts.badScore }),
    ...(action === undefined && { action: texts.badAction }),
  };
  if (action === undefined || Object.keys(faults).length > 0) return { kind: "wrong", faults, values };
  const rule = {
    ...(values.title !== "" && { title: values.title }),
    ...(feed !== undefined && { feedId: feed.feedId }),
    ...(category !== undefined && { category }),
    ...(values.score !== "" && { scoreMin: Number(values.score) }),
  };
  return { kind: "right", rule, action, values };
}
