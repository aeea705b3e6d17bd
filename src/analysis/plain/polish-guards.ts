import { isInside } from "../heuristic/read-text.ts";
import { functionWords, polishVerb } from "./function-words.ts";
import {
  asWritten,
  type LanguageGuards,
  losesAnswer,
  type SegmentEdit,
  type TitleEdit,
  wordAfter,
  wordBefore,
  type WordEdit,
} from "./language-guards.ts";
import { isThePoint } from "./polish-adjectives.ts";
import { askPlainly } from "./polish-questions.ts";
import { asksInstead, leavesBait, losesDecision, losesHow } from "./polish-rest.ts";
import { hasVerb, isVerb } from "./polish-sentences.ts";
import { spokenRanges } from "./spoken-ranges.ts";

export const polishGuards: LanguageGuards = {
  wordsMin: 4,
  staysOpen: false,
  stillLoud: 0.3,
  isSpoken: () => false,
  readings: (title) => [asWritten(title)],
  titleChecks: [
    losesAnswer,
    changesSpeech,
    losesTopic,
    losesName,
    losesSentence,
    calmsShouters,
    startsSmall,
    leavesBait,
    losesDecision,
    losesHow,
    asksInstead,
  ],
  wordChecks: [isSaidBySomebody, isLabel, isThePoint],
  dropChecks: [saysHow, isPartOfName, needsOtherPreposition, introducesSpeech],
  replaceChecks: [isSurname, disagrees, lacksObject, isNoCritic, lacksSpeech],
  mayLoseSegment: (edit) =>
    edit.segment.drop >= edit.limit &&
    edit.segment.plainest >= plainestMin &&
    edit.segment.words <= segmentWordsMax &&
    !isNeeded(edit),
};

// Titles

const isCalming = (step: TitleEdit["step"]) => step === "prefix" || step === "capitals";

function changesSpeech({ after, before, step }: TitleEdit): boolean {
  if (isCalming(step)) return false;
  return spokenRanges(before).some(({ start, end }) => !after.text.includes(before.text.slice(start, end)));
}

const topicWordChars = 5;
const wordsBeforeQuestionMin = 5;
const stemChars = 4;
const asking =
  /^(?:dlaczego|kiedy|jaki\p{L}*|gdzie|czego|czemu|można|mogą|może|będzie|będą|trzeba|warto|teraz|przed|będziem\p{L}|chodzi|dalej|takie\p{L}*|oznacza|właśnie|naprawdę)$/u;

/** "The bay. Why do fishermen close the harbour?" The question that went was the news, however it was asked. */
function losesTopic({ after, before, step }: TitleEdit): boolean {
  const count = (text: string) => text.match(/\?/gu)?.length ?? 0;
  if (isCalming(step) || count(after.text) >= count(before.text)) return false;
  if (after.text === askPlainly(before.text)) return false;
  const left = after.tokens.map(({ word }) => word.slice(0, stemChars));
  const gone = before.tokens.filter(
    ({ word }) => word.length >= topicWordChars && !asking.test(word) && !left.includes(word.slice(0, stemChars)),
  );
  // "With the dog to the mall. Is it wise?", "When a dog bites. What to do?": half of one sentence.
  const isHalf =
    after.tokens.length < wordsBeforeQuestionMin ||
    !after.tokens.some(({ word }) => polishVerb.test(word)) ||
    /^(?:gdy|kiedy|jak|jeśli|jeżeli)\s/iu.test(after.text);
  return gone.length > 0 || isHalf || /(?:^|[.!?…]\s+)Czy\s/u.test(before.text.replace(after.text, ""));
}

// "Zima zaskoczy Polaków": everybody, nobody's name.
const everybody = /^pol(?:ak|ac|sk|sc|k)/u;

/** A frame keeps each name within a sentence, in whatever form. The first word of a sentence may be any word. */
function losesName({ after, before, step }: TitleEdit): boolean {
  if (step !== "frame") return false;
  const left = after.tokens.map(({ word }) => word);
  return before.tokens.some(({ word, start, end }) => {
    const isFirst = /(?:^|[.!?…:]\s+|\s[-–—]\s+)[^\p{L}\p{N}]*$/u.test(before.text.slice(0, start));
    if (isFirst || !/^\p{Lu}\p{L}/u.test(before.text.slice(start, end)) || everybody.test(word)) return false;
    return !left.some((other) => other.startsWith(word.slice(0, Math.min(stemChars, word.length))));
  });
}

const sentenceWordsMin = 4;
const labelWordsMin = 6;

/** "A new vaccine. We know when production starts": the tail was the only sentence. An order to look is none. */
function losesSentence({ after, before }: TitleEdit): boolean {
  if (!before.text.startsWith(after.text) || hasVerb(after.tokens)) return false;
  const tail = before.text.slice(after.text.length);
  if (after.tokens.length >= labelWordsMin && /^\W*oto\s/iu.test(tail)) return false;
  if (/^\W*(?:sprawd|zobacz|poznaj|dowiedz|przekonaj|oto(?! jak| co| kto)|szczegół)/iu.test(tail)) return false;
  const gone = before.tokens.filter(({ start }) => start >= after.text.length);
  return gone.length >= sentenceWordsMin && hasVerb(gone);
}

/** "Fans chant: Go home!" The mark belongs to those who shout. */
function calmsShouters({ before, step }: TitleEdit): boolean {
  return step === "marks" && /:\s[^!]*!/u.test(before.text);
}

/** "Tak wygląda „dobra zmiana” w praktyce": a sentence would begin with a small letter. */
function startsSmall({ after, before }: TitleEdit): boolean {
  const small = /(?:^|[.!?…]\s)["„”]\p{Ll}/u;
  return small.test(after.text) && !small.test(before.text);
}

// Words

/** "[SPRAWDŹ PROGNOZĘ]": the outlet's label goes or stays whole. */
function isLabel({ read: { text }, start, end }: WordEdit): boolean {
  return /\[[^\]]*$/u.test(text.slice(0, start)) && text.includes("]", end);
}

function isSaidBySomebody({ read, start, end }: WordEdit): boolean {
  return isInside(spokenRanges(read), start, end);
}

/** "Po staremu - uszczypliwie o wójcie": without the adverb nobody says anything. */
function saysHow(edit: WordEdit): boolean {
  if ((edit.entry.pos !== "adverb" && edit.entry.pos !== "phrase") || edit.start === 0) return false;
  return wordBefore(edit) === undefined && functionWords("prep", "pl").has(wordAfter(edit)?.word ?? "");
}

/** "Andrzej Rusek". */
function isSurname({ read: { text, tokens }, first, start }: WordEdit): boolean {
  const before = tokens[first - 1];
  if (before === undefined || !/^\p{Lu}\p{Ll}/u.test(text.slice(start))) return false;
  return /^\p{Lu}\p{Ll}+\s$/u.test(text.slice(before.start, start));
}

const endings: [adjective: RegExp, noun: RegExp][] = [
  [/(?:n|w|sk|ck|czn|ł|t|r|j)a$/u, /(?:a|ść|dź|oc|rzecz|śl)$/u],
  [/(?:n|w|t|r|ł)y$|(?:sk|ck|k|g)i$/u, /[^aeioyąęu]$/u],
  [/(?:n|w|t|r|ł)e$|(?:sk|ck|k|g)ie$/u, /[eoyi]$/u],
];

/** "Wielka wojna gigantów" → "Wielka mecz": the adjective before it would need another ending. */
function disagrees(edit: WordEdit & { text: string }): boolean {
  const { entry, read, first, last, text } = edit;
  if (entry.pos !== "noun" && entry.pos !== "phrase") return false;
  const [before, old] = [wordBefore(edit)?.word ?? "", read.tokens.slice(first, last + 1).map(({ word }) => word)];
  const next = text.toLowerCase().split(" ");
  if ([before, ...old, ...next].some((word) => isVerb(word))) return false;
  if ([before, next[0]!].some((word) => functionWords("function", "pl").has(word))) return false;
  const agreed = endings.find(([adjective, noun]) => adjective.test(before) && noun.test(old[0]!));
  return agreed !== undefined && !agreed[1].test(next[0]!);
}

/** "Festiwal Filmów Kultowych": an adjective with a capital inside a sentence belongs to a name. */
function isPartOfName({ read: { text }, entry, start }: WordEdit): boolean {
  return (
    entry.pos === "adjective" && /\p{L}\s$/u.test(text.slice(0, start)) && /^\p{Lu}\p{Ll}/u.test(text.slice(start))
  );
}

/** "z potężną szczęką" would become "z szczęką", and Polish says "ze". */
function needsOtherPreposition(edit: WordEdit): boolean {
  const [before, after] = [wordBefore(edit)?.word ?? "", wordAfter(edit)?.word ?? ""];
  if (before === "z" || before === "ze")
    return (before === "ze") !== /^(?:[szśźż](?!i)[^aeiouyąęó]|wz|ws|mn)/u.test(after);
  return (before === "w" || before === "we") && (before === "we") !== /^[wf][^aeiouyąęóiłlr]/u.test(after);
}

/** "AZS gromi, porażka Politechniki": whom, nobody says, and "pokonuje" needs it. */
function lacksObject({ read, end, text }: WordEdit & { text: string }): boolean {
  return /^pokon\p{L}+$/u.test(text) && /^(?:,|\W*$)/u.test(read.text.slice(end));
}

/**
 * "Nowak odchodzi z rady. Padły mocne słowa: Mam dość": without it the speech is the outlet's. "Media: zapadła decyzja": nothing
 * would be left behind the colon.
 */
function introducesSpeech({ read: { text }, start, end }: WordEdit): boolean {
  return (start > 0 && text[end] === ":") || (/:\s*$/u.test(text.slice(0, start)) && !/\p{L}/u.test(text.slice(end)));
}

const speechFollows = /["„”»«:]/u;
// "Decyzja sądu uderza w resort", "Powodzie uderzają w kraj": what cannot speak does not criticize.
const mute =
  /^(?:decyzj|operacj|plan|wynik|wyrok|ustaw|sankcj|reform|prokuratur|abw|cba|cbś|policj|sąd|powod|upał|mr[oó]z|pożar|burz|drożyzn|kryzys|podwyżk|orzeczen|przepis|zmian|ceny|cła|strajk|blokad|cyberatak|awari|wirus|wojn|konflikt|sędzi|krrit|uokik|knf|skarbówk|fiskus|komornik)/u;
// A state or a ruler hits with more than words.
const powers = /^(?:usa|rosja|chiny|pekin|kreml|moskwa|iran|izrael|ue|unia|bruksela|waszyngton|ankara|mińsk)$/u;
const prey = /^(?:urzędników|trybunał|przeciwników|opozycję|media|dziennikarzy|sędziów)$/u;

function isNoCritic(edit: WordEdit & { text: string }): boolean {
  const { read, entry, first, start } = edit;
  if (!entry.w.startsWith("uderza w")) return false;
  const segment = Math.max(0, read.text.slice(0, start).search(/[^.!?…:]*$/u));
  const subject = read.tokens.filter((token) => token.start >= segment && token.end <= start).map(({ word }) => word);
  if (subject.slice(0, 2).some((word) => mute.test(word))) return true;
  const last = read.tokens[first - 1]?.word ?? "";
  const mayAct = powers.test(last) || prey.test(wordAfter(edit)?.word ?? "");
  return mayAct && !speechFollows.test(read.text);
}

/** "Nowak wypalił na konferencji": "powiedział" needs what was said. */
function lacksSpeech({ read, entry, end }: WordEdit & { text: string }): boolean {
  return entry.w.startsWith("wypali") && !/["„”»«:]|\s(?:o|że)\s/u.test(read.text.slice(end));
}

// Segments

// "Nowak furious": the tagger finds a name plainer than this.
const plainestMin = 0.3;
const openingWordsMax = 2;
// A longer one tells something, however loud it is.
const segmentWordsMax = 4;
const speakerWordsMin = 3;
// What begins so goes on from the segment before it.
const goesOn =
  /^\W*(?:ale|bo|lecz|więc|a|i|według|zdaniem|też|także|oto|wiadomo|kuriozalnie|wtedy|wówczas|potem|tyle|tylu)(?![\p{L}])/iu;
// "It was his longest break": whose, the segment before says.
const refersBack =
  /^\W*(?:to|ten|ta|te|tego|tej|on|ona|ono|oni|jego|jej|ich|jemu|mu)(?!\p{L})|(?<!\p{L})(?:jego|jej|ich)(?!\p{L})/iu;
const startsWithVerb = /^\W*(?:Tak|\p{L}{2,}(?:ł|ła|ło|li|ły|uje|ują|eje|aje|ają|sze))\s/u;
const addsTo = /(?<!\p{L})(?:też|także|również|podobnie|jednak)(?!\p{L})/iu;

/** The next segment answers this one ("Who says so? …"), or is half of its sentence. */
function isNeeded({ read: { text }, segment, next }: SegmentEdit): boolean {
  const { start, end } = segment;
  if (/\s[–—-]\s*$/u.test(text.slice(start, end))) return true;
  // "„Dokument sprzed 200 lat”. Tak naprawdę to mem": it takes back what was said.
  if (/tak naprawdę|to (?:mem|fejk|fake|nieprawda|żart)(?!\p{L})/iu.test(text.slice(start, end))) return true;
  // "Łoś wszedł na tory. Tragiczny finał": somebody died.
  if (/(?:tragiczn|śmierteln)\p{L}+ (?:finał|koniec|skut)/iu.test(text.slice(start, end))) return true;
  // "Stanowcza odpowiedź legendy. „Nie”": who says it, only this segment tells.
  if (next !== undefined && segment.words >= speakerWordsMin && /^["„»«”]/u.test(text.slice(next.start))) return true;
  // "Opera Tu! Tu!": a name.
  if (text.slice(0, start).endsWith(text.slice(start, end))) return true;
  // "Garmin pod ścianą. Albo zapłacą, albo …": a longer opening says whom it is about.
  if (start === 0 && segment.words > openingWordsMax && !/!\s*$/u.test(text.slice(0, end))) return true;
  // "The deputy has had enough. Writes to the firm": whose verb it is, only this segment says.
  if (next !== undefined && startsWithVerb.test(text.slice(next.start))) return true;
  // "Gardens: a fair under fire. Its host answers": what stands behind the colon belongs to what stands before it.
  if (next !== undefined && /:\s*$/u.test(text.slice(0, start))) return true;
  // "Szkoła do likwidacji? Za późno! Radni już głosowali": it answers.
  if (/\?\s*$/u.test(text.slice(0, start)) && !/^\W*uważaj|\?\W*$/iu.test(text.slice(start, end))) return true;
  // "W końcu jest! Nowa karta do bibliotek": that it has come is the news.
  if (start === 0 && /^\W*mamy (?!to|go|ją)|(?:w końcu|wreszcie|już) (?:jest|są)\W*$/iu.test(text.slice(0, end)))
    return true;
  if (next !== undefined && namesSubject(text.slice(start, end))) return true;
  const isBehindDash = /\s[–—-]\s*$/u.test(text.slice(0, start));
  const following = next === undefined ? "" : text.slice(next.start, next.end);
  // "The maker is in trouble. Fights for survival". "There is …" brings its own subject.
  const opening = /^\P{L}*(\p{L}+)/u.exec(text.slice(start))?.[1]?.toLowerCase() ?? "";
  const startsWithOwnVerb = isVerb(opening) && !/^(?:jest|są|nadchodzi|zapadł\p{L}*|padł\p{L}*)$/u.test(opening);
  if (next === undefined || /^\s*\[[^\]]*\]\s*$/u.test(following)) return isBehindDash || startsWithOwnVerb;
  if (isBehindDash || /\?\s*$/u.test(text.slice(start, end)) || next.words <= 1) return true;
  return goesOn.test(following) || addsTo.test(following) || refersBack.test(following);
}

// "Piekło zamarzło!", "Decyzja zapadła!": nobody is named.
const nobody = /^(?:pogoda|piekło|decyzja|legenda|klamka|parkiet|wszystko|nikt|federacja|świat|internet|sieć)$/u;
const predicate = /^(?:znów|znowu|jak|gra|grają|rządzi|rządzą|szaleje|szaleją|\p{L}+(?:ici|eni|ani|ięci))$/u;

/** "Czesi rozbici!", "Kurki rządzą!", "Nowak znów zachwyca!": whom or what it is about, only this segment says. */
function namesSubject(segment: string): boolean {
  const [, subject = "", second = ""] = /^\P{L}*(\p{Lu}\p{L}+)\s(\p{L}+)/u.exec(segment) ?? [];
  const [word, next] = [subject.toLowerCase(), second.toLowerCase()];
  if (word === "" || nobody.test(word) || isVerb(word) || functionWords("function", "pl").has(word)) return false;
  return (
    !/^(?:znów|znowu|ale|ależ|tak|nie|już|też|teraz|aż|cuda)$/u.test(word) && (isVerb(next) || predicate.test(next))
  );
}
