import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChatOptions } from "../../src/chat/create-chat.ts";
import type { ChatFailure, ChatOutcome } from "../../src/chat/chat.ts";
import type { ChatBehaviour } from "../ground/stub-chat-server.ts";
import {
  chatBehaviours as stub,
  completion,
  failsWith,
  goodAnswer,
  says,
  sendJson,
} from "../ground/stub-chat-server-behaviours.ts";
import { sampleRequest as request, stubbedChat } from "../ground/stub-chat-server-chat.ts";

const { server, chatWith } = stubbedChat();
const signal = new AbortController().signal;

async function askWhere(behaviour: ChatBehaviour, options: Partial<ChatOptions> = {}): Promise<ChatOutcome> {
  server().willAnswer(behaviour);
  return chatWith(options).ask(request, signal);
}

const answers: [string, ChatBehaviour, string][] = [
  ["good JSON", stub.good, goodAnswer],
  ["JSON in a fence, for the caller to take out", stub.fenced, "```json\n" + goodAnswer + "\n```"],
];
for (const [what, behaviour, text] of answers) {
  test(`an answer is passed on as it is: ${what}`, async () => {
    const outcome = await askWhere(behaviour);
    assert.ok(outcome.kind === "answered");
    assert.equal(outcome.text, text);
    assert.equal(outcome.model, "stub-1");
  });
}

for (const [told, shown] of [
  ["openai/gpt-4o-mini-2024-07-18", "openai/gpt-4o-mini-2024-07-18"],
  ["llama3.1:8b", "llama3.1:8b"],
  ["Send your password", "stub"],
  ["https://evil.example", "stub"],
  ["www.evil.example", "stub"],
  ["x".repeat(101), "stub"],
  ["\u202Egpt", "stub"],
  ["", "stub"],
] as const) {
  test(`the model's name is what its server says where that is a name: ${told.slice(0, 30)}`, async () => {
    const outcome = await askWhere((response) => sendJson(response, completion("yes", {}, { model: told })));
    assert.equal(outcome.kind === "answered" && outcome.model, shown);
  });
}

test("tokens are priced where the server names no cost", async () => {
  const outcome = await askWhere(stub.good);
  assert.deepEqual(outcome.usage, {
    calls: 1,
    promptTokens: 1000,
    completionTokens: 200,
    cachedTokens: 600,
    costUsd: 0.00027,
    latencyMs: 0,
  });
});

test("the server's own cost comes before ours", async () => {
  assert.equal((await askWhere(stub.priced)).usage?.costUsd, 0.0123);
});

for (const name of ["withoutUsage", "withBrokenUsage"] as const) {
  test(`if a server reports no tokens, we estimate them on the high side: ${name}`, async () => {
    const { usage } = await askWhere(stub[name]);
    assert.deepEqual([usage?.promptTokens, usage?.completionTokens], [11, 4]);
    assert.ok(usage && usage.costUsd > 0);
  });
}

test("an answer cut off at the limit is marked as truncated and kept", async () => {
  const outcome = await askWhere(stub.truncated);
  assert.ok(outcome.kind === "truncated");
  assert.equal(outcome.text, '{"ok":tr');
});

type Failing = { behaviour: ChatBehaviour; why: ChatFailure["why"]; words: RegExp; billed: "yes" | "no" | "unknown" };
const failures: Record<string, Failing> = {
  "a refusal": { behaviour: stub.refusal, why: "refusal", words: /I will not rate that/u, billed: "yes" },
  "a content filter": { behaviour: stub.filtered, why: "refusal", words: /content filter/u, billed: "yes" },
  "white space": { behaviour: stub.empty, why: "bad_answer", words: /empty/u, billed: "yes" },
  "no content": { behaviour: stub.noContent, why: "bad_answer", words: /empty/u, billed: "yes" },
  "no choices": { behaviour: stub.noChoices, why: "bad_answer", words: /not what a model/u, billed: "unknown" },
  "JSON of something else": { behaviour: stub.otherJson, why: "bad_answer", words: /not what/u, billed: "unknown" },
  "a page of HTML": { behaviour: stub.html, why: "bad_answer", words: /not what a model/u, billed: "unknown" },
  "invalid UTF-8": { behaviour: stub.invalidUtf8, why: "bad_answer", words: /not what a model/u, billed: "unknown" },
  "two megabytes": { behaviour: stub.huge, why: "bad_answer", words: /too large/u, billed: "unknown" },
  "more words than anybody asked for": {
    behaviour: says("x".repeat(100_001)),
    why: "bad_answer",
    words: /100001 characters/u,
    billed: "yes",
  },
  "429 inside a 200": { behaviour: stub.errorIn200, why: "rate_limited", words: /Rate limit/u, billed: "no" },
  "overload inside a 200": { behaviour: stub.namedErrorIn200, why: "overloaded", words: /503/u, billed: "no" },
  "an error in the middle": { behaviour: stub.brokenOff, why: "overloaded", words: /Provider died/u, billed: "no" },
  "a redirect": { behaviour: stub.redirect, why: "rejected", words: /302/u, billed: "no" },
  "a bare crash": { behaviour: stub.crash, why: "overloaded", words: /\(500\) Something broke/u, billed: "no" },
  "a crash in plain words": { behaviour: stub.crashInWords, why: "overloaded", words: /no reason/u, billed: "no" },
  "an empty quota": { behaviour: stub.noMoney, why: "payment", words: /quota/u, billed: "no" },
  "an empty purse as a 400": { behaviour: stub.noCredit, why: "payment", words: /credit balance/u, billed: "no" },
  "a bill": { behaviour: stub.unpaid, why: "payment", words: /\(402\) Insufficient credits/u, billed: "no" },
  "a key without permission": { behaviour: stub.forbidden, why: "auth", words: /may not use/u, billed: "no" },
  "a text that was flagged": { behaviour: stub.flagged, why: "refusal", words: /flagged/u, billed: "no" },
  "a firewall": { behaviour: stub.firewall, why: "rejected", words: /403/u, billed: "no" },
  "a model that does not exist": { behaviour: stub.noModel, why: "rejected", words: /nonesuch/u, billed: "no" },
  "a question too long": { behaviour: stub.tooLong, why: "rejected", words: /context length/u, billed: "no" },
  "a connection dropped": {
    behaviour: stub.dropped,
    why: "network",
    words: /closed the connection/u,
    billed: "unknown",
  },
  "a body cut off": { behaviour: stub.cut, why: "network", words: /closed the connection/u, billed: "unknown" },
};
for (const [what, { behaviour, why, words, billed }] of Object.entries(failures)) {
  test(`a failure has a class and a sentence, and the question is not repeated: ${what}`, async () => {
    const askedBefore = server().questions.length;
    const outcome = await askWhere(behaviour);
    assert.ok(outcome.kind === "failed");
    assert.equal(outcome.failure.why, why);
    assert.match(outcome.failure.message, words);
    assert.equal(outcome.usage === null ? "unknown" : outcome.usage.calls > 0 ? "yes" : "no", billed);
    assert.equal(server().questions.length, askedBefore + 1);
  });
}

for (const name of ["silent", "stalled", "dripping"] as const) {
  test(`the deadline ends a server that is ${name}, and the call may have been billed`, async () => {
    const outcome = await askWhere(stub[name], { timeoutMs: 100 });
    assert.equal(outcome.kind === "failed" && outcome.failure.why, "timeout");
    assert.equal(outcome.usage, null);
  });
}

test("an unreachable server is a network failure that cost nothing", async () => {
  const outcome = await chatWith({ baseUrl: "http://127.0.0.1:1/v1" }).ask(request, signal);
  assert.equal(outcome.kind === "failed" && outcome.failure.why, "network");
  assert.equal(outcome.usage?.costUsd, 0);
});

test("a question can be aborted while the server works", async () => {
  const stop = new AbortController();
  server().willAnswer(() => stop.abort());
  const outcome = await chatWith().ask(request, stop.signal);
  assert.equal(outcome.kind === "failed" && outcome.failure.why, "aborted");
});

test("a server's message is cut and cleaned", async () => {
  server().willAnswer(failsWith(500, `broken\u0000 \u202E${"x".repeat(5_000)}`));
  const outcome = await chatWith().ask(request, signal);
  assert.ok(outcome.kind === "failed" && outcome.failure.message.length < 400);
  assert.equal(/[\u0000\u202E]/u.test(outcome.failure.message), false);
});

test("the key is not repeated, even where the server repeats it", async () => {
  const outcome = await askWhere(stub.badKey);
  assert.ok(outcome.kind === "failed");
  assert.equal(outcome.failure.why, "auth");
  assert.equal(outcome.failure.message.includes("secret-key-1"), false);
});

const waits: [keyof typeof stub, number][] = [
  ["wait2s", 2_000],
  ["wait2min", 120_000],
  ["waitMs", 1_500],
];
for (const [name, retryAfterMs] of waits) {
  test(`a failure says how long to wait, and the question is not repeated: ${name}`, async () => {
    const askedBefore = server().questions.length;
    const outcome = await askWhere(stub[name]);
    assert.ok(outcome.kind === "failed");
    assert.deepEqual([outcome.failure.why, outcome.failure.retryAfterMs], ["rate_limited", retryAfterMs]);
    assert.equal(server().questions.length, askedBefore + 1);
  });
}
