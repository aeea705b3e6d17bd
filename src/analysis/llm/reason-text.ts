import { plainText } from "../../chat/plain-text.ts";

/** The prompt allows 20 words. */
const reasonCharsMax = 200;

/** Nothing can check a reason against the item: where the item gives orders, none is shown. */
export function reasonText(answer: string, isSuspect: boolean): string {
  return isSuspect ? "" : plainText(answer, reasonCharsMax);
}
