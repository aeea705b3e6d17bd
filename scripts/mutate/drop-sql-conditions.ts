export type Cut = { start: number; end: number };

const looksLikeSql = /\b(select|insert into|update|delete from|where|exists)\b/i;
const conditionEnds =
  /^(and|or|order|group|limit|returning|for|then|else|on|union|left|join|having|offset|from|set)\b/i;

/** Places where `and …` can be cut out of an SQL literal; each cut stays within one line. */
export function dropSqlConditions(literal: string): Cut[] {
  if (!looksLikeSql.test(literal)) return [];
  const cuts: Cut[] = [];
  for (const { index } of literal.matchAll(/\band\b/gi)) {
    const line = literal.slice(literal.lastIndexOf("\n", index) + 1, index);
    // In `between a and b` the `and` belongs to the range; after `--` it is a comment.
    if (/\bbetween\b(?!.*\band\b)/i.test(line) || line.includes("--") || isInPlaceholder(literal, index)) continue;
    const end = endOfCondition(literal, index + "and".length);
    if (end !== null) cuts.push({ start: index, end });
  }
  return cuts;
}

function isInPlaceholder(literal: string, index: number): boolean {
  const before = literal.slice(0, index);
  return before.lastIndexOf("${") > before.lastIndexOf("}");
}

/** Where the condition that starts here ends; null if a parenthesis continues on the next line. */
function endOfCondition(literal: string, from: number): number | null {
  let depth = 0;
  let isInText = false;
  for (let at = from; at < literal.length; at += 1) {
    const character = literal.charAt(at);
    if (character === "'") isInText = !isInText;
    if (isInText) continue;
    if (/[({[]/.test(character)) depth += 1;
    if (/[)}\]]/.test(character)) depth -= 1;
    if (depth < 0) return at;
    if (character === "\n") return depth === 0 ? at : null;
    if (depth === 0 && (character === "," || at === literal.length - 1 || beginsNext(literal, at))) return at;
  }
  return null;
}

function beginsNext(literal: string, at: number): boolean {
  return /\s/.test(literal.charAt(at - 1)) && conditionEnds.test(literal.slice(at));
}
