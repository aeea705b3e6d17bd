// What NFKD does not take apart, in the languages we have word lists for and their neighbours.
const plainLetters: Record<string, string> = { ł: "l", ß: "ss", ø: "o", đ: "d", æ: "ae", œ: "oe", ı: "i" };

// Written without spaces: each character is a word of its own, and a phrase finds what a word would.
const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const word = new RegExp(`[${unspaced}]|[[\\p{L}\\p{N}]--[${unspaced}]]+`, "gv");

/** Of a word, as searching keeps it: longer ones are chains of names or no words at all. */
export const wordCharsMax = 40;

/** Letters as people compare them: lower case, without accents. "Łódź" and "lodz" are one. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[łßøđæœı]/g, (letter) => plainLetters[letter] ?? "")
    .normalize("NFC");
}

/** The words of a text, folded: letters and digits only. */
export function foldedWords(text: string): string[] {
  return foldText(text).match(word) ?? [];
}
