/** At most so many characters (UTF-16 code units), never half of a surrogate pair. */
export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return text.slice(0, splitsPair(text, charsMax) ? charsMax - 1 : charsMax);
}

function splitsPair(text: string, at: number): boolean {
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}
