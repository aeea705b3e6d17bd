import { readText } from "../heuristic/read-text.ts";
import { isLowerInGerman } from "./german-small-words.ts";
import { findEntries, readLexicon } from "./find-entries.ts";

const calling =
  /^(?<label>(?:\*{3}[^*]+\*{3}\s)?)(?<word>\p{L}+)(?:!+|\.{3}|…)\s-\s(?<news>(?!(?:So|Darum|Hier|Das|Diese[rs]?|Warum|Wie|Was|Wer|Wo|Er|Sie|Es|Ich|Wir|Mein\p{Ll}*|Auch)(?!\p{L}))[^?’„“"»«]+)$/u;
const newsWordsMin = 5;

/** "Historisch! - Verein steigt zum ersten Mal auf": one word that is no noun, and a mark, only call. */
export function dropCallingKicker(text: string): string | null {
  const { label = "", word = "", news = "" } = calling.exec(text)?.groups ?? {};
  if (word === "" || !isLowerInGerman(word.toLowerCase()) || /^(?:live|tot|exklusiv)$/iu.test(word)) return null;
  return news.split(/\s+/u).length >= newsWordsMin ? label + news : null;
}

// What a tabloid hangs on a matter. "Drama" and its like tell of a death or a loss, so they go only where a place is left.
const noise = "Schock|Hammer|Wahnsinn|Irrsinn|Beben|Knall|Paukenschlag|Horror|Knaller|Kracher|Rumms|Wirrwarr";
const tale = "Drama|Tragödie|Krimi|Thriller|Spektakel|Albtraum|Alptraum|Hölle|Eklat|Posse|Zirkus";
const spread = "(?:Nächste|Neue|Erneute|Große|Irre|Bittere|Böse|Dramatische|Unfassbare|Heftige|Totale|Absolute)[rs]? ";
const opens = `^(?<label>(?:\\*{3}[^*]+\\*{3}\\s)?)(?:${spread})?`;
const news = '!? - (?<news>[^’„“"»«].*)$';
const place = '(?:in|im|am|an|auf|bei|beim|vor) [^!?:„“"»«’]{3,40}?';
// "Unwetter-Drama in Ulm": what happened would go, and only where would stay.
const incident =
  "(?:Unwetter|Flut|Hochwasser|Lawinen?|Feuer|Brand|Zug|Bus|Bahn|Flug|Flugzeug|Schiffs?|Boots?|Bade|Geisel|Amok|Krebs|Asyl|Wahl|Umfrage|Streik|Hitze)";
const withMatter = new RegExp(`${opens}(?<matter>[\\p{Lu}\\p{N}][\\p{L}\\p{N}.-]*)-(?:${noise})${news}`, "u");
const withPlace = new RegExp(
  `${opens}(?!${incident}-)(?:[\\p{Lu}\\p{N}][\\p{L}\\p{N}.-]*-)?(?:${noise}|${tale}|Chaos|Aufregung|Panik) (?<where>${place})${news}`,
  "u",
);

// First parts that no headline prints alone: stems, linking forms, and what is half of a fixed word.
const noLabel =
  /(?:^|-)(?:Teuer|Mega|Riesen|Super|Polit|Todes?|Titel|Final|Halbfinal|Viertelfinal|Achtelfinal|Heiz|Doppel|Dauer|Leih|Abschlepp|Förder|Renn|Turn|Box|Angel|Spar|Grabsch|Psycho|Grusel|Kuschel|Abhör|Immo|Volley|Freistoß|Protz|Ekel|Horror|Schock|Knall|Fast|Mini|Groß|Harmlos|Peinlich|Privat|Exit|Minute|Kamikaze|Hand|Rot|Gelb|Pink|Viral|Kult|Schul|Miet|Impf|Wohn|Fahr|Lern|Prüf|Kirch|Straf|Brems|Sprech|Koch|Trink|Reise|Melde|Werbe|Abschiebe|Schwimm|Grenz|Geisel|Geld|Mord|Woke|Gender|Nazi|Amok|Sex|Nackt|Rache|Angst|Wut|Zoff|Lügen|Blut|Billig|Gratis|Geheim|Live|Jahrhundert|On-off|Fan|Börsen)$/u;
// "Verletzungs-Schock" leaves "Verletzung".
const linking = /(?:ung|ion|heit|keit|schaft|ität|krieg|missbrauch|urlaub|haushalt)s$/iu;
// Plurals and names that end like a linking form.
const endsAlone =
  /(?:^|-)(?!Famil|Seri|Lini|Prinzi)(?:Bayern|Sachsen|Hessen|Polen|Schweden|München|Bremen|Essen|Aachen|Norwegen|Thüringen|Göttingen|Drogen|Kosten|Aktien|Masken|Banken|Medien|Wahlen|Renten|Steuern|Daten|\p{L}+ien|[\p{L}.]*\p{Lu}{2}\p{L}*|Paris|Texas|Virus|Coronavirus|Tennis|Darts|News|Haus|Bus|Eis|Preis|Kreis|Mercedes|Hamas|Adidas)$/u;
const topicLettersMin = 2;
// The news itself teases, or somebody speaks.
const saysTooLittle = /^(?:Ich|Wir|Mein\p{Ll}*|Das|Er|Sie|Es|Jetzt|Wer|Was|Hier|So|Darum|Warum)(?!\p{L})|\?\W*$/u;
// "Chaos in der Luftfahrt", "Ärger im Job": a trade or a group is no place, and "In der Luftfahrt: …" says nothing.
const noPlace =
  /(?:fahrt|wirtschaft|industrie|branche|job|beruf|politik|gesellschaft|umfeld|handel|partei|koalition|regierung|familie|alltag|netz|internet|team|verein|klub)$/iu;
const hasVerb =
  /(?<=\p{L}\s)(?:ist|sind|war|wird|hat|droht|geht|kommt|eskaliert|\p{Ll}+iert)(?!\p{L})|\p{Lu}\p{L}+ \p{Ll}+t$/u;

/**
 * "Bußgeld-Hammer - Handy am Steuer kostet 440 Euro" → "Bußgeld - …", "Chaos in der Luft - …" → "In der Luft - …": the kicker
 * shouts and the news follows, so the matter or the place is enough.
 */
export function calmKicker(text: string): string | null {
  const placed = withPlace.exec(text)?.groups;
  const { label = "", where = "", news: told = "", matter = "" } = placed ?? withMatter.exec(text)?.groups ?? {};
  if (told.split(/\s+/u).length < newsWordsMin || saysTooLittle.test(told) || hasVerb.test(where)) return null;
  if (noPlace.test(where)) return null;
  if (isKnownOtherwise(text, text.length - told.length)) return null;
  if (placed !== undefined) return `${label}${where.slice(0, 1).toUpperCase()}${where.slice(1)} - ${told}`;
  const topic = linking.test(matter) ? matter.slice(0, -1) : matter;
  if (noLabel.test(topic) || /^\p{N}+-\p{L}+$/u.test(topic) || topic.length < topicLettersMin) return null;
  if (topic === matter && /(?:s|en)$/u.test(topic) && !endsAlone.test(topic)) return null;
  return `${label}${topic} - ${told}`;
}

/** "Zug-Drama bei Ulm": the lexicon knows a plain word for it. */
function isKnownOtherwise(text: string, end: number): boolean {
  return findEntries(readText("title", text), readLexicon("de")).some(
    (match) => match.to !== null && match.start < end,
  );
}
