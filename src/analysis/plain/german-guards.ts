import { isInside, type ReadText, type Token } from "../heuristic/read-text.ts";
import { functionWords } from "./function-words.ts";

// What German asks of an edit beyond the words: gender, what an adjective picks out, and whose words they are.

/**
 * "Nach der Wahl - So geht es weiter!": a kicker before a short dash, a shout. Most of the lexicon was written with tabloid
 * headlines, and in the long tail of other newspapers about one of its edits in ten was wrong.
 */
export function looksLikeTabloid(title: string): boolean {
  return /\s-\s|!|(?<!\p{L})\p{Lu}{5,}(?!\p{L})/u.test(title);
}

const firstPerson = /^(?:ich|mich|mir|mein|meine[mnrs]?|wir)$/u;

/** "Ich bin wütend auf den Vermieter": a headline in the first person is somebody's own words, even without quotation marks. */
export function speaksInFirstPerson({ tokens, quotes }: ReadText): boolean {
  return tokens.some(({ word, start, end }) => firstPerson.test(word) && !isInside(quotes, start, end));
}

const definite =
  /^(?:der|die|das|den|dem|des|im|am|beim|zum|zur|vom|ins|ans|diese[mnrs]?|sein\p{L}*|ihr\p{L}*|unser\p{L}*)$/u;

/**
 * Whether the adjective says which things are meant: "will unsinnige Gebühren abschaffen" is not about all of them. Behind
 * "die", "Trumps" and at the start of a segment ("Ein irres Video zeigt …") it only colours what is known without it.
 */
export function picksOut({ text, tokens }: ReadText, first: number): boolean {
  const [before, word, after] = [tokens[first - 1], tokens[first]!, tokens[first + 1]];
  if (before === undefined || !/^\s+$/u.test(text.slice(before.end, word.start))) return false;
  // "zeigt schonungslos", "kostet satte 300 Euro": it is said of the verb or the number.
  if (!/(?:e|er|en|es|em)$/u.test(word.word) || /^\p{N}/u.test(after?.word ?? "")) return false;
  const opens = first === 1 || !/^\s+$/u.test(text.slice(tokens[first - 2]!.end, before.start));
  if (opens && /^eine?$/u.test(before.word)) return false;
  const isOwner = /^\p{Lu}\p{L}*(?:s|s’|’)$/u.test(text.slice(before.start, word.start).trim());
  return !definite.test(before.word) && !isOwner;
}

/** "Zahlt den Pflegern endlich Boni!": without its mark and its adverb the order reads like a report. */
export function isOrder({ text, tokens }: ReadText, first: number): boolean {
  if (tokens[first]!.word !== "endlich" || /\?\W*$/u.test(text)) return false;
  const before = text.slice(0, tokens[first]!.start);
  const start = before.search(/[^:.!?–—]*$/u);
  const opening = /^\s*(?:-\s)?(\p{L}+t)\s(?!\p{Ll}+t\s)/u.exec(before.slice(start))?.[1] ?? "";
  return opening !== "" && !/^(?:jetzt|erst|nicht|dort|selbst|seit|mit|fast|heut)$/iu.test(opening);
}

// The last parts of nouns that the lexicon replaces or puts in their place.
const genders = {
  m: "zoff streit krach knatsch zank ärger unmut frust sieg triumph boss chef anstieg schock rückschlag dämpfer tiefschlag andrang ansturm abbau brand zorn machthaber tyrann krieg poker aufwand widerstand aufstand hype wirbel rummel trubel protest andrang hass konflikt star fehler flop misserfolg erfolg verlust gewinn vorwurf absturz rückgang einbruch eklat skandal vorfall kurs cop polizist unfall gau",
  f: "wut verärgerung klatsche niederlage schlappe blamage pleite zerreißprobe belastungsprobe ohrfeige rüge rede sensation überraschung debatte aufregung trennung krise auseinandersetzung schlacht kritik tirade warnung attacke diskussion hysterie panik sorge angst empörung tat feier sause party lage wende prüfung hetze hölle welle zuwanderung prügelei schlägerei",
  n: "gezerre gerangel hickhack aus ende chaos drama beben problem unwetter gefängnis unglück fiasko desaster debakel treffen verfahren hickhack hin",
};
const genderOf = new Map(
  Object.entries(genders).flatMap(([gender, nouns]) => nouns.split(" ").map((noun) => [noun, gender] as const)),
);

/** Whether a noun may stand for another where an article or an adjective shows its gender: "das Gezerre" is not "das Streit". */
export function fitsBefore({ text, tokens }: ReadText, first: number, old: string, to: string): boolean {
  const before = tokens[first - 1];
  if (before === undefined || !/^\s+$/u.test(text.slice(before.end, tokens[first]!.start))) return true;
  if (!showsGender(before, text)) return true;
  const [was, will] = [genderAt(old), genderAt(to)];
  return was !== null && was === will;
}

const contracted = /^(?:im|am|beim|zum|zur|vom|ins|ans)$/u;

function showsGender({ word, start }: Token, text: string): boolean {
  if (functionWords("det", "de").has(word) || contracted.test(word)) return true;
  // "Stiller Poker": the first word of a segment is an adjective too.
  const isSmall = /^\p{Ll}/u.test(text.slice(start)) || /(?:^|[^\p{L}\s]\s*)$/u.test(text.slice(0, start));
  return isSmall && /(?:e|er|es|em|en)$/u.test(word) && !isVerbLike(word);
}

// "beenden Streit", "gegen", "unter": they end like adjectives.
function isVerbLike(word: string): boolean {
  return functionWords("function", "de").has(word) || /(?:ieren|eln|ern)$/u.test(word);
}

const lettersMin = 3;

function genderAt(phrase: string): string | null {
  const noun = /\p{Lu}[\p{L}-]*/u.exec(phrase)?.[0].toLowerCase() ?? "";
  for (let from = 0; from <= noun.length - lettersMin; from += 1) {
    const gender = genderOf.get(noun.slice(from));
    if (gender !== undefined) return gender;
  }
  return null;
}
