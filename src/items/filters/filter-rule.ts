import type { Category } from "../analyzer-result.ts";
import { publishedScore } from "../published-item.ts";
import { charactersAlone, foldText } from "../search-words.ts";

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
    (rule.scoreMin === undefined || (rating !== null && publishedScore(rating) >= rule.scoreMin)) &&
    (rule.title === undefined ||
      titles.some((title) => matchesPattern(rule.title ?? "", title.slice(0, titleCharsMax))))
  );
}

export type Filter = { rule: FilterRule; action: FilterAction };

/** What a person's rules together do with an item. */
export type Verdict = { hide: boolean; read: boolean; star: boolean };

export function judgeItem(filters: readonly Filter[], item: FilteredItem): Verdict {
  const actions = new Set(filters.filter(({ rule }) => matchesRule(rule, item)).map(({ action }) => action));
  return { hide: actions.has("hide"), read: actions.has("read"), star: actions.has("star") };
}

/**
 * Whether a title has these words in this order, `*` standing for any characters; upper case and accents do not matter.
 * "car" finds no "scar", "*car" does. Where words are written without spaces, each character is one, as in a search. A person's pattern is
 * never a regular expression, of which some take forever: here each piece is searched once, from the end of the one before.
 */
export function matchesPattern(pattern: string, title: string): boolean {
  const spaced = ` ${wordsOf(title.replaceAll("*", " "))} `;
  let from = 0;
  for (const piece of ` ${wordsOf(pattern)} `.split("*")) {
    const at = spaced.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}

/** Whether there is anything to look for in it: punctuation alone is not. */
export function isPattern(text: string): boolean {
  return wordsOf(text) !== "";
}

function wordsOf(text: string): string {
  return foldText(text)
    .replace(charactersAlone, spaceOut)
    .replace(/[^\p{L}\p{M}\p{N}*]+/gu, " ")
    .trim();
}

/** As a word among others; what stands next to `*` goes on there. */
function spaceOut(character: string, at: number, text: string): string {
  const before = text[at - 1] === "*" ? "" : " ";
  const after = text[at + character.length] === "*" ? "" : " ";
  return before + character + after;
}
