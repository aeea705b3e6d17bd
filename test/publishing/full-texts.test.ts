import assert from "node:assert/strict";
import { test } from "node:test";
import type { PersonalItem } from "../../src/items/personal-feed-store.ts";
import { buildJsonFeed } from "../../src/publishing/build-json-feed.ts";
import { buildAtom, buildRss } from "../../src/publishing/build-xml-feed.ts";
import { textBytesMax, textsBytesMax, withFullTexts } from "../../src/publishing/full-texts.ts";
import { presentItem } from "../../src/publishing/present-item.ts";
import { exampleFeed, exampleItem, exampleResult, updatedAt } from "./published-examples.ts";

const source = { name: "Gazette", url: "https://harbour.example/feed.xml", siteUrl: null };
const kept = { title_corrected: exampleItem().title, overall: 0 };
const one = "A ferry touched a crane on Tuesday.";
const long = `The harbour office said so. ${"It stands still until March, and nobody knows what comes then. ".repeat(20)}`;

function itemOf(n: number, changes: Partial<PersonalItem> = {}): PersonalItem {
  const id = `0195a1b2-c3d4-7e5f-8a9b-${String(n).padStart(12, "0")}`;
  return { ...exampleItem(), id, source, raw: null, base: null, ...changes };
}

/** What the item shows of a text, without a line about its title. */
function shown(text: string, summary: string, fullText = `<p>${text}</p>`): string {
  return presentItem(exampleItem({ text, fullText, analysis: exampleResult({ ...kept, summary }) })).html;
}

test("a full text takes the place of summary and facts, which stand above it only if it does not begin with them", () => {
  const text = `${one} ${long}`;
  assert.equal(shown(text, one), `<p>${text}</p>`);
  assert.equal(shown(`HARBOUR, Tuesday –\n\n${text}`, one), `<p>HARBOUR, Tuesday –\n\n${text}</p>`, "after a dateline");
  assert.equal(shown(text.replace("a crane", "a\n crane"), one), `<p>${text.replace("a crane", "a\n crane")}</p>`);
  assert.equal(shown(`${long} ${one}`, one), `<p><em>${one}</em></p><hr><p>${long} ${one}</p>`);
  assert.equal(shown(text, "Ferry & <crane>."), `<p><em>Ferry &#x26; &#x3C;crane&#x3E;.</em></p><hr><p>${text}</p>`);
  assert.equal(
    shown(`${long} ${one}`, `${long.slice(0, 90)} ${one}`),
    `<p>${long} ${one}</p>`,
    "sentences of the text",
  );
  assert.equal(shown(text, ""), `<p>${text}</p>`);
  assert.equal(shown("It rained. One ferry sank.", "One ferry sank."), "<p>It rained. One ferry sank.</p>", "as short");
});

test("a changed title has its line below the text, and an item that waits or is not analysed its text alone", () => {
  const fullText = "<p>All of it.</p>";
  const note =
    "<p><small>Plain title by Plainwire; the original: “SHOCK: Ferry &#x26; crane in outrageous clash”</small></p>";
  const html = (changes: object) => presentItem(exampleItem({ text: "All of it.", fullText, ...changes })).html;
  assert.ok(html({}).endsWith(fullText + note));
  for (const analysisStatus of ["pending", "failed", "skipped"]) {
    assert.equal(html({ analysisStatus, analysis: null }), fullText);
  }
  assert.equal(html({ analysisStatus: "pending", fullText: "" }), "<p>Not analysed yet.</p>");
});

test("a text that is too long is its beginning without markup, and one that stays too long is left out", async () => {
  const write = ({ cleanHtml, text }: PersonalItem) => cleanHtml ?? `<p>${text}</p>`;
  // As text it is within the limit; every bracket takes six bytes in XML.
  const cleanHtml = "<b></b>".repeat(textBytesMax / 14);
  assert.ok(cleanHtml.length < textBytesMax);
  const items = [itemOf(1, { cleanHtml }), itemOf(2, { cleanHtml, text: "ł".repeat(textBytesMax) }), itemOf(3)];
  const filled = await withFullTexts(items, write, true);
  assert.deepEqual(
    filled.map(({ fullText }) => fullText),
    ["<p>A ferry touched a crane on Tuesday.</p>", "", items[2]?.cleanHtml],
  );
});

test("fifty long texts stay within the limit of a document, the newest first", async () => {
  const fullText = `<p>${"<i>&amp;</i> ".repeat(3_000)}</p>`;
  const items = Array.from({ length: 50 }, (_, n) => itemOf(n, { raw: "x" }));
  const filled = await withFullTexts(items, () => fullText, true);
  const have = filled.map((item) => item.fullText === fullText);
  const count = have.lastIndexOf(true) + 1;
  assert.ok(count > 10 && count < 50, String(count));
  assert.deepEqual(have, [...Array(count).fill(true), ...Array(50 - count).fill(false)]);
  const bare = buildRss(exampleFeed(), items, updatedAt).xml.length;
  for (const document of [
    buildRss(exampleFeed(), filled, updatedAt).xml,
    buildAtom(exampleFeed(), filled, updatedAt),
    buildJsonFeed(exampleFeed(), filled),
  ]) {
    assert.ok(Buffer.byteLength(document) < textsBytesMax + 2 * bare, String(document.length));
    assert.ok(document.length > 1_000_000);
  }
});

test("what is read and leaves nothing counts too", async () => {
  const raw = "<script>".repeat(textBytesMax / 8);
  let reads = 0;
  const write = () => ((reads += 1), "<p>x</p>");
  await withFullTexts(
    Array.from({ length: 50 }, (_, n) => itemOf(n, { raw })),
    write,
    true,
  );
  assert.ok(reads <= textsBytesMax / textBytesMax + 1, String(reads));
});
