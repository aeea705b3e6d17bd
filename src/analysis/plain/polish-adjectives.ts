import type { Token } from "../heuristic/read-text.ts";
import { functionWords } from "./function-words.ts";
import type { WordEdit } from "./language-guards.ts";
import { isVerb } from "./polish-sentences.ts";

// What Polish asks before an adjective may go: whether the noun says enough without it.

// What happened, and can be said without an adjective: "zginął w tragicznym wypadku".
const event =
  /^(?:wypad|upad(?:ek|k)|śmier|pożar|atak|zbrodni|katastrof|eksplozj|wybuch|burz|huragan|powodzi|powódź|wichur|trzęsieni|zamach|kradzież|zwycięstw|porażk|awans)/u;
// A time, a quality, a quantity: "koszmarny wieczór Barcelony" is no news without its adjective, whatever follows.
const empty =
  /^(?:dzień|dnia|dni|wieczór|wieczoru|noc|nocy|tydzień|tygodni\p{L}|sezon\p{L}*|czas|czasy|chwil\p{L}+|moment\p{L}*|widok\p{L}*|sytuacj\p{L}+|sposób|sposobu|świat|świata|cen[aęiy]|cenie|wiadomoś\p{L}+|wieści|klimat\p{L}*|ciał\p{L}+|ręk\p{L}+|liczb\p{L}|sum[aęy]|kwot\p{L}+|stawk\p{L}|mecz\p{L}*|występ\p{L}*|gr[aęyz]|grze|form[aęyą]|formie|pass[aęy]|seri[aęi]|statystyk\p{L}*|start|startu|począt\p{L}+|zarobk\p{L}*|pieniądz\p{L}*|szans\p{L}*|pozycj\p{L}*|rol[aęi]|pogod\p{L}*|warunk\p{L}*|nastroj\p{L}*|atmosfer\p{L}*|zjawisk\p{L}*|widowisk\p{L}*|miejsc\p{L}*|przypad\p{L}*|rzecz\p{L}*|histori\p{L}+|położeni\p{L}*|stan|stanie|poziom\p{L}*|tempo|tempie|styl|stylu|efekt\p{L}*|wrażeni\p{L}*|przeżyci\p{L}*|doświadczeni\p{L}*|życi\p{L}+|los|losy|człowiek\p{L}*|ludzi\p{L}*|kraj\p{L}*|scen[aęy]?|scenami|wydarzeni\p{L}*|emocj\p{L}+|oczekiwani\p{L}*|lekcj\p{L}+|nadziej\p{L}+|kłopot\p{L}*|kierun\p{L}+|scenariusz\p{L}*|jakoś\p{L}+|bilans\p{L}*|popyt\p{L}*|dostępnoś\p{L}+|pierwsz\p{L}+|drugi\p{L}*|trzeci\p{L}*|lider\p{L}*|zwycięzc\p{L}*|triumfator\p{L}*|bohater\p{L}*|wybór|wyboru|wybor\p{L}+|czwart\p{L}+|piąt\p{L}+|miesiąc\p{L}*|końcówk\p{L}*|frekwencj\p{L}*|sił[ay]?|wizj\p{L}+|przeszłoś\p{L}+|obraz(?:ek|k\p{L}+)|przyszłoś\p{L}+|skal[aęi]|debiut\p{L}*|losowani\p{L}*|spacer\p{L}*|weekend\p{L}*|ruch\p{L}{0,3})$/u;
// There always are some: without a number "ogromne koszty linii" says nothing.
const amount = /^(?:zysk|koszt|wydat|przychod|dochod)/u;
const praise = /^(?:kapitaln|znakomit|rewelacyjn|fantastyczn|świetn|doskonał|imponując|fenomenaln)/u;
// "Absurdalny szlaban na łące": that it is odd is why the title was written.
const odd = /^(?:absurdaln|kuriozaln|dziwn|osobliw)/u;
// A critic's word: "Genialny Hamlet. Recenzja".
const review = /recenzj|o premierze|widzieliśmy|\s[-–]\so\s["„]/iu;
// "szokujące słowa", "wymowny gest": whose they are, or what about, is the news.
const said = /^(?:słow\p{L}*|gest\p{L}*|wynik\p{L}*|powod\p{L}+|powód|ruch|ruchu|krok|kroku|krok\p{L}+|gol\p{L}*)$/u;
const conjunctions = /^(?:i|a|oraz|ale|lub|albo|czy|niż|jak|to|który|która|które)$/u;

// "Legendarny trener pod wrażeniem": without a name the honour is all that is said of him.
const honour = /^(?:legendarn|słynn|kultow|wybitn|cenion|ikoniczn|uwielbian)/u;

const owns = /^(?:ma|mają|miał\p{L}*|mieli|notuje|zanotował\p{L}*|zanotowali)$/u;

// An object that says enough at the end of a sentence: "wskazują zaskakujące powody".
const stands = /^(?:problem|powod|powód|pożyczk|pakiet|proces(?!j)|szczegół)/u;
// What somebody did or decided: whose it is, is enough. "Skandaliczne zachowanie posłów".
const deed =
  /^(?:zachowani|decyzj|reakcj|oświadczeni|wpis|apel|ustaleni|odkryci|zapowied|deklaracj|komunikat|pomyłk|wyrok|odpowied|raport|tłumaczeni|prób[aęy])/u;

const headChars = 5;
const tailWordsMin = 2;
const labelWordsMax = 4;

/** The adjective is what is said: the noun says too little without it. */
export function isThePoint({ read, entry, first, last, isDrop }: WordEdit): boolean {
  return isDrop && entry.pos === "adjective" && !saysEnough(read, first, last);
}

/**
 * Whether a noun may lose the adjective before it. It may if it has a complement ("Zaskakujące słowa prezesa o budżecie") or
 * names an event of a full sentence. "Pobił niesamowity rekord" keeps its adjective.
 */
function saysEnough({ text, tokens }: WordEdit["read"], first: number, last: number): boolean {
  const [adjective, noun, next] = [tokens[first]!, tokens[last + 1], tokens[last + 2]];
  if (noun === undefined || !isNext(text, tokens[last]!, noun)) return false;
  const segmentOf = segmentsOf(text);
  const own = segmentOf(adjective);
  const words = tokens.filter((token) => segmentOf(token) === own);
  // "niezwykły" ends like a verb.
  const hasVerb = words.some(({ word }) => word !== adjective.word && isVerb(word));
  // "Kapitalna Pia Skrzyszowska!": what is said of her is the word. "Zmarł legendarny Jan Nowak": what is said is another one.
  if (/^\p{Lu}\p{Ll}/u.test(text.slice(noun.start)))
    return hasVerb && honour.test(adjective.word) && adjective !== words[0];
  if (empty.test(noun.word) || (amount.test(noun.word) && !/\p{N}/u.test(text))) return false;
  if (review.test(text) || (praise.test(adjective.word) && noun.word.startsWith("wynik"))) return false;
  if (isMeant(tokens, first)) return false;
  if (
    odd.test(adjective.word) &&
    !hasVerb &&
    words.length === tokens.length &&
    !event.test(noun.word) &&
    !deed.test(noun.word)
  )
    return false;
  // "Spektakularnych transferów nie będzie": not that there will be none.
  if (words.some(({ word }) => /^(?:nie|bez|brak)$/u.test(word))) return false;
  if (hasVerb && stands.test(noun.word) && endsClause(text, noun, next)) return true;
  // "Pokłosie wstrząsającego wypadku 11-latki": the head of the phrase stays.
  if (belongsToNoun(text, tokens, first) && ((next !== undefined && isNext(text, noun, next)) || event.test(noun.word)))
    return true;
  // "Ma koszmarny bilans z rywalką", "Gigantyczny popyt, ale …": how it is, is what is said.
  if (
    owns.test(tokens[first - 1]?.word ?? "") ||
    /^[^.!?]*, (?:ale|lecz|choć|mimo|jednak)\s/u.test(text.slice(noun.end))
  )
    return false;
  // "Poruszające nagranie w sieci": nothing is left but a label.
  if (!hasVerb && words.length === tokens.length && words.length <= labelWordsMax) return false;
  if (next === undefined || !isNext(text, noun, next))
    return event.test(noun.word) && (hasVerb || own === 0) && text[noun.end] !== ",";
  const isAdverb = adjective.word.endsWith("o");
  if (isAdverb || !hasComplement(next.word)) return hasVerb && !said.test(noun.word) && !honour.test(adjective.word);
  if (honour.test(adjective.word) && !/^\p{Lu}/u.test(text.slice(next.start))) return false;
  // "…. Wymowne słowa Polki", "…. Niezwykły mistrz Rumunii": a tail needs to say more than whose.
  const end = text.indexOf(",", noun.end);
  const following = words.filter(({ start }) => start >= next.start && (end < 0 || start < end));
  const needed = deed.test(noun.word) ? 1 : tailWordsMin;
  return own === 0 || (hasVerb && !said.test(noun.word)) || following.length >= needed;
}

/** "Koniec z ogromnymi karami" is no end of all of them. */
function isMeant(tokens: readonly Token[], first: number): boolean {
  const [start, behind] = [tokens[first - 2]?.word, tokens[first - 1]?.word ?? ""];
  if (start === "koniec" && /^ze?$/u.test(behind)) return true;
  // "Ekspert ostrzega przed fatalną zimą": not of every winter.
  if (/^(?:ostrzeg|przestrzeg)/u.test(start ?? "") && behind === "przed") return true;
  // "Padły mocne słowa o sąsiadach": that there were words is no news.
  return [start ?? "", behind].some((word) => /^(?:padł|wybrzmiał)/u.test(word));
}

function endsClause(text: string, noun: Token, next: Token | undefined): boolean {
  return next === undefined || (!isNext(text, noun, next) && text[noun.end] !== ",");
}

/** An adjective in the genitive right behind a noun: "Efekt brutalnego pokazu siły". */
function belongsToNoun(text: string, tokens: readonly Token[], first: number): boolean {
  const [head, adjective] = [tokens[first - 1], tokens[first]!];
  if (head === undefined || !isNext(text, head, adjective) || !/(?:ego|ej|ych|ich)$/u.test(adjective.word))
    return false;
  return head.word.length >= headChars && !isVerb(head.word) && !functionWords("function", "pl").has(head.word);
}

/** A preposition, or a noun or a name that says whose: not what the sentence goes on with. */
function hasComplement(word: string): boolean {
  return !conjunctions.test(word) && !isVerb(word) && !functionWords("aux", "pl").has(word);
}

function isNext(text: string, token: Token, next: Token): boolean {
  return /^\s+$/u.test(text.slice(token.end, next.start));
}

function segmentsOf(text: string): (token: Token) => number {
  const ends = [...text.matchAll(/[.!?:…]+\s+|\s[-–—|]\s|\s[[(]/gu)].map(({ index }) => index);
  return ({ start }) => ends.filter((end) => end < start).length;
}
