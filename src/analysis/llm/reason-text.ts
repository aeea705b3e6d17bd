import { isHarmless } from "../../chat/answer-checks.ts";
import { plainText } from "../../chat/plain-text.ts";
import { measureSupport } from "../measure-support.ts";

/** What a reason is checked against. `isSuspect`: the item contains an injection. */
export type ReasonGround = { source: string; isSuspect: boolean };

/** The prompt allows 20 words. */
const reasonCharsMax = 200;
/** "Two of 3 words are loaded" counts; a number with more digits is told as a fact. */
const countDigitsMax = 1;

/**
 * A reason uses its own words about the item, so we can't look them up there. We check its numbers and addresses, and
 * that it commands nobody. If the item contains an injection, no reason is shown.
 */
export function reasonText(answer: string, { source, isSuspect }: ReasonGround): string {
  const text = isSuspect ? "" : plainText(answer, reasonCharsMax);
  const isTrue = measureSupport(text, source).missingNumbers.every((digits) => digits.length <= countDigitsMax);
  return isTrue && isHarmless(text, source) ? text : "";
}
