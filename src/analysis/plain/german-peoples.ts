import { isInside, type ReadText, type Token } from "../heuristic/read-text.ts";
import type { EditLimits } from "./edit-limits.ts";
import { applyChanges, type Change, type PlainTitle, tidy } from "./edit-step.ts";
import type { Language } from "./lexicon-entry.ts";
import type { TaggedTitle } from "./tagger/tag-title.ts";

// "Russen-Gericht", "Briten-Premier", "Ösi-Kanzler": the people's name as a first part is a tabloid's own short form.

const adjectives: Record<string, string> = {
  russen: "russisch",
  briten: "britisch",
  griechen: "griechisch",
  schweden: "schwedisch",
  finnen: "finnisch",
  dänen: "dänisch",
  türken: "türkisch",
  franzosen: "französisch",
  chinesen: "chinesisch",
  schotten: "schottisch",
  iren: "irisch",
  tschechen: "tschechisch",
  ösi: "österreichisch",
  holländer: "niederländisch",
  serben: "serbisch",
  kroaten: "kroatisch",
  rumänen: "rumänisch",
  bulgaren: "bulgarisch",
  portugiesen: "portugiesisch",
  saudi: "saudisch",
  afghanen: "afghanisch",
  mullah: "iranisch",
};

// "Putin-Soldaten" are Russian, "Putin-Fans" are not.
const armed =
  /^(?:soldat|soldaten|truppen|armee|general|generäle|raketen?|drohnen?|bomben?|jets?|kampfjets?|spione?|spionin|spioninnen|agent|agenten|agentin|militär|flotte|kriegsschiffe?|offensive|invasion|propaganda|luftwaffe|angriff|angriffe|einheiten|offizier|offiziere|pilot)$/u;

type Gender = "m" | "f" | "n" | "p";

// What follows, by gender: only nouns whose form shows their number. "Panzer" and "Politiker" may be one or many.
const nouns: Record<Gender, string> = {
  m: "soldat offizier general spion agent diplomat oligarch jet kampfjet pilot angriff großangriff rückzug vormarsch vorstoß raketenangriff drohnenangriff luftangriff kommandant milliardär machthaber diktator geheimdienst präsident premier regierungschef konzern impfstoff journalist star klub anruf zug konvoi einmarsch abschuss deserteur kessel pass kapitän gouverneur moderator beschuss terror öltanker sponsor geheimplan staatskonzern friedensplan überfall botschafter-posten hafen stützpunkt flughafen prinz kronprinz könig torwart botschaftsrat verband nationalspieler stürmer-star regisseur tycoon",
  f: "bombe maschine armee flotte offensive propaganda rakete drohne pipeline sabotage botschaft regierung polizei justiz presse zeitung mutation variante mutante königin premierministerin ministerin regierungschefin reporterin agentin spionin spionage invasion luftwaffe wirtschaft bank airline firma behörde opposition delegation attacke besatzung truppe einheit stellung raffinerie fabrik luftabwehr zentralbank kolonne elite gefangenschaft aggression grenze seite führung regierungspartei staatsbank villa jacht yacht fregatte herrschaft route flugroute mafia taktik energie flagge kapsel waffe parole teilmobilmachung manipulation beteiligung prinzessin moderatorin außenministerin show wahl umfrage koalition spur front kolonie verteidigung blockade stadt insel küste fluglinie kirche zeitungsente legende präsidentin chefin-rolle politik strategie presseagentur fußballerin sängerin familie staatsmedien-chefin",
  n: "gericht militär parlament schiff fernsehen tv gas öl konsulat kriegsschiff flugzeug unternehmen ministerium staatsfernsehen u-boot regime atomprogramm team frachtschiff spionageschiff tankschiff manöver holz denkmal wrack geschütz boot lager vermögen geld magazin kommando staats-tv dorf königshaus camp schlachtschiff luftabwehrsystem fernsehteam staatsunternehmen",
  p: "soldaten truppen raketen drohnen bomben trolle spione agenten diplomaten oligarchen jets schiffe hackern flugzeuge waffen sanktionen medien banken touristen fans söldnern generäle rebellen einheiten firmen kriegsschiffe telefonate verluste drohungen angriffe stellungen spioninnen offiziere kolonnen kommandeure konten luftangriffe grenzen funktionäre produkte pläne gerüchte männer flüchtlinge villen lieferungen airlines deals millionäre promis fahnen milliarden royals flughäfen krawalle frauen kinder gefangene kriegsgefangene oligarchenkinder atomwaffen kampfdrohnen dörfer spieler-frauen",
};
const genders = new Map(
  Object.entries(nouns).flatMap(([gender, words]) => words.split(" ").map((word) => [word, gender as Gender] as const)),
);

// One or many look the same: the verb behind it tells.
const oneOrMany = new Set(
  "botschafter kommandeur sender minister kanzler vizekanzler außenminister innenminister finanzminister premierminister reporter söldner rapper trainer flieger panzer politiker hacker bomber kampfflieger frachter helikopter hardliner zerstörer rocker turner fußballer verteidiger stürmer forscher trucker kreuzer blogger künstler unternehmer tanker herrscher kämpfer geiger tänzer".split(
    " ",
  ),
);
const isOne = /^\s+(?:\p{Ll}+t|\p{Ll}+te|will|soll|kann|muss|darf|war|ist|kam|gab|ging|\p{Lu}\p{Ll}+)(?!\p{L})/u;

const strong: Record<"nom" | "acc" | "dat", Record<Gender, string>> = {
  nom: { m: "er", f: "e", n: "es", p: "e" },
  acc: { m: "en", f: "e", n: "es", p: "e" },
  dat: { m: "em", f: "er", n: "em", p: "en" },
};

/** "Russen-Gericht verbietet …" → "Russisches Gericht verbietet …". Only where gender and case are sure. */
export function namePeoplePlainly(
  read: ReadText,
  tagged: TaggedTitle,
  language: Language,
  limits: EditLimits,
): PlainTitle | null {
  if (language !== "de" || limits.needsProvenWords) return null;
  const changes: Change[] = [];
  for (const [at, token] of read.tokens.entries()) {
    const change = changeAt(read, at, token);
    const isLoaded = tagged.words.some(
      ({ start, end, loaded }) => start < token.end && token.start < end && loaded >= limits.replace,
    );
    if (change !== null && isLoaded) changes.push(change);
  }
  if (changes.length === 0) return null;
  return {
    title: tidy(applyChanges(read.text, changes), read.text, language),
    reasons: changes.map(({ start, end, text }) => `“${read.text.slice(start, end)}” replaced by “${text}”.`),
  };
}

function changeAt({ text, tokens, quotes }: ReadText, at: number, { word, start, end }: Token): Change | null {
  const next = tokens[at + 1];
  const adjective = adjectives[word] ?? (word === "putin" && armed.test(next?.word ?? "") ? "russisch" : undefined);
  if (adjective === undefined || next === undefined || text.slice(end, next.start) !== "-") return null;
  if (isInside(quotes, start, next.end) || text[next.end] === "-" || /[\p{L}\p{N}-]/u.test(text[start - 1] ?? ""))
    return null;
  const isCounted = /(?:\p{N}|zwei|drei|vier|fünf|sechs|zehn|mehrere|viele)\s$/u.test(text.slice(0, start));
  const number = isCounted ? "p" : isOne.test(text.slice(next.end)) ? "m" : undefined;
  const gender = genders.get(next.word) ?? (oneOrMany.has(next.word) ? number : undefined);
  if (gender === undefined) return null;
  const ending = endingBehind(text.slice(0, start), gender);
  if (ending === null) return null;
  const opens = opensSegment.test(text.slice(0, start));
  const plain = adjective + ending;
  const noun = text.slice(next.start, next.end);
  return { start, end: next.end, text: `${opens ? plain[0]!.toUpperCase() + plain.slice(1) : plain} ${noun}` };
}

// "um 2. Russen-Stadt": an ordinal is no end.
const opensSegment = /(?:^|\s-\s|(?<!\p{N})[:.!?]\s|\*\s)$/u;

/** The adjective's ending by what stands before it. Null where the case cannot be seen. */
function endingBehind(before: string, gender: Gender): string | null {
  if (opensSegment.test(before)) return strong.nom[gender];
  const word = (/(\p{L}+)\s$/u.exec(before)?.[1] ?? "").toLowerCase();
  // "vor neuer Russen-Offensive": two adjectives have one ending.
  const alike =
    /^(?:neu|groß|erst|letzt|alt|jung|weiter|tot|mächtig|geheim|bekannt|früher|ehemalig|ander|viel|\p{L}{3,}st|\p{L}{2,}(?:isch|lich|ig))(e[rnms]?)$/u.exec(
      word,
    );
  if (alike !== null) return alike[1]!;
  if (/^(?:der|den|dem|des|im|am|beim|vom|zum|zur|einen|einem|einer|eines|diesen|diesem)$/u.test(word))
    return word === "der" && gender === "m" ? "e" : "en";
  if (word === "dieser") return gender === "m" ? "e" : "en";
  if (/^(?:die|das|ins|ans|ums|aufs|fürs|durchs|übers|diese|dieses)$/u.test(word)) return gender === "p" ? "en" : "e";
  if (word === "eine" || word === "eines") return "e";
  if (word === "ein") return gender === "m" ? "er" : "es";
  if (/^(?:mit|von|bei|nach|aus|zu|seit)$/u.test(word)) return strong.dat[gender];
  if (/^(?:gegen|für|durch|um|ohne)$/u.test(word)) return strong.acc[gender];
  // "vor", "in", "auf" take either case; behind a verb nominative and accusative are the same but for one gender.
  if (gender === "m" || /^(?:in|auf|vor|an|über|unter|hinter|neben|zwischen|und|oder|wegen|trotz|dank)$/u.test(word))
    return null;
  return /\p{L}\s$/u.test(before) ? strong.acc[gender] : null;
}
