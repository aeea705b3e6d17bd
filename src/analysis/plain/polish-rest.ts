import type { TitleEdit } from "./language-guards.ts";
import { polishVerb } from "./function-words.ts";
import { isFuture } from "./polish-questions.ts";
import { hasVerb } from "./polish-sentences.ts";

// What is left of a Polish title when a sentence or a word has gone: whether it still says something.

// "kto zdobył nagrody", not "co się będzie działo" and not a noun.
const pastVerb = /^(?!tytuł|artykuł|finał|działo|stół)\p{L}{2,}(?:ł|ła|ło|li|ły)$/u;
const stemChars = 4;
const topicWordChars = 5;
const addedWordsMin = 2;

/** What stood behind the title that is left; "" if something else went. */
function tailOf({ after, before }: TitleEdit): string {
  return before.text.startsWith(after.text) ? before.text.slice(after.text.length) : "";
}

// "Trener dostał pytanie o skład", "Raport ujawnia bolesną prawdę": what was answered or found, only the tail told.
const bare =
  /(?:^|[.!?…]\s)[^.!?]*(?<!\p{L})(?:ujawni\p{L}+ (?:\p{L}+ )?prawdę|(?:dostał|usłyszał|otrzymał)\p{L}* pytanie(?: o [^.!?]+)?|zapytan\p{L}+ o [^.!?]+|nowe informacje (?:ws\.|o|w sprawie) [^.!?]+|nagły zwrot [^.!?]+|kamień milowy [^.!?]+|mówił\p{L}? o \p{L}+|oceni(?:ł|ła|li|ły) \p{L}+|podał\p{L}* stan [^.!?]+|statystyka \p{L}+|zapytali o [^.!?]+|zabra(?:ł|ła|li|ły) głos(?: po \p{L}+)?|zaskoczy(?:ł|ła|li) wszystkich)\W*$/iu;
// "Nie kupuj garnków. Sprawdź, jak odnowić zużyte": an order without its reason.
const order = /^Nie \p{Ll}+(?:aj|uj|ij|yj|dź|ź|cie)\s/u;

/** Only a bait is left, or an order, or a decision that nobody tells. */
export function leavesBait(edit: TitleEdit): boolean {
  const tail = tailOf(edit);
  // "Zapadła decyzja. Wtedy ruszy prom": when that is, nothing tells.
  if (/^(?:wtedy|wówczas)\s/iu.test(edit.after.text) && !/^(?:wtedy|wówczas)\s/iu.test(edit.before.text)) return true;
  // "Zaczepił go sąsiad. Tak zareagował": of whom it is said, nothing tells.
  if (/^\W*Tak\s/u.test(tail) && /(?<!\p{L})(?:go|ją|mu)(?!\p{L})/u.test(edit.after.text)) return true;
  // "Warta grała w Pile z liderem. Kto wygrał?": that they played is no news.
  if (/kto wygrał|sprawdź wynik(?!\p{L})/iu.test(tail)) return true;
  if (/\p{L}/u.test(tail)) return bare.test(edit.after.text) || order.test(edit.after.text) || tellsMore(edit, tail);
  // "To koniec! Klub podjął decyzję ws. trenera": which one, only the opening told.
  return /^\W*to (?:już )?koniec/iu.test(edit.before.text) && /podję\p{L}+ decyzję/u.test(edit.after.text);
}

/** "Koniec lata w bibliotece. Zobacz, jak żegnały je przedszkolaki z Ełku": who did what, only the order to look said. */
function tellsMore({ after, before }: TitleEdit, tail: string): boolean {
  if (!/^\W*(?:sprawd|zobacz|przekonaj|dowiedz)/iu.test(tail)) return false;
  const gone = before.tokens.filter(({ start }) => start >= after.text.length).map(({ word }) => word);
  const left = after.tokens.map(({ word }) => word.slice(0, stemChars));
  const added = gone.filter(
    (word) =>
      word.length >= topicWordChars &&
      !/^(?:sprawd|zobacz|przekonaj|dowiedz|ciebie|jaki)/u.test(word) &&
      !polishVerb.test(word) &&
      !left.includes(word.slice(0, stemChars)),
  );
  return added.length >= addedWordsMin && gone.some((word) => pastVerb.test(word));
}

const announced =
  /^\W*(?:jest|są|znamy|podano|padła|padł|zapadła)\s(?:już\s)?(?:decyzja|data|datę|termin|wyrok|zgoda)/iu;
// "Most zamknięty", "Hala do rozbiórki".
const verdict = /\p{L}(?:an|on|en|ęt)[yaei](?!\p{L})|\sdo \p{L}+(?:ki|cji|enia|ania)\W*$/u;

/** "Proces wójta z Ełku. Jest decyzja": that there is one was the news. */
export function losesDecision(edit: TitleEdit): boolean {
  const says = hasVerb(edit.after.tokens) || edit.after.tokens.some(({ word }) => isFuture(word));
  return announced.test(tailOf(edit)) && !says && !verdict.test(edit.after.text);
}

// "Tak Kowalski zarządza firmą": that he does is no news, how he does it was.
const manner =
  /^(?:zarządza|steruj|traktuj|potraktow|podchodz|zaczyna|licz(?:y|ą)$|wydaj[eą]|rządzi|żyj[eą]$|mieszka(?:ją)?$|nazyw|zachow|ocenia(?:ją)?$|obchodz|trafi(?:ł|ła|li)$)/u;
const mannerWordsMax = 6;

export function losesHow({ after, before }: TitleEdit): boolean {
  const count = (words: TitleEdit["before"]) => words.tokens.filter(({ word }) => word === "tak").length;
  if (count(after) >= count(before)) return false;
  const at = before.tokens.findIndex(({ word }) => word === "tak");
  const following = before.tokens.slice(at + 1, at + 1 + mannerWordsMax).map(({ word }) => word);
  // The sentence itself went.
  if (!after.text.includes(before.text.slice(before.tokens[at + 1]?.start ?? 0).slice(1, 12))) return false;
  return following.some((word) => manner.test(word));
}

const pointsToAnswer = /(?:^|[.!?…:]\s+)Oto,? (co|kto|jak|gdzie|kiedy|ile|kogo|komu|dlaczego|skąd|czym)(?!\p{L})/iu;

/** "Noc w pociągu za 49 koron? Oto co ukrywa kolej": without "Oto" the answer that it promises is a question without its mark. */
export function asksInstead({ after, before }: TitleEdit): boolean {
  const [, word] = pointsToAnswer.exec(before.text) ?? [];
  return word !== undefined && new RegExp(`(?:^|[.!?…:]\\s+)${word}(?!\\p{L})[^?]*$`, "iu").test(after.text);
}
