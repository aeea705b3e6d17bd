import { isCountedSmall } from "./german-small-words.ts";
import { functionWords } from "./function-words.ts";

/**
 * "So trickst der Verband die Prüfer aus" → "Verband trickst die Prüfer aus". A German headline that begins with So, Darum, Hier
 * puts its verb before its subject; without that word the subject comes first again. Where the subject ends is read from
 * articles, capitals and the verb's number. What cannot be read for sure stays.
 */
export function putSubjectFirst(text: string, isPlainForm = false): string | null {
  const found = opening.exec(text);
  if (found === null) return null;
  const { lead = "", opener = "", degree, verb = "", rest = "", tail = "" } = found.groups ?? {};
  // Ordinary newspapers also give advice so: "So finden Mieter …".
  if (isPlainForm && !plansOrReacts.test(verb)) return null;
  // "So klauen Möwen Ihr Essen nicht" says how to keep it.
  if (!mayTurn(opener, verb, degree !== undefined, rest) || /\s(?:nicht|entspannt)$/u.test(rest)) return null;
  // "So hart trifft Kiel die Krise": who is hit comes first.
  if (degree !== undefined && /^tr(?:ifft|af)$/u.test(verb) && isPlace(rest)) return null;
  // "So wollen die Grünen überzeugen", "So plant er seine Zukunft": that they want it is no news.
  if (/^so$/iu.test(opener) && isMatterOfCourse(verb, rest)) return null;
  // "So campen Ian Hill, Eva Born und Co." is a list of names; "Darum bricht Opel das Geschäft weg" has no subject in front.
  if ((verb.endsWith("n") && rest.includes(",")) || (/^br[aei]/u.test(verb) && /\sweg$/u.test(rest))) return null;
  // "So zaubert Englands 2. Liga": the number belongs to what is England's.
  if (/^\p{Lu}\p{L}*s \p{N}/u.test(rest)) return null;
  const words = rest.split(/\s+/u);
  const [before, from] = leadingAdverbs(words);
  const subject = readSubject(words.slice(from), verb);
  if (subject === null) return null;
  const following = [...before, ...words.slice(from + subject.length)];
  if (!saysSomething(following, verb)) return null;
  // "So haben Großmütter eingekauft": that they did is no news.
  if (/^so$/iu.test(opener) && auxiliary.test(verb) && following.length === 1) return null;
  const [first = "", ...others] = subject.words;
  return [lead + first.slice(0, 1).toUpperCase() + first.slice(1), ...others, verb, ...following].join(" ") + tail;
}

function isPlace(rest: string): boolean {
  const first = rest.split(" ")[0]!;
  return wholeName.test(first) && first !== "Corona";
}

function isMatterOfCourse(verb: string, rest: string): boolean {
  if (verb.startsWith("plan")) return /(?:Zukunft|Rente|Urlaub|Weihnachten|Sommer)$/u.test(rest);
  return (
    /^(?:will|wollen|soll|sollen)$/u.test(verb) &&
    /\s(?:überzeugen|gewinnen|siegen|punkten|(?:seine|ihre) \S*[Zz]iele? erreichen|(?:die|den|das) \S+ holen|ins (?:Finale|Halbfinale|Viertelfinale))$/u.test(
      rest,
    )
  );
}

const howOrWhy =
  /^(?<lead>(?:\*{3}[^*]+\*{3}\s)?[^?]{6,}\s-\s)(?<asks>Wie|Warum|Wieso|Weshalb)\s(?<rest>(?:(?!\s-\s)[^?!:,„“”"»«’‘';…])+)\s(?<verb>\p{Ll}+)!?$/u;

/**
 * "Anschlag geplant - Wie der Geheimdienst den Täter in die Falle lockte" → "… - Geheimdienst lockte den Täter in die Falle": that it
 * happened is said either way. It is the same as with So and Darum, only the verb stands last.
 */
export function sayWhatHappened(text: string): string | null {
  const { lead = "", asks = "", rest = "", verb = "" } = howOrWhy.exec(text)?.groups ?? {};
  // "Kaum einer weiß es - Warum Brücken schwingen": the reason is what is told.
  if (/(?:weiß|wissen|Grund|Gründe|Rätsel|Erklärung|erklärt|Geheimnis)(?!\p{L})/u.test(lead)) return null;
  if (verb === "" || /(?:^|\s)(?:so|zu|nicht|kein\p{L}*|nie|wirklich|besser|mehr|trotzdem)(?:\s|$)/u.test(rest))
    return null;
  // "auswirkt" → "wirkt … aus".
  const { prefix = "", finite = verb } =
    /^(?<prefix>aus|ab|an|auf|ein|vor|zu|mit|um|nach|bei|teil|fest|fort|nieder|weg|zurück|los|raus|hin|her|durch)(?<finite>\p{Ll}{3,})$/u.exec(
      verb,
    )?.groups ?? {};
  if (prefix !== "" && !isCountedSmall(finite)) return null;
  const clause = [asks === "Wie" ? "So" : "Darum", finite, rest, ...(prefix === "" ? [] : [prefix])].join(" ");
  return putSubjectFirst(lead + clause);
}

/** Whether a word can be who acts: a name, a title, an owner. */
export function mayAct(word: string): boolean {
  return wholeName.test(word) || givenName.test(word) || title.test(word) || isOwner(word);
}

const opening =
  /^(?<lead>|.*?(?:\s-\s+|\*\*\*\s|\p{L}[:?!]\s|[“’»"]:\s))(?<opener>So|SO|Darum|DARUM|Deshalb|Deswegen|Plötzlich|Hier|HIER|Jetzt|JETZT)\s(?:(?<degree>hart|heftig|brutal|krass|massiv|stark|sehr|dreist|perfide|schamlos|gnadenlos|fies|mies|emotional|rührend|bitter|knallhart|eiskalt|clever|schlau|raffiniert|drastisch|dramatisch|wild|witzig|bewegend|tapfer|eindrucksvoll)\s)?(?<verb>\p{Ll}+)\s(?<rest>(?:(?!\s-\s)[^?!:„“”"»«’‘';…])+)!?(?<tail>\s-\s.+)?$/u;

const plansOrReacts =
  /^(?:will|wollen|soll|sollen|reagier\p{L}+|kämpf\p{L}+|rüste\p{L}+|begründe\p{L}+|verteidig\p{L}+|leide\p{L}+|trifft|treffen|belaste\p{L}+|verschärf\p{L}+|tricks\p{L}+|umgeh\p{L}+)$/u;
// With these the word itself is what is said: "So sieht das Haus aus", "So lebt der Star".
const saysHow =
  /^(?:ist|sind|war|waren|bin|wäre|sieht|sehen|sah|sahen|läuft|laufen|lief|liefen|geht|gehen|ging|gingen|steht|stehen|stand|tickt|ticken|klingt|klingen|lebt|leben|lebte|lebten|wohnt|wohnen|denkt|denken|dachten?|heißt|heißen|hieß|lautet|lauten|funktioniert|funktionieren|wirkt|wirken|verläuft|verlief|verliefen|schmeckt|schmecken|gelingt|gelang|klappt|klappen|fühlt|fühlen|erlebt|erleben|erlebten?|entsteht|entstehen|entstand|schneidet|schneiden|verhält|verhalten|kommt|kommen|kam|kamen|macht|machen|machten?|wird|werden|vielen?|wenigen?|viel|wenig|muss|müssen|mussten?|darf|dürfen|durften?|sollten?|kann|können|konnten?|bleibt|bleiben|arbeitet|arbeiten|schläft|schlafen|ändert|ändern|verändert|verändern|entwickelt|entwickeln|verteilt|verteilen|bewertet|bewerten|beurteilen|erkennt|erkennen|lernen|lernt|finden|findet|sparen|spart|gewinnt|gewinnen|bekommt|bekommen|kriegt|kriegen|lässt|lassen|gibt|geben|gab|droht|drohen|fehlt|fehlen|passt|passt|passiert|passieren|liegt|liegen|gilt|gelten|hat|haben|hatten?|blickt|blicken|stimmten?|wählten?|stimmt|spricht|sprechen|sprach|spielt|spielen|verdient|verdienen|hilft|helfen|nutzt|nützt|schadet|gefällt|folgt|gehört|dient|punktet|punkten|kostet|kosten|schätzt|schätzen|stellt|stellen|lügt|lügen|täuscht|täuschen|betrügt|betrog|belügt|vertuscht|vertuschen|versagt|versagen|versagten|verrät|zeigt|zeigen|meistern|meistert|versagten?|vertuschten?|verkauft|verkauften?|seit|mit|nicht|heute|gestern|eine?|etwas|fällt|fallen|hinterlässt|hinterlassen|knallt|knallen|kracht|krachen|rollt|rollen|brennt|schützen|verhindern|verhindert)$/u;
// Behind Darum the reason is missing, and what is left is still true: "Darum hat China keine Masken".
const alsoBecause =
  /^(?:hat|haben|hatten?|fehlt|fehlen|bekommt|bekommen|bleibt|bleiben|darf|dürfen|kommt|kommen|kostet)$/u;
// An auxiliary with a verb at the end is an event: "Hier wird der Minister vereidigt".
const auxiliary = /^(?:wird|werden|wurden?|hat|haben|hatten?)$/u;
const participle =
  /(?:^|\s)(?:\p{Ll}*ge\p{Ll}{2,}(?:t|en)|\p{Ll}+iert|(?:be|ver|er|ent|zer|miss|über|unter)\p{Ll}{2,}(?:t|en))$/u;
const finiteVerb =
  /^(?:will|wollen|soll|sollen|könnten?|ließ|kam|nahm|fand|traf|hielt|verlor|gewann|half|halfen|rief|schrieb|zog|zogen|verschwand|entging|wurden?|wird|werden|hat|haben|\p{Ll}{2,}(?:t|te|ten|en|ern|eln))$/u;
// "So soll das Haus aussehen", "Hier verdienen Köche am meisten".
const asksHow =
  /(?:^|\s)(?:aussehen|ausfallen|ablaufen|laufen|weitergehen|funktionieren|klappen|heißen|wirtschaften|leben|arbeiten|wohnen|spielen|reden|betrogen|belogen|gewählt|abgestimmt|abgelaufen|gelaufen|entstanden|aufgeteilt|verteilt|berechnet|ausgezahlt|aus|ab|da|sein|gelingen|wirklich|so|noch nie)$|(?:^|\s)am \p{Ll}+sten(?!\p{L})|(?:^|\s)(?:wirklich|so|eigentlich|denn|alles|die meisten|die wenigsten)(?!\p{L})/u;

// "Jetzt ermittelt die Polizei" is news as it stands. With these verbs the word only calls.
const callsNow =
  /^(?:schieß(?:t|en)|keil(?:t|en)|leder(?:t|n)|wetter(?:t|n)|gifte[tn]|stichel(?:t|n)|rechne[tn]|wehr(?:t|en)|kämpf(?:t|en)|tob(?:t|en)|jag(?:t|en)|fürchte[tn]|greif(?:t|en)|attackier(?:t|en)|konter(?:t|n))$/u;

function mayTurn(opener: string, verb: string, hasDegree: boolean, rest: string): boolean {
  if (!finiteVerb.test(verb)) return false;
  if (/^jetzt$/iu.test(opener) && !callsNow.test(verb)) return false;
  const isBecause = /^d/iu.test(opener);
  const isEvent = auxiliary.test(verb) && participle.test(rest) && !(hasDegree && verb.startsWith("w"));
  if (saysHow.test(verb) && !isEvent && !(isBecause && alsoBecause.test(verb))) return false;
  if (asksHow.test(rest) && !(isSeparable(verb) && /\s(?:aus|ab)$/u.test(rest))) return false;
  if (verb.startsWith("so") && becomesHow(rest)) return false;
  return !(/^hier$/iu.test(opener) && /^(?:will|wollen|soll|sollen|könnten?)$/u.test(verb));
}

/** "So soll das Wetter im Mai werden": what it will be is not said. "So soll der Wald dichter werden" says it. */
function becomesHow(rest: string): boolean {
  return /\s[\p{Lu}\p{N}]\S*\swerden$/u.test(rest);
}

// "trickst … aus", "rechnet … ab": the last word belongs to the verb.
function isSeparable(verb: string): boolean {
  return /^(?:trick|rechne|beut|bau|lehn|sag|schaff|nutz|bilde|rüst|brems|knöpf|watsch|zock|schotte|hol|teil|weis|grenz|schalt|spion|lös|lock|lade)/u.test(
    verb,
  );
}

function leadingAdverbs(words: readonly string[]): [adverbs: string[], from: number] {
  let from = 0;
  while (/^(?:sich|jetzt|nun|bald|künftig|schon|auch|sogar|heute)$/u.test(words[from] ?? "")) from += 1;
  return [words.slice(0, from), from];
}

export type Subject = { words: string[]; length: number };

const pronoun =
  /^(?:ich|er|sie|es|wir|ihr|man|Sie|uns|mich|dich|du|Du|ihm|ihn|ihnen|euch|mir|niemand|keiner|jeder|alle|viele|wer|was)$/iu;

/** The subject that these words begin with, as it stands before its verb: without "der", with an age or a number behind it. */
export function readSubject(words: readonly string[], verb: string): Subject | null {
  const subject = subjectWithoutNumber(words, verb);
  const next = subject === null ? "" : (words[subject.length] ?? "");
  if (subject === null || !/^(?:\(.+\)|\p{N}+)$/u.test(next)) return subject;
  // "Zavia (1)", "GSG 9"; "hilft Kindern 9 Euro" is no name.
  const isName = next.startsWith("(") || /\p{Lu}$/u.test(subject.words.at(-1) ?? "");
  return isName ? { words: [...subject.words, next], length: subject.length + 1 } : null;
}

function subjectWithoutNumber(words: readonly string[], verb: string): Subject | null {
  const [first = "", second = ""] = words;
  if (pronoun.test(first) || first === "") return null;
  if (/^(?:der|die|das)$/u.test(first)) return withoutArticle(words, verb);
  if (/^(?:ein|eine|sein|seine|ihr|ihre|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|\p{N}[\p{N}.]*)$/u.test(first))
    return nounFrom(words, 1, verb);
  // "Putins Trolle", "Deutschlands neue Ministerin".
  if (isOwner(first) && /^\p{L}/u.test(second) && !functionWords("function", "de").has(second))
    return nounFrom(words, 1, verb);
  return /^\p{Lu}/u.test(first) ? bareSubject(words, verb) : null;
}

/** "der neue Trainer" → "neuer Trainer": without its article the adjective takes its ending. */
function withoutArticle(words: readonly string[], verb: string): Subject | null {
  const noun = nounFrom(words, 1, verb);
  if (noun === null) return null;
  const strong = { der: "er", die: "e", das: "es" }[words[0]!]!;
  const left = noun.words.slice(1).map((word, at) => {
    return at < noun.words.length - 2 && /^\p{Ll}+en?$/u.test(word) ? word.replace(/en?$/u, strong) : word;
  });
  // "die Grünen", "der Angeklagte", "die Welt" keep their article.
  const head = noun.words[noun.adjectives + 1]!;
  if (nounLikeAdjective.test(head)) return { words: [...noun.words], length: noun.length };
  return { words: left, length: noun.length };
}

const nounLikeAdjective =
  /(?:^|-)(?:Deutsche|Grüne|Abgeordnete|Linke|Angeklagte|Jugendliche|Beamte|Verdächtige|Reiche|Alte|Kleine|Tote|Verletzte|Liberale|Konservative|Arbeitslose|Angestellte|Geimpfte|Ungeimpfte|Studierende|Reisende|Vorsitzende|Kranke|Gefangene|Obdachlose|Selbstständige|Prominente|Superreiche|Rechte|Erste|Beste)n?$|beamten?$|^(?:Welt|Erde|Sonne|Natur|Menschheit|Zeit)$/u;

const adjectivesMax = 2;

function nounFrom(words: readonly string[], from: number, verb: string): (Subject & { adjectives: number }) | null {
  let at = from;
  while (at - from < adjectivesMax && /^\p{Ll}+(?:e|er|es|en)$/u.test(words[at] ?? "")) at += 1;
  if (!/^[\p{Lu}\p{N}]/u.test(words[at] ?? "") || functionWords("function", "de").has(words[from] ?? "")) return null;
  const end = withAttribute(words, at + 1, verb);
  return end === null ? null : { words: words.slice(0, end), length: end, adjectives: at - from };
}

const dativeVerb =
  /^(?:will|wollen|soll|sollen|könnten?|hilf|half|droh|dank|gratul|schad|folg|nütz|entg|entk|gab|schick|schenk|zahl|verb)/u;

/** "der Chef des Verbands", "die Lage von Kiew": what belongs to the noun. Null where it might be an object. */
function withAttribute(words: readonly string[], end: number, verb: string): number | null {
  const [next = "", second = "", third = ""] = words.slice(end);
  if (/^(?:des|eines)$/u.test(next)) return /^\p{Lu}/u.test(second) ? end + 2 : /^\p{Lu}/u.test(third) ? end + 3 : null;
  // "die Ärzte in Italien gegen …": where, if more follows.
  if (/^(?:in|im|aus)$/u.test(next) && /^\p{Lu}/u.test(second) && functionWords("prep", "de").has(third))
    return end + 2;
  if (next === "der") return !dativeVerb.test(verb) && /^\p{Lu}/u.test(second) ? end + 2 : null;
  if (/^(?:von|vom)$/u.test(next))
    // "die Regierung vom Krieg betroffenen Firmen": it belongs to what follows.
    return /^\p{Lu}/u.test(second) &&
      !/^(?:\p{Lu}|\p{Ll}+e[nrms]$)/u.test(third) &&
      !/^(?:wurden?|wird|werden)$/u.test(verb)
      ? end + 2
      : null;
  // "Endet die Karriere dieses Torwarts?": whose it is cannot be told from an object.
  if (/^(?:dieses|dieser|jenes|jener|seines|seiner|ihres|ihrer)$/u.test(next)) return null;
  if (/^(?:und|oder|aus|bei|hinter|zu|zum|zur|nach|um|dem)$/u.test(next) || words[end - 1]?.endsWith(",")) return null;
  // "der Kanzler Putin die Stirn": two nouns in a row may be a name or an object.
  return /^\p{Lu}/u.test(next) && !isPlural(verb) ? null : end;
}

function isPlural(verb: string): boolean {
  return /(?:en|ern|eln)$/u.test(verb) && !/^(?:soll|will)$/u.test(verb);
}

// Names that end in s and own nothing.
const endsInS =
  /^(?:Paris|Texas|Laos|Zypers|Honduras|Barbados|Tennis|Jens|Thomas|Markus|Lars|Hans|Klaus|Claus|Andreas|Matthias|Tobias|Jonas|Lukas|Nils|James|Charles|Tsipras|Maas|Niels|Boris|Chris|Dennis|Angus|Virus|Coronavirus|Boss|Corpus|Haus|Hamas|Mercedes|Airbus|Siemens|Jobs|Stars|Fans|Profis|Promis|Teams|Klubs|Clubs|Autos|Airlines|Start-ups|Wales|Paralympics|Kids|Cops|Babys|Hotels|Hackers|Trolls|US|DFL-Boss|\p{L}*-Boss|Juristinnens|Reuters|Adidas|Jusos|Unis|Azubis|Kitas|\p{Lu}+s)$/u;

function isOwner(word: string): boolean {
  return /^\p{Lu}\p{Ll}{2,}s$/u.test(word) && !endsInS.test(word);
}

// A single word is the whole name.
const wholeName =
  /^(?:Deutschland|China|Russland|Amerika|Frankreich|England|Großbritannien|Italien|Spanien|Polen|Schweden|Dänemark|Norwegen|Österreich|Israel|Indien|Japan|Europa|Griechenland|Ungarn|Belgien|Portugal|Taiwan|Nordkorea|Südkorea|Katar|Brüssel|Berlin|Moskau|Kiew|Washington|Peking|London|Rom|Wien|Hamburg|München|Köln|Bremen|Sachsen|Bayern|Hessen|NRW|Thüringen|Brandenburg|SPD|CDU|CSU|FDP|AfD|Union|EU|USA|Nato|NATO|Putin|Merkel|Trump|Biden|Obama|Scholz|Macron|Erdogan|Selenskyj|Orban|Johnson|Seehofer|Söder|Lauterbach|Spahn|Habeck|Baerbock|Lindner|Merz|Laschet|Corona|Google|Facebook|Twitter|Amazon|Apple|Tesla|VW|BMW)$/u;
const title =
  /(?:^|-)(?:Chef|Chefin|Boss|Kanzler|Kanzlerin|Präsident|Präsidentin|Minister|Ministerin|Premier|Papst|König|Königin|Prinz|Prinzessin|Star|Trainer|Profi|Virologe|Kapitän|Bürgermeister|OB|Diktator|Sängerin|Sänger|Senator|Experte|Expertin|General|Torwart|Stürmer|Coach|Frau|Mann|Rapper)$/u;
const givenName =
  /^(?:Angela|Olaf|Robert|Annalena|Christian|Friedrich|Markus|Armin|Jens|Karl|Horst|Sigmar|Martin|Andrea|Frank|Gerhard|Helmut|Joachim|Wladimir|Donald|Joe|Barack|Michelle|Hillary|Emmanuel|Marine|Boris|Theresa|Recep|Wolodymyr|Xi|Kim|Viktor|Sebastian|Elon|Jeff|Bill|Mark|Greta|Luisa|Harry|Meghan|William|Kate|Charles|Jogi|Thomas|Manuel|Uli|Jürgen|Hansi|Julian|Alice|Björn|Alexander|Frauke|Sahra|Gregor|Ursula|Peter|Paul|Anna|Anne|Maria|Clara|Lena|Julia|Sarah|Sandra|Michael|Stefan|Andreas|Daniel|David|Tom|Tim|Max|Felix|Lisa|Laura|Heidi|Helene|Til|Dieter|Günther|Karl-Theodor|Hans|Klaus|Wolfgang|Franz|Oliver|Philipp|Toni|Marco|Mario|Leon|Lukas|Ivanka|Melania|Kamala|Dunja|Maybrit|Sandra|Nancy|Svenja|Cem|Hubertus|Saskia|Kevin|Lars|Malu|Manuela|Franziska|Winfried|Bodo|Dietmar|Reiner)$/u;

/** A name or a plural without an article. Two nouns in a row are one subject only if they surely are one name. */
function bareSubject(words: readonly string[], verb: string): Subject | null {
  const [first = "", second = "", third = "", fourth = ""] = words;
  if (/^(?:Frau|Herr|Ex|Liebe|Liebes|Eltern|Verbraucher|Mieter|Anleger|Sparer|Kunden)$/u.test(first)) return null;
  if (second === "und" && /^\p{Lu}/u.test(third) && isPlural(verb) && !/^\p{Lu}/u.test(fourth))
    return { words: words.slice(0, 3), length: 3 };
  if (/^(?:und|oder|&|,)$/u.test(second) || /[,&]$/u.test(first)) return null;
  if (!/^\p{Lu}/u.test(second)) {
    const end = withAttribute(words, 1, verb);
    return end === null ? null : { words: words.slice(0, end), length: end };
  }
  if (wholeName.test(first) || isPlural(verb))
    return title.test(first) || givenName.test(first) ? null : { words: [first], length: 1 };
  if (!givenName.test(first) && !title.test(first)) return null;
  if (!/^\p{Lu}/u.test(third)) return { words: [first, second], length: 2 };
  return title.test(first) && givenName.test(second) && !/^\p{Lu}/u.test(fourth)
    ? { words: [first, second, third], length: 3 }
    : null;
}

/** "So reagiert die Opposition": a verb that needs more says too little alone. */
function saysSomething(following: readonly string[], verb: string): boolean {
  const own = following.filter((word) => !/^(?:sich|jetzt|nun|bald|künftig|schon|auch|sogar|heute)$/u.test(word));
  if (own.length > 0)
    return /\p{L}/u.test(own.join("")) && !(own.length === 1 && /^(?:will|wollen|soll|sollen|könnten?)$/u.test(verb));
  return /^(?:leidet|leiden|litt|litten|wehrt|wehren|trauert|trauern)$/u.test(verb);
}
