import { readText } from "../heuristic/read-text.ts";
import { hasVerb, says, sentencesOf } from "./polish-sentences.ts";

// First and last sentences of Polish titles that announce, point or judge and tell nothing themselves, known by their form.
// Single phrases are in frames/pl.jsonl.

const loadedAdjective =
  "(?:Absolutn|Alarmując|Astronomiczn|Bezcenn|Bolesn|Brutaln|Cudown|Dosadn|Dramatyczn|Druzgocąc|Fantastyczn|Fenomenaln|Genialn|Gigantyczn|Gorzk|Imponując|Kapitaln|Koszmarn|Kuriozaln|Makabryczn|Mocn|Niebywał|Niecodzienn|Niepokojąc|Nieprawdopodobn|Niesamowit|Niespodziewan|Niespotykan|Niewiarygodn|Niezwykł|Ogromn|Olbrzymi|Ostr|Piękn|Piorunując|Poruszając|Porażając|Potężn|Przejmując|Przerażając|Przełomow|Rewelacyjn|Sensacyjn|Skandaliczn|Spektakularn|Spor(?!o )|Stanowcz|Szalon|Szczer|Szokując|Wielk|Wstrząsając|Wstydliw|Wymown|Wyjątkow|Wzruszając|Zaskakując|Zdumiewając|Znakomit|Świetn)\\p{L}{1,3}";
// A fact, whatever stands before it.
const fact =
  "(?!wypad|śmier|pożar|kontuzj|poraż|zwycięst|kar[ayę]|wyrok|rekord|strat|sondaż|raport|badani|spad|wzrost|awari|zniszcz|kradzież|atak|awans|tragedi|pomyłk|dominacj|opóźnieni|kwot|pieni|podwyż|obniż|zmian|różnic|zysk|protest|przewag)";
const judging =
  "(?:robi(?:ą)? (?:ogromne |wielkie |piorunujące )?wrażenie|mówi(?:ą)? (?:sam[aoe]? za siebie|wszystko)|zaskakuj[eą](?: wszystkich)?|zaskoczył[aoiy]?(?: wszystkich)?|wzrusza(?:ją)?|szokuj[eą]|przeraża(?:ją)?|zachwyca(?:ją)?|poraża(?:ją)?|oburza(?:ją)?|zwala(?:ją)? z nóg|powala(?:ją)?|poraził[aoiy]?|daj[eą] do myślenia|budz[ią] podziw|chwyta(?:ją)? za serce|odbiera(?:ją)? mowę|mroz[iią] krew w żyłach|przechodz[iią] do historii|hitem (?:sieci|internetu)|stał\\p{L}+ się hitem(?: sieci| internetu)?)";

// What points back or only counts. "Pierwsze dane zaskakują", "Taniec wójta robi wrażenie": that there are some, who danced, is news.
const judged =
  "(?:(?:Ten|Ta|To|Te|Jego|Jej|Ich) (?!dane|wyniki|wyrok|sondaż|raport)\\p{L}+|(?:Skala|Liczba|Liczby|Kwota|Suma|Cena|Ceny|Reakcja|Odpowiedź|Argumenty|Uzasadnienie|Powód|Powody|Efekt|Efekty|Widok|Mina|Słowa|Nagranie|Film|Wideo|Zdjęcie|Zdjęcia|Szczegóły|Kulisy|Finał|Wszystko)(?: \\p{Ll}+){0,3}?)";

const tails = [
  // "Tak zwrócił się do kibiców": the text shows how. "Tak źle nie było" says something.
  "Tak (?!orzek|uzna|oceni|twierdz|stwierdz|powiedzi|poda|zdecydowa|ustali|zezna|przyzna|wylicz|odpowied)(?:się |to |go |ją |ich |teraz |wtedy |dziś |potem )?(?:\\p{L}+(?:ł|ła|ło|li|ły)|wygląda|wyglądają|wyglądał\\p{L}*|prezentuje się|prezentują się)(?: \\p{Ll}[\\p{L}-]*){0,5}",
  "(?:Tyle|Tylu) \\p{L}+(?: \\p{Ll}[\\p{L}-]*){0,6}",
  "(?:Sprawdzamy|Sprawdziliśmy|Sprawdź|Zobacz|Zobaczcie|Zdradzamy|Podpowiadamy|Wiemy|Wiadomo|Już wiadomo|Wiadomo już)(?:, | )\\p{Ll}.*",
  "Mamy (?:nagranie|wideo|zdjęcia|wyliczenia|szczegóły|komentarz|odpowiedź|listę|nazwiska)",
  // "Ale tylko w maju" takes something back.
  "(?:Co za|Cóż za|Ale(?! (?:tylko|nadal|wciąż|jeszcze|teraz|najpierw|później|raczej|głównie|jedynie|wyłącznie|niewiele|nieco) )|Ależ) \\p{Ll}{4,}(?: \\p{Ll}+)?",
  "Takie(?:go|j|ch|mu) (?:\\p{Ll}+ )?(?:\\p{Ll}+ )?(?:jeszcze )?nie (?:było|widzie\\p{L}+|pamięta\\p{L}+)(?: jeszcze| od lat| od dawna| od wielu lat| dawno)?",
  "Nie uwierzysz(?:, \\p{Ll}.*)?",
  "To (?:już )?(?:oficjalne|oficjalnie|pewne|przesądzone|definitywny koniec|prawdziwy (?:hit|szok|cud|fenomen))",
  judged + " (?:jest |są )?" + judging,
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
  if (/["„”«»:?\p{N}]/u.test(tail) || !tails.some((form) => form.test(tail))) return null;
  const said = sentences.slice(0, -1).join("").trimEnd();
  if (empty.test(said) || /^(?:Te|Ci|Ta|Ten|To) /u.test(said)) return null;
  if (/^(?:Tak|Tyle|Tylu) /u.test(tail) && !standsAlone(said, tail)) return null;
  return [said.replace(/\.$/u, ""), label || tag].filter((part) => part !== "").join(" ");
}

const openers = [
  loadedAdjective + " " + fact + "\\p{Ll}{3,}",
  "(?:Niezł|Prawdziw|Istn|Czyst|Kompletn|Totaln)(?:y|a|e) \\p{Ll}{3,}",
  "\\p{Lu}\\p{Ll}+(?:ow|n|sk|ck)(?:y|a|e|i|ie) (?:skandal|szok|koszmar|dramat|horror|armagedon|szaleństwo|nokaut|thriller|cyrk|absurd|sensacja|bomba|rollercoaster|tsunami|rewolucja)",
  "(?:Co za|Cóż za|Ależ) \\p{Ll}{4,}(?: \\p{Ll}+)?",
  "Takie(?:go|j|ch|mu) (?:\\p{Ll}+ )?(?:\\p{Ll}+ )?(?:jeszcze )?nie (?:było|widzie\\p{L}+|pamięta\\p{L}+)(?: jeszcze| od lat| od dawna| od wielu lat| dawno)?",
  "(?:Znowu|Znów) to (?:zrobił\\p{L}*|zrobili)",
  "Mamy (?:medal|złoto|srebro|brąz|to|awans|rekord)",
  "To wyglądało (?:groźnie|fatalnie|źle|koszmarnie|niesamowicie)",
  "Nie mogło (?:tego|go|jej|ich) zabraknąć",
  "(?:Nikt|Mało kto|Niewielu) (?:się )?(?:tego |w to |na to )?(?:nie )?(?:wierzył|spodziewał|liczył|przewidział|przypuszczał)(?: się)?(?: tego)?",
].map((form) => new RegExp(`^(?:${form})[.!]+\\s+$`, "u"));

// What begins so needs the sentence before it.
const refersBack =
  /^\P{L}*(?:to|tak|ten|ta|te|ci|tego|tej|tym|tych|on|ona|ono|oni|one|jego|jej|ich|mu|im|oto|tyle|tylu|wtedy|potem|teraz|ale|bo|i|a|też|także|wiadomo|wszystko)(?!\p{L})/iu;
const newsWordsMin = 4;

const plainNoun = /^\p{L}+ (?:pokaz|wystaw|koncert|spotkani|lekcj|akcj|wypraw|podróż|impre|sesj|konkurs|zawod|wyścig)/u;

/** "Niezły cyrk. Trzymał w klatkach dwa lwy" → "Trzymał w klatkach dwa lwy". */
export function dropTeasingOpener(title: string): string | null {
  const [opener, ...rest] = sentencesOf(title);
  const news = rest[0];
  if (opener === undefined || news === undefined || !openers.some((form) => form.test(opener))) return null;
  const { tokens } = readText("title", news);
  if (tokens.length < newsWordsMin || !hasVerb(tokens) || refersBack.test(news) || /\?\W*$/u.test(news)) return null;
  // "Niecodzienny pokaz. Rzeźbił w soli": where and what, only the opening says.
  if (/^\P{L}*\p{Lu}\p{L}+(?:ł|ła|ło|li|ły) /u.test(news) && plainNoun.test(opener)) return null;
  return rest.join("");
}

const topicWordChars = 5;
const stemChars = 4;
const addedWordsMax = 2;

/** "Spryt okazał się kluczem. Tak ograli rywali": who and what, only the tail says. */
function standsAlone(said: string, tail: string): boolean {
  const words = readText("title", said).tokens;
  const namesSomebody = words.some(({ start }) => start > 0 && /^[\p{Lu}\p{N}]/u.test(said.slice(start)));
  const stems = words.map(({ word }) => word.slice(0, stemChars));
  const added = readText("title", tail).tokens.filter(
    ({ word }) => word.length >= topicWordChars && !stems.includes(word.slice(0, stemChars)),
  );
  return namesSomebody && added.length <= addedWordsMax;
}
