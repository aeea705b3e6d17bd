import { lackWords, negationWords, withoutHardship } from "./negation-words.ts";

const languages = ["en", "de", "pl", "und"];

/**
 * Whether a text denies what its source says, or says what its source denies, in English, German or Polish: "resigned" of "did not
 * resign". Clauses are compared, because half of a sentence may be denied. What cannot be told passes, and so does a text in another
 * language: a Portuguese "no" is "in the". docs/models.md has how often it is right.
 */
export function turnsRound(text: string, source: string, language: string): boolean {
  if (!languages.includes(language)) return false;
  const said = clausesOf(source, language);
  return clausesOf(text, language).some((clause) => isTurned(clause, said));
}

/** `denied`: the words next to its "not"; null: it has none. `deniesOpenly`: "refused", "hardly" and the like deny without one. */
type Clause = { stems: ReadonlySet<string>; denied: ReadonlySet<string> | null; deniesOpenly: boolean };

// Of a clause, so many words must stand in a clause of the source before the two are compared.
const sharedMin = 0.6;

function isTurned({ stems, denied, deniesOpenly }: Clause, said: readonly Clause[]): boolean {
  if (deniesOpenly) return false;
  const shares = said.map((clause) => ({ ...clause, share: stems.intersection(clause.stems).size / stems.size }));
  if (denied !== null) {
    // Added: the source says it, and nowhere denies one of these words.
    const isDenied = shares.some((one) => !isPlain(one) && !one.stems.isDisjointFrom(denied));
    return !isDenied && shares.some((one) => one.share >= sharedMin && !one.stems.isDisjointFrom(denied));
  }
  // Lost: the source denies it, and nowhere says as much of it.
  const contrary = shares.filter(
    ({ share, ...one }) => share >= sharedMin && one.denied?.isDisjointFrom(stems) === false,
  );
  const most = Math.max(...contrary.map(({ share }) => share));
  return contrary.some((one) => !one.deniesOpenly) && !shares.some((one) => one.denied === null && one.share >= most);
}

function isPlain({ denied, deniesOpenly }: Clause): boolean {
  return denied === null && !deniesOpenly;
}

const clauseEnd =
  /\n+|[.!?…;:,()[\]"“”„«»]+(?:\s|$)|\s[-–—]\s|(?<!\p{L})(?:and|but|or|while|although|because|if|that|which|who|whose|when|after|before|until|und|aber|sondern|oder|während|weil|obwohl|wenn|dass|damit|nachdem|bevor|i|a|ale|lecz|oraz|lub|albo|że|żeby|aby|któr\p{L}+|gdy|jeśli|ponieważ|bo)(?!\p{L})/iu;
/** "No 10", and what only sounds like a denial. */
const noDenial =
  /(?<!\p{L})(?:no\.? ?\d+|(?:not|nicht|nie) (?:only|just|nur|tylko)|no (?:fewer|less) than|nothing short of|bez precedensu|nie ma wątpliwości)(?!\p{L})/giu;

/** One word says too little of what a clause is about. */
const stemsMin = 2;

function clausesOf(text: string, language: string): Clause[] {
  const clauses = withoutHardship(text, language).replaceAll(noDenial, " ").split(clauseEnd).map(parseClause);
  return clauses.filter(({ stems }) => stems.size >= stemsMin);
}

const negation = new RegExp(`^(?:${negationWords}|\\p{L}+n['’]t)$`, "u");
const lack = new RegExp(`^(?:${lackWords})$`, "u");
const openDenial =
  /(?<!\p{L})(?:(?:against|few|halt|instead|little|rather|stop|gegen|statt|trotz|mało)(?!\p{L})|fail|refus|den[iy]|reject|lacks|lacked|hardly|barely|rarely|un(?:able|likely|clear)|declin|avoid|prevent|stopp|halt(?:s|ed)|cancel|oppos|kaum|selten|wenig|verweiger|weiger|lehn|ablehn|abgelehnt|verhinder|scheiter|verb[ioe]t|gestoppt|abgesagt|odm[oóa]w|odrzu|zakaz|wstrzym|uniem|przesta|przeciw|zamiast|nie(?!dziel|mal|mc|mi|der|mand)\p{L}{3,})/iu;
const deniedMax = 2;
/** What is denied stands so many words away at most. */
const reach = 8;

function parseClause(text: string): Clause {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}\p{N}'’]*/gu) ?? [];
  const denied = words.map((word, at) => {
    const isLack = lack.test(word);
    if (!isLack && !negation.test(word)) return null;
    const before = words.slice(Math.max(0, at - reach), at).filter(isTelling);
    const after = words.slice(at + 1, at + 1 + reach).filter(isTelling);
    // German has the verb in front: "tritt nicht zurück".
    return [...after.slice(0, isLack ? 1 : deniedMax), ...(word === "nicht" ? before.slice(-1) : [])].map(stemOf);
  });
  const found = denied.filter((stems) => stems !== null);
  return {
    stems: new Set(words.filter(isTelling).map(stemOf)),
    denied: found.length === 0 ? null : new Set(found.flat()),
    deniesOpenly: openDenial.test(text),
  };
}

// Without endings: "resign", "resigned"; "głosuje", "głosował".
const stemChars = 4;

function stemOf(word: string): string {
  return word.slice(0, stemChars);
}

/** Not a small word, which any clause has, and not a negation. */
function isTelling(word: string): boolean {
  return word.length >= stemChars && !small.has(word) && !negation.test(word) && !lack.test(word);
}

const small = new Set(
  [
    "does have been were will would could should with from this that these those they their them there than then more also into over only about said says",
    "haben habe wird werden wurde wurden sind sein seine seiner seinen eine einen einem einer eines noch auch mehr oder über nach beim sich dieser diese dieses",
    "jest został została zostały będzie będą było były była tylko także przez jego tego tych przed",
  ].flatMap((words) => words.split(" ")),
);
