import { isInside, type ReadText } from "../heuristic/read-text.ts";
import { type EditLimits, isInTitleCase, type PlainTitle, tidy } from "./edit-step.ts";
import { looksLikeTabloid, speaksInFirstPerson } from "./german-guards.ts";
import type { Language } from "./lexicon-entry.ts";
import type { TaggedTitle, TaggedWord } from "./tagger/tag-title.ts";

type Segment = {
  start: number;
  end: number;
  words: number;
  /** How surely a human editor would drop it: 0 if it holds news. */
  drop: number;
  /** How loaded its words are on average. */
  loaded: number;
  /** How loaded its plainest longer word is: a name, or what it is about. */
  plainest: number;
};

const wordsLeftMin = 4;
const wordsLeftAskedMin = 6;
const speechCharsMax = 25;
const askedWordsMax = 5;
const openingWordsMax = 2;
// "Nowak furious": the tagger finds a name plainer than this.
const plainestMin = 0.3;
const longWordChars = 5;
// What stays must be plainer than this, or the wrong half would go.
const keptLoadedMax = 0.4;

/**
 * Removes a segment that has only loaded words when another segment has the news: "Padły mocne słowa", "Jetzt kommt die
 * Quittung!".
 */
export function removeSegments(
  read: ReadText,
  tagged: TaggedTitle,
  language: Language,
  limits: EditLimits,
): PlainTitle | null {
  if (language === "de" && (speaksInFirstPerson(read) || !looksLikeTabloid(read.text))) return null;
  const segments = segmentsOf(read, tagged, language);
  const loud = segments.filter(
    (segment, at) =>
      segment.words > 0 &&
      (language === "de"
        ? saysNothing(read, segment, segments[at + 1], limits)
        : segment.drop >= limits.segment &&
          (language === "pl"
            ? segment.plainest >= plainestMin && standsAlone(read, segment, segments[at + 1])
            : !isMeant(read, segment, segments[at + 1]))),
  );
  const kept = segments.filter((segment) => !loud.includes(segment));
  if (loud.length === 0 || !holdsTheNews(read, kept, loud)) return null;
  const text = kept
    .map(({ start, end }) => read.text.slice(start, end))
    .join("")
    .replace(/[\s:–—|-]+$/u, "")
    .replace(/\.\s+(?=\[[^\]]*\]$)/u, (gap: string) => (read.text.includes(`${gap}[`) ? gap : " "));
  if (!isHeadline(text, read.text, language, kept.length)) return null;
  return {
    title: tidy(text, read.text, language),
    reasons: loud.map(({ start, end }) => `“${read.text.slice(start, end).trim()}” removed.`),
  };
}

// What begins so goes on from the segment before it.
const goesOn = /^\W*(?:ale|bo|lecz|więc|a|i|według|zdaniem|też|także|oto|wiadomo|kuriozalnie)(?![\p{L}])/iu;
// "It was his longest break": whose, the segment before says.
const refersBack =
  /^\W*(?:to|ten|ta|te|tego|tej|on|ona|ono|oni|jego|jej|ich|jemu|mu)(?!\p{L})|(?<!\p{L})(?:jego|jej|ich)(?!\p{L})/iu;
const startsWithVerb = /^\W*(?:Tak|\p{L}{2,}(?:ł|ła|ło|li|ły|uje|ują|eje|aje|ają|sze))\s/u;
const addsTo = /(?<!\p{L})(?:też|także|również|podobnie|jednak)(?!\p{L})/iu;

/** Whether the next segment can do without this one: it is no answer to it ("Who says so? …") and no half of its sentence. */
function standsAlone({ text }: ReadText, segment: Segment, next: Segment | undefined): boolean {
  const { start, end } = segment;
  if (/\s[–—-]\s*$/u.test(text.slice(start, end))) return false;
  // "Garmin pod ścianą. Albo zapłacą, albo …": a longer opening says whom it is about.
  if (start === 0 && segment.words > openingWordsMax && !/!\s*$/u.test(text.slice(0, end))) return false;
  // "The deputy has had enough. Writes to the firm": whose verb it is, only this segment says.
  if (next !== undefined && startsWithVerb.test(text.slice(next.start))) return false;
  // "Gardens: a fair under fire. Its host answers": what stands behind the colon belongs to what stands before it.
  if (next !== undefined && /:\s*$/u.test(text.slice(0, start))) return false;
  const following = next === undefined ? "" : text.slice(next.start, next.end);
  if (next === undefined || /^\s*\[[^\]]*\]\s*$/u.test(following)) return !/\s[–—-]\s*$/u.test(text.slice(0, start));
  if (/\?\s*$/u.test(text.slice(start, end)) || /\s[–—-]\s*$/u.test(text.slice(0, start))) return false;
  return next.words > 1 && !goesOn.test(following) && !addsTo.test(following) && !refersBack.test(following);
}

// "So teuer wird es": the rest would tease where the question did.
const teases =
  /^(?:So|Darum|Deshalb|Deswegen|Hier|Das|Diese[mnrs]?|Mit diese[mnr]|Warum|Wieso|Wie|Was|Wer|Wo|Welche[mnrs]?|Jetzt|Auch|Er|Sie|Es|Ihn|Ihm|Ihr|Nur|Nicht|BILD)(?!\p{L})/u;
const asksInFull =
  /^(?:Was|Wer|Wie|Wo|Wohin|Woher|Wann|Warum|Wieso|Ist|Sind|War|Waren|Wird|Werden|Wurde|Hat|Haben|Hatte|Kann|Können|Soll|Sollen|Will|Wollen|Muss|Müssen|Darf|Dürfen|Gibt|Geht|Kommt|Droht|\p{Lu}\p{Ll}+(?:te|t|en)) /u;
const askedNounsMax = 1;
// "- wenn sie dürfen": the rest holds only so far.
const restricts =
  /^(?:wenn|aber|doch|nur|und|oder|weil|obwohl|falls|bis|ohne|außer|sofern|trotz|leider|auch|obgleich|zum Glück|gut so|schon wieder)(?!\p{L})/iu;

/**
 * A German segment that can go: a full question before a dash with the news behind it ("Knickt er ein? - Minister ändert Plan"),
 * or loud words. A question at the end stays: without it the rest would claim what was asked. One word alone is the topic.
 */
function saysNothing(
  { text, quotes }: ReadText,
  { start, end, words, drop }: Segment,
  next: Segment | undefined,
  limits: EditLimits,
): boolean {
  const segment = text.slice(start, end);
  if (!segment.includes("?")) return words > 1 && drop >= limits.segment && !restricts.test(segment);
  const rest = /^[–—-]\s+(?<news>[^?]+)$/u.exec(next === undefined ? "" : text.slice(next.start))?.groups?.["news"];
  if (start > 0 || rest === undefined || teases.test(rest) || quotes.some((quote) => quote.start < end)) return false;
  const nouns = segment.match(/(?<=\s)[\p{Lu}\p{N}]/gu) ?? [];
  return asksInFull.test(segment) && nouns.length <= askedNounsMax;
}

/** "Do you grind your teeth? It can wear out a crown": the next segment speaks of this one. */
function isMeant({ text }: ReadText, { start, end }: Segment, next: Segment | undefined): boolean {
  const segment = text.slice(start, end);
  // "The biggest threat? Your juicer!": the answer. "Best countries in the world? Canada tops the list": the matter.
  if (/\?\s*$/u.test(text.slice(0, start))) return true;
  if (/\?\s*$/u.test(segment) && next !== undefined && !/\b(?:you|this|these|they|it)\b/iu.test(segment)) return true;
  // "More sleep than most. So why are we so grumpy?": a full question is the matter too.
  if (/\?\s*$/u.test(segment) && next === undefined && segment.split(/\s+/u).length > askedWordsMax) return true;
  // "… and that's a good thing": what the writer thinks of it.
  if (/^\W*and that/iu.test(segment)) return true;
  return (
    next !== undefined &&
    /^\W*(?:it|its|this|that|these|those|they|their|he|his|she|her|here['’]s|so|but|and|or)\b/iu.test(
      text.slice(next.start, next.end),
    )
  );
}

/** Enough words are left, and if the first segment goes, the rest is longer and plainer than it was. */
function holdsTheNews({ text }: ReadText, kept: readonly Segment[], loud: readonly Segment[]): boolean {
  const words = kept.reduce((sum, segment) => sum + segment.words, 0);
  const first = loud[0]!;
  if (first.start > 0) return words >= wordsLeftMin;
  // "What of the pact? Smith: decide": the question alone names the matter.
  const isQuestion = /\?\s*$/u.test(text.slice(0, first.end));
  const loaded = kept.reduce((sum, segment) => sum + segment.loaded * segment.words, 0) / Math.max(1, words);
  return words >= Math.max(first.words, isQuestion ? wordsLeftAskedMin : wordsLeftMin) && loaded < keptLoadedMax;
}

const germanKicker =
  /^(?:(?:Kurz|Erst|Gleich) )?(?:Mit|Nach|Vor|Bei|Beim|Wegen|Trotz|Für|Aus|Auf|Im|In|Per|Zum|Zur|Von|Vom|vor|nach) /u;

/** Not a question where the title was none, and in German not a kicker alone ("Nach dem Urteil"). */
function isHeadline(text: string, original: string, language: Language, segments: number): boolean {
  if (/\?\W*$/u.test(text) && !/\?\W*$/u.test(original)) return false;
  // "Is it this – or that?" is one question.
  if (original.startsWith(text) && /^\W*(?:oder|or|czy|albo)(?!\p{L})/iu.test(original.slice(text.length)))
    return false;
  return !(language === "de" && segments === 1 && germanKicker.test(text));
}

/** Segments with the mark that closes them and the space after it. */
function segmentsOf(read: ReadText, tagged: TaggedTitle, language: Language): Segment[] {
  const { text, quotes } = read;
  const ends = [...text.matchAll(/[:.!?…]+\s+|\s+[–—|-]+\s+/gu)]
    .filter(
      ({ index, 0: mark }) =>
        !isInside(quotes, index, index + mark.trimEnd().length) &&
        !isAbbreviation(text, index) &&
        // "It goes… so so": a pause, not an end.
        !(/[….]{1,3}\s+$/u.test(mark) && /^\p{Ll}/u.test(text.slice(index + mark.length))),
    )
    .map(({ index, 0: mark }) => index + mark.length);
  return [...ends, text.length].map((end, at, all) => {
    const start = all[at - 1] ?? 0;
    const words = tagged.words.filter(
      (word) => word.start >= start && word.end <= end && /\p{L}/u.test(text.slice(word.start, word.end)),
    );
    const hasQuote = quotes.some((quote) => quote.start >= start && quote.end <= end);
    const isNews = hasQuote || holdsNews(read, { start, end, words }, language);
    return {
      start,
      end,
      words: words.length,
      drop: isNews ? 0 : mean(words.map((word) => (word.drop + word.loaded) / 2)),
      loaded: hasQuote ? 0 : mean(words.map((word) => word.loaded)),
      plainest: Math.min(
        1,
        ...words.filter((word) => word.end - word.start >= longWordChars).map((word) => word.loaded),
      ),
    };
  });
}

type Stretch = { start: number; end: number; words: TaggedWord[] };

/** A number, a name, somebody's words, a label: what must not go, however loud the rest of the segment is. */
function holdsNews(read: ReadText, { start, end, words }: Stretch, language: Language): boolean {
  const segment = read.text.slice(start, end);
  if (/\p{N}/u.test(segment) || isSpeech(read.text, start, end) || isLabel(segment)) return true;
  // "BAMF-Skandal - wer was wusste": the authority.
  if (language === "de" && /(?<!\p{L})\p{Lu}{2,}-?\p{Lu}?\p{Ll}/u.test(segment)) return true;
  if (language !== "de") return namesSomebody(read, start, end, language);
  // German nouns look like names: one that an editor would keep is news.
  return words.some(
    (word) =>
      word.drop < 0.5 &&
      isName(read.text.slice(word.start, word.end), language) &&
      /\p{L}/u.test(read.text.slice(start, word.start)),
  );
}

/** "Minister: …" names who says the rest, and a few words after a colon are what was said. */
function isSpeech(text: string, start: number, end: number): boolean {
  return /:\s*$/u.test(text.slice(start, end)) || (/:\s*$/u.test(text.slice(0, start)) && end - start < speechCharsMax);
}

/** A name that stands nowhere else. */
function namesSomebody(read: ReadText, start: number, end: number, language: Language): boolean {
  if (isInTitleCase(read, language)) return false;
  const elsewhere = new Set(
    read.tokens.filter((token) => token.end <= start || token.start >= end).map(({ word }) => word),
  );
  return read.tokens
    .filter((token) => token.start > start && token.end <= end && !/^\s*$/u.test(read.text.slice(start, token.start)))
    .some((token) => isName(read.text.slice(token.start, token.end), language) && !elsewhere.has(token.word));
}

// "NBP" and "PiS" are names too.
function isName(word: string, language: Language): boolean {
  return language === "en" ? /^\p{Lu}\p{Ll}/u.test(word) : /^\p{Lu}[\p{Ll}\p{Lu}]/u.test(word);
}

const label =
  /^(?:what|who|when|where|how) |^(?:jest|zapadł) (?:prawomocny )?wyrok|^(?:jest|mamy) (?:nowy|najnowszy) sondaż|(?<!\p{L})(?:sondaż|badani[ae]|raport|uwaga na) ?|^jest (?:decyzja|oświadczenie|stanowisko|zgoda|wniosek)|^bij\p{L}+ na alarm|(?:nagrani|zdjęci|wideo)|^przegrał\p{L}* walkę z |^\p{L}+ nie ma(?:ją)? (?:wątpliwości|złudzeń)/iu;

/** ": what we know" is how wire agencies name an overview; a verdict, or whose opinion it is, is news. */
function isLabel(segment: string): boolean {
  return label.test(segment);
}

function isAbbreviation(text: string, at: number): boolean {
  return (
    text[at] === "." &&
    /(?:^|[\s(])(?:\p{L}|[A-Z][a-z]{1,3}|\p{N}+|\p{L}\.\p{L})$/u.test(text.slice(Math.max(0, at - 6), at))
  );
}

function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
