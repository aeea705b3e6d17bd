import { mayAct } from "./german-word-order.ts";

const demonstrative =
  /^(?<lead>|.*?(?:\s-\s+|\*\*\*\s|\p{L}[:?!]\s))(?<word>Dieser?|Dieses|DIESER?|DIESES)\s(?<adjectives>(?:\p{Ll}+en?\s|\p{N}+\s){0,2})(?<noun>\p{Lu}[\p{L}\p{N}-]+(?:\s\(\p{N}+\))?)\s(?<verb>\p{Ll}+)\s(?<rest>(?:(?!\s-\s)[^?])+)$/u;
const oneActs = /^(?:will|soll|kann|muss|hat|hatte|wird|wurde|gewann|brachte|\p{Ll}{3,}te?)$/u;
const plansOrDid =
  /^(?:will|soll|wollte|sollte|wollen|sollen|wollten|kämpfen|fordern|planen|wurden|hatten|führten?|bewegten?|lösten?|brachten?|retteten?|\p{Ll}+ierten?)$/u;
// A short noun that is nobody says too little alone: "Satz verrät …".
const somebody =
  /(?:er|or|ent|ist|loge|mann|chef|boss|arzt|junge|star|profi|mensch|anwalt|wirt|koch|bub|kleine|promi|held|soldat|vater|opa|sohn|prinz|könig|coach|duo|trio)$/iu;
const specificLetters = 9;

/**
 * "Dieser Mann gewann 425 Millionen" → "Mann gewann 425 Millionen": the word points at what the headline keeps back. Of many
 * the rest would be said of all ("Diese Lebensmittel machen dick"), so they must have done or planned something. "Diese" may
 * also be the object ("Diese Pläne hat Merkel"): what follows the verb must not be able to act.
 */
export function dropDemonstrative(text: string): string | null {
  const {
    lead = "",
    word = "",
    adjectives = "",
    noun = "",
    verb = "",
    rest = "",
  } = demonstrative.exec(text)?.groups ?? {};
  if (noun === "" || /(?:^|\s)am \p{Ll}+sten(?!\p{L})/u.test(rest)) return null;
  const kind = word.toLowerCase();
  const following = rest.split(" ")[0]!;
  // "Dieser Frau gelang …": another case.
  const isFeminine = /(?:in|ung|heit|keit|schaft|frau|mutter|oma|familie|stadt|firma|partei|liste|idee)$/iu.test(noun);
  if (
    /(?:moment|element|argument|dokument|event|patent|prozent|instrument|experiment|testament|medikament)$/iu.test(noun)
  )
    return null;
  if (!somebody.test(noun.replace(/\s.*$/u, "")) && !noun.includes("-") && noun.length < specificLetters) return null;
  if (kind === "dieser" ? isFeminine || !oneActs.test(verb) : !plansOrDid.test(verb)) return null;
  if (
    kind !== "dieser" &&
    (/^(?:der|die|das|ein|eine|jede[rs]?|alle|keiner|niemand|jetzt|wir|Sie|sie|er|man|uns|sich)$/u.test(following) ||
      mayAct(following))
  )
    return null;
  // "Diese Fragen soll Anna Kern beantworten": many with a verb of one are the object.
  if (
    kind === "diese" &&
    /(?:n|e|s)$/u.test(noun) &&
    /^(?:soll|will|wollte|sollte)$/u.test(verb) &&
    /^\p{Lu}/u.test(following)
  )
    return null;
  const ending = { dieser: "er", dieses: "es", diese: "e" }[kind]!;
  const left = `${adjectives.replaceAll(/(?<=\p{L})en?\s/gu, `${ending} `)}${noun} ${verb} ${rest}`;
  return lead + left.slice(0, 1).toUpperCase() + left.slice(1);
}
