import { isInTitleCase } from "./edit-step.ts";
import { functionWords } from "./function-words.ts";
import { wordAfter, wordBefore, type WordEdit } from "./language-guards.ts";

// What the words right around a loaded word say about it, whichever entry it is of.

/** "‘huge' losses", "in ‘huge row over …": a quotation that opens with one mark and closes with another, or never. */
export function isHalfQuoted({ read: { text }, start, end }: WordEdit): boolean {
  if (/[‘“"'`„]$/u.test(text.slice(0, start)) || /^["”](?!\p{L})/u.test(text.slice(end))) return true;
  // "'after a loud outcry’".
  if (/(?:^|\s)'[^'’]*$/u.test(text.slice(0, start)) && /^[^'’‘]*’(?!\p{L})/u.test(text.slice(end))) return true;
  return /(?:^|\s)‘[^’]*$/u.test(text.slice(0, start)) && /['’](?!\p{L})/u.test(text.slice(end));
}

const opensSegment = /(?:^|[:.!?–—|…‘“"'([-])\s*$/u;

/** "host of Totally Wild", "Dana Bash calls": a capital inside a title in small letters is a name's. */
export function isPartOfName({ read, start, end }: WordEdit): boolean {
  const { text } = read;
  if (!/^\p{Lu}\p{Ll}/u.test(text.slice(start, end)) || opensSegment.test(text.slice(0, start))) return false;
  // A title with as many capitals as this may be a careless Title Case.
  return !isInTitleCase(read, "en") && hasSmallWords(read.tokens, text);
}

const smallWordsMin = 2;

function hasSmallWords(tokens: WordEdit["read"]["tokens"], text: string): boolean {
  const small = tokens.filter(
    ({ start, word }) =>
      word.length > 3 && /^\p{Ll}/u.test(text.slice(start)) && !functionWords("function", "en").has(word),
  );
  return small.length >= smallWordsMin;
}

const pastOnly =
  /^(?:wrote|rose|fell|chose|broke|drove|took|gave|began|went|came|became|saw|did|spoke|drew|wore|showed off|grew|threw|ran|sank|shook)\b/iu;
const perfect = /^(?:has|have|had|having|be|been|being|is|are|was|were|get|gets|got|[\p{L}]+['’](?:s|ve|d|re))$/u;

/** "has penned" is no "has wrote". */
export function isParticiple(edit: WordEdit & { text: string }): boolean {
  if (!pastOnly.test(edit.text)) return false;
  const [before, earlier] = [
    edit.read.tokens[edit.first - 1]?.word ?? "",
    edit.read.tokens[edit.first - 2]?.word ?? "",
  ];
  return perfect.test(before) || (/(?:ly|just|already|also|not|never|ever)$/u.test(before) && perfect.test(earlier));
}

/** "draws scolding from", "a 6-1 thumping of": the verb's form is a noun here. A "questioning" is one too. */
export function isNounInIng(edit: WordEdit & { text: string }): boolean {
  const isVerb = edit.entry.pos === "verb" || edit.entry.pos === "phrase";
  if (edit.first !== edit.last || !isVerb || !edit.read.tokens[edit.first]!.word.endsWith("ing")) return false;
  if (!edit.text.endsWith("ing") || edit.text === "questioning") return false;
  // "prices are plummeting": a verb, whatever follows.
  if (
    edit.read.tokens
      .slice(Math.max(0, edit.first - 4), edit.first)
      .some(({ word }) => /^(?:is|are|was|were|been|be|keeps?)$/u.test(word))
  )
    return false;
  const rest = edit.read.text.slice(edit.end);
  return /^\W*$|^\s*[.,:;!?–—]/u.test(rest) || /^\s(?:of|from|by|after|over|for|spree|shame|row)(?!\p{L})/iu.test(rest);
}

const numbers =
  /^(?:\p{N}.*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|twenty|thirty|forty|fifty|dozen|hundred|million)$/u;

/** "lost a staggering seven stone": "a seven stone" is wrong. */
export function leavesArticleToNumber(edit: WordEdit): boolean {
  const after = wordAfter(edit);
  if (after === undefined) return false;
  // "a surprising 2020 surge", "a bizarre 12-hour swim": the article is the noun's, and must not go with "a staggering".
  const isNouns = /^(?:19|20)\d\d$/u.test(after.word) || edit.read.text[after.end] === "-" || after.word.includes("-");
  if (isNouns) return /^an?\s/iu.test(edit.read.text.slice(edit.start, edit.end));
  return /^an?$/u.test(wordBefore(edit)?.word ?? "") && numbers.test(after.word);
}

/**
 * "It's a horrible time to sell", "is not a cruel coach": what is said is the word itself. "The single most damning letter": there
 * are others.
 */
export function isWhatIsSaid(edit: WordEdit): boolean {
  const { tokens } = edit.read;
  if (edit.entry.pos === "adverb") return false;
  if (tokens[edit.first - 1]?.word === "single") return true;
  if (!/^(?:an?|the|no)$/u.test(tokens[edit.first - 1]?.word ?? "")) return false;
  if (tokens[edit.first - 2]?.word === "not") return true;
  return /^(?:it|that|this|he|she|they|we|what|who|i|you)['’](?:s|re|m)$/u.test(tokens[edit.first - 2]?.word ?? "");
}

const feelings =
  /^(?:furious|outraged|livid|fuming|heartbroken|devastated|stunned|enraged|terrified|unapologetic|defiant)$/u;
const mayPrecede = /(?:['’]s?|[^s]s|ed|ing|ly)$|^(?:and|or|face|meet|confront|leave|let|make|see|show|watch)$/u;

/** "Coach furious son was benched": not her son is furious. Before a verb or a preposition it is said of the noun before. */
export function isSaidOfNounBefore(edit: WordEdit): boolean {
  const word = edit.read.tokens[edit.first]!.word;
  if (edit.entry.pos !== "adjective") return false;
  const [before, after] = [edit.read.tokens[edit.first - 1], wordAfter(edit)];
  if (before === undefined || functionWords("function", "en").has(before.word)) return false;
  // "‘Loud mum’ furious": the mark that closes a quotation may stand between.
  if (!/^[’”"']?\s+$/u.test(edit.read.text.slice(before.end, edit.start))) return false;
  if (feelings.test(word) && !mayPrecede.test(before.word) && !numbers.test(before.word)) return true;
  return feelings.test(word) && (after?.word.endsWith("ing") ?? false);
}

/** "brands Ann Bell shameless fraud": what she is called. */
export function isCalledSo({ read: { text }, entry, isDrop, start }: WordEdit): boolean {
  if (!isDrop || entry.pos !== "adjective") return false;
  return /\b(?:brand(?:s|ed)?|call(?:s|ed)?|label(?:s|led)?|dub(?:s|bed)?)(?:\s\p{Lu}[\p{L}'’-]*)+\s$/u.test(
    text.slice(0, start),
  );
}

/** "Terrible phone battery? This app …": a question of a few words asks about the word. */
export function isAsked({ read: { text }, entry, isDrop, start, end }: WordEdit): boolean {
  if (!isDrop || entry.pos !== "adjective") return false;
  return /(?:^|[.!:]\s)$/u.test(text.slice(0, start)) && /^(?:\s[^\s?.!:]+){1,4}\?\s/u.test(text.slice(end));
}

const times = /^(?:days?|nights?|weeks?|weekend|months?|years?|seasons?|signs?|news|updates?|figures?)$/u;

/** "A truly awful week for Ann Bell", "Sad news after …": a time, a sign or news says nothing without its adjective. */
export function isBareTime(edit: WordEdit): boolean {
  const { text, tokens } = edit.read;
  const noun = tokens[edit.last + 1];
  if (edit.entry.pos === "adverb" || noun === undefined || !times.test(noun.word)) return false;
  if (!/(?:^|[:.!?–—|]\s*)(?:an? )?$/iu.test(text.slice(0, edit.start))) return false;
  return !/^\s+(?:of|that|when|which|who|to)(?!\p{L})/iu.test(text.slice(noun.end));
}

/** "Ghent stun Lille 3-1", "Lille stunned by Ghent": they were beaten, which is no surprise to read, and no criticism. */
export function isBeaten({ read, entry, end }: WordEdit): boolean {
  if (entry.to?.startsWith("criticize") === true)
    return /^(?:\s(?:No\. \d+|\p{Lu}[\p{L}.'’-]*)){1,4},?\s\d{1,3}[-–]\d{1,3}(?![\p{N}-])/u.test(read.text.slice(end));
  if (entry.to?.startsWith("surprise") !== true) return false;
  return (
    /(?<![\p{N}-])\d{1,3}[-–]\d{1,3}(?![\p{N}-])/u.test(read.text) ||
    (!isInTitleCase(read, "en") && /^ by \p{Lu}\p{Ll}/u.test(read.text.slice(end)))
  );
}

/** "‘The tram is a joke’, blasts Ann Bell": she says it, and nobody criticizes her. */
export function namesSpeaker({ read: { text }, start, end }: WordEdit): boolean {
  return (
    /(?:[’'”"],|[,!?][’'”"])\s$/u.test(text.slice(0, start)) && /^(?:\s\p{Lu}[\p{L}'’-]*){1,4}$/u.test(text.slice(end))
  );
}

const promises = /^(?:acts?|finds?|discover(?:y|ies)|gestures?|sights?|detail)$/u;
const sharpWords = /^(?:scathing|scorching|blistering|withering|stinging|searing|fiery|furious)$/u;

/**
 * "Eerie find in attic", "sells goats after dire start to spring", "in scathing attack": the noun only promises, is no reason, or is
 * another thing without its adjective. "act of kindness" and "seen in stunning detail" say enough.
 */
export function isEmptyWithout(edit: WordEdit): boolean {
  const { text, tokens } = edit.read;
  const noun = wordAfter(edit);
  if (!edit.isDrop || edit.entry.pos !== "adjective" || noun === undefined) return false;
  const before = tokens[edit.first - 1]?.word ?? "";
  if (/^attacks?$/u.test(noun.word)) return sharpWords.test(tokens[edit.first]!.word);
  // "criticized in brutal assessment".
  if (before === "in" && /^(?:assessment|verdict|critique|review|rebuke)$/u.test(noun.word))
    return /^\W*$/u.test(text.slice(noun.end));
  if (noun.word === "start") return /^(?:after|following|amid|despite|over)$/u.test(before);
  if (!promises.test(noun.word)) return false;
  if (noun.word === "detail") return before !== "in";
  return !/^\s+(?:of|that|to|about|which|who|behind)(?!\p{L})/iu.test(text.slice(noun.end));
}

/** "hits back at Bell for calling him old": nobody "responds to Bell for calling". */
export function isReproached(edit: WordEdit & { text: string }): boolean {
  return (
    /^respond\p{L}* to$/u.test(edit.text) &&
    /^(?!.*\s(?:who|that|over|after)\s)[^,:;–—]*\sfor\s\p{L}+ing(?!\p{L})/u.test(edit.read.text.slice(edit.end))
  );
}

/** "a massive Ann Bell problem": the size seems to be hers. A Title Case tells no names. */
export function isSizeOfName(edit: WordEdit & { text: string }): boolean {
  const after = wordAfter(edit);
  if (edit.entry.pos !== "adjective" || after === undefined || !/^(?:large|big|high)$/u.test(edit.text)) return false;
  return !isInTitleCase(edit.read, "en") && /^\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}/u.test(edit.read.text.slice(after.start));
}

/** "Malta: four walks on this amazing island": "an island" would be another. */
export function pointsBack(edit: WordEdit & { text: string }): boolean {
  if (edit.read.tokens[edit.first]!.word !== "this") return false;
  return /^an?$/iu.test(edit.text) && /[:.!?]\s/u.test(edit.read.text.slice(0, edit.start));
}
