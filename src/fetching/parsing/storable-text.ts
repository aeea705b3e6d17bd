/** Without what no text column takes: a NUL, half of a surrogate pair. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
