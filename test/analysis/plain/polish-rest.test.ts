import assert from "node:assert/strict";
import { test } from "node:test";
import { editTitle } from "../../../src/analysis/plain/edit-title.ts";
import { answerClosingQuestion, answerOpeningQuestion } from "../../../src/analysis/plain/polish-questions.ts";
import { dropTeasingOpener, dropTeasingTail } from "../../../src/analysis/plain/polish-teasers.ts";
import type { TaggedTitle } from "../../../src/analysis/plain/tagger/tag-title.ts";
import { rulesAlone } from "./rules-alone.ts";

// Every word is loud at first and calm once something has changed, so only rules and guards decide. All headlines are invented.
function edited(title: string): string {
  return editTitle(
    title,
    "pl",
    ({ text, tokens }): TaggedTitle => {
      const loaded = text === title ? 0.9 : 0.05;
      const words = tokens.map(({ start, end }) => ({ start, end, loaded: 0.9, drop: 0.9, kind: "emotive" as const }));
      return { loaded, words } as unknown as TaggedTitle;
    },
    rulesAlone,
  ).title;
}

function stay(...titles: string[]): void {
  for (const title of titles) assert.equal(edited(title), title);
}

function become(...pairs: [string, string][]): void {
  for (const [title, plain] of pairs) assert.equal(edited(title), plain);
}

test("“Koniec z …?” and a question of how something is do not become “Możliwy …”", () => {
  for (const title of [
    "Koniec z kolejkami w Pile? Rada szuka pieniędzy",
    "Podwyżki dla rybaków niewystarczające? Radni liczą straty",
    "Areszt dla skarbnika coraz bliżej? Radni liczą straty",
    "Zmiany w rozkładzie uproszczą dojazd do Ełku? Radni liczą",
    "Koniec opłat w Pile, ale co z basenem? Radni liczą",
    "Którędy pojadą rowery do lasu? Radni liczą",
    "Rybacy wyjadą z Ustki i założą spółkę? Radni liczą",
  ])
    assert.equal(answerOpeningQuestion(title), null, title);
  assert.equal(answerOpeningQuestion("Koniec kolejek w Pile? Rada liczy"), "Możliwy koniec kolejek w Pile. Rada liczy");
  assert.equal(
    answerClosingQuestion("Rada podpisała umowę. Prom do Ustki stanie się faktem?"),
    "Rada podpisała umowę. Prom do Ustki może stać się faktem",
  );
});

test("a tail that takes something back or brings data stays, and so does an opening that names the event", () => {
  assert.equal(dropTeasingTail("Gmina zamknęła most na Odrze. Ale tylko częściowo"), null);
  assert.equal(dropTeasingTail("Pszczelarze bali się mrozu pod Ełkiem. Pierwsze dane zaskakują"), null);
  assert.notEqual(dropTeasingTail("Gmina zamknęła most na Odrze. Ale historia"), null);
  assert.equal(dropTeasingOpener("Niecodzienny pokaz. Rzeźbił w bryłach soli"), null);
  assert.notEqual(dropTeasingOpener("Niecodzienny pokaz. Artysta rzeźbił w bryłach soli"), null);
});

test("a title does not lose its tail where only a bait, an order or a label is left", () => {
  stay(
    "Trener Warty dostał pytanie o skład. Oto, co powiedział",
    "Ranking dworców z Piły ujawnia bolesną prawdę. Wiadomo, ile czekają pasażerowie",
    "Nie kupuj nowych garnków na strych. Sprawdź, jak odnowić zużyte octem",
    "Koniec lata w bibliotece w Ełku. Zobacz, jak żegnały je przedszkolaki harcerki",
    "Proces wójta Ełku o zniesławienie radnej. Jest decyzja",
    "Na rynku w Pile zaczepił go sąsiad. Tak zareagował",
    "Kogut pieje w środku nocy pod oknem. Co robić?",
    "Warta Piła rywalizowała z liderem ligi w Ełku. Kto wygrał?",
    "Nowe tramwaje dla gminy Ełk pod Mazurami. Wiadomo, kto płaci za nie najwięcej",
  );
  become(
    ["Trener Warty zmienił skład przed finałem. Oto, co powiedział", "Trener Warty zmienił skład przed finałem"],
    ["Wójt Ełku rezygnuje ze stanowiska po roku. Jest decyzja", "Wójt Ełku rezygnuje ze stanowiska po roku"],
  );
});

test("“Tak” stays where how somebody does it is the news", () => {
  stay("Tak Kowalski zarządza klubem. „Krzyczał godzinami”", "Tak Nowakowie traktują turystów w Ełku");
  stay("Tak Kowalski trafił do zarządu klubu z Ełku");
  become(["Tak Kowalski świętował awans. „Było pięknie”", "Kowalski świętował awans. „Było pięknie”"]);
});

test("what cannot speak does not criticize, and a power may hit with more than words", () => {
  stay("Decyzja sądu uderza w resort zdrowia", "Rosja uderza w opozycję przed wyborami w Ufie");
  become(["Senator z Piły uderza w resort zdrowia", "Senator z Piły krytykuje resort zdrowia"]);
});

test("words that introduce speech stay, and “powiedział” needs what was said", () => {
  stay("Dyrektor odchodzi z muzeum w Ełku. Padły mocne słowa: Mam dość chaosu");
  stay("Radny z Piły zabrał głos na sesji. Nowak oburzony: Proszę milczeć. Takie słowa ranią");
  stay("Trenerka Warty wypaliła na konferencji");
});

test("an adjective stays behind “koniec z”, before an amount without a number, and in a review", () => {
  stay(
    "Koniec z gigantycznymi opłatami za kajaki w Pile",
    "Gigantyczny zysk sieci piekarni z Ełku. Zarząd pokazał raport",
    "Szokujące wcielenie Hamleta na scenie w Pile. Recenzja",
    "Szokujące obrazki na pikniku w Pile. Strażnicy szukają świadków zajścia",
    "Absurdalny szlaban pośrodku łąki pod Piłą",
    "Rada w Pile obradowała nocą. Wybrzmiały jednak mocne słowa o wójcie",
  );
  become([
    "Gigantyczny pozew sieci piekarni z Ełku. Zarząd pokazał raport",
    "Pozew sieci piekarni z Ełku. Zarząd pokazał raport",
  ]);
});

test("a word that is replaced in a title in capitals is in capitals, and a name keeps its own", () => {
  become(
    ["TOTALNA OPOZYCJA OPUSZCZA OBRADY RADY", "OPOZYCJA OPUSZCZA OBRADY RADY"],
    ["Kłopoty burmistrza. Jest decyzja Sądu Najwyższego", "Kłopoty burmistrza. Decyzja Sądu Najwyższego"],
  );
});

test("a place moves only where it can belong to the news", () => {
  stay(
    "Skandal w rodzinie hrabiego. Syn hrabiny sprzedał cudzy obraz",
    "Awantura w studiu radia w Ełku. Poszło o nowy rozkład",
    "Tragedia na Mazurach ujawniła problemy. Przepisy utrudniają pracę ratownikom znad jeziora",
  );
  become(["Chwile grozy w Ełku. Autobus stoczył się do rowu", "Autobus stoczył się do rowu w Ełku"]);
});

test("“Oto” stays before a question and before a single word", () => {
  stay("Wójt Ełku zmienia plan ogrzewania szkół. Oto na co stawia razem z radnymi");
  assert.doesNotMatch(edited("Rada zwolniła trenera Warty Piła. Oto następca"), /Następca/u);
  become(["Rada Ełku przyjęła budżet. Oto plan remontów", "Rada Ełku przyjęła budżet. Plan remontów"]);
});

test("a tragic end is no teaser", () => {
  stay("Łoś wszedł na tory pod Ełkiem. Tragiczny finał");
});

test("a question with “jednak”, or about everybody's return, does not become “may”", () => {
  assert.equal(answerOpeningQuestion("Powrót do szkoły po feriach? Gmina kupuje tablice"), null);
  assert.equal(
    answerOpeningQuestion("Powrót trenera do Zabrza? Klub szuka pieniędzy"),
    "Możliwy powrót trenera do Zabrza. Klub szuka pieniędzy",
  );
  assert.equal(answerClosingQuestion("Rada podpisała umowę. Prom jednak wróci do Ustki?"), null);
});

test("a last sentence that judges goes only where it points back or counts", () => {
  assert.equal(dropTeasingTail("Nowy kustosz rozbawił cały Ełk. Taniec z dożynek hitem sieci"), null);
  assert.equal(dropTeasingTail("Ogromne żuki zajmą rynek w Ełku. Nowa wystawa robi wrażenie"), null);
  assert.equal(
    dropTeasingTail("Rolnik z Ełku sprzedał dynię na aukcji. Kwota robi wrażenie"),
    "Rolnik z Ełku sprzedał dynię na aukcji",
  );
});

test("a decision that is announced stays before “then” and behind a colon", () => {
  stay(
    "Zapadła decyzja. Wtedy ruszy prom do Ustki z portu",
    "Skarbnik gminy odchodzi z urzędu. Media: zapadła decyzja",
  );
  become(["Zapadła decyzja. Prom do Ustki ruszy z portu w maju", "Prom do Ustki ruszy z portu w maju"]);
});

test("a Polish adjective stays where a warning or a debut is nothing without it", () => {
  stay(
    "Zaskakujący ruch browaru z Ełku tuż po żniwach",
    "Leśnicy z Ełku ostrzegają przed koszmarną zimą w lasach",
    "Giełda w Ełku spada od rana. Koszmarny debiut spółki mleczarskiej z Piły",
  );
  become(["Koszmarny wypadek pod Ełkiem, dwie osoby ranne", "Wypadek pod Ełkiem, dwie osoby ranne"]);
});

test("a place is not moved behind what happened elsewhere, and who can forbid does not criticize", () => {
  stay(
    "Tragedia w Ełku. Słowa proboszcza podczas pogrzebu rybaków",
    "Makabryczne odkrycie w stodole. Dawny sołtys skazany na dwa lata",
    "Budowa mostu w Pile wstrzymana. Sędzia uderza w projekt starosty",
  );
  become(["Tragedia w Ełku. Rybak wpadł pod lód", "Rybak wpadł pod lód w Ełku"]);
});

test("“Oto co …” without “Oto” would be a question, so it stays", () => {
  const loud = ({ text }: { text: string }): TaggedTitle =>
    ({ loaded: text.includes("Oto") ? 0.9 : 0.05, words: [] }) as unknown as TaggedTitle;
  const proposed = (title: string, plain: string) => {
    const propose = () => [{ title: plain, reasons: [] }];
    return editTitle(title, "pl", loud, { propose, accepts: () => true }).title;
  };
  const title = "Noc w pociągu za 49 koron w Ełku? Oto co ukrywa kolej";
  assert.equal(proposed(title, "Noc w pociągu za 49 koron w Ełku? Co ukrywa kolej"), title);
  const other = "Most w Ełku gotowy po dwóch latach. Oto nowa trasa";
  assert.equal(
    proposed(other, "Most w Ełku gotowy po dwóch latach. Nowa trasa"),
    "Most w Ełku gotowy po dwóch latach. Nowa trasa",
  );
});

test("a massacre on the floor is a fall of prices only where nobody plays", () => {
  become([
    "Masakra na parkiecie w Warszawie, spółki tracą miliardy",
    "Spadki na parkiecie w Warszawie, spółki tracą miliardy",
  ]);
  stay("Masakra na parkiecie w Pile, koszykarki przegrały 40 punktami");
});
