import { type FilterAction, type FilteredItem, type FilterRule, matchesRule } from "./filter-rule.ts";

export type Filter = { rule: FilterRule; action: FilterAction };

/** What a person's rules together do with an item. */
export type Verdict = { hide: boolean; read: boolean; star: boolean };

export function judgeItem(filters: readonly Filter[], item: FilteredItem): Verdict {
  const actions = new Set(filters.filter(({ rule }) => matchesRule(rule, item)).map(({ action }) => action));
  return { hide: actions.has("hide"), read: actions.has("read"), star: actions.has("star") };
}
