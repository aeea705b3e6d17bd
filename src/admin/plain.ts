/**
 * Text from a feed, fit for a terminal: a title must not move the cursor, change colours or turn lines around.
 * https://www.unicode.org/reports/tr9/ §2 lists the bidi controls.
 */
export function plain(text: string): string {
  return text.replace(/[\x00-\x1f\x7f-\x9f]+/g, " ").replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}
