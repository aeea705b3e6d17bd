import { isInside, type ReadText, type Token } from "../heuristic/read-text.ts";
import type { EditLimits } from "./edit-limits.ts";
import { applyChanges, type Change, isInTitleCase, type PlainTitle, tidy } from "./edit-step.ts";
import { functionWords } from "./function-words.ts";
import { isLowerInGerman } from "./german-small-words.ts";
import type { Language } from "./lexicon-entry.ts";
import type { TaggedTitle } from "./tagger/tag-title.ts";

/** Capitals for loudness become ordinary letters, and exclamation marks go. */
export function calmShouting(
  read: ReadText,
  tagged: TaggedTitle,
  language: Language,
  limits: EditLimits,
): PlainTitle | null {
  // In German a word all in capitals that stands in an ordinary title is a label or a name.
  const isCalm = language === "de" && !/!|\s-\s/u.test(read.text);
  const capitals = isCalm ? [] : calmCapitals(read, tagged, language, limits);
  const marks = removeExclamations(read, language);
  if (capitals.length + marks.length === 0) return null;
  return {
    title: tidy(applyChanges(read.text, [...capitals, ...marks]), read.text, language),
    reasons: [
      ...(capitals.length > 0 ? ["Capitals calmed."] : []),
      ...(marks.length > 0 ? ["Exclamation marks removed."] : []),
    ],
  };
}

/** A title all in capitals, or with a heap of marks, is loud whatever it says. */
export function calmAllCapitals(
  read: ReadText,
  tagged: TaggedTitle,
  language: Language,
  limits: EditLimits,
): PlainTitle | null {
  const words = read.tokens.filter(({ start, end }) => /\p{L}{2}/u.test(read.text.slice(start, end)));
  // Only English writes a calmed title so that names can stay: "MUELLER SPEAKS" becomes "Mueller Speaks".
  const isShouted =
    language === "en" &&
    words.length >= 4 &&
    words.every(({ start, end }) => !/\p{Ll}/u.test(read.text.slice(start, end)));
  return isShouted || /[!?]*![!?]+|[!?]+![!?]*/u.test(read.text) ? calmShouting(read, tagged, language, limits) : null;
}

function removeExclamations({ text, quotes }: ReadText, language: Language): Change[] {
  if (text.includes("¡")) return [];
  return [...text.matchAll(/[!?]*![!?]*/gu)]
    .map((match) => ({ mark: match[0], start: match.index, end: match.index + match[0].length }))
    .filter(({ start, end }) => !isInside(quotes, start, end))
    .flatMap(({ mark, start, end }) => {
      const rest = text.slice(end);
      if (mark.includes("?")) return [{ start, end, text: "?" }];
      if (language === "en" && namesWithMark.test(text.slice(0, start))) return [];
      if (rest.trim() === "" || /^\s+[–—|-]/u.test(rest)) return [{ start, end, text: "" }];
      // "Yahoo! shares rise": an English name may carry one.
      if (language === "en" || !/^\s+\p{Lu}/u.test(rest)) return [];
      // One colon is enough for a title: "Graz: Feuer. Schule geräumt".
      const isKicker =
        language === "de" &&
        !/: |!.*!/u.test(text) &&
        rest.trim().split(/\s+/u).length >= kickerRestWordsMin &&
        /(?:^|\s[-–—]\s|[.?]\s)(?:\S+\s)?\S+$/u.test(text.slice(0, start));
      return [{ start, end, text: isKicker ? ":" : "." }];
    });
}

const kickerRestWordsMin = 3;
const namesWithMark =
  /(?:^|\s)(?:jeopardy|yahoo|mamma mia|moulin rouge|oklahoma|wham|airplane|hey dad|gutfeld|kimmel live|out of here)$/iu;

// Letters that are a name, though the tagger may think them loud.
const acronyms = new Set(
  "wnba maga moba seiss us usa uk eu un fbi cia nhs gop bbc abc nbc cbs cnn nfl nba nhl mlb mma mep mps who wto imf ceo cfo ai tv pc dna hiv ira irs nsa nyc la dc abd cdu csu spd fdp afd bnd ard zdf bka lka sek vw bmw ddr ezb kfz psl ko po ziobro cba abw pis sld usa zus nbp pkp tvp pap rmf cpk mon msz nfz nik nasa nato opec fifa uefa asean brics covid unesco unicef nasdaq bild spiegel focus zeit polsat tvn pis daca obamacare nascar ecowas lgbt lgbtq lgbtqia hipaa osce rbb ndr wdr mdr swr taz faz dax tüv adac duma sejm vip vips ufo ufos dvd html snl espn ncaa usmnt uswnt rki isis epa noaa doj dhs dod fda fcc ftc atf tsa nra aclu naacp cpac cdc nih usda hud npr pbs msnbc aarp mta nypd lapd swat csis fema usps ged mba phd api cpu gpu usb gps ipo etf gdp cpi pce ucla nyu lse vat hmrc rspca nspcc tuc snp plo idf icc icj iaea ifo diw gkv stiko rwe thw dlr npd bsw ssw fpö övp spö orf kpö tvn24 pkn pgnig gus knf uokik imgw gddkia cbos ibris wośp doge".split(
    " ",
  ),
);
const acronymLettersMax = 3;

/** A shouted run is calmed whole or not at all. */
function calmCapitals(read: ReadText, tagged: TaggedTitle, language: Language, limits: EditLimits): Change[] {
  const { text, tokens, quotes } = read;
  const isCapital = (at: number) => {
    const token = tokens[at];
    if (!token || isInside(quotes, token.start, token.end)) return false;
    // [WYWIAD], (VIDEO): a label of the outlet.
    if (/[[(][^\])]*$/u.test(text.slice(0, token.start)) && /^[^[(]*[\])]/u.test(text.slice(token.end))) return false;
    if (/[#@]/u.test(text[token.start - 1] ?? "")) return false;
    // "the HIRE Act".
    if (language === "en" && /^\s(?:Act|Bill)\b/u.test(text.slice(token.end))) return false;
    const word = text.slice(token.start, token.end);
    return word.length > 1 && word === word.toUpperCase() && /^\p{L}+(?:['’]\p{L})?$/u.test(word);
  };
  // Many names make a title no Title Case: "Is Ann Bell MORE like Kevin Reed than Tom Hill?".
  const isLowerTitle = mostlyLower(read, isCapital) || (language === "en" && !isInTitleCase(read, language));
  const isAllCapitals = tokens.length >= allCapitalsWordsMin && !/\p{Ll}/u.test(text);
  const changes: Change[] = [];
  for (let first = 0; first < tokens.length; first += 1) {
    if (!isCapital(first)) continue;
    let last = first;
    while (isCapital(last + 1) && /^[\s,-]{1,2}$/u.test(text.slice(tokens[last]!.end, tokens[last + 1]!.start)))
      last += 1;
    const isWhole = last - first >= 2 || !goesOn(text.slice(tokens[last]!.end));
    const run = tokens.slice(first, last + 1);
    const isNames = run.every(({ word }) => mayBeShort(word, language) && (run.length === 1 || word.length < 5));
    const isTitle = tokens.every(
      (_, at) => isCapital(at) || !/\p{Ll}/u.test(text.slice(tokens[at]!.start, tokens[at]!.end)),
    );
    // "ŚWIAT ZIELENI W ŁAPCZYCY": a word of one letter cuts the run in two.
    const isCut = /^\s\p{Lu}\s\p{Lu}{2}/u.test(text.slice(tokens[last]!.end));
    const isRest = /\p{Lu}{2}\s\p{Lu}\s$/u.test(text.slice(0, tokens[first]!.start));
    // "… and why: KATE HILL", "KATE HILL reveals …": in a Daily Mail title two words in capitals are who writes or speaks.
    const isWriter = language === "en" && run.length === 2 && standsAsWriter(text, run);
    const isList = run.every(
      ({ word, end }, at) => word.length <= listedLettersMax && (at === run.length - 1 || text[end] === ","),
    );
    if (
      isWriter ||
      (isList && run.length > 1) ||
      (language !== "en" && (isNames || (isTitle && language !== "de") || isCut || isRest))
    ) {
      first = last;
      continue;
    }
    // A Polish name and a Polish word look alike in capitals, and "znalazła list Do Babci" is worse than the shout.
    const isGuess = language === "pl" && run.length >= 2 && run.some(({ word }) => !isSureCase(word, language));
    // "ER schoss", "DAS ist neu": in a German title in small letters such a word is only stressed.
    const isStress =
      language === "de" && isLowerTitle && run.every(({ word }) => functionWords("function", language).has(word));
    const isUnclear = language === "de" && run.length === 1 && hasTwoCases(read, first);
    if (isWhole && !isGuess && !isUnclear && (isAllCapitals || isStress || isShouted(run, tagged, limits))) {
      for (let at = first; at <= last; at += 1) {
        const { word, start, end } = tokens[at]!;
        const opens = at === 0 || /[:.!?|–—]\s*$|\s-\s$|^[^\p{L}]*$/u.test(text.slice(0, start));
        // "ANN REED: Why I left": two words before a colon are the writer.
        const isByline = language === "en" && first === 0 && last > 0 && text[tokens[last]!.end] === ":";
        const isRun = isAllCapitals || last - first >= 2 || isByline;
        const calm = calmWord(word, language, { opens, isLowerTitle, isRun });
        // A word has straight apostrophes, the title keeps its own.
        changes.push({ start, end, text: text.slice(start, end).includes("’") ? calm.replaceAll("'", "’") : calm });
      }
    }
    first = last;
  }
  return changes.filter(({ start, end, text: calm }) => text.slice(start, end) !== calm);
}

function standsAsWriter(text: string, run: readonly Token[]): boolean {
  const [before, after] = [text.slice(0, run[0]!.start), text.slice(run.at(-1)!.end)];
  if (/(?:[:–—]|\s-)\s$/u.test(before) && after.trim() === "") return true;
  return /^(?:['’]s)?\s(?:reveals|on (?:why|how|what|the)|met|meets|tries|tests|visits|says|asks|explains|tells|writes|shares|investigates)\b/u.test(
    after,
  );
}

/** Whether small letters would have to decide what a shouted German word is. */
function hasTwoCases({ text, tokens }: ReadText, at: number): boolean {
  const [before, { word, start, end }, after] = [tokens[at - 1], tokens[at]!, tokens[at + 1]];
  // "IHR Geld" is the reader's or hers.
  if (/^ihre?[nmrs]?$/u.test(word)) return true;
  // "Lehrer VERABSCHEUEN die Reform": a verb that is not in our list would get a noun's capital.
  if (before === undefined || after === undefined || isLowerInGerman(word) || !/(?:en|ern|eln|te?)$/u.test(word))
    return false;
  const isInside = /^\s$/u.test(text.slice(before.end, start)) && /^\s$/u.test(text.slice(end, after.start));
  const isNounBefore = /^\p{Lu}/u.test(text.slice(before.start));
  return isInside && isNounBefore && functionWords("function", "de").has(after.word);
}

const allCapitalsWordsMin = 4;
// "cuts at EPA, NASA, NOAA": short words between commas are names, however many there are.
const listedLettersMax = 5;

function isSureCase(word: string, language: Language): boolean {
  return functionWords("function", language).has(word) || acronyms.has(word);
}

/** "OSZE", "NASAMS": one short word in capitals is a name, unless it is an everyday word. */
function mayBeShort(word: string, language: Language): boolean {
  if (functionWords("function", language).has(word)) return false;
  if (language === "de") return word.length < 8 && !isLowerInGerman(word);
  // "PFRON", "UOKIK".
  return word.length < (language === "pl" ? 6 : 5);
}

/** "START-UPs SPENDEN 500 000 EURO": a number cuts the run in two, and half of it must not be calmed. */
function goesOn(rest: string): boolean {
  const segment = rest.split(/\s-\s|[:.!?|–—]/u)[0]!;
  return /\p{N}/u.test(segment) && /\p{Lu}{4}/u.test(segment);
}

function isShouted(run: readonly Token[], tagged: TaggedTitle, limits: EditLimits): boolean {
  const long = run.filter(({ word }) => word.length > acronymLettersMax && !acronyms.has(word));
  if (long.length === 0) return false;
  if (run.length >= 3) return true;
  const loaded = tagged.words.filter(({ start }) => run.some((token) => token.start === start));
  return loaded.reduce((sum, word) => sum + word.loaded, 0) / Math.max(1, loaded.length) >= limits.shout;
}

const brands = new Map(
  "iPhone iPad iPod YouTube eBay TikTok WhatsApp".split(" ").map((name) => [name.toLowerCase(), name]),
);

function calmWord(
  word: string,
  language: Language,
  place: { opens: boolean; isLowerTitle: boolean; isRun: boolean },
): string {
  const brand = brands.get(word);
  if (brand !== undefined) return brand;
  const raised = word[0]!.toUpperCase() + word.slice(1);
  if (functionWords("function", language).has(word)) return place.opens ? raised : word;
  // "MHH": without a vowel.
  if (acronyms.has(word) || (word.length <= 4 && !/[aeiouyäöüąęó]/u.test(word))) return word.toUpperCase();
  if (place.opens) return raised;
  if (functionWords("function", language).has(word)) return word;
  if (language === "de") return isLowerInGerman(word) ? word : raised;
  return place.isLowerTitle && !place.isRun ? word : raised;
}

function mostlyLower({ text, tokens }: ReadText, isCapital: (at: number) => boolean): boolean {
  const others = tokens.filter((token, at) => at > 0 && !isCapital(at) && token.word.length > acronymLettersMax);
  return others.filter(({ start }) => /^\p{Ll}/u.test(text.slice(start))).length * 2 >= others.length;
}
