import { withoutIgnorable } from "../text/characters.ts";
import { isUnspaced, wordsIn } from "./words-in.ts";

// The usual wordings of text that tries to command a model. A match is a warning, not proof, so it blocks nothing.
const injections = [
  /\b(?:ignore|disregard|forget)\b.{0,40}\b(?:previous|prior|above|earlier|all)\b.{0,40}\b(?:instruction|prompt|rule|order)/iu,
  /\b(?:you are now|act as|pretend to be)\b.{0,60}\b(?:assistant|model|ai|chatbot|system)\b/iu,
  /\b(?:system|developer) (?:prompt|message)\b/iu,
  /\bas an? (?:ai|language model)\b/iu,
  /\b(?:rate|score|classify) (?:this|it|the|all|every|framing|clickbait)\b.{0,40}\b(?:neutral|0|zero)\b/iu,
  /\b(?:ignoriere|vergiss|missachte)\b.{0,60}\b(?:anweisung|vorgabe|befehl|regel)/iu,
  /\bals (?:ki|sprachmodell)\b/iu,
  /\bdu bist (?:jetzt|nun)\b.{0,60}\b(?:assistent|modell|ki)\b/iu,
  /(?<!\p{L})(?:zignoruj|pomiń|zapomnij)(?!\p{L}).{0,60}(?:polece|instrukcj|zasad)/iu,
  /(?<!\p{L})jako (?:ai|sztuczna inteligencja|model językowy)(?!\p{L})/iu,
  // Speaking to the model: who is meant, what its answer must be, a new task, a forged speaker or a forged answer.
  /\b(?:notes?|messages?|instructions?|attention|hints?|memo),? (?:(?:to|for) )?(?:the |all |any |every )?(?:ai|llms?|language models?|(?:ai )?models?|assistants?|summari[sz]ers?|chatbots?)\b/iu,
  /\b(?:ai|llm|chat) (?:models?|assistants?|bots?|summari[sz]ers?|readers?) (?:must|should|shall|have to) (?:write|answer|respond|output|return|say|summari[sz]e|ignore)\b/iu,
  /\b(?:use|put|return|output|print|write|give)\b.{0,60}\bas (?:the|your|its) (?:title|headline|summary|answer|output)\b/iu,
  /\b(?:(?:the|your) (?:title|headline)|your (?:summary|answer|output|response)) (?:must|should|shall|has to) (?:be|say|read|state|contain)\b/iu,
  /\b(?:respond|reply|answer)(?: only| just)? with (?:the |a |only )?(?:json|title|headline|summary|word)/iu,
  /\b(?:new|updated|changed) (?:instructions?|task|polic(?:y|ies))\s{0,3}:/iu,
  /\b(?:override|bypass|disable|forget|ignore)\b.{0,20}\b(?:your (?:instructions?|rules?|prompt|filters?)|everything (?:above|before))/iu,
  /(?<!\p{L})(?:hinweise?|anweisung|nachricht|notiz|anmerkung) (?:an|für) (?:das |die |den |alle )?(?:ki|(?:sprach)?modelle?|assistenten?|chatbots?)(?!\p{L})/iu,
  /(?<!\p{L})(?:ki|sprachmodelle?|assistenten?|chatbots?)\s{0,3}[:,]\s{0,3}(?:schreib|antworte|gib|gebt|ignorier|nenn|verwende)/iu,
  /(?<!\p{L})(?:schreibe?|antworte|gib|verwende|nimm|setze)(?!\p{L}).{0,60}(?<!\p{L})(?:als (?:titel|überschrift|schlagzeile|zusammenfassung|antwort)|in (?:den titel|die (?:zusammenfassung|überschrift)))(?!\p{L})/iu,
  /(?<!\p{L})(?:(?:der|dein) titel|(?:die|deine) (?:überschrift|zusammenfassung|antwort)) (?:muss|soll|hat zu) (?:lauten|heißen|sagen)(?!\p{L})/iu,
  /(?<!\p{L})neue (?:anweisung|aufgabe)(?:en|n)?\s{0,3}:/iu,
  /(?<!\p{L})(?:vergiss|ignoriere?|missachte)(?!\p{L}).{0,40}(?<!\p{L})(?:oben|vorher(?:ige[ns]?)?)(?!\p{L})/iu,
  /(?<!\p{L})(?:uwaga|wiadomość|instrukcja|polecenie|notatka) (?:do|dla) (?:modelu|modeli|ai|asystent|sztucznej inteligencji|bota)/iu,
  /(?<!\p{L})(?:napisz|podaj|wpisz|zwróć|użyj|ustaw)(?!\p{L}).{0,60}(?<!\p{L})(?:tytuł|nagłówek|streszczenie|podsumowanie|odpowiedź)(?!\p{L})/iu,
  /(?<!\p{L})(?:tw(?:ój|oja|oje) (?:tytuł|odpowiedź|streszczenie)|tytuł|nagłówek|streszczenie|odpowiedź) (?:musi|ma|powin(?:ien|na|no|ny|n)?) (?:brzmieć|zawierać)(?!\p{L})/iu,
  /(?<!\p{L})nowe (?:polecenie|polecenia|instrukcje|zadanie)\s{0,3}:/iu,
  /(?<!\p{L})jesteś (?:teraz|od teraz)(?!\p{L}).{0,60}(?<!\p{L})(?:asystent|model|bot)/iu,
  /(?<!\p{L})(?:zignoruj|zapomnij|odrzuć)(?!\p{L}).{0,60}(?:powyżej|instrukcj|polece|zasad)/iu,
  /(?:^|\n) {0,4}(?:system|assistant|user) ?:|\{\s{0,4}["“](?:title|summary)["”] ?:/iu,
  /<\/?(?:system|assistant|user|instructions?)>|\[\/?INST\]|<\|im_(?:start|end)\|>/iu,
];

/** Passages that pretend to be another speaker. None contains a second opening tag: otherwise a text of only opening tags would be scanned again from each. */
export const pretendedSpeech =
  /<(system|assistant|user|instructions?)>(?:(?!<\1>)[^]){0,2000}?<\/\1>|\[INST\](?:(?!\[INST\])[^]){0,2000}?\[\/INST\]|<\|im_start\|>(?:(?!<\|im_start\|>)[^]){0,2000}?<\|im_end\|>|<!--(?:(?!<!--)[^]){0,2000}?-->/giu;

// How each of them begins, in lower case: thirty searches were a tenth of an analysis, and hardly a report has one of these. Each begins
// a word, which halves the search; signs may stand anywhere.
const beginnings = new RegExp(
  `(?<![a-z])(?:${[
    "ignore|disregard|forget|you are now|act as|pretend to be|(?:system|developer) (?:prompt|message)|as an? (?:ai|language)",
    "(?:rate|score|classify) (?:this|it|the|all|every|framing|clickbait)\\b|ignorier|vergiss|missachte|als (?:ki|sprachmodell)\\b",
    "du bist (?:jetzt|nun)|zignoruj|pomiń|zapomnij|jako (?:ai|sztuczna|model)",
    "(?:notes?|messages?|instructions?|attention|hints?|memo),? (?:(?:to|for) )?(?:the |all |any |every )?(?:ai|llm|language|model|assistant|summari|chatbot)",
    "(?:ai|llm|chat) (?:model|assistant|bot|summari|reader)|as (?:the|your|its) (?:title|headline|summary|answer|output)",
    "(?:title|headline|summary|answer|output|response) (?:must|should|shall|has to) (?:be|say|read|state|contain)",
    "(?:respond|reply|answer)(?: only| just)? with|(?:instructions?|task|polic(?:y|ies))\\s{0,3}:|override|bypass|disable",
    "(?:hinweise?|anweisung|nachricht|notiz|anmerkung) (?:an|für)|(?:ki|sprachmodelle?|assistenten?|chatbots?)\\s{0,3}[:,]",
    "als (?:titel|überschrift|schlagzeile|zusammenfassung|antwort)|in (?:den titel|die (?:zusammenfassung|überschrift))",
    "(?:titel|überschrift|zusammenfassung|antwort) (?:muss|soll|hat zu)|neue (?:anweisung|aufgabe)",
    "(?:uwaga|wiadomość|instrukcja|polecenie|notatka) (?:do|dla)|napisz|podaj|wpisz|zwróć|użyj|ustaw|odrzuć",
    "(?:tytuł|nagłówek|streszczenie|odpowiedź) (?:musi|ma|powin)|nowe (?:poleceni|instrukcje|zadanie)|jesteś (?:teraz|od teraz)",
    '(?:system|assistant|user) ?:|["“](?:title|summary)["”] ?:',
  ].join("|")})|<\\/?(?:system|assistant|user|instruction)|\\[\\/?inst\\]|<\\|im_`,
);

export function suspectInjection(text: string): boolean {
  const visible = withoutIgnorable(text);
  // The expressions take the long ſ for an s, which lower case does not.
  if (!beginnings.test(visible.toLowerCase().replaceAll("ſ", "s"))) return false;
  return injections.some((injection) => injection.test(visible));
}

/** A true text mostly uses its source's own words; a planted or invented one has few of them. */
export const sharedWordsMin = 0.5;

const wordCharsMin = 4;
/** Ignores endings: "Warszawa" and "Warszawie". */
const stemChars = 5;

/** Whether at least this share of the longer words is in the source too. */
export function sharesWords(text: string, source: string, shareMin: number): boolean {
  const words = wordsIn(text).filter((word) => word.length >= wordCharsMin && !isUnspaced(word));
  const stems = new Set(wordsIn(source).map((word) => word.slice(0, stemChars)));
  const shared = words.filter((word) => stems.has(word.slice(0, stemChars)));
  return shared.length >= words.length * shareMin;
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
