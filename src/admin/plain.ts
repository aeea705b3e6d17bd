import { withoutBidi } from "../text/characters.ts";

/** Text from a feed, fit for a terminal: a title must not move the cursor, change colours or reorder a line. */
export function plain(text: string): string {
  return withoutBidi(text.replace(/\p{Cc}+/gu, " "));
}
