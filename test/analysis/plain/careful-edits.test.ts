import assert from "node:assert/strict";
import { test } from "node:test";
import { readText } from "../../../src/analysis/heuristic/read-text.ts";
import type { Tag } from "../../../src/analysis/plain/edit-step.ts";
import { editTitle } from "../../../src/analysis/plain/edit-title.ts";
import type { Language } from "../../../src/analysis/plain/lexicon-entry.ts";
import { tagTitle } from "../../../src/analysis/plain/tagger/tag-title.ts";
import { rulesAlone } from "./rules-alone.ts";

/** A tagger that is sure of these words and of no others: what is tested is the title editor, whatever the weights say. */
function sureOf(words: string): Tag {
  const loud = new Set(words.split(" "));
  return (read) => {
    const tagged = read.tokens.map(({ word, start, end }) => {
      const value = loud.has(word) ? 0.95 : 0.02;
      return { start, end, loaded: value, drop: value, kind: "emotive" as const };
    });
    const loaded = tagged.some((word) => word.loaded > 0.5) ? 0.6 : 0.05;
    return { words: tagged, loaded, clickbait: 0, markFrom: 0.3, measured: { loaded: 0, teaser: 0 } };
  };
}

function edit(language: Language, title: string, loud: string): string {
  return editTitle(title, language, sureOf(loud), rulesAlone).title;
}

function stays(language: Language, title: string, loud: string): void {
  assert.equal(edit(language, title, loud), title);
}

test("a quotation that opens with “ and never closes is nobody's to edit", () => {
  stays("en", "Singer Ann Bell: “This shocking plan ends here, and ‘we’ stay", "shocking");
  assert.equal(readText("title", "Bell: “This shocking plan").quotes.length, 1);
});

test("an English title in capitals is calmed to the last word, with its possessives and behind its numbers", () => {
  assert.equal(edit("en", "ANN BELL’S PLANE LANDS AFTER 3 HOURS", "hours"), "Ann Bell’s Plane Lands after 3 Hours");
});

test("short names in capitals between commas are no shout", () => {
  stays("en", "Budget would end climate programs at EPA, NASA, XYZAB, and Energy", "end");
  assert.equal(edit("en", "Now they want SHOUT, LOUDER, LOUDEST", "want"), "Now they want Shout, Louder, Loudest");
});

test("a Polish run of capitals stays where a word may be a name, and so does a hashtag", () => {
  stays("pl", "Bibliotekarka z Opola znalazła LIST KOPERNIKA w szafie", "kopernika");
  stays("pl", "Nowy serwis NOVA CORE wchodzi do Polski", "nova core");
  stays("pl", "Wszyscy piszą dziś o #MAZURSKILATO w Giżycku", "mazurskilato");
});

test("a Polish question that names the matter is not dropped, one that only teases is", () => {
  stays("pl", "Zatoka i port w Pucku w tym sezonie. Dlaczego rybacy zamykają przystań jachtową?", "dlaczego");
  stays("pl", "Ta budowa stoi od roku w centrum Łodzi. Co dalej z żłobkiem?", "co dalej");
  assert.equal(
    edit("pl", "Gmina pod Ełkiem sprzedała stary dworzec kolejowy. Co dalej?", "co dalej"),
    "Gmina pod Ełkiem sprzedała stary dworzec kolejowy",
  );
});

test("a Polish tail that begins with a teaser and says what comes stays", () => {
  stays("pl", "Temperatura w Tatrach mocno wzrośnie. W tych dniach do Polski napłynie ciepło", "mocno");
});

test("the outlet's own name behind a question is no answer", () => {
  const title = "Chór uleczy bezsenność? Ten niesamowity pomysł przyjęto w Tczewie | Zdrowie.pl";
  assert.match(edit("pl", title, "ten niesamowity pomysł przyjęto"), /pomysł/u);
});

test("an English opener stays where the next sentence speaks of it", () => {
  stays("en", "Do you grind your teeth? It can wear out a crown in two years", "do you grind your teeth");
});

test("what stands behind a colon is not cut out of the middle", () => {
  stays("pl", "Ogrody Jana: festyn pod pręgierzem. Organizator odpowiedział sąsiadom z Nysy", "festyn pod pręgierzem");
});

test("the article before a name stays good English", () => {
  stays("en", "9 Things To Know About The Fabulous Ann Bell", "fabulous");
  assert.equal(edit("en", "The Fabulous Prizes at Village Fair", "fabulous"), "The Prizes at Village Fair");
});

test("a modifier stays behind a conjunction, a comma and a dash that needs it", () => {
  stays("pl", "Wójt cicho i stanowczo odmówił rolnikom drugiej drogi", "stanowczo");
  stays("pl", "Miasto trzy lata szukało wykonawcy, wreszcie podpisało umowę", "wreszcie");
  stays("pl", "Radny wydał tom wierszy w Ełku. Po staremu - uszczypliwie o wójcie", "uszczypliwie");
});

test("an initial ends no sentence, and a segment that went leaves no full stop before the outlet", () => {
  assert.equal(
    edit("pl", "Skazany w marcu Marek D. miażdży rząd w liście z więzienia", "miażdży"),
    "Skazany w marcu Marek D. krytykuje rząd w liście z więzienia",
  );
  assert.equal(
    edit("pl", "Hokeista z Tychów opuszcza drużynę po sezonie. Zaskakujące wieści - Sport Dziś", "zaskakujące wieści"),
    "Hokeista z Tychów opuszcza drużynę po sezonie - Sport Dziś",
  );
});

test("a role with an abbreviation before a colon is a speaker", () => {
  stays("pl", "Wiceszef PKS: ława zwyrodnialców zdemolowała nam autobus", "zwyrodnialców");
});

test("a verb that only says how loudly somebody spoke gives way to a colon", () => {
  assert.equal(
    edit("pl", "Nowa opłata w Gdyni. Prezes izby nie wytrzymał: to zły pomysł", "wytrzymał"),
    "Nowa opłata w Gdyni. Prezes izby: to zły pomysł",
  );
  assert.equal(
    edit("pl", "Trener Stali nie gryzł się w język. „Graliśmy bez planu”", "gryzł"),
    "Trener Stali: „Graliśmy bez planu”",
  );
  stays("pl", "Poseł wstał i nie wytrzymał. „Dość tego”", "wstał");
});

test("one who hits a plan criticizes it, and pronouns keep their case", () => {
  assert.equal(
    edit("pl", "Radna z Gdyni uderza w pomysł burmistrza", "uderza w"),
    "Radna z Gdyni krytykuje pomysł burmistrza",
  );
  stays("pl", "Stacja z Gdyni uderzyła w niego po wyborach", "uderzyła w");
});

test("with the weights as shipped the Polish score knows figures of speech", () => {
  const scoreOf = (title: string) => tagTitle(readText("title", title), "pl")!.loaded;
  assert.ok(
    scoreOf("Na dyrektorów padł blady strach. Fiskus dokręca śrubę") > scoreOf("Fiskus zapowiada kontrole w firmach"),
  );
});

test("a Polish adjective goes where its noun has a complement, and stays where it is what is said", () => {
  assert.equal(
    edit("pl", "Zaskakujące słowa prezesa izby o budżecie. „Poczekamy”", "zaskakujące"),
    "Słowa prezesa izby o budżecie. „Poczekamy”",
  );
  assert.equal(
    edit("pl", "Rada zamknęła basen. Druzgocąca opinia o stanie dachu", "druzgocąca"),
    "Rada zamknęła basen. Opinia o stanie dachu",
  );
  // A time or a quality says nothing alone.
  stays("pl", "Koszmarny wieczór Warty na boisku w Pile", "koszmarny");
  stays("pl", "Warta straciła cztery gole. Kapitalna seria bramkarza trwa", "kapitalna");
  // A tail that only says whose words they are.
  stays("pl", "Kapitan Warty zabrał głos po finale. Wymowne słowa Polaka", "wymowne");
  stays("pl", "Chemik z Puław doszedł do przełomowego odkrycia", "przełomowego");
  stays("pl", "Turniej w Pile już w sobotę. Przełomowy wyścig", "przełomowy");
  stays("pl", "Legendarny trener pod wrażeniem juniorów Warty", "legendarny");
  stays("pl", "Poruszające nagranie w sieci", "poruszające");
});

test("what a group says behind a colon is its own", () => {
  stays("pl", "Po co drogi w lesie pod Piłą? Obrońcy przyrody: Desperacka próba ratowania wizerunku", "desperacka");
});

test("a Polish adjective stays where a contrast or a balance rests on it", () => {
  stays("pl", "Ma koszmarny bilans z rywalką z Pragi. Mecz jutro w Pile", "koszmarny");
  stays("pl", "Gigantyczna sprzedaż obligacji, ale rynek jest ostrożny", "gigantyczna");
  stays("pl", "Zmienili przepisy kilka godzin przed meczem. Niezwykły mistrz Rumunii", "niezwykły");
});

test("an outlet's label in brackets is not reworded, and no sentence begins with a small letter", () => {
  stays("pl", "Wilgoć i prawie 30 stopni w Pile w weekend. [SPRAWDŹ PROGNOZĘ]", "sprawdź prognozę");
  stays("pl", 'Nakaz zamiast konkursu w Pile. Tak wygląda "dobra zmiana" w praktyce', "tak wygląda");
});

test("a Polish segment stays where it answers, names the subject or says that something has come", () => {
  const segments: [title: string, loud: string][] = [
    ["Nowa szkoła w gminie za dwa lata? Za późno! Rodzice żądają budynku już jesienią", "za późno"],
    ["Czesi rozbici! Drużyna Piły z awansem do finału ligi", "czesi rozbici"],
    ["W końcu jest! Powiatowa karta do bibliotek w gminie", "w końcu jest"],
    ["Mamy dziką kartę! Drużyna rowerowa Piły na zawodach w Ełku", "mamy dziką kartę"],
    ["Są pewni! Wtedy radni Piły wybiorą nowego skarbnika gminy", "są pewni"],
  ];
  for (const [title, loud] of segments) {
    const first = loud.split(" ")[0]!;
    assert.ok(edit("pl", title, loud).toLowerCase().split(" ").includes(first), title);
  }
  assert.equal(
    edit("pl", "Piekło zamarzło! Radni Piły poparli budżet wójta", "piekło zamarzło"),
    "Radni Piły poparli budżet wójta",
  );
});
