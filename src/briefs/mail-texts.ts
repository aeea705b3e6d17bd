import type { Language } from "../accounts/preferences.ts";
import type { Category } from "../items/analyzer-result.ts";

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
  topics: {
    politics: "Politics",
    world: "World",
    business: "Business",
    sport: "Sport",
    culture: "Culture",
    technology: "Technology",
    health: "Health",
    finance: "Finance",
    science: "Science",
    environment: "Environment",
    travel: "Travel",
    lifestyle: "Lifestyle",
    games: "Games",
    history: "History",
    opinion: "Opinion",
    other: "Other",
  },
};

const de: MailTexts = {
  locale: "de",
  subject: (day) => `Ihr Überblick, ${day}`,
  sources: "Quellen",
  outlets: (count) => (count === 1 ? "1 Medium" : `${count} Medien`),
  gone: "Ein Beitrag aus einem Feed, dem Sie nicht mehr folgen.",
  noFolder: "Kein Ordner",
  noTopic: "Weiteres",
  withoutModel: "Ohne KI geschrieben, in Sätzen aus unseren Zusammenfassungen.",
  read: "Auf Ihrer Seite lesen",
  why: "Sie bekommen diese E-Mail, weil Sie Ihren Überblick per E-Mail bestellt haben.",
  stop: "Diese E-Mails abbestellen",
  topics: {
    politics: "Politik",
    world: "Welt",
    business: "Wirtschaft",
    sport: "Sport",
    culture: "Kultur",
    technology: "Technik",
    health: "Gesundheit",
    finance: "Finanzen",
    science: "Wissenschaft",
    environment: "Umwelt",
    travel: "Reise",
    lifestyle: "Leben",
    games: "Spiele",
    history: "Geschichte",
    opinion: "Meinung",
    other: "Weiteres",
  },
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
  topics: {
    politics: "Polityka",
    world: "Świat",
    business: "Gospodarka",
    sport: "Sport",
    culture: "Kultura",
    technology: "Technologia",
    health: "Zdrowie",
    finance: "Finanse",
    science: "Nauka",
    environment: "Środowisko",
    travel: "Podróże",
    lifestyle: "Styl życia",
    games: "Gry",
    history: "Historia",
    opinion: "Opinie",
    other: "Inne",
  },
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
