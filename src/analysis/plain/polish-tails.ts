import { says, sentencesOf } from "./polish-sentences.ts";

// Last sentences of Polish titles that announce, point or judge and tell nothing themselves, by their form. What the other
// parts of the language write as a list of phrases is in frames/pl.jsonl.

const loadedAdjective =
  "(?:absolutn|alarmując|astronomiczn|bezcenn|bolesn|brutaln|cudown|dosadn|dramatyczn|druzgocąc|fantastyczn|fenomenaln|genialn|gigantyczn|gorzk|imponując|kapitaln|koszmarn|kuriozaln|makabryczn|mocn|niebywał|niecodzienn|niepokojąc|nieprawdopodobn|niesamowit|niespodziewan|niespotykan|niewiarygodn|niezwykł|ogromn|olbrzymi|ostr|piękn|piorunując|poruszając|porażając|potężn|przejmując|przerażając|przełomow|rewelacyjn|sensacyjn|skandaliczn|spektakularn|spor|stanowcz|szalon|szczer|szokując|wielk|wstrząsając|wstydliw|wymown|wyjątkow|wzruszając|zaskakując|zdumiewając|znakomit|świetn)\\p{L}{1,3}";
// A fact, whatever stands before it.
const fact =
  "(?!wypad|śmier|pożar|kontuzj|poraż|zwycięst|kar[ayę]|wyrok|rekord|strat|sondaż|raport|badani|spad|wzrost|awari|zniszcz|kradzież|atak|awans|tragedi|pomyłk|dominacj|opóźnieni|kwot|pieni|podwyż|obniż|zmian|różnic|zysk|protest|przewag)";
const judging =
  "(?:robi(?:ą)? (?:ogromne |wielkie |piorunujące )?wrażenie|mówi(?:ą)? (?:sam[aoe]? za siebie|wszystko)|zaskakuj[eą](?: wszystkich)?|zaskoczył[aoiy]?(?: wszystkich)?|wzrusza(?:ją)?|szokuj[eą]|przeraża(?:ją)?|zachwyca(?:ją)?|poraża(?:ją)?|oburza(?:ją)?|zwala(?:ją)? z nóg|powala(?:ją)?|poraził[aoiy]?|daj[eą] do myślenia|budz[ią] podziw|chwyta(?:ją)? za serce|odbiera(?:ją)? mowę|mroz[iią] krew w żyłach|przechodz[iią] do historii|hitem (?:sieci|internetu)|stał\\p{L}+ się hitem(?: sieci| internetu)?)";

const teasing = [
  // "Tak zwrócił się do kibiców": the text shows how. "Tak źle nie było" says something.
  "Tak (?:się |to |go |ją |ich |teraz |wtedy |dziś |potem )?(?:\\p{L}+(?:ł|ła|ło|li|ły)|wygląda|wyglądają|wyglądał\\p{L}*|prezentuje się|prezentują się)(?: \\p{Ll}[\\p{L}-]*){0,5}",
  "(?:Tyle|Tylu) \\p{L}+(?: \\p{Ll}[\\p{L}-]*){0,6}",
  "(?:Sprawdzamy|Sprawdziliśmy|Sprawdź|Zobacz|Zobaczcie|Zdradzamy|Podpowiadamy|Wiemy|Wiadomo|Już wiadomo|Wiadomo już)(?:, | )\\p{Ll}.*",
  "Mamy (?:nagranie|wideo|zdjęcia|wyliczenia|szczegóły|komentarz|odpowiedź|listę|nazwiska)",
  "(?:Co za|Cóż za|Ale|Ależ) \\p{Ll}{4,}(?: \\p{Ll}+)?",
  "Takie(?:go|j|ch|mu) (?:\\p{Ll}+ )?(?:\\p{Ll}+ )?(?:jeszcze )?nie (?:było|widzie\\p{L}+|pamięta\\p{L}+)(?: jeszcze| od lat| od dawna| od wielu lat| dawno)?",
  "Nie uwierzysz(?:, \\p{Ll}.*)?",
  "(?:\\p{L}+ ){1,4}" + judging,
  "(?:Wszyscy|Kibice|Fani) (?:czekali|czekają) (?:właśnie )?na to",
  "(?:\\p{L}+ ){1,3}(?:(?:ujawni|zdradzi|pokaza|wyjawi)(?:ł|ła|ło|li|ły)|ujawnia|ujawniają|zdradza) (?:wszystko|(?:całą )?prawdę|kulisy)",
  "(?:Wszystko|Całą prawdę) (?:ujawni|zdradzi|wyjawi|nagra|pokaza)(?:ł|ła|ło|li|ły)",
  "(?:Zdecydował|Zadecydował|Zaważył|Przesądził) (?:jeden|jedna|jedno) \\p{Ll}+",
  "(?:Zauważył|Wskazał|Zwraca uwagę na|Zwrócił uwagę na|Powiedział|Radzi|Zapowiada|Ogłosił)\\p{L}{0,2} (?:tylko )?jedno",
  "(?:\\p{L}+ ){0,3}(?:właśnie )?to (?:ogłosił|ogłosiła|ogłosili|potwierdził|potwierdziła|potwierdzili)",
  "(?:\\p{L}+ ){1,3}ma (?:złą|dobrą|ważną|smutną|fatalną|kluczową) (?:wiadomość|informację)",
  loadedAdjective + " " + fact + "\\p{Ll}{3,}",
].map((form) => new RegExp(`^(?:${form})[.!]*$`, "u"));

// "Messi zabrał głos", "Policja podała dane": what was said or counted, only the tail tells.
const empty =
  /(?<!\p{L})(?:zabrał\p{L}* głos|zabiera głos|przerwał\p{L}* milczenie|mówił?\p{L}? (?:otwarcie|wprost)|wydał\p{L}* oświadczenie|zareagował\p{L}*|(?:opublikował|podał|ujawnił|pokazał|ogłosił)\p{L}*(?: \p{L}+)? (?:dane|statystyki|wyniki|raport|decyzję)|nowy poziom|za nami)[.!]?$/iu;

/** The title without such a last sentence, if the one before it tells something. A tag in square brackets stays. */
export function dropTeasingTail(title: string): string | null {
  const sentences = sentencesOf(title);
  const label = /^\[[^\]]*\]$/u.test(sentences.at(-1)!) ? sentences.pop()! : "";
  const [, tail = "", tag = ""] = /^(.*?)\s*(\[[^\]]*\])?\s*$/u.exec(sentences.at(-1)!) ?? [];
  if (sentences.length < 2 || !says(sentences.at(-2)!)) return null;
  if (/["„”«»:?\p{N}]/u.test(tail) || !teasing.some((form) => form.test(tail))) return null;
  const said = sentences.slice(0, -1).join("").trimEnd();
  if (empty.test(said) || /^(?:Te|Ci|Ta|Ten|To) /u.test(said)) return null;
  return [said.replace(/\.$/u, ""), label || tag].filter((part) => part !== "").join(" ");
}
