import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { buildQuestion, buildRepair } from "../../src/analysis/llm/build-question.ts";
import { loadPrompt, loadSmallPrompts, withAddition } from "../../src/analysis/llm/load-prompt.ts";
import { modelAnswerFormat, modelAnswerSchema } from "../../src/analysis/llm/model-answer.ts";
import { shortenBody } from "../../src/analysis/llm/shorten-body.ts";
import { estimateRequestTokens } from "../../src/chat/chat.ts";
import { parsePrompt } from "../../src/chat/parse-prompt.ts";
import { Refusal } from "../../src/refusal.ts";

const folder = mkdtempSync(join(tmpdir(), "plainwire-prompt-"));
after(() => rmSync(folder, { recursive: true }));

const item = { title: "Rain", description: "", body: "It rained.", language: "de" };

test("an operator's own prompt replaces the embedded one, and every change gives a new version", () => {
  const [embedded, own, other] = [null, "Judge.", "Judge!"].map((text, n) => {
    if (text === null) return loadPrompt(null);
    const file = join(folder, `${n}.md`);
    writeFileSync(file, `${text}\n`);
    return loadPrompt(file);
  });
  assert.equal(own?.text, "Judge.");
  assert.equal(new Set([embedded?.version, own?.version, other?.version]).size, 3);
});

test("our prompts change only together with their number", () => {
  const { title, summary } = loadSmallPrompts();
  const brief = parsePrompt(readFileSync(new URL("../../src/briefs/brief-prompt.md", import.meta.url), "utf8"));
  // A new text needs a new number in its head, and a new line here: results and remembered answers name the version.
  assert.deepEqual(
    { whole: loadPrompt(null).version, title: title.version, summary: summary.version, brief: brief.version },
    { whole: "1.30818dd42966", title: "1.e4574b72b2f5", summary: "1.8a18e0ca0514", brief: "2.5518f4c42c8e" },
  );
});

test("the head of a prompt is not sent, and an addition keeps the number", () => {
  const prompt = parsePrompt("---\nversion: 7\n---\n\nJudge.\n");
  assert.equal(prompt.text, "Judge.");
  assert.match(prompt.version, /^7\.[0-9a-f]{12}$/u);
  const added = withAddition(prompt, "Satire.");
  assert.match(added.version, /^7\./u);
  assert.notEqual(added.version, prompt.version);
  assert.equal(parsePrompt("Judge.").version, prompt.version.slice(2));
});

test("a missing, empty or too long prompt is refused with a sentence", () => {
  assert.throws(() => loadPrompt(join(folder, "none.md")), Refusal);
  for (const text of [" ", "x".repeat(20_001)]) {
    const file = join(folder, "bad.md");
    writeFileSync(file, text);
    assert.throws(() => loadPrompt(file), /must have 1 to 20000 characters/u);
  }
});

test("a feed may add to the prompt, which makes it another version", () => {
  const prompt = loadPrompt(null);
  const added = withAddition(prompt, "It is a satire magazine.");
  assert.ok(added.text.startsWith(prompt.text) && added.text.endsWith("It is a satire magazine."));
  assert.notEqual(added.version, prompt.version);
  assert.equal(withAddition(prompt, " "), prompt);
  assert.equal(withAddition(prompt, null), prompt);
});

test("the prompt asks for every field there is, and stays small", () => {
  const { text } = loadPrompt(null);
  const names = Object.keys(modelAnswerSchema.shape).filter((name) => !name.endsWith("_reason"));
  for (const name of names) assert.ok(text.includes(`- ${name}`), name);
  assert.ok(text.length < 4_500);
});

test("the schema on the wire uses only what every server understands, and requires everything", () => {
  const keywords = new Set<string>();
  JSON.stringify(modelAnswerFormat.schema, function (this: Record<string, unknown>, key, value) {
    if (this["type"] !== undefined) keywords.add(key);
    return value;
  });
  const known = ["type", "properties", "required", "additionalProperties", "items", "enum"];
  assert.deepEqual([...keywords].toSorted(), known.toSorted());
  assert.deepEqual(modelAnswerFormat.schema["required"], Object.keys(modelAnswerSchema.shape));
  assert.equal(modelAnswerFormat.schema["additionalProperties"], false);
});

test("the system text is the same for every item; language and item are in the user message", () => {
  const question = buildQuestion("Judge.", item, "0a1b2c");
  assert.equal(question.system, "Judge.");
  const text = question.messages[0]?.text ?? "";
  assert.match(text, /^Write every text of your answer in German,/u);
  assert.match(text, /<item-0a1b2c>\n\{"title":"Rain","description":"","body":"It rained."\}\n<\/item-0a1b2c>/u);
  assert.match(buildQuestion("", { ...item, language: "und" }, "f").messages[0]?.text ?? "", /in its language/u);
});

test("a body within its tokens is read whole; a longer one loses its middle at paragraph borders", () => {
  const paragraphs = Array.from({ length: 100 }, (_, n) => `${n}. ${"word ".repeat(40)}`.trim());
  const body = paragraphs.join("\n");
  assert.equal(shortenBody(body.slice(0, 9_000), "en"), body.slice(0, 9_000));

  const short = shortenBody(body, "en");
  const [head = "", tail = ""] = short.split("\n[…]\n");
  assert.ok(body.startsWith(head) && body.endsWith(tail));
  assert.ok(head.endsWith("word") && /^\d+\. /u.test(tail));
  assert.ok(head.length > tail.length * 3 && short.length < 9_200);
  assert.ok(shortenBody(body, "pl").length < short.length);
});

test("the longest question stays within 5,500 tokens by our high estimate", () => {
  const body = shortenBody("x".repeat(40_000), "en");
  const request = buildQuestion(loadPrompt(null).text, { ...item, body, language: "en" }, "0a1b2c");
  assert.ok(estimateRequestTokens(request) < 5_500);
});

test("an answer is sent back for correction without hidden characters, and not cut inside a surrogate pair", () => {
  const question = buildQuestion("Judge.", item, "f");
  const sentBack = (answer: string) => buildRepair(question, answer, ["it is late"]).messages.at(-2)?.text;
  assert.equal(sentBack("{\u202E\u{E0101}\u061C}"), "{}");
  assert.equal(sentBack(`${"x".repeat(7_999)}😀`), "x".repeat(7_999));
});
