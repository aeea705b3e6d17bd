export type Sentence = { text: string; start: number; end: number };

const terminators = ".!?…。！？";
const wideTerminators = "。！？";
const closingMarks = "\"'”’»“)]";
const abbreviationCharsMax = 12;

// Intl.Segmenter splits after "Nr." and "ul."; the lists of abbreviations do not. "#" in a list says that a short
// number with a full stop is an ordinal ("3. Oktober"). Every step goes forward, so any text takes linear time.
export function splitSentences(text: string, abbreviations: ReadonlySet<string>): Sentence[] {
  const sentences: Sentence[] = [];
  let [start, next] = [0, 0];
  for (const { index: at } of text.matchAll(/[.!?…。！？\n]/gu)) {
    if (at < next) continue;
    const stop = skip(text, skip(text, at + 1, isTerminator), isClosingMark);
    next = skip(text, stop, isSpace);
    if (!isBoundary(text, { at, stop, next }, abbreviations)) continue;
    pushTrimmed(sentences, text, start, stop);
    start = next;
  }
  pushTrimmed(sentences, text, start, text.length);
  return sentences;
}

function skip(text: string, from: number, belongs: (char: string) => boolean): number {
  let at = from;
  while (at < text.length && belongs(text[at]!)) at += 1;
  return at;
}

function isTerminator(char: string): boolean {
  return terminators.includes(char);
}

function isClosingMark(char: string): boolean {
  return closingMarks.includes(char);
}

function isSpace(char: string): boolean {
  return /\s/u.test(char);
}

function isBoundary(
  text: string,
  { at, stop, next }: { at: number; stop: number; next: number },
  abbreviations: ReadonlySet<string>,
): boolean {
  if (wideTerminators.includes(text[at]!)) return true;
  if (next < text.length && /\p{Ll}/u.test(text[next]!)) return false;
  if (text[at] === "\n") return true;
  if (next === stop && next < text.length) return false;
  return !(text[at] === "." && stop === at + 1 && endsInAbbreviation(text.slice(0, at), abbreviations));
}

function endsInAbbreviation(before: string, abbreviations: ReadonlySet<string>): boolean {
  const word = /[\p{L}\p{N}.]*$/u.exec(before.slice(-abbreviationCharsMax))![0].toLowerCase();
  if (/^\p{N}{1,2}$/u.test(word)) return abbreviations.has("#");
  // "J. Smith", and "J.D. Vance", "e.V.", "F.B.I.": initials, in whatever spelling.
  return /^(?:\p{L}\.)*\p{L}$/u.test(word) || abbreviations.has(word);
}

function pushTrimmed(sentences: Sentence[], text: string, from: number, to: number): void {
  const raw = text.slice(from, to);
  const trimmed = raw.trim();
  if (trimmed === "") return;
  const start = from + raw.length - raw.trimStart().length;
  sentences.push({ text: trimmed, start, end: start + trimmed.length });
}
