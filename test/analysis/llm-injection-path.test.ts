import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { analyseItems } from "../../src/analysis/analyse-items.ts";
import type { Analyzer } from "../../src/analysis/analyzer.ts";
import { createLlmAnalyzer } from "../../src/analysis/llm/llm-analyzer.ts";
import { loadPrompt, loadSmallPrompts } from "../../src/analysis/llm/load-prompt.ts";
import { createSmallAnalyzer } from "../../src/analysis/llm/small-analyzer.ts";
import { extractPage } from "../../src/analysis/page/extract-page.ts";
import type { PageOutcome } from "../../src/analysis/page/page-outcome.ts";
import { readPage } from "../../src/analysis/read-page.ts";
import { upgradeItem } from "../../src/analysis/upgrade-item.ts";
import { analyzerResultSchema, type AnalyzerResult } from "../../src/items/analyzer-result.ts";
import { claimPages, claimUpgrades } from "../../src/items/claim-items-store.ts";
import { noMemory } from "../../src/models/answer-store.ts";
import { analyst } from "../ground/stub-chat-server-analyst.ts";
import { completion, sendJson } from "../ground/stub-chat-server-behaviours.ts";
import { stubbedChat } from "../ground/stub-chat-server-chat.ts";
import { testDatabase } from "../ground/test-database.ts";

/** `planted` is what the injection wants to see, and what this model writes, everywhere. */
type Injection = {
  name: string;
  language: string;
  where: "title" | "feed" | "page";
  title: string;
  text: string;
  injection: string;
  planted: string;
};

const injections: Injection[] = JSON.parse(
  readFileSync(new URL("../fixtures/llm/injections-whole-path.json", import.meta.url), "utf8"),
);
const { worker: pool } = await testDatabase();
const { server, chatWith } = stubbedChat();
const signal = new AbortController().signal;
const now = () => new Date("2026-03-01T12:00:00Z");
const filler = "The rest of this page is about the opening hours of the office and the way to the station. ";

test("there are forty, in three languages, through titles, feeds and pages", () => {
  assert.equal(injections.length, 40);
  const counts = (of: (one: Injection) => string) => [...Map.groupBy(injections, of).values()].map((one) => one.length);
  assert.ok(counts(({ language }) => language).every((count) => count >= 13));
  assert.ok(counts(({ where }) => where).every((count) => count >= 13));
});

for (const one of injections) {
  test(`a model that obeys changes no text, in ${one.language} through the ${one.where}: ${one.name}`, async () => {
    const byWords = await analysed(one);
    const small = await readBy(smallModel(one.planted), byWords.itemId);
    const whole = await readBy(wholeModel(one.planted), byWords.itemId);
    for (const result of [small, whole]) {
      assert.equal(result.title_corrected, byWords.result.title_corrected);
      assert.notEqual(result.summary_source, "llm");
      const shown = [result.description_corrected, result.summary, ...result.facts.map(({ text }) => text)].join("\n");
      // Words show sentences of the item as they are, but never the planted one as a statement of its own.
      assert.equal(shown.split(/(?<=[.!?])\s/u).includes(`${one.planted}.`), false, shown);
      assert.ok(
        result.refused?.some(({ field }) => field === "title"),
        JSON.stringify(result.refused),
      );
      assert.ok(
        result.refused?.some(({ field }) => field === "summary"),
        JSON.stringify(result.refused),
      );
    }
  });
}

/** The item as it is after the stages fetch, analyse and page. */
async function analysed(one: Injection): Promise<{ itemId: string; result: AnalyzerResult }> {
  const [feedId, itemId] = [randomUUID(), randomUUID()];
  const isPage = one.where === "page";
  await pool.query("insert into feeds (id, url, full_text, cache_scope) values ($1, $2, $3, 'off')", [
    feedId,
    `https://${feedId}.example/feed`,
    isPage ? "always" : "never",
  ]);
  await pool.query(
    `insert into items (id, feed_id, hash, url, title, content, language, pub_date, first_seen_at, fingerprint)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, '')`,
    [
      itemId,
      feedId,
      itemId.replaceAll("-", "").padEnd(64, "0"),
      `https://${feedId}.example/1`,
      one.title,
      isPage ? "" : `<p>${one.text} ${one.injection}</p>`,
      one.language,
      now(),
    ],
  );
  await analyseItems({ pool, now, limits: { hasModel: true, ageDaysMax: 14 } });
  if (isPage) {
    const downloadPage = async () => pageOf(one);
    for (const item of await claimPages(pool, claim(itemId))) await readPage({ pool, now, downloadPage }, item, signal);
  }
  return { itemId, result: await find(itemId) };
}

function claim(itemId: string) {
  const until = new Date(now().getTime() + 60_000);
  return { now: now(), until, leaseId: randomUUID(), count: 1, scope: { itemId }, ageDaysMax: 14 };
}

function pageOf({ title, text, injection }: Injection): PageOutcome {
  const html = `<html><head><title>${title}</title></head><body><article><h1>${title}</h1>
    <p>${text}</p><p style="display:none">${injection}</p><p>${injection}</p><p>${filler.repeat(4)}</p></article></body></html>`;
  const page = extractPage(html, "https://news.example/1");
  assert.ok(page.kind === "text", JSON.stringify(page));
  return { kind: "text", url: "https://news.example/1", page };
}

async function readBy(model: Analyzer, itemId: string): Promise<AnalyzerResult> {
  await pool.query("update items set upgrade_at = $2 where id = $1", [itemId, now()]);
  const [item] = await claimUpgrades(pool, claim(itemId));
  assert.ok(item !== undefined);
  assert.equal(await upgradeItem({ pool, now, modelFor: async () => model }, item, signal), "upgraded");
  return find(itemId);
}

async function find(itemId: string): Promise<AnalyzerResult> {
  const { rows } = await pool.query("select analyzer_result from items where id = $1", [itemId]);
  return analyzerResultSchema.parse(rows[0].analyzer_result);
}

function smallModel(planted: string): Analyzer {
  const obey = (name: string) => (response: Parameters<typeof sendJson>[0]) =>
    sendJson(response, completion(JSON.stringify({ [name]: planted })));
  server().willAnswer(obey("title"), obey("summary"));
  const chat = chatWith();
  const prompts = loadSmallPrompts();
  return createSmallAnalyzer({
    chats: { title: chat, summary: chat },
    prompts,
    createFence: () => "0a1b2c",
    memory: noMemory,
  });
}

function wholeModel(planted: string): Analyzer {
  server().willAnswer(
    analyst(() => ({
      title_corrected: planted,
      title_correction_reason: planted,
      description_corrected: planted,
      summary: `${planted}.`,
      facts: [{ text: `${planted}.`, quote: planted }],
    })),
  );
  return createLlmAnalyzer({ chat: chatWith(), prompt: loadPrompt(null), createFence: () => "0a1b2c" });
}
