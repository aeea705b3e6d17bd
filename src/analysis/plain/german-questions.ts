import { isCountedSmall } from "./german-small-words.ts";
import { functionWords } from "./function-words.ts";
import { readSubject, type Subject } from "./german-word-order.ts";

/**
 * "Aufmarsch an der Grenze - Plant Putin einen neuen Angriff?" → "… - Putin könnte einen neuen Angriff planen". Human editors do
 * so with most of a tabloid's yes-or-no questions: what is asked is said to be possible, and behind a kicker that names a charge
 * somebody "soll" have done it. A question of what should be, a doubt and one that asks the reader stay.
 */
export function answerCautiously(text: string): string | null {
  const { lead = "", verb = "", rest = "" } = question.exec(text)?.groups ?? {};
  const finite = verb.toLowerCase();
  if (
    !isCountedSmall(finite) ||
    (functionWords("function", "de").has(finite) && !functionWords("aux", "de").has(finite))
  )
    return null;
  if (asksOtherwise.test(` ${rest} `) || discusses.test(lead)) return null;
  const words = rest.split(/\s+/u);
  const [adverbs, from] = leadingAdverbs(words);
  // "Auch Köln?": it is said of the subject.
  if (adverbs.some((word) => /^(?:auch|sogar)$/u.test(word))) return null;
  const subject = subjectOf(words.slice(from), finite);
  if (subject === null) return null;
  const following = [...adverbs, ...words.slice(from + subject.length)];
  const said = sayCautiously(finite, following, {
    isCharge: charges.test(lead),
    names: subject.words.filter((word) => /^\p{Lu}/u.test(word)).length,
  });
  if (said === null) return null;
  const [first = "", ...others] = subject.words;
  return [lead + first.slice(0, 1).toUpperCase() + first.slice(1), ...others, ...said].join(" ");
}

// Whether it is so, was so or will be so. "Sollten Handys verboten werden?" and "Darf man das?" ask what is right.
const question =
  /^(?<lead>(?:\*{3}[^*]+\*{3}\s)?[^?]{6,}\s-\s)(?<verb>(?!Jetzt |Acht |Sollte|Soll |Sollen |Darf |Dürfen |Durfte|Lohnt |Lohnen |Reicht |Stimmt |Hilft |Helfen |Gibt |Gilt |Könnte|Möchte|Heute|Gestern|Letzte|Erste|Beste|Alte|Zweite|Dritte|Rechte|Breite|Echte|Seite|Nächste|Steht |Stehen |Sagt |Sagen |Echt )\p{Lu}\p{Ll}{2,})\s(?<rest>[^?!:„“”"»«’‘';…]+)\?$/u;

const asksOtherwise =
  /\s(?:wirklich|eigentlich|womöglich|vielleicht|überhaupt|denn|etwa|noch|nur|so|zu|wir|uns|unser\p{L}*|ich|mir|mich|mein\p{L}*|Sie|Ihr|Ihre\p{L}*|Ihnen|du|dir|dich|dein\p{L}*|man|oder|nicht|kein\p{L}*|nie|genug|besser|wer|was|doch|hier|HIER|WIRKLICH|alles|live|TV|Free-TV|Stream|aller|-|–|am \p{Ll}+sten|\p{L}+, \p{L}+)\s/u;
const discusses =
  /(?:Fragen|Antworten|Quiz|Umfrage|Test|Check|Analyse|Talk|Debatte|Diskussion|Kommentar|Interview|diskutier\p{L}*|Kolumne|Ratgeber|Tipps?|Meinung|Serie|Film|Faktencheck|Horoskop|Astrologie|Mythos|Mythen|Irrtum|erklärt|rätseln|Ratgeber|Podcast|Viertel nach Acht|Lage der Liga|Post von Wagner|BILD|SPIEGEL|Shortcut|\p{L}*-?[Ss]zenen?|Fotos?|Videos?|Aufnahmen|Bilder)(?!\p{L})/u;
const charges =
  /(?:Vorw[uü]rfe?|Verdacht|verdächtigt|Anklage|Ermittlung(?:en)?|ermittelt|beschuldigt|Medienbericht|[Bb]erichtet)(?!\p{L})/u;
// What one may be charged with. "Verliert der Sieger seinen Titel?" asks what will come.
const doings =
  /^(?:lässt|lassen|verwende[tn]|nutz(?:t|en)|beschäftig(?:t|en)|betrüg(?:t|en)|missbrauch(?:t|en)|folter[tn]|schick(?:t|en)|liefer[tn]|zahl(?:t|en)|verkauf(?:t|en)|unterstütz(?:t|en)|finanzier(?:t|en)|spionier(?:t|en)|vertusch(?:t|en)|manipulier(?:t|en))$/u;

function subjectOf(words: readonly string[], finite: string): Subject | null {
  // "Spart das Energie?": the article would be a pronoun.
  if (words.length === 2 && words[0] === "das" && needsObject.test(finite)) return null;
  const subject = readSubject(words, finite);
  if (subject === null || notSubject.test(subject.words.join(" "))) return null;
  // "Gehen der Ukraine die Waffen aus?", "Gelingt Merz der Neubeginn?": the subject comes later.
  if (/(?:en|ern|eln)$/u.test(finite) && /^(?:der|das)$/u.test(words[0] ?? "")) return null;
  const [next = "", ...later] = words.slice(subject.length);
  if (next === "der" || next.startsWith("(") || takesDative.test(finite)) return null;
  // "Behalten die Prinzessinnen Anna und Eva ihre Titel?": a name behind the noun. "Kehren sie zurück in die Liga?": no end is seen.
  if (
    (/^\p{Lu}/u.test(next) && later[0] === "und") ||
    later.slice(0, -1).some((word) => /^(?:zurück|raus|rein|weg|ran)$/u.test(word))
  )
    return null;
  // "20 Prozent der New Yorker": where the name ends is not seen.
  if (/^\p{Lu}/u.test(next) && subject.words.some((word) => /^(?:der|des|von|vom)$/u.test(word))) return null;
  // "Brach das Virus im Lager aus?": the place belongs to the verb.
  const place = subject.words.findIndex((word) => /^(?:in|im|aus)$/u.test(word));
  if (place < 0 || later.length > 0) return subject;
  return { words: subject.words.slice(0, place), length: subject.length - (subject.words.length - place) };
}

const needsObject = /^(?:spar|bring|brauch|mach|schaff|verhinder|verursach)(?:t|en|n)$/u;
const notSubject = /^(?:DAS|DIES|ER|SIE|ES|Nacht|Abend|Morgen|Mittag|\p{Lu}\p{Ll}+tag)(?!\p{L})|(?:^|\s)\p{N}+$/u;
const takesDative = /^(?:geling|fehl|drohe?|passier|kost|gefäll|gehör|steht bevor|nütz|reich)(?:t|en|n)$/u;

const participle =
  /^(?!gerecht|gesund|geeignet|bereit$|bekannt$|beliebt$|berechtigt|verrückt|erlaubt$|verdient$|überbewertet)(?:\p{Ll}*ge\p{Ll}{2,}(?:t|en)|\p{Ll}+iert|(?:be|ver|er|ent|zer|miss|über|unter|hinter)\p{Ll}{2,}(?:t|en))$/u;
const prefix =
  /^(?:aus|ab|an|auf|ein|vor|zu|mit|um|weg|raus|rein|zurück|hin|her|los|durch|nach|bei|statt|frei|fest|weiter|heim|nieder|zusammen|dazwischen|herum|davon|fort|hoch|runter|rauf|über|unter|bevor|wieder|lahm|klar|kaputt|bereit|fremd|vorbei|preis|stand)$/u;

/** The rest of the sentence: "könnte einen Angriff planen", "hat womöglich …", "soll … haben". Null where the verb is not known. */
function sayCautiously(
  finite: string,
  following: readonly string[],
  { isCharge, names }: { isCharge: boolean; names: number },
): string[] | null {
  const last = following.at(-1) ?? "";
  if (/^(?:kann|können)$/u.test(finite))
    return !/^\p{Ll}+n$/u.test(last) ? null : [finite === "kann" ? "könnte" : "könnten", ...following];
  if (/^(?:hat|haben)$/u.test(finite) && participle.test(last) && isCharge)
    return [finite === "hat" ? "soll" : "sollen", ...following, "haben"];
  if (/^(?:wird|werden)$/u.test(finite) && following.length > 0) {
    const isMany = finite === "werden";
    // "wird entlassen", "wird Trainer" → "könnte … werden"; "wird siegen" → "könnte siegen".
    const isFuture = /(?:en|ern|eln)$/u.test(last) && /^\p{Ll}/u.test(last) && !participle.test(last);
    return [isMany ? "könnten" : "könnte", ...following, ...(isFuture ? [] : ["werden"])];
  }
  if (/^(?:ist|sind|war|waren|wurde|wurden|hat|haben|hatte|hatten|hätte|hätten)$/u.test(finite))
    return participle.test(last) || finite.startsWith("h") ? withHedge(finite, following) : null;
  if (/^(?:muss|müssen|will|wollen|wollte|wollten)$/u.test(finite))
    return following.length === 0 ? null : withHedge(finite, following);
  if (following.length === 0 && names > 1) return null;
  const infinitive = infinitiveOf(finite);
  if (infinitive === null) return isPast.test(finite) && following.length > 0 ? withHedge(finite, following) : null;
  const isMany = infinitive === finite;
  const isSplit = prefix.test(last);
  const modal = isCharge && doings.test(finite) ? (isMany ? "sollen" : "soll") : isMany ? "könnten" : "könnte";
  return [modal, ...(isSplit ? following.slice(0, -1) : following), isSplit ? last + infinitive : infinitive];
}

function withHedge(finite: string, following: readonly string[]): string[] {
  const from = /^(?:sie|ihn|ihm|ihr|es|sich)$/u.test(following[0] ?? "") ? 1 : 0;
  return [finite, ...following.slice(0, from), "womöglich", ...following.slice(from)];
}

const isPast =
  /^(?:\p{Ll}{3,}(?:te|ten)|ließ|gab|nahm|brach|half|verlor|zog|griff|hielt|traf|fiel|kam|ging|floh|starb|schrieb|log|warf)$/u;

// Verbs that change their vowel, by the end of the word: "behält" is "behalten" as "hält" is "halten".
const strong =
  "lässt-lassen fällt-fallen hält-halten trifft-treffen nimmt-nehmen gibt-geben hilft-helfen wirft-werfen bricht-brechen spricht-sprechen sticht-stechen tritt-treten schlägt-schlagen trägt-tragen fährt-fahren läuft-laufen säuft-saufen stößt-stoßen rät-raten stirbt-sterben wirbt-werben dirbt-derben misst-messen isst-essen liest-lesen sieht-sehen schieht-schehen stiehlt-stehlen fiehlt-fehlen fängt-fangen gräbt-graben wächst-wachsen wäscht-waschen lädt-laden bläst-blasen gilt-gelten schilt-schelten tut-tun"
    .split(" ")
    .map((pair): [RegExp, string] => [new RegExp(`${pair.split("-")[0]!}$`, "u"), pair.split("-")[1]!]);
const endsInTen =
  /^(?:bieten|verbieten|treten|halten|arbeiten|warten|retten|testen|kosten|leisten|streiten|starten|richten|berichten|bereiten|vorbereiten|leiten|verbreiten|schalten|spalten|flüchten|fürchten|verzichten|beobachten|betreten|verhaften|erwarten)$/u;

/** "plant" → "planen", "planen" → "planen". Null for a past tense. */
function infinitiveOf(finite: string): string | null {
  const known = strong.find(([ending]) => ending.test(finite));
  if (known !== undefined) return finite.replace(...known);
  if (/(?:te|ten)$/u.test(finite)) return endsInTen.test(finite) ? finite : null;
  if (/^\p{Ll}{2,}(?:en|ern|eln)$/u.test(finite)) return finite;
  // "wandert" → "wandern", "feiert" → "feiern", but "verliert" → "verlieren".
  if (/(?:(?<!i)|ei)e[lr]t$/u.test(finite) || /[td]et$|[^aeiouhlr][mn]et$/u.test(finite))
    return finite.replace(/t$/u, "n");
  return /^[^ä]{3,}t$/u.test(finite) || /äut$|ähmt$|ählt$|ärt$|ängt$|änzt$/u.test(finite)
    ? finite.replace(/t$/u, "en")
    : null;
}

function leadingAdverbs(words: readonly string[]): [adverbs: string[], from: number] {
  let from = 0;
  while (
    /^(?:sich|jetzt|nun|bald|künftig|schon|auch|sogar|heute|wieder|morgen|hier|damit|tatsächlich)$/u.test(
      words[from] ?? "",
    )
  )
    from += 1;
  // "jetzt" and "hier" call; the others say when.
  return [words.slice(0, from).filter((word) => !/^(?:jetzt|nun|hier|tatsächlich)$/u.test(word)), from];
}
