import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { parseOwnHeadline, readOwnHeadlines } from "../../scripts/train/own-headlines.ts";

const folder = new URL("../../training/headlines/", import.meta.url);

test("a line says how loaded its headline is, which words carry it, and the plain title", () => {
  const { spans, ...own } = parseOwnHeadline("{2} Mayor [slams] [shameful] bus plan => Mayor criticizes bus plan");
  assert.deepEqual(own, {
    headline: "Mayor slams shameful bus plan",
    loaded: 2,
    fix: "edit",
    neutral: "Mayor criticizes bus plan",
  });
  assert.deepEqual(
    spans.map(([start, end]) => own.headline.slice(start, end)),
    ["slams", "shameful"],
  );
});

test("a headline without a plain title is kept, one with a question mark needs its article", () => {
  const kept = parseOwnHeadline("{0} Council closes two libraries");
  assert.deepEqual([kept.fix, kept.neutral], ["keep", "Council closes two libraries"]);
  const teaser = parseOwnHeadline("{2} [You won't believe] what the council closed => ?");
  assert.deepEqual([teaser.fix, teaser.neutral], ["article", ""]);
  assert.equal(parseOwnHeadline("A sentence without a level").loaded, null);
});

test("every headline of our own is labelled in the same way", () => {
  const faults = readdirSync(folder).flatMap((name) =>
    readFileSync(new URL(name, folder), "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .filter((line) => !isLabelled(line))
      .map((line) => `${name}: ${line}`),
  );
  assert.deepEqual(faults, []);
  for (const language of ["de", "pl"] as const) assert.ok(readOwnHeadlines(language).length > 1_000, language);
});

function isLabelled(line: string): boolean {
  const { headline, spans, loaded, fix, neutral } = parseOwnHeadline(line);
  if (loaded === null || /[[\]]|=>/u.test(headline + neutral) || line.split(" => ").length > 2) return false;
  if (loaded === 0) return spans.length === 0 && fix === "keep";
  return spans.length > 0 && (loaded === 1 || fix !== "keep") && (fix !== "edit" || neutral !== headline);
}
