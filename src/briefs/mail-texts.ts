import type { Language } from "../accounts/preferences.ts";
import type { Category } from "../items/analyzer-result.ts";
import { categoryNames } from "../items/category-names.ts";

/** The words of a brief's mail. The worker sends it, and the pages' texts belong to the web. */
export type MailTexts = {
  locale: string;
  subject: (day: string) => string;
  sources: string;
  outlets: (count: number) => string;
  gone: string;
  noFolder: string;
  noTopic: string;
  withoutModel: string;
  read: string;
  why: string;
  stop: string;
  topics: Record<Category, string>;
};

const en: MailTexts = {
  locale: "en-GB",
  subject: (day) => `Your brief, ${day}`,
  sources: "References",
  outlets: (count) => (count === 1 ? "1 outlet" : `${count} outlets`),
  gone: "An item from a feed you no longer follow.",
  noFolder: "No folder",
  noTopic: "Other",
  withoutModel: "Written without AI, in sentences from our summaries.",
  read: "Read it on your page",
  why: "You get this mail because you asked for your brief by mail.",
  stop: "Stop these mails",
  topics: categoryNames.en,
};

const de: MailTexts = {
  locale: "de",
  subject: (day) => `Dein Überblick, ${day}`,
  sources: "Quellen",
  outlets: (count) => (count === 1 ? "1 Medium" : `${count} Medien`),
  gone: "Ein Eintrag aus einem Feed, dem du nicht mehr folgst.",
  noFolder: "Kein Ordner",
  noTopic: "Weiteres",
  withoutModel: "Ohne KI geschrieben, in Sätzen aus unseren Zusammenfassungen.",
  read: "Auf deiner Seite lesen",
  why: "Du bekommst diese E-Mail, weil du deinen Überblick per E-Mail bestellt hast.",
  stop: "Diese E-Mails abbestellen",
  topics: categoryNames.de,
};

const pl: MailTexts = {
  locale: "pl",
  subject: (day) => `Twój przegląd: ${day}`,
  sources: "Źródła",
  outlets: (count) => `${count} ${polishOutlets[new Intl.PluralRules("pl").select(count)]}`,
  gone: "Wpis z kanału, którego już nie obserwujesz.",
  noFolder: "Bez folderu",
  noTopic: "Inne",
  withoutModel: "Napisano bez AI, ze zdań z naszych streszczeń.",
  read: "Przeczytaj na swojej stronie",
  why: "Ta wiadomość przychodzi, bo w Twoich ustawieniach włączono przegląd e-mailem.",
  stop: "Zrezygnuj z tych wiadomości",
  topics: categoryNames.pl,
};

const polishOutlets: Record<Intl.LDMLPluralRule, string> = {
  zero: "redakcji",
  one: "redakcja",
  two: "redakcje",
  few: "redakcje",
  many: "redakcji",
  other: "redakcji",
};

export const mailTexts: Record<Language, MailTexts> = { en, de, pl };
