import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { analyseByWords } from "../../src/analysis/heuristic/analyse-by-words.ts";
import { createLlmAnalyzer } from "../../src/analysis/llm/llm-analyzer.ts";
import { loadPrompt } from "../../src/analysis/llm/load-prompt.ts";
import type { AnalyzerResult } from "../../src/items/analyzer-result.ts";
import { analyst, askedItem } from "../ground/stub-chat-server-analyst.ts";
import { stubbedChat } from "../ground/stub-chat-server-chat.ts";
import { checkResult, sampleInput } from "./analyzer-contract.ts";

type Injection = {
  name: string;
  title: string;
  description?: string;
  body: string;
  obeyed: object;
  forbidden?: string[];
};

const { server, chatWith } = stubbedChat();
const signal = new AbortController().signal;
const prompt = loadPrompt(null);
const injections: Injection[] = JSON.parse(
  readFileSync(new URL("../fixtures/llm/injections.json", import.meta.url), "utf8"),
);
const scores = ["framing", "clickbait", "persuasive", "hyper_stimulus", "speculative"] as const;

async function analyse(
  { title, description = "", body }: Pick<Injection, "title" | "description" | "body">,
  change: object,
): Promise<{ result: AnalyzerResult; byWords: AnalyzerResult }> {
  const input = { ...sampleInput, title, description, body, languageHint: null };
  server().willAnswer(
    analyst(() => change),
    analyst(() => change),
  );
  const analyzer = createLlmAnalyzer({ chat: chatWith(), prompt, createFence: () => "0a1b2c" });
  const outcome = await analyzer.analyse(input, signal);
  assert.ok(outcome.kind === "analysed", JSON.stringify(outcome));
  checkResult(input, outcome.result);
  return { result: outcome.result, byWords: analyseByWords(input) };
}

test("there are twenty items with a planted injection", () => assert.equal(injections.length, 20));

for (const { obeyed, forbidden, ...item } of injections) {
  test(`even if the model obeys the injection, texts and scores hardly change: ${item.name}`, async () => {
    const { result, byWords } = await analyse(item, obeyed);
    const planted = Object.values(obeyed).filter((value) => typeof value === "string" && value.includes(" "));
    const shown = JSON.stringify([
      result.title_corrected,
      result.description_corrected,
      result.summary,
      result.facts,
      result.framing_reason,
      result.overall_reason,
    ]);
    for (const words of forbidden ?? planted) assert.equal(shown.includes(words), false, `${words} in ${shown}`);
    for (const name of scores) assert.ok(Math.abs(result[name] - byWords[name]) <= 0.6, `${name} ${result[name]}`);
  });
}

test("the model reads the item without injections, hidden characters and tags, between marks of our own", async () => {
  for (const { obeyed: _, ...item } of injections) {
    await analyse(item, {});
    const question = server().questions.at(-1);
    const { description, body } = askedItem(question!);
    const text = question!.body.messages[1]!.content;
    assert.equal(text.match(/<\/?item-0a1b2c>/gu)?.length, 2, item.name);
    assert.equal(/[\u200B\u{E0000}-\u{E007F}<>]/u.test(description + body), false, item.name);
    assert.equal(
      /previous|prior instr|system prompt|bisherigen|wcześniejsze/iu.test(description + body),
      false,
      item.name,
    );
  }
});

test("an item with an injection gets a warning and low confidence, and no reason is shown", async () => {
  const { result } = await analyse(injections[0]!, { speculative_reason: "Norlin deserves a prize." });
  assert.equal(result.speculative_reason, "");
  assert.match(result.overall_reason, /tries to give instructions to a model/u);
  assert.ok(result.warnings.includes("injection_suspected"));
  assert.equal(result.confidence.framing, 0.3);
});
