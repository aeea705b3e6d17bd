import { isLowerInGerman } from "./german-small-words.ts";
import type { TitleEdit } from "./language-guards.ts";

// What was learned deletes whole segments of a German title. Each check answers true when the segment said something that stands
// nowhere else; one that only shouts or teases may go.

export const lostSegmentChecks: readonly ((edit: TitleEdit) => boolean)[] = [
  losesMatter,
  losesCondition,
  leavesOneWordBeforeBut,
  losesSpokenReally,
  saysItOfAll,
];

/** "Lotto-Knaller: Drei neue Millionäre in Kiel": without its first segment the title does not say what they have won. */
export function losesMatter(edit: TitleEdit): boolean {
  const lost = lostOpening(edit);
  if (lost === null) return false;
  const { mark, words } = lost;
  const rest = edit.after.text;
  if (mark === "?") return asksOfSomething(words, rest) || listsOnly.test(rest);
  return (
    isNewTopic(words, rest) || opensWithPreposition.test(words) || speaks.test(words) || namesWhomOrWhat(words, rest)
  );
}

/** "Minister bleibt – es sei denn …": the rest would hold without a condition. */
export function losesCondition({ before, after, step }: TitleEdit): boolean {
  if (step !== "network" || !before.text.startsWith(after.text)) return false;
  return /^\W*(?:es sei denn|außer|sofern|falls|nur wenn|aber nur)(?!\p{L})/iu.test(
    before.text.slice(after.text.length),
  );
}

/** "Großer Kampf, doch Kiel verliert", "Endlich 18, aber …": one word is nothing that "doch" could answer. */
export function leavesOneWordBeforeBut({ before, after }: TitleEdit): boolean {
  const leavesOne = /^[\p{L}\p{N}-]+, (?:doch|aber)(?!\p{L})/u;
  return leavesOne.test(after.text) && !leavesOne.test(before.text);
}

/** "Das war nun wirklich nicht nötig", "Nein, wirklich, alles gut": here the adverb is no filler. */
export function losesSpokenReally({ before, after }: TitleEdit): boolean {
  const spoken = /\bnun wirklich(?!\p{L})|, wirklich,/u;
  return spoken.test(before.text) && !after.text.includes("wirklich");
}

/** "Dieser Umzug macht Spaß": without its first word it would be said of all of them. */
export function saysItOfAll({ before, after, step }: TitleEdit): boolean {
  const said = /^Diese[rs]? (?<rest>\p{Lu}.*)$/u.exec(before.text)?.groups?.["rest"];
  return step === "network" && said !== undefined && after.text.startsWith(said.slice(0, said.search(/[:!?–—]|$/u)));
}

/** The first segment and its mark, if just that has gone. */
function lostOpening({ before, after, step }: TitleEdit): { words: string; mark: string } | null {
  if (step !== "network") return null;
  const { words = "", mark = "", rest = "" } = opening.exec(before.text)?.groups ?? {};
  // The end of the rest may be calmer.
  const isGone =
    words !== "" && rest.slice(0, sameLetters).toLowerCase() === after.text.slice(0, sameLetters).toLowerCase();
  return isGone ? { words, mark } : null;
}

const opening = /^(?<words>[^:!?„“"»«]+?)\s?(?<mark>[:!?])[:!?\s]*\s(?<rest>.+)$/u;
const sameLetters = 12;

// Nouns that call or judge and name nothing.
const calls =
  /^(?:Wahnsinn|Irrsinn|Hammer|Skandal|Drama|Schock|Sensation|Eklat|Tragödie|Horror|Paukenschlag|Knall|Überraschung|Alarm|Achtung|Vorsicht|Wow|Oha|Krass|Hilfe|Danke|Respekt|Glückwunsch|Kurios|Grund|Wahrheit|Lösung|Antwort|Ergebnis|Erklärung|Geheimnis|Folge|Krönung|Entscheidung)$/u;

/** "Grippe-Alarm", "Räuberbande", "Das Knie": what it is about, where the rest does not say it again. */
function isNewTopic(words: string, rest: string): boolean {
  const first = /^(?<part>[\p{L}]{3,})-\p{L}+(?:\s(?:für|um|bei|in)\s.+)?$/u.exec(words)?.groups?.["part"];
  if (first !== undefined) return !calls.test(first) && !colours.test(first) && !comesAgain(first, rest);
  const noun = /^(?:(?:Der|Die|Das) )?(?<noun>\p{Lu}\p{Ll}{3,})$/u.exec(words)?.groups?.["noun"] ?? "";
  return isNoun(noun) && !comesAgain(noun, rest);
}

const colours = /^(?:Mega|Super|Riesen|Horror|Schock|Hammer|Skandal|Traum|Ekel|Irrsinns|Wahnsinns|Chaos|Krass|Kult)$/u;

function isNoun(word: string): boolean {
  if (word === "" || calls.test(word) || /(?:end|iert|haft|voll)$/u.test(word)) return false;
  return !isLowerInGerman(word.toLowerCase());
}

// "In nur drei Minuten!", "Auf der Flucht!": when, where or how. "Mitten am Tag" only colours.
const opensWithPreposition =
  /^(?:Auf|Für|In|Im|Nach|Seit|Wegen|Bei|Beim|Mit|Ohne|Trotz|An|Am|Aus|Von|Vom|Vor|Gegen|Unter|Über|Zum|Zur|Bis|Ab|Als)\s/u;

// "Wir reißen alles ab!": somebody's own words.
const speaks = /(?:^|\s)(?:ich|wir|mein\p{Ll}*|unser\p{Ll}*)(?=\s|$)/iu;

/** "Mieter aufgepasst", "Vorsicht, Salmonellen", "Gaffer filmte mit": who is meant, or what happened. */
function namesWhomOrWhat(words: string, rest: string): boolean {
  const { noun = "" } =
    /^(?:(?:Vorsicht|Achtung), )?(?<noun>\p{Lu}\p{Ll}{3,})(?<end> aufgepasst| \p{Ll}{3,}te(?:n)?(?: \p{Ll}+)*)?$/u.exec(
      words,
    )?.groups ?? {};
  return isNoun(noun) && !comesAgain(noun, rest);
}

// "Forscher nennt sechs Gründe", "Star mag etwas anderes": only the question says of what.
const listsOnly =
  /(?:Faktoren|Gründe|Tipps|Regeln|Antwort|Antworten|Fakten|Dinge|Punkte|Anzeichen|[Ee]twas [Aa]nderes)$/u;

/**
 * "War es doch Brandstiftung?", "Wanken die Banken?", "Ein kühles Bier?": a thing or a name that only the question has. "Kennen
 * Sie den Hersteller?" and "Wer löst das Rätsel?" tease with an object that the rest names.
 */
function asksOfSomething(words: string, rest: string): boolean {
  const [first = "", second = "", third = ""] = words.split(/\s+/u);
  const nouns = [...words.matchAll(/(?<=(?<before>\p{L}+)\s)(?<noun>\p{Lu}\p{Ll}{2,}\p{L}*)/gu)].map(
    ({ groups }) => groups!,
  );
  const isClause =
    /^(?:We[rnm]|Wessen)$/u.test(first) ||
    (isLowerInGerman(first.toLowerCase()) && !/(?:^Ein|e[rs]?|^Das)$/u.test(first));
  const isSubject = /^(?:der|die|das)$/u.test(second) && /^\p{Lu}/u.test(third);
  return nouns.some(({ before = "", noun = "" }) => {
    if (/^(?:Sie|Ihr\p{Ll}*|Ihnen)$/u.test(noun) || comesAgain(noun, rest)) return false;
    return !isClause || isSubject || !/^(?:de[rnms]|die|das|\p{Ll}+e[nr]?)$/u.test(before);
  });
}

const stemLetters = 5;

function comesAgain(word: string, rest: string): boolean {
  return rest.toLowerCase().includes(word.toLowerCase().slice(0, stemLetters));
}
