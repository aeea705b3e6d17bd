import assert from "node:assert/strict";
import { test } from "node:test";
import { editTitle } from "../../../src/analysis/plain/edit-title.ts";
import {
  answerClosingQuestion,
  answerOpeningQuestion,
  dropClosingQuestion,
} from "../../../src/analysis/plain/polish-questions.ts";
import { dropTeasingOpener, dropTeasingTail } from "../../../src/analysis/plain/polish-teasers.ts";
import { sentencesOf } from "../../../src/analysis/plain/polish-sentences.ts";
import type { TaggedTitle } from "../../../src/analysis/plain/tagger/tag-title.ts";
import { rulesAlone } from "./rules-alone.ts";

// Every word is surely loaded, so only rules and guards decide. All headlines are invented.
function loudTag({ tokens }: { tokens: readonly { start: number; end: number }[] }): TaggedTitle {
  const words = tokens.map(({ start, end }) => ({ start, end, loaded: 0.9, drop: 0.1, kind: "teaser" as const }));
  return { loaded: 0.9, words } as unknown as TaggedTitle;
}

function edited(title: string): string {
  return editTitle(title, "pl", loudTag, rulesAlone).title;
}

test("a Polish title is cut into sentences, not at abbreviations and not inside quotations", () => {
  assert.deepEqual(sentencesOf("Słowa ks. Nowaka w Pile. „Dość. Koniec”. Co dalej?"), [
    "Słowa ks. Nowaka w Pile. ",
    "„Dość. Koniec”. ",
    "Co dalej?",
  ]);
});

test("“Will X do Y?” before the news becomes “X may do Y”", () => {
  const turned: [string, string][] = [
    ["Prom wróci do Ustki? Rada szuka pieniędzy", "Prom może wrócić do Ustki. Rada szuka pieniędzy"],
    ["Czy bilety podrożeją w Pile? Radni szykują uchwałę", "Bilety mogą podrożeć w Pile. Radni szykują uchwałę"],
    ["Wójt się nie zgodzi na most? Mieszkańcy piszą", "Wójt może się nie zgodzić na most. Mieszkańcy piszą"],
    ["Zmiany w rozkładzie PKS? Trwają narady", "Możliwe zmiany w rozkładzie PKS. Trwają narady"],
    ["Druga likwidacja basenu w Nysie? Radni liczą", "Możliwa druga likwidacja basenu w Nysie. Radni liczą"],
  ];
  for (const [title, plain] of turned) assert.equal(answerOpeningQuestion(title), plain);
  assert.equal(edited(turned[0]![0]), turned[0]![1]);
});

test("a question stays where the rest may say no, or where nobody is named", () => {
  for (const title of [
    "Prom wróci do Ustki? Rada zaprzecza",
    "Prom wróci do Ustki? Burmistrz zabrał głos",
    "Prom wróci do Ustki? „Tego nie planujemy”",
    "Wróci do Ustki? Rada szuka pieniędzy",
    "Z kim Odra zagra w Pile? Relacja na żywo",
    "Prom wróci do Ustki czy do Łeby? Rada szuka pieniędzy",
    "Zmiany uderzą w rybaków? Trwa sesja",
    "Zawieszenie prac złamane? Trwa sesja",
    "Prom wróci do Ustki? Zapytamy wójta",
    "Prom wróci do Ustki?",
  ])
    assert.equal(answerOpeningQuestion(title), null, title);
});

test("a question at the end that names what may happen says so", () => {
  assert.equal(
    answerClosingQuestion("Tajne rozmowy w Pile. Szykuje się zmiana składu w radzie?"),
    "Tajne rozmowy w Pile. Możliwa zmiana składu w radzie",
  );
  assert.equal(
    answerClosingQuestion("Rozmowy w Pile trwają. Prom wróci do Ustki?"),
    "Rozmowy w Pile trwają. Prom może wrócić do Ustki",
  );
  assert.equal(answerClosingQuestion("Rozmowy w Pile trwają. Zmiana w powietrzu?"), null);
  assert.equal(answerClosingQuestion("Rozmowy w Pile trwają. Kto wróci do Ustki w maju?"), null);
});

test("a short question at the end of a Polish title goes", () => {
  assert.equal(dropClosingQuestion("Gmina zamknęła most na Odrze. Co zrobi powiat?"), "Gmina zamknęła most na Odrze");
  assert.equal(edited("Budżet Ełku na rok uzgodniony. Na co pójdą pieniądze?"), "Budżet Ełku na rok uzgodniony");
});

test("a question at the end stays where it names a matter, or where no sentence stands before it", () => {
  for (const title of [
    "Gmina zamknęła most na Odrze. Co ze sprzeciwem rybaków?",
    "Gmina zamknęła most na Odrze. Dlaczego rybacy protestują w Opolu?",
    "Nowy obowiązek dla właścicieli garaży. Kogo obejmą przepisy?",
    "Odra - Warta. Wynik meczu. Kto wygrał?",
    "Czy Odra spadnie? Kto wygra w Pile?",
    "Gmina zamknęła most na Odrze. Ile zapłaci 300 rolników?",
  ])
    assert.equal(dropClosingQuestion(title), null, title);
});

test("a last sentence that only points, announces or judges goes", () => {
  for (const tail of [
    "Tak zwrócił się do sąsiadów",
    "Tyle straci stołeczny klub",
    "Wiemy, gdzie spadnie najwięcej śniegu",
    "Kwota robi wrażenie",
    "Co za historia",
    "Takiej sytuacji nie było od lat",
    "Wszystko nagrali",
    "Zdecydował jeden moment",
    "Prezydent ma złą wiadomość",
    "Imponujący wyczyn",
  ])
    assert.equal(dropTeasingTail(`Gmina zamknęła most na Odrze. ${tail}`), "Gmina zamknęła most na Odrze", tail);
  assert.equal(
    dropTeasingTail("Gmina zamknęła most na Odrze. Kwota robi wrażenie [WIDEO]"),
    "Gmina zamknęła most na Odrze [WIDEO]",
  );
});

test("a last sentence with news of its own stays, and so does one that the rest needs", () => {
  for (const title of [
    "Gmina zamknęła most na Odrze. Tak źle nie było od wojny",
    "Gmina zamknęła most na Odrze. Tyle stracił Nowak",
    "Gmina zamknęła most na Odrze. Potężny pożar",
    "Gmina zamknęła most na Odrze. Tyle zapłaci 300 rolników",
    "Policja podała dane. Tyle osób utonęło w tym roku",
    "Wójt Ełku zabrał głos. Tak zwrócił się do sąsiadów",
    "Czy gmina zamknie most na Odrze? Tak odpowiedzieli mieszkańcy",
    "Remont mostu w Kole. Kwota robi wrażenie",
  ])
    assert.match(edited(title), new RegExp(`${title.split(/[.?] /u).at(-1)!}$`, "u"), title);
});

test("a first sentence that only judges goes before the news", () => {
  for (const opener of [
    "Niezły cyrk.",
    "Niesamowita passa!",
    "Paliwowy skandal.",
    "Mało kto w to wierzył.",
    "Co za końcówka!",
  ])
    assert.equal(dropTeasingOpener(`${opener} Gmina zamknęła most na Odrze`), "Gmina zamknęła most na Odrze", opener);
  for (const title of [
    "Niezły cyrk. Tak gmina zamknęła most na Odrze",
    "Niezły cyrk. Most na Odrze",
    "Potężny pożar. Gmina zamknęła most na Odrze",
    "Niezły cyrk Nowaka. Gmina zamknęła most na Odrze",
  ])
    assert.equal(dropTeasingOpener(title), null, title);
});

test("an adjective goes where its noun says enough, and stays where it is all that is said", () => {
  const surelyDropped = (title: string): string =>
    editTitle(
      title,
      "pl",
      (read) => {
        const tagged = loudTag(read);
        return { ...tagged, words: tagged.words.map((word) => ({ ...word, drop: 0.9 })) };
      },
      rulesAlone,
    ).title;
  const plain: [string, string][] = [
    ["Kontrole trwają w gminie Ełk. Skutek wstrząsającego wypadku 11-latki", "wypadku 11-latki"],
    ["Kuracjusze z Ciechocinka wskazują zaskakujące powody", "wskazują powody"],
    ["W Pile zmarł legendarny Jan Nowak", "zmarł Jan Nowak"],
  ];
  for (const [title, left] of plain) assert.match(surelyDropped(title), new RegExp(left, "u"), title);
  assert.match(surelyDropped("Legendarny Nowak gra dla Piły od soboty"), /^Legendarny/u);
});

test("a Polish title that stays loud when its words are replaced stays as it was", () => {
  const title = "Radna z Gdyni uderza w pomysł burmistrza";
  const calmed = (read: { text: string; tokens: readonly { start: number; end: number }[] }): TaggedTitle => ({
    ...loudTag(read),
    loaded: read.text.includes("uderza") ? 0.9 : 0.05,
  });
  assert.equal(editTitle(title, "pl", calmed, rulesAlone).title, "Radna z Gdyni krytykuje pomysł burmistrza");
  assert.equal(edited(title), title);
});
