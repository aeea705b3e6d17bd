// “iPhone” and “eBay” begin small on purpose.
export function capitalised(text: string): string {
  if (/^\p{Ll}\p{Lu}/u.test(text)) return text;
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}
