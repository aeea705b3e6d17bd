import { readText } from "../heuristic/read-text.ts";
import { polishVerb } from "./function-words.ts";
import { isVerb, says, sentencesOf } from "./polish-sentences.ts";

// Polish titles tease by asking. What human editors did with the labelled ones: a short question at the end goes, and "Will X
// do Y?" before the news becomes "X may do Y".

// The infinitive, then "will do" of one and of several.
const futures = `zagrać zagra zagrają;wrócić wróci wrócą;powrócić powróci powrócą;odejść odejdzie odejdą;trafić trafi trafią;
zmienić zmieni zmienią;wygrać wygra wygrają;przegrać przegra przegrają;stracić straci stracą;zyskać zyska zyskają;
dostać dostanie dostaną;zostać zostanie zostaną;stanąć stanie staną;wejść wejdzie wejdą;wyjść wyjdzie wyjdą;dojść dojdzie dojdą;
powstać powstanie powstaną;upaść upadnie upadną;spaść spadnie spadną;wzrosnąć wzrośnie wzrosną;zniknąć zniknie znikną;
ruszyć ruszy ruszą;wysłać wyśle wyślą;oddać odda oddadzą;sprzedać sprzeda sprzedadzą;kupić kupi kupią;przejąć przejmie przejmą;
zapłacić zapłaci zapłacą;podpisać podpisze podpiszą;zawetować zawetuje zawetują;ułaskawić ułaskawi ułaskawią;
zastąpić zastąpi zastąpią;pokonać pokona pokonają;zdobyć zdobędzie zdobędą;przyjechać przyjedzie przyjadą;pojechać pojedzie pojadą;
polecieć poleci polecą;wyjechać wyjedzie wyjadą;zamknąć zamknie zamkną;otworzyć otworzy otworzą;zakończyć zakończy zakończą;
zacząć zacznie zaczną;wprowadzić wprowadzi wprowadzą;znieść zniesie zniosą;podnieść podniesie podniosą;obniżyć obniży obniżą;
zdrożeć zdrożeje zdrożeją;podrożeć podrożeje podrożeją;potanieć potanieje potanieją;poprzeć poprze poprą;odwołać odwoła odwołają;
zwolnić zwolni zwolnią;odwiedzić odwiedzi odwiedzą;schronić schroni schronią;uciec ucieknie uciekną;zaatakować zaatakuje zaatakują;
użyć użyje użyją;przetrwać przetrwa przetrwają;zablokować zablokuje zablokują;wycofać wycofa wycofają;wstrzymać wstrzyma wstrzymają;
zrezygnować zrezygnuje zrezygnują;wystartować wystartuje wystartują;wystąpić wystąpi wystąpią;zadebiutować zadebiutuje zadebiutują;
pobić pobije pobiją;wyrównać wyrówna wyrównają;awansować awansuje awansują;odpaść odpadnie odpadną;opuścić opuści opuszczą;
zabrać zabierze zabiorą;zakazać zakaże zakażą;uratować uratuje uratują;doprowadzić doprowadzi doprowadzą;stworzyć stworzy stworzą;
zbudować zbuduje zbudują;połączyć połączy połączą;przedłużyć przedłuży przedłużą;uniknąć uniknie unikną;ujawnić ujawni ujawnią;
przenieść przeniesie przeniosą;przerzucić przerzuci przerzucą;spotkać spotka spotkają;dogadać dogada dogadają;
zgodzić zgodzi zgodzą;przekazać przekaże przekażą;rozpocząć rozpocznie rozpoczną;przesunąć przesunie przesuną;poddać podda poddadzą`;

const infinitives = new Map(
  futures.split(/;\s*/u).flatMap((line) => {
    const [infinitive, one, several] = line.split(" ") as [string, string, string];
    return [
      [one, `może ${infinitive}`],
      [several, `mogą ${infinitive}`],
    ] as const;
  }),
);

/** A verb in the future that a question may hold: "odwiedzi", "zagrają". */
export function isFuture(word: string): boolean {
  return infinitives.has(word) || /^(?:idzie|idą|jedzie|jadą)$/u.test(word);
}

// Nouns that name what would happen, by the form of "possible".
const possible: [RegExp, string][] = [
  [
    /^(?:nowy |kolejny |wielki )?(?:powrót|koniec|transfer|zakaz|strajk|rozłam|awans|rozejm|debiut|areszt|azyl)$/iu,
    "Możliwy",
  ],
  [
    /^(?:nowa |kolejna |druga |wielka )?(?:zmiana|podwyżka|obniżka|dymisja|rekonstrukcja|koalicja|reforma|ekstradycja|interwencja|wymiana|fuzja|likwidacja|prywatyzacja)$/iu,
    "Możliwa",
  ],
  [
    /^(?:nowe |kolejne |wielkie )?(?:zmiany|podwyżki|obniżki|spotkanie|porozumienie|rozmowy|sankcje|zwolnienia|utrudnienia|ustępstwa|przejęcie|zawieszenie)$/iu,
    "Możliwe",
  ],
];

// What follows may say no, or only says that somebody answers.
const answers =
  /(?<!\p{L})(?:nie|nigdy|nikt|żad\p{L}+|bez|tak|wyklucz\p{L}+|zaprzecz\p{L}+|dement\p{L}+|rozwiewa\p{L}*|uspok\p{L}+|odpowi\p{L}+|fałsz\p{L}+|nieprawd\p{L}*|bzdur\p{L}*|plotk\p{L}*|mit|wątpliw\p{L}+|ucina\p{L}*|stanowcz\p{L}+|jasn\p{L}+|tłumacz\p{L}+|wyjaśni\p{L}*|głos|reak\p{L}+|reagu\p{L}+|komentu\p{L}+|komentarz\p{L}*|oświadczeni\p{L}+|stanowisk\p{L}*|zdecydowa\p{L}+|decyzj\p{L}+|sprawdz\p{L}*|oto|wiadomo|wiemy|dlaczego|ekspert\p{L}*|odpowiedź|realn\p{L}+|skończ\p{L}+|tonuj\p{L}+|zapyta\p{L}+|pytamy|rozmow\p{L}+|uchyl\p{L}+|zagrożeni\p{L}+|szans\p{L}*|mało|trudno|jednak|ale|słow\p{L}+|tylu|polacy|najnowszy sondaż)(?!\p{L})/iu;

/** The title without its question: answered with "may", or dropped. */
export function askPlainly(title: string): string | null {
  return answerOpeningQuestion(title) ?? answerClosingQuestion(title) ?? dropClosingQuestion(title);
}

/** "Prom wróci do Ustki? Rada szuka pieniędzy" → "Prom może wrócić do Ustki. Rada szuka pieniędzy". */
export function answerOpeningQuestion(title: string): string | null {
  const [question, ...rest] = sentencesOf(title);
  const news = rest.join("");
  if (question === undefined || !/\?\s*$/u.test(question) || rest.length === 0 || /\?/u.test(news)) return null;
  if (cannotTurn(question) || answers.test(news) || /^[^.?!]{2,50}:\s/u.test(news)) return null;
  const asked = question.replace(/^(\P{L}*)Czy /u, "$1").replace(/\?\s*$/u, "");
  if (asks.test(asked)) return null;
  const said = sayPossible(asked) ?? nameWhatIsPossible(asked);
  return said === null ? null : `${raised(said)}. ${news}`;
}

/** "Tajne rozmowy w Pile. Szykuje się zmiana trenera?" → "Tajne rozmowy w Pile. Możliwa zmiana trenera". */
export function answerClosingQuestion(title: string): string | null {
  const sentences = sentencesOf(title);
  const question = sentences.at(-1)!;
  const said = sentences.slice(0, -1).join("");
  if (sentences.length < 2 || !question.endsWith("?") || !/[.!]\s+$/u.test(said) || cannotTurn(question)) return null;
  const asked = question
    .replace(/^(?:Nadchodzi|Szykuje się|Szykują się|Idzie|Będzie|Będą) (?=\p{Ll})/u, "")
    .replace(/\?$/u, "");
  if (asks.test(asked) || asked.startsWith("Czy ")) return null;
  // "Transfer kwestią czasu?": a few words are a play on words.
  if (asked.split(" ").length < askedWordsMin) return null;
  const answer = nameWhatIsPossible(asked) ?? (asked === question.slice(0, -1) ? sayPossible(asked) : null);
  return answer === null ? null : said + raised(answer);
}

const askedWordsMin = 4;

function cannotTurn(question: string): boolean {
  if (/["„”«»:(]|…|\s[-–—]\s|(?<!\p{L})(?:czy|albo|lub|jeśli|gdyby|ktoś|to|jednak)(?!\p{L})/u.test(question))
    return true;
  // "Koniec opłat, ale co z basenem?", "Raport o tym, kto wygra ligę?": a second question inside.
  return /, (?:(?:ale|a|i) )?(?:co|kto|kogo|kim|kiedy|gdzie|ile)(?!\p{L})/u.test(question);
}

function raised(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}

const secondVerb = /\s(?:i|a|oraz) \p{Ll}+(?:[cs]zą|żą|rzą|dzą|ną|ją|nie|dzie|uje)(?!\p{L})/u;

function sayPossible(asked: string): string | null {
  const words = asked.split(" ");
  const verbs = words.flatMap((word, at) => (infinitives.has(word) ? [at] : []));
  const at = verbs[0];
  // "Wróci do kadry?": who, only the text says.
  if (verbs.length !== 1 || at === undefined || at === 0 || /^(?:kto|co|nie|też|znów|znowu|już)$/iu.test(words[0]!))
    return null;
  const other = words.filter((word, index) => index !== at && polishVerb.test(word) && word !== "się");
  if (other.length > 0 || /^(?:\p{L}*[cs]ie[cm]u|mu|jej|im|nam|wam)$/u.test(words[at + 1] ?? "")) return null;
  // "Rybacy wyjadą i założą spółkę?": the second verb would stay as it is.
  if (secondVerb.test(words.slice(at + 1).join(" "))) return null;
  const modal = infinitives.get(words[at]!)!;
  const [may, listed] = modal.split(" ") as [string, string];
  // "stanie się" is of "stać się", "stanie" of "stanąć".
  const infinitive = listed === "stanąć" && words.includes("się") ? "stać" : listed;
  const isDenied = words[at - 1] === "nie";
  const isReflexive = words[at - (isDenied ? 2 : 1)] === "się";
  const from = at - (isDenied ? 1 : 0) - (isReflexive ? 1 : 0);
  if (from === 0) return null;
  const middle = [may, isReflexive ? "się" : "", isDenied ? "nie" : "", infinitive].filter((word) => word !== "");
  return [...words.slice(0, from), ...middle, ...words.slice(at + 1)].join(" ");
}

const otherFuture = /^(?:uderz\p{L}+|dotkn\p{L}+|obejm\p{L}+|pomo\p{L}+|wystarcz\p{L}+|da|dadzą|czeka\p{L}*)$/u;

// "Zawieszenie broni złamane?", "Areszt coraz bliżej?", "Podwyżki niewystarczające?": how it is, not whether there is one.
const predicate =
  /(?:[aeo]n[yea]|[aeo]ni|[ęi]t[yae])(?:$| przez )|(?<!\p{L})(?:bliżej|blisko|możliw\p{L}*|\p{L}+ając[ey])(?!\p{L})/u;
// "Zmiany w rozkładzie uproszczą dojazd?"
const pluralFuture = /^\p{Ll}{3,}(?:[cs]zą|żą|rzą|szczą)$/u;

function nameWhatIsPossible(asked: string): string | null {
  const words = asked.split(" ");
  if (predicate.test(asked) || words.slice(1).some((word) => pluralFuture.test(word))) return null;
  // "Koniec z opłatami?" is a cry, and takes no adjective.
  if (/^\P{L}*koniec ze? /iu.test(asked)) return null;
  // "Powrót do szkoły po feriach?" asks about everybody's return; "Powrót trenera do Zabrza?" about one that may come.
  if (/^\P{L}*powrót (?:do|na|z|ze|po) /iu.test(asked)) return null;
  if (words.some((word) => polishVerb.test(word) || infinitives.has(word) || otherFuture.test(word))) return null;
  for (const count of [1, 2]) {
    const opening = words
      .slice(0, count)
      .join(" ")
      .replace(/^\P{L}+/u, "");
    const form = possible.find(([nouns]) => nouns.test(opening))?.[1];
    // "Podwyżki?" alone: of what?
    if (form !== undefined && words.length > count)
      return `${form} ${asked.replace(/^\P{L}*\p{L}/u, (letter) => letter.toLowerCase())}`;
  }
  return null;
}

const asks =
  /^(?:(?:na|o|od|z|ze|do|po|dla|w|we|za|przed) )?(?:kto|kogo|komu|kim|co|czego|czym|kiedy|gdzie|skąd|dokąd|którędy|ile|ilu|jaki|jaka|jakie|jak|której|którym)(?=\s|\?)/iu;
// "Co z mieszkańcami?", "Kim jest sprawca?" and "Co dalej z żłobkiem?" name another matter; "Kogut pieje. Co robić?" is advice, and
// "Boją się jednego. Czego?" completes the sentence.
const namesMatter =
  /^(?:co (?:dalej |teraz |jednak )?(?:z|ze|na to|zostało) |kim (?:jest|są|był)|co robić\?|(?:kogo|czego|komu|czym)\?)/iu;

/** "Litwa zamknęła granicę. Co zrobi Polska?" → "Litwa zamknęła granicę". */
export function dropClosingQuestion(title: string): string | null {
  const sentences = sentencesOf(title);
  const question = sentences.at(-1)!;
  const said = sentences.slice(0, -1).join("").trimEnd();
  if (sentences.length < 2 || !isShortQuestion(question) || !says(sentences.at(-2)!)) return null;
  // "Żłobek, a może opiekunka. Co lepsze?": both halves ask.
  if (/(?<!\p{L})(?:a może|czy)(?!\p{L})/iu.test(said)) return null;
  // "Gdy pies goni rowery. Co robić?": half of one sentence.
  if (/^(?:gdy|kiedy|jak|jeśli|jeżeli) /iu.test(sentences.at(-2)!)) return null;
  // "Wyglądają miło, ale szkodzą. Co robią kuny w mieście?": of whom it is said, only the question tells.
  if (sentences.length === 2 && isVerb(readText("title", said).tokens[0]?.word ?? "")) return null;
  const left = readText("title", said).tokens.map(({ word }) => word.slice(0, stemChars));
  const added = readText("title", question).tokens.filter(
    ({ word }) => word.length >= topicWordChars && !left.includes(word.slice(0, stemChars)),
  );
  return added.length <= addedWordsMax ? said.replace(/\.$/u, "") : null;
}

const stemChars = 4;
const topicWordChars = 5;
const addedWordsMax = 2;

export function isShortQuestion(question: string): boolean {
  return (
    asks.test(question) &&
    !namesMatter.test(question) &&
    /^[^"„”«»:\p{N}]*\?$/u.test(question.trim()) &&
    !/\?.*\?/u.test(question)
  );
}
