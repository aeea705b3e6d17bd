/** The most that one request may name. RSS Guard sends up to 9,999. */
export const idsMax = 10_000;

const prefix = "tag:google.com,2005:reader/item/";

/**
 * The number of an item, in any of the three forms that apps send: the long one with hexadecimal digits, padded or not;
 * sixteen hexadecimal digits; a decimal, negative from 2^63 on. Our numbers never have sixteen decimal digits. Null: none
 * of them.
 */
export function parseItemId(text: string): string | null {
  const written = text.trim();
  const long = /^tag:google\.com,2005:reader\/item\/([\da-f]{1,16})$/i.exec(written)?.[1];
  const hex = long ?? /^[\da-f]{16}$/i.exec(written)?.[0];
  const isDecimal = /^-?\d{1,19}$/.test(written);
  if (hex === undefined && !isDecimal) return null;
  const number = BigInt.asIntN(64, hex === undefined ? BigInt(written) : BigInt(`0x${hex}`));
  return number > 0n ? number.toString() : null;
}

export function longItemId(number: string): string {
  return prefix + BigInt(number).toString(16).padStart(16, "0");
}
