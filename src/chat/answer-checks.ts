import { suspectInjection } from "./suspect-injection.ts";

/** A true text mostly uses its source's own words; a planted or invented one has few of them. */
export const sharedWordsMin = 0.5;

const wordCharsMin = 4;
/** Ignores endings: "Warszawa" and "Warszawie". */
const stemChars = 5;
const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;

/** In scripts without spaces between words, comparing words says nothing. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Whether at least this share of the longer words is in the source too. */
export function sharesWords(text: string, source: string, shareMin: number): boolean {
  const words = wordsIn(text).filter((word) => word.length >= wordCharsMin && !unspaced.test(word));
  const stems = new Set(wordsIn(source).map((word) => word.slice(0, stemChars)));
  const shared = words.filter((word) => stems.has(word.slice(0, stemChars)));
  return shared.length >= words.length * shareMin;
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(wordPattern) ?? [];
}

// News reports; it does not tell readers what to do. These are the usual phrases of requests for passwords and money, in the
// languages we write in. A true sentence may match and is then left out, which costs less than a scam that works.
const requestsToReaders = [
  /\b(?:send|enter|give|share|type|submit|confirm|verify|update|transfer|pay|click|tap|call|visit|open|download|install|log ?in|sign ?in|reply|text)\b.{0,60}\b(?:your|here|this (?:link|page|site|number|address|form))\b/iu,
  /(?<!\p{L})(?:senden|schicken|geben|klicken|tippen|rufen|besuchen|öffnen|laden|überweisen|zahlen|bestätigen|melden|antworten) Sie(?!\p{L})/iu,
  /(?<!\p{L})(?:sende|schicke?|gib|klicke?|tippe?|rufe?|besuche?|öffne|lade?|überweise?|zahle?|bestätige?|antworte)(?!\p{L}).{0,60}(?<!\p{L})(?:deine?[nmrs]?|hier|dich)(?!\p{L})/iu,
  /(?<!\p{L})(?:wyślij|podaj|kliknij|zadzwoń|pobierz|zainstaluj|zapłać|przelej|wejdź|odwiedź|zaloguj|potwierdź|otwórz|odpisz)(?!\p{L})/iu,
];

// A mail address, or a name of a host: labels between dots, the last of them letters.
const address =
  /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,200}|(?<![\p{L}\p{N}.-])(?:[\p{L}\p{N}-]{1,63}\.){1,5}\p{L}{2,24}(?![\p{L}\p{N}])/giu;

/** Whether a model's text may be shown: it commands neither a model nor a reader, and has no address that `source` lacks. */
export function isHarmless(text: string, source: string): boolean {
  if (suspectInjection(text) || requestsToReaders.some((request) => request.test(text))) return false;
  const known = source.toLowerCase();
  return [...text.matchAll(address)].every(([found]) => known.includes(found.toLowerCase()));
}
