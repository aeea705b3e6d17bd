import { digitsOf, zerosIn } from "./number-words.ts";

/** What a number may mean: "5 million" is not "5 billion", and "5 %" not 5. `kind` is "%", a currency, or empty. */
type Meaning = { value: string; kind: string };
/** More than one where the text leaves it open: "5" of "5 to 10 million" may be 5,000,000, and "5m" may be metres. */
export type Figure = Meaning[];

/** Whether a text has only numbers that its sources have, with the same magnitude, and percent where they have percent. */
export function hasOnlyFiguresOf(text: string, language: string, known: readonly Figure[]): boolean {
  const meanings = known.flat();
  const isKnown = (figure: Figure) => figure.some((one) => meanings.some((other) => agree(one, other)));
  return readNumbers(spellScaled(text, language), language).every(
    ({ figure, parts }) => isKnown(figure) || (parts.length > 0 && parts.every(isKnown)),
  );
}

/** The numbers of a source, also those in words, and the parts of dates and times. */
export function readFigures(text: string, language: string): Figure[] {
  const spelled = text.replaceAll(/\p{L}+/gu, (word) => digitsOf(word, language) ?? word);
  return readNumbers(spelled, language).flatMap(({ figure, parts }) => [figure, ...parts]);
}

/** A reader misses a currency sooner than a percent sign: "a fine of 5 million" of "$5 million" is no other fine. */
function agree(one: Meaning, other: Meaning): boolean {
  if (one.value !== other.value) return false;
  return one.kind === other.kind || (![one.kind, other.kind].includes("%") && (one.kind === "" || other.kind === ""));
}

// "30 000", "4,500.25", "12.03.2026", "10:30".
const number = /\p{Nd}{1,3}(?:[ \u00A0\u202F]\p{Nd}{3})+(?![.,]?\p{Nd})|\p{Nd}+(?:[.,:]\p{Nd}+)*/gu;
/** "5 to 10 million", "3, 4 and 5 percent". */
const joins = /^\s?(?:to|and|or|bis|und|oder|do|i|lub|a|,|-|–)\s?$/iu;
/** Of a row of numbers, what the last one counts may be what all do. */
const joinedMax = 2;
const space = "[\\s-]*";
const word = new RegExp(`^${space}(\\p{L}+)\\.?`, "u");
const attachedScale = /^(k|m|bn)(?!\p{L})/iu;
const attachedZeros: Readonly<Record<string, number>> = { k: 3, m: 6, bn: 9 };
const percent =
  /^[\s-]*(?:%|per ?cent|pour ?cent|por ciento|pro[cz]ent|(?:pct|pc|pp|proc)(?!\p{L})|(?:pkt\.?|punkt\p{L}*) proc)/iu;
const currencies: Readonly<Record<string, string>> = {
  $: "\\$|dollars?|dolar\\p{L}*|usd",
  "€": "€|euros?|eur",
  "£": "£|pounds?|pfund|funt\\p{L}*|gbp",
  zł: "zł|złot\\p{L}*|pln",
};
const after = Object.entries(currencies).map(
  ([kind, names]) => [kind, new RegExp(`^${space}(?:${names})(?!\\p{L})`, "iu")] as const,
);
const before = Object.entries(currencies).map(
  ([kind, names]) => [kind, new RegExp(`(?<!\\p{L})(?:us)?(?:${names})\\s?$`, "iu")] as const,
);
const lookBackChars = 12;

/** How many zeros follow a number, and what it counts. */
type Tail = { zeros: number; kind: string };

function readNumbers(text: string, language: string): { figure: Figure; parts: Figure[] }[] {
  const found = [...text.matchAll(number)];
  const tails: Tail[][] = [];
  for (let at = found.length - 1; at >= 0; at -= 1) {
    const { 0: digits, index } = found[at]!;
    const end = index + digits.length;
    const next = found[at + 1];
    const isJoined = next !== undefined && joins.test(text.slice(end, next.index));
    tails[at] = [
      ...readTails(text, { start: index, end }, language),
      ...(isJoined ? tails[at + 1]!.slice(-joinedMax) : []),
    ];
  }
  return found.map(({ 0: digits }, at) => ({
    figure: tails[at]!.map(({ zeros, kind }) => ({ value: valueOf(digits, zeros), kind })),
    parts: partsOf(digits),
  }));
}

function readTails(text: string, { start, end }: { start: number; end: number }, language: string): Tail[] {
  const rest = text.slice(end);
  const scale = word.exec(rest);
  const zeros = scale === null ? null : zerosIn(scale[1]!, language);
  const attached = attachedScale.exec(rest);
  const lead = text.slice(Math.max(0, start - lookBackChars), start);
  const kindOf = (tail: string): string => {
    if (percent.test(tail)) return "%";
    return (after.find(([, names]) => names.test(tail)) ?? before.find(([, names]) => names.test(lead)))?.[0] ?? "";
  };
  if (scale !== null && zeros !== null) return [{ zeros, kind: kindOf(rest.slice(scale[0].length)) }];
  const plain = { zeros: 0, kind: kindOf(rest) };
  if (attached === null) return [plain];
  return [plain, { zeros: attachedZeros[attached[1]!.toLowerCase()]!, kind: kindOf(rest.slice(attached[0].length)) }];
}

const decimals = /[.,:](?!\p{Nd}{3}$)\p{Nd}+$/u;

/** "4,500", "4.500" and "4 500" are one number, and so are "4,5" and "4.5", "10:30" and "10.30", "1.5 million" and "1,500,000". */
function valueOf(digits: string, zeros: number): string {
  const [fraction = ""] = decimals.exec(digits) ?? [];
  const whole = digits.slice(0, digits.length - fraction.length).replaceAll(/\P{Nd}/gu, "");
  const written = whole + fraction.replace(/[,:]/u, ".");
  const value = Number(written) * 10 ** zeros;
  if (!Number.isFinite(value)) return `${written}e${zeros}`;
  return String(zeros === 0 ? value : Math.round(value));
}

/** Of a date or a time: "12.03.2026" may be written "12 March 2026", and a result 25:21 as 25-21. */
function partsOf(digits: string): Figure[] {
  const parts = digits.split(/\P{Nd}/u);
  const isOfParts = digits.includes(":") || (parts.length > 2 && parts.some(({ length }) => length !== 3));
  return isOfParts ? parts.map((part) => [{ value: valueOf(part, 0), kind: "" }]) : [];
}

/** "Two million" and "three percent", but not "the two companies", which a text that names both may count. */
function spellScaled(text: string, language: string): string {
  return text.replaceAll(/\p{L}+(?=([\s-]+)(\p{L}+))/gu, (own, _gap: string, next: string, at: number) => {
    const isCounted = zerosIn(next, language) !== null || percent.test(text.slice(at + own.length));
    return (isCounted ? digitsOf(own, language) : null) ?? own;
  });
}
