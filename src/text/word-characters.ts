/** How many UTF-16 units the character at a place takes if it belongs to a set; 0 if it doesn't, or if the text ends there. */
export type CharacterSet = (text: string, at: number) => number;

const unknown = 0;
const outside = 1;
const inside = 2;

/**
 * A set of characters by a regular expression for one of them, asked once for each: a search by Unicode classes takes three times
 * as long as a look into this table of 64 KB.
 */
export function characterSet(pattern: RegExp): CharacterSet {
  const known = new Uint8Array(0x1_0000);
  return (text, at) => {
    if (at >= text.length) return 0;
    const unit = text.charCodeAt(at);
    const place = known[unit]!;
    if (place !== unknown) return place - outside;
    if (text.codePointAt(at)! > 0xffff) return pattern.test(String.fromCodePoint(text.codePointAt(at)!)) ? 2 : 0;
    // Half a pair, with or without its other half, is asked each time.
    const isInside = pattern.test(text[at]!);
    if ((unit & 0xf800) !== 0xd800) known[unit] = isInside ? inside : outside;
    return isInside ? 1 : 0;
  };
}
