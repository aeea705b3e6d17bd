import assert from "node:assert/strict";
import { test } from "node:test";
import { pauseAfter, pauseFailure } from "../../src/chat/create-chat.ts";
import { chatFailure } from "../../src/chat/chat-failure.ts";
import { chatBehaviours as stub } from "../ground/stub-chat-server-behaviours.ts";
import { noon, sampleRequest as request, stubbedChat } from "../ground/stub-chat-server-chat.ts";

const { server, chatWith } = stubbedChat();
const signal = new AbortController().signal;
const after = (ms: number) => new Date(noon.getTime() + ms);

for (const [name, why, waitMs] of [
  ["wait2min", "rate_limited", 120_000],
  ["overloaded", "overloaded", 30_000],
] as const) {
  test(`after ${name} no request goes out for ${waitMs / 1000} s`, async () => {
    let now = noon;
    const chat = chatWith({}, () => now);
    server().willAnswer(stub[name]);
    await chat.ask(request, signal);
    const asked = server().questions.length;

    now = after(waitMs - 1);
    const outcome = await chat.ask(request, signal);
    assert.ok(outcome.kind === "failed");
    assert.deepEqual([outcome.failure.why, outcome.failure.retryAfterMs], [why, 1]);
    assert.equal(outcome.usage?.costUsd, 0);
    assert.equal(chat.paused()?.why, why);
    assert.equal(server().questions.length, asked);

    now = after(waitMs);
    assert.equal(chat.paused(), null);
    assert.equal((await chat.ask(request, signal)).kind, "answered");
  });
}

for (const name of ["errorIn200", "crash", "refusal", "flagged", "firewall", "noModel"] as const) {
  test(`a failure of one question does not stop the others: ${name}`, async () => {
    const chat = chatWith();
    server().willAnswer(stub[name]);
    await chat.ask(request, signal);
    assert.equal(chat.paused(), null);
    assert.equal((await chat.ask(request, signal)).kind, "answered");
  });
}

test("a longer pause is not shortened by a shorter one", () => {
  const long = pauseAfter(null, chatFailure("overloaded", "", 60_000), noon);
  const kept = pauseAfter(long, chatFailure("rate_limited", "", 1_000), noon);
  assert.equal(pauseFailure(kept, after(5_000))?.why, "overloaded");
});
