import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import type { AnalysisInput, AnalysisOutcome } from "../../src/analysis/analyzer.ts";
import { createSmallAnalyzer } from "../../src/analysis/llm/small-analyzer.ts";
import { loadSmallPrompts } from "../../src/analysis/llm/load-prompt.ts";
import { estimateRequestTokens } from "../../src/chat/chat.ts";
import { createChat } from "../../src/chat/create-chat.ts";
import { createTrustedClient } from "../../src/http-client/trusted-client.ts";
import { analyzerResultSchema } from "../../src/items/analyzer-result.ts";
import { createAnswerMemory, noMemory } from "../../src/models/answer-store.ts";
import { type Answer, protocols, sendText, startProtocolServer } from "../ground/stub-chat-server-protocols.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker } = await testDatabase();
const client = createTrustedClient();
const server = await startProtocolServer("ollama", "{}");
after(() => Promise.all([server.close(), client.close()]));
const signal = new AbortController().signal;
const now = new Date("2026-03-01T12:00:00Z");
const body = "The council of Elmsford voted on Monday to close Market Street to cars from June. ".repeat(3);
const input: AnalysisInput = {
  title: "SHOCK: You won’t believe what the council of Elmsford did to Market Street",
  description: "",
  body,
  kind: "article",
  languageHint: "en",
  now,
};
const title = "Council of Elmsford votes to close Market Street to cars";
const summary = "The council of Elmsford voted on Monday to close Market Street to cars from June.";

function says(text: string): Answer {
  return (response) => sendText(response, 200, "application/json", protocols.ollama.chat(text));
}

type Options = { uses?: ("title" | "summary")[]; memory?: typeof noMemory; contextTokens?: number };

async function analyse(item: AnalysisInput, options: Options = {}): Promise<AnalysisOutcome> {
  const { uses = ["title", "summary"], memory = noMemory, contextTokens = 4_096 } = options;
  const prices = { promptUsdPerMillion: 0, completionUsdPerMillion: 0 };
  const service = {
    type: "ollama" as const,
    baseUrl: server.url,
    apiKey: null,
    model: "m",
    prices,
    timeoutMs: 20_000,
    contextTokens,
  };
  const chat = createChat(service, { request: client.request, now: () => now });
  const chats = { title: uses.includes("title") ? chat : null, summary: uses.includes("summary") ? chat : null };
  return createSmallAnalyzer({ chats, prompts: loadSmallPrompts(), createFence: () => "0a", memory }).analyse(
    item,
    signal,
  );
}

function questions(): string[] {
  return server.requests.map(({ body: text }) => text);
}

beforeEach(() => void server.requests.splice(0));

test("title and summary are asked for one after the other, and the rest stays that of words", async () => {
  server.willAnswer(says(JSON.stringify({ title })), says(JSON.stringify({ summary })));
  const outcome = await analyse(input);
  assert.ok(outcome.kind === "analysed");
  const { result } = outcome;
  assert.deepEqual([result.title_corrected, result.title_source, result.summary], [title, "llm", summary]);
  assert.deepEqual([result.analyzer, result.llm_model, result.usage?.attempts], ["llm", "qwen2.5:3b", 2]);
  assert.ok(analyzerResultSchema.safeParse(result).success);
  const required = questions().map((text) => JSON.parse(text).format.required);
  assert.deepEqual(required, [["title"], ["summary"]]);
});

test("what it is not used for is not asked", async () => {
  server.willAnswer(says(JSON.stringify({ title })));
  const outcome = await analyse(input, { uses: ["title"] });
  assert.ok(outcome.kind === "analysed");
  assert.equal(questions().length, 1);
  assert.notEqual(outcome.result.summary, "");
});

test("an answer that is no JSON is repaired once", async () => {
  server.willAnswer(says("Sure! Here you are."), says(JSON.stringify({ title })), says(JSON.stringify({ summary })));
  const outcome = await analyse(input);
  assert.equal(outcome.kind === "analysed" && outcome.result.title_corrected, title);
  assert.match(questions()[1] ?? "", /That answer cannot be used/);
  assert.equal(questions().length, 3);
});

test("a summary that cannot be used costs nothing but itself", async () => {
  server.willAnswer(says(JSON.stringify({ title })), says("no"), says("no again"));
  const outcome = await analyse(input);
  assert.ok(outcome.kind === "analysed");
  assert.equal(outcome.result.title_corrected, title);
  assert.notEqual(outcome.result.summary, "");
});

test("a title with a number that the item lacks is refused, and that of words stays", async () => {
  server.willAnswer(
    says('{"title":"Council of Elmsford pays 900 million for Market Street"}'),
    says(JSON.stringify({ summary })),
  );
  const outcome = await analyse(input);
  assert.ok(outcome.kind === "analysed");
  assert.doesNotMatch(outcome.result.title_corrected, /900/);
  assert.notEqual(outcome.result.title_source, "llm");
});

test("two answers that cannot be used are a failure that says why", async () => {
  server.willAnswer(...Array.from({ length: 4 }, () => says('{"headline":1}')));
  const outcome = await analyse(input);
  assert.ok(outcome.kind === "failed");
  assert.equal(outcome.failure.why, "schema");
  assert.match(outcome.failure.message, /title: it must be a text/);
});

test("a server in trouble is not asked the second question", async () => {
  server.willAnswer((response) => sendText(response, 500, "application/json", '{"error":"out of memory"}'));
  const outcome = await analyse(input);
  assert.equal(outcome.kind === "failed" && outcome.failure.why, "server");
  assert.equal(questions().length, 1);
});

test("an answer is remembered: after a crash between the two questions only the second is asked", async () => {
  const memory = createAnswerMemory(worker, ["feed", "ollama", "m"], () => now);
  server.willAnswer(says(JSON.stringify({ title })), (response) => void response.destroy());
  assert.equal((await analyse(input, { memory })).kind, "failed");
  server.requests.splice(0);

  server.willAnswer(says(JSON.stringify({ summary })));
  const outcome = await analyse(input, { memory });
  assert.ok(outcome.kind === "analysed");
  assert.deepEqual([outcome.result.title_corrected, outcome.result.summary], [title, summary]);
  assert.deepEqual(
    questions().map((text) => JSON.parse(text).format.required),
    [["summary"]],
  );

  server.requests.splice(0);
  assert.equal((await analyse(input, { memory })).kind, "analysed");
  assert.equal(questions().length, 0);
});

test("another text, another model and another feed are other questions", async () => {
  const scopes = [
    ["feed", "ollama", "m"],
    ["feed", "ollama", "m2"],
    ["feed2", "ollama", "m"],
  ];
  for (const scope of scopes) {
    server.willAnswer(says(JSON.stringify({ title })));
    const memory = createAnswerMemory(worker, [...scope, "others"], () => now);
    await analyse(input, { memory, uses: ["title"] });
  }
  assert.equal(questions().length, 3);
  const memory = createAnswerMemory(worker, ["feed", "ollama", "m", "others"], () => now);
  server.willAnswer(says(JSON.stringify({ title })));
  await analyse({ ...input, title: `${input.title} again` }, { memory, uses: ["title"] });
  assert.equal(questions().length, 4);
});

for (const contextTokens of [1_024, 2_048, 4_096]) {
  test(`with ${contextTokens} tokens of context, a question of any item and its answer fit`, async () => {
    server.willAnswer(says(JSON.stringify({ title })), says(JSON.stringify({ summary })));
    const description = "Ein langer Vorspann über die Straßenbahn. ".repeat(100);
    await analyse({ ...input, description, body: body.repeat(100) }, { contextTokens });
    assert.equal(questions().length, 2);
    for (const text of questions()) {
      const { messages, format, options } = JSON.parse(text);
      const [system, user] = messages;
      const request = {
        system: system.content,
        messages: [{ role: "user" as const, text: user.content }],
        format: { name: "x", schema: format },
        outputTokensMax: 0,
        temperature: 0,
      };
      assert.ok(estimateRequestTokens(request) + options.num_predict <= contextTokens);
    }
  });
}
