import { genderAt } from "./german-genders.ts";

/**
 * "Landrat rechnet mit eigener Regierung ab" → "Landrat kritisiert eigene Regierung". Several tabloid verbs name whom they hit
 * behind "mit", in the dative; the plain verb takes the accusative. Where the case is not seen the title says "übt Kritik an".
 */
export function criticizePlainly(text: string): string | null {
  const {
    lead = "",
    verb = "",
    first = "",
    whom = "",
    place = "",
    tail = "",
  } = (ab.exec(text) ?? gericht.exec(text))?.groups ?? {};
  if (verb === "" || countsMoney.test(text)) return null;
  const ending = endings[verb]!;
  const accusative = accusativeOf(whom.split(" "));
  if (accusative === null) return `${lead}üb${ending} Kritik ${first}an ${whom}${place}${tail}`;
  return `${lead}kritisier${ending} ${first}${accusative}${place}${tail}`;
}

const endings: Record<string, string> = {
  rechnet: "t",
  rechnen: "en",
  rechnete: "te",
  rechneten: "ten",
  geht: "t",
  gehen: "en",
  ging: "te",
  gingen: "ten",
};
const degree =
  "(?:(?:knallhart|gnadenlos|brutal|eiskalt|schonungslos|öffentlich|bitter|hart|scharf|streng|böse|heftig) )?";
const person =
  "(?<whom>(?:(?:dem|den|der|seinem|seinen|seiner|ihrem|ihren|ihrer|eigenem|eigener|eigenen|diesem|dieser) )?(?:\\p{Ll}+e[nrm] )?\\p{Lu}[\\p{L}\\p{N}-]*(?: \\p{Lu}[\\p{L}\\p{N}-]*){0,2})";
const where = "(?<place>(?: (?:im|in|bei|beim|nach|vor|auf|wegen) (?:(?! - )[^,:?!„“»«])+?)?)";
const rest = "(?<tail>(?:!? - |!?: ).+)?!?$";
const ab = new RegExp(
  `^(?<lead>|.* )(?<verb>rechnet|rechnen|rechnete|rechneten) (?<first>(?:(?:im|in|bei|nach) (?:(?!mit | - )[^,:?!„“»«])+? )?)${degree}mit ${person}${where} ab${rest}`,
  "u",
);
const gericht = new RegExp(
  `^(?<lead>|.* )(?<verb>geht|gehen|ging|gingen) ${degree.slice(0, -1)}mit ${person}${where} ins Gericht${rest}`,
  "u",
);
// "Klinik rechnet mit der Kasse ab".
const countsMoney = /[Kk]asse|[Kk]lini|Arzt|Ärzt|Versicher|Stadtwerke|Strom|Lufthansa/u;

// Plurals in -e have lost it before the -n of the dative.
const pluralInE = /(?:feind|freund|gegenspiel|plän|staat|bericht|urteil|angriff|jahr|vorständ|zustand|beschlüss)en$/iu;

/** Of one noun phrase in the dative. Null where it could be of two genders or numbers. */
function accusativeOf(words: readonly string[]): string | null {
  const noun = words.at(-1) ?? "";
  const [first = "", ...others] = words;
  const gender = genderAt(noun);
  if (/^\p{Lu}/u.test(first)) return nameOrPlural(words);
  if (first.endsWith("er")) return [first.replace(/r$/u, "").replace(/^de$/u, "die"), ...others].join(" ");
  if (/^(?:dem|seinem|ihrem|diesem|eigenem)$/u.test(first)) {
    if (others.length > 1 || (gender !== "m" && gender !== "n")) return isHe.test(noun) ? toHim(first, others) : null;
    return gender === "m"
      ? toHim(first, others)
      : [first.replace(/^dem$/u, "das").replace(/em$/u, ""), ...others].join(" ");
  }
  if (!first.endsWith("en") || pluralInE.test(noun)) return null;
  const many = [...others.slice(0, -1), pluralOf(noun)].join(" ");
  if (first === "den") return `die ${many}`;
  return `${first.replace(/n$/u, "")} ${many}`;
}

const isHe = /(?:er|or|ent|ist|mann|chef|boss|arzt|star|profi|coach|klub|verein|verband|vater|sohn)$/iu;

function toHim(first: string, others: readonly string[]): string {
  return [first.replace(/^dem$/u, "den").replace(/em$/u, "en"), ...others].join(" ");
}

// "mit unfairen Fans", "mit Kritikern", "mit Merz": names and most plurals are the same in both cases.
function nameOrPlural(words: readonly string[]): string | null {
  const noun = words.at(-1)!;
  // "mit Großer Koalition", "mit Deutschem Skiverband": an adjective of a name shows its case.
  if (words.length > 1 && /(?:groß|isch|lich|ig|deutsch|neu|alt|grün|jung|frei)e[mnr]$/iu.test(words[0]!)) return null;
  const isUnclear = words.length === 1 && noun.endsWith("en") && !sameInBoth.test(noun);
  return isUnclear || pluralInE.test(noun) ? null : [...words.slice(0, -1), pluralOf(noun)].join(" ");
}

const sameInBoth = /(?:innen|ten|ungen|eien|ionen|ären|medien|grünen|linken)$/iu;

// Plurals that end in -ern in every case.
const endsInErn = /(?:schwest|mau|steu|fei|numm|op|kamm|bay|elt|ost|fed|ad|schult|mitt)ern$/iu;

function pluralOf(noun: string): string {
  return noun.endsWith("ern") && !endsInErn.test(noun) ? noun.slice(0, -1) : noun;
}
