import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test, type TestContext } from "node:test";
import {
  createPageExtractor,
  type PageExtractor,
  type PageExtractorOptions,
} from "../../src/analysis/page/page-extractor.ts";
import { eventually } from "../ground/eventually.ts";

const url = "https://northport.example/bridge";
const article = readFileSync(new URL("../fixtures/pages/article-en.html", import.meta.url), "utf8");

/** Within all limits, and minutes of work for Readability: wide and deep. */
const slowPage = `<html><body>${`${"<div>".repeat(150)}${"<p>words, words. ".repeat(5)}${"</div>".repeat(150)}`.repeat(300)}`;

/** Within all limits, and more memory than the thread of the test has. */
const fatPage = `<html><body>${"<p>some, words to make a paragraph</p>".repeat(50_000)}`;

function extractor(context: TestContext, options: PageExtractorOptions = {}): PageExtractor {
  const created = createPageExtractor(options);
  context.after(() => created.close());
  return created;
}

function threadCount(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === "Worker" || resource === "MessagePort")
    .length;
}

async function whyNot(answer: ReturnType<PageExtractor["extract"]>): Promise<string> {
  const extracted = await answer;
  assert.equal(extracted.kind, "nothing");
  return extracted.why;
}

test("many pages asked for at once are all read", async (context) => {
  const { extract } = extractor(context, { threads: 2 });
  const pages = await Promise.all(Array.from({ length: 12 }, () => extract(article, url)));
  assert.deepEqual(new Set(pages.map(({ kind }) => kind)), new Set(["text"]));
});

test("a page without an article is reported as such", async (context) => {
  const { extract } = extractor(context);
  assert.equal(await whyNot(extract("<div>".repeat(5_000), url)), "too-deep");
});

test("a page that takes too long is given up, and the next one is read", async (context) => {
  const { extract } = extractor(context, { timeoutMs: 1_000 });
  const answers = [slowPage, "<p>short</p>"].map((html) => whyNot(extract(html, url)));
  assert.deepEqual(await Promise.all(answers), ["timeout", "not-an-article"]);
});

test("a page that needs too much memory costs its thread and nothing else", async (context) => {
  const { extract } = extractor(context, { memoryMb: 48, timeoutMs: 60_000 });
  assert.equal(await whyNot(extract(fatPage, url)), "crashed");
  assert.equal((await extract(article, url)).kind, "text");
});

test("more pages than may wait are turned away at once", async (context) => {
  const { extract } = extractor(context, { waitingMax: 2 });
  const answers = Array.from({ length: 5 }, () => extract(article, url));
  // One is being read, two wait.
  assert.deepEqual(await Promise.all(answers.slice(3).map(whyNot)), ["busy", "busy"]);
  assert.deepEqual(
    (await Promise.all(answers.slice(0, 3))).map(({ kind }) => kind),
    ["text", "text", "text"],
  );
});

test("closing settles all requests, even one in progress, and leaves no thread behind", async (context) => {
  const before = threadCount();
  const { extract, close } = extractor(context, { threads: 2 });
  await extract(article, url);
  const answers = [slowPage, article, article, article].map((html) => extract(html, url));
  assert.ok(threadCount() > before);
  await close();
  const [slow] = await Promise.all(answers);
  assert.deepEqual(slow, { kind: "nothing", why: "closed" });
  assert.equal(await whyNot(extract(article, url)), "closed");
  assert.equal(threadCount(), before);
});

test("a thread that has nothing to read ends, and the next page gets another", async (context) => {
  const before = threadCount();
  const { extract } = extractor(context, { idleMs: 20 });
  assert.equal((await extract(article, url)).kind, "text");
  await eventually(() => assert.equal(threadCount(), before));
  assert.equal((await extract(article, url)).kind, "text");
});
