import type { Language } from "../accounts/preferences.ts";
import type { FetchFailure } from "../schedule/policy/fetch-state.ts";

/** What the reader can do about it. */
type Action = "wait" | "address" | "login" | "operator";

/** The words of the mail. The worker sends it, and the pages' texts belong to the web. */
export type NoteTexts = {
  locale: string;
  subjectOfOne: (name: string) => string;
  subject: (feeds: number) => string;
  opening: (feeds: number) => string;
  since: (day: string) => string;
  neverSince: (day: string) => string;
  reasons: Record<FetchFailure, { what: string; action: Action }>;
  actions: Record<Action, string>;
  more: (feeds: number) => string;
  allFeeds: string;
  why: string;
  stop: string;
};

const actionOf: Record<FetchFailure, Action> = {
  timeout: "wait",
  connection: "wait",
  "rate-limited": "wait",
  "server-error": "wait",
  "cut-off": "wait",
  other: "wait",
  "bad-request": "address",
  "not-found": "address",
  "client-error": "address",
  "not-a-feed": "address",
  gone: "address",
  "too-large": "operator",
  blocked: "operator",
  unauthorized: "login",
};

function withActions(sentences: Record<FetchFailure, string>): NoteTexts["reasons"] {
  const failures = Object.keys(actionOf) as FetchFailure[];
  const reasons = failures.map((failure) => [failure, { what: sentences[failure], action: actionOf[failure] }]);
  return Object.fromEntries(reasons) as NoteTexts["reasons"];
}

const en: NoteTexts = {
  locale: "en-GB",
  subjectOfOne: (name) => `“${name}” has not worked for a week`,
  subject: (feeds) => `${feeds} of your feeds have not worked for a week`,
  opening: (feeds) =>
    feeds === 1 ? "One of your feeds has not worked for a week." : "Some of your feeds have not worked for a week.",
  since: (day) => `Last worked on ${day}.`,
  neverSince: (day) => `Has not worked since you added it on ${day}.`,
  reasons: withActions({
    timeout: "The server does not answer in time.",
    connection: "The server cannot be reached.",
    "rate-limited": "The server says that it is asked too often.",
    "server-error": "The server reports an error of its own.",
    "cut-off": "The feed breaks off before its first item.",
    other: "What the server sends cannot be read.",
    "bad-request": "The server refuses the request.",
    "not-found": "There is nothing at this address any more.",
    "client-error": "The server refuses the request.",
    "not-a-feed": "The address no longer leads to a feed.",
    gone: "The publisher has taken the feed down.",
    "too-large": "The feed is too large for this Plainwire server.",
    blocked: "This Plainwire server may not open the address.",
    unauthorized: "The feed needs a login, or the login is wrong.",
  }),
  actions: {
    wait: "You need not do anything: we try again once a day. You can also pause or remove the feed.",
    address: "Look on the site for its new address and edit the feed, or remove it.",
    login: "Edit the feed and enter the login.",
    operator: "Ask the person who runs your Plainwire, or remove the feed.",
  },
  more: (feeds) => (feeds === 1 ? "And one more feed." : `And ${feeds} more feeds.`),
  allFeeds: "All your feeds",
  why: "We write once when a feed on your list has been broken for a week.",
  stop: "Stop these mails",
};

const de: NoteTexts = {
  locale: "de",
  subjectOfOne: (name) => `„${name}“ funktioniert seit einer Woche nicht`,
  subject: (feeds) => `${feeds} deiner Feeds funktionieren seit einer Woche nicht`,
  opening: (feeds) =>
    feeds === 1
      ? "Einer deiner Feeds funktioniert seit einer Woche nicht."
      : "Einige deiner Feeds funktionieren seit einer Woche nicht.",
  since: (day) => `Zuletzt abgerufen am ${day}.`,
  neverSince: (day) => `Hat nie funktioniert, seit du ihn am ${day} hinzugefügt hast.`,
  reasons: withActions({
    timeout: "Der Server antwortet nicht rechtzeitig.",
    connection: "Der Server ist nicht erreichbar.",
    "rate-limited": "Der Server meldet, dass er zu oft gefragt wird.",
    "server-error": "Der Server meldet einen eigenen Fehler.",
    "cut-off": "Der Feed bricht vor seinem ersten Artikel ab.",
    other: "Was der Server schickt, lässt sich nicht lesen.",
    "bad-request": "Der Server lehnt die Anfrage ab.",
    "not-found": "Unter dieser Adresse gibt es nichts mehr.",
    "client-error": "Der Server lehnt die Anfrage ab.",
    "not-a-feed": "Die Adresse führt nicht mehr zu einem Feed.",
    gone: "Der Anbieter hat den Feed eingestellt.",
    "too-large": "Der Feed ist zu groß für diesen Plainwire-Server.",
    blocked: "Dieser Plainwire-Server darf die Adresse nicht öffnen.",
    unauthorized: "Der Feed braucht Zugangsdaten, oder sie stimmen nicht.",
  }),
  actions: {
    wait: "Du musst nichts tun: Wir versuchen es einmal am Tag wieder. Du kannst den Feed auch pausieren oder entfernen.",
    address: "Suche auf der Website die neue Adresse und bearbeite den Feed, oder entferne ihn.",
    login: "Bearbeite den Feed und gib die Zugangsdaten ein.",
    operator: "Frage die Person, die dein Plainwire betreibt, oder entferne den Feed.",
  },
  more: (feeds) => (feeds === 1 ? "Und ein weiterer Feed." : `Und ${feeds} weitere Feeds.`),
  allFeeds: "Alle deine Feeds",
  why: "Wir schreiben dir einmal, wenn ein Feed auf deiner Liste eine Woche lang nicht funktioniert.",
  stop: "Diese E-Mails abbestellen",
};

const polishFeeds: Record<Intl.LDMLPluralRule, string> = {
  zero: "kanałów",
  one: "kanał",
  two: "kanały",
  few: "kanały",
  many: "kanałów",
  other: "kanału",
};
const polishFeedsOf = (feeds: number) => `${feeds} ${polishFeeds[new Intl.PluralRules("pl").select(feeds)]}`;

const pl: NoteTexts = {
  locale: "pl",
  subjectOfOne: (name) => `„${name}” nie działa od tygodnia`,
  subject: (feeds) => `Od tygodnia nie działa: ${polishFeedsOf(feeds)}`,
  opening: (feeds) =>
    feeds === 1
      ? "Jeden z Twoich kanałów nie działa od tygodnia."
      : "Niektóre z Twoich kanałów nie działają od tygodnia.",
  since: (day) => `Ostatni raz działał: ${day}.`,
  neverSince: (day) => `Nie działa, odkąd jest na Twojej liście (${day}).`,
  reasons: withActions({
    timeout: "Serwer nie odpowiada na czas.",
    connection: "Nie można połączyć się z serwerem.",
    "rate-limited": "Serwer zgłasza, że dostaje za dużo zapytań.",
    "server-error": "Serwer zgłasza własny błąd.",
    "cut-off": "Kanał urywa się przed pierwszym wpisem.",
    other: "Nie można odczytać tego, co wysyła serwer.",
    "bad-request": "Serwer odrzuca zapytanie.",
    "not-found": "Pod tym adresem nic już nie ma.",
    "client-error": "Serwer odrzuca zapytanie.",
    "not-a-feed": "Ten adres nie prowadzi już do kanału.",
    gone: "Wydawca usunął ten kanał.",
    "too-large": "Kanał jest za duży dla tego serwera Plainwire.",
    blocked: "Ten serwer Plainwire nie może otworzyć tego adresu.",
    unauthorized: "Kanał wymaga logowania albo dane logowania są błędne.",
  }),
  actions: {
    wait: "Nie trzeba nic robić: próbujemy ponownie raz na dobę. Kanał można też wstrzymać lub usunąć.",
    address: "Poszukaj na stronie nowego adresu i edytuj kanał albo go usuń.",
    login: "Edytuj kanał i podaj dane logowania.",
    operator: "Zapytaj osobę, która prowadzi Twój serwer Plainwire, albo usuń kanał.",
  },
  more: (feeds) => `I jeszcze ${polishFeedsOf(feeds)}.`,
  allFeeds: "Wszystkie Twoje kanały",
  why: "Piszemy jeden raz, gdy kanał z Twojej listy nie działa przez tydzień.",
  stop: "Zrezygnuj z tych wiadomości",
};

export const noteTexts: Record<Language, NoteTexts> = { en, de, pl };
