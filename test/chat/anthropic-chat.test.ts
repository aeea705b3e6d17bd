import assert from "node:assert/strict";
import { test } from "node:test";
import { chatBehaviours as stub, failsWith, saysByTool, sendJson } from "../ground/stub-chat-server-behaviours.ts";
import { sampleRequest as request, stubbedChat } from "../ground/stub-chat-server-chat.ts";

const { server, chatWith } = stubbedChat();
const signal = new AbortController().signal;
const ask = (asked = request) => chatWith({ type: "anthropic" }).ask(asked, signal);

test("JSON is requested as the input of a forced tool", async () => {
  server().willAnswer(saysByTool({ ok: true }));
  const outcome = await ask();
  assert.ok(outcome.kind === "answered");
  assert.deepEqual([outcome.text, outcome.model], ['{"ok":true}', "stub-claude"]);

  const asked = server().questions.at(-1);
  assert.equal(asked?.path, "/v1/messages");
  assert.equal(asked?.headers["x-api-key"], "secret-key-1");
  assert.equal(asked?.headers["anthropic-version"], "2023-06-01");
  assert.deepEqual(asked?.body, {
    model: "stub",
    system: "Answer.",
    messages: [{ role: "user", content: "Is it?" }],
    max_tokens: 100,
    temperature: 0.3,
    tools: [{ name: "answer", description: "Takes the answer.", input_schema: { type: "object" } }],
    tool_choice: { type: "tool", name: "answer" },
  });
});

test("cached tokens are part of the prompt tokens", async () => {
  server().willAnswer(saysByTool({ ok: true }));
  const { usage } = await ask();
  assert.deepEqual([usage?.promptTokens, usage?.completionTokens, usage?.cachedTokens], [1000, 200, 600]);
});

const message = (stop_reason: string, text: string) => ({ stop_reason, content: [{ type: "text", text }] });

test("text comes from the text blocks alone", async () => {
  const content = [
    { type: "thinking", thinking: "Hm." },
    { type: "text", text: "Two " },
    { type: "text", text: "parts" },
  ];
  server().willAnswer((response) => sendJson(response, { stop_reason: "end_turn", content }));
  const outcome = await ask({ ...request, format: null });
  assert.equal(outcome.kind === "answered" && outcome.text, "Two parts");
  assert.equal(server().questions.at(-1)?.body.tools, undefined);
});

test("an answer cut off at the limit is marked as truncated", async () => {
  server().willAnswer((response) => sendJson(response, message("max_tokens", "Half")));
  assert.equal((await ask()).kind, "truncated");
});

test("a refusal is reported as a refusal", async () => {
  server().willAnswer((response) => sendJson(response, message("refusal", "No.")));
  const outcome = await ask();
  assert.equal(outcome.kind === "failed" && outcome.failure.why, "refusal");
});

test("a model without tools is asked in the prompt", async () => {
  server().willAnswer(failsWith(400, { message: "tools are not supported" }), (response) =>
    sendJson(response, message("end_turn", '{"ok":true}')),
  );
  assert.equal((await ask()).kind, "answered");
  const body = server().questions.at(-1)?.body;
  assert.equal(body?.tools, undefined);
  assert.match(body?.system ?? "", /JSON schema/u);
});

for (const [name, why] of [
  ["noCredit", "payment"],
  ["overloaded", "overloaded"],
  ["badKey", "auth"],
  ["html", "bad_answer"],
  ["good", "bad_answer"],
] as const) {
  test(`a failure is classified: ${name} is ${why}`, async () => {
    server().willAnswer(stub[name]);
    const outcome = await ask();
    assert.equal(outcome.kind === "failed" && outcome.failure.why, why);
  });
}
