import assert from "node:assert/strict";
import { test } from "node:test";
import { Hono } from "hono";
import { analyseByWords } from "../../src/analysis/heuristic/analyse-by-words.ts";
import { pl } from "../../src/web/texts/pl.ts";
import { textsOf } from "../../src/web/texts/texts-of.ts";
import type { WebEnv } from "../../src/web/web-env.ts";

const counts = [1, 2, 5, 12, 22, 25];

test("Polish counts outlets in the right form", () => {
  const expected = ["1 redakcja", "2 redakcje", "5 redakcji", "12 redakcji", "22 redakcje", "25 redakcji"];
  assert.deepEqual(counts.map(pl.today.outlets), expected);
});

test("Polish verbs follow the count", () => {
  assert.deepEqual(counts.map(pl.today.needLook), [
    "1 kanał wymaga uwagi",
    "2 kanały wymagają uwagi",
    "5 kanałów wymaga uwagi",
    "12 kanałów wymaga uwagi",
    "22 kanały wymagają uwagi",
    "25 kanałów wymaga uwagi",
  ]);
});

test("Polish counts in the genitive after a preposition", () => {
  const [one, ...more] = counts.map(pl.brief.fromItems);
  assert.equal(one, "na podstawie 1 artykułu");
  assert.deepEqual(
    more,
    [2, 5, 12, 22, 25].map((count) => `na podstawie ${count} artykułów`),
  );
});

test("the Polish home page's example is what the word lists make of it", () => {
  const { original: title, plain } = pl.home.example;
  const analysed = analyseByWords({
    title,
    description: "",
    body: "",
    kind: "feed",
    languageHint: "pl",
    now: new Date(0),
  });
  assert.equal(analysed.title_corrected, plain);
});

test("a browser that asks for Polish gets the Polish texts", async () => {
  const app = new Hono<WebEnv>().get("/", (c) => c.text(textsOf(c).frame.today));
  const answer = await app.request("/", { headers: { "Accept-Language": "pl-PL,pl;q=0.9,en;q=0.8" } });
  assert.equal(await answer.text(), "Dziś");
});
