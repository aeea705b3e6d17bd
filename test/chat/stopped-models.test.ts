import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { chatBehaviours as stub } from "../ground/stub-chat-server-behaviours.ts";
import { sampleRequest } from "../ground/stub-chat-server-chat.ts";
import { startStubChat } from "../ground/stub-chat-server.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";

const database = await testDatabase();
const chat = await startStubChat();
after(() => chat.close());
beforeEach(() => database.worker.query("delete from model_stops"));
const signal = new AbortController().signal;
const request = { ...sampleRequest, format: null };

/** As another process with these settings would have it. */
function modelsWith(settings: Record<string, string> = {}) {
  const usual = { AI_TYPE: "openai", AI_API_KEY: "k", AI_BASE_URL: chat.baseUrl, AI_MODEL: "m" };
  const { models } = testParts(database, { ...usual, ...settings });
  const ask = async () => {
    const outcome = await (await models.current()).briefChat?.ask(request, signal);
    return outcome?.kind === "failed" ? outcome.failure.why : outcome?.kind;
  };
  return { ...models, ask };
}

for (const [name, why] of [
  ["badKey", "auth"],
  ["forbidden", "auth"],
  ["unpaid", "payment"],
  ["noMoney", "payment"],
  ["noCredit", "payment"],
] as const) {
  test(`after ${name} no process uses these settings any more, and the reason is shown`, async () => {
    const models = modelsWith();
    chat.willAnswer(stub[name]);
    assert.equal(await models.ask(), why);
    const asked = chat.questions.length;
    assert.deepEqual([await models.ask(), await modelsWith().ask()], [why, why]);
    assert.equal(chat.questions.length, asked);
    const stop = await modelsWith().stopped();
    assert.equal(stop?.why, why);
    assert.match(stop?.message ?? "", /^The AI service .*\(4\d\d\)/u);
  });
}

test("a 403 with plain text is about the key too", async () => {
  chat.willAnswer(
    (response) => void response.writeHead(403, { "content-type": "application/json" }).end('{"error":"No."}'),
  );
  assert.equal(await modelsWith().ask(), "auth");
});

for (const name of ["crash", "wait2s", "refusal", "flagged", "firewall", "noModel", "dropped"] as const) {
  test(`${name} stops nothing`, async () => {
    const models = modelsWith();
    chat.willAnswer(stub[name]);
    await models.ask();
    assert.equal(await models.stopped(), null);
  });
}

for (const change of [{ AI_API_KEY: "k2" }, { AI_MODEL: "m2" }, { AI_TYPE: "openrouter" }] as Record<
  string,
  string
>[]) {
  test(`with other settings requests resume at once: ${Object.keys(change).join()}`, async () => {
    chat.willAnswer(stub.badKey);
    await modelsWith().ask();
    assert.equal(await modelsWith(change).ask(), "answered");
    assert.equal(await modelsWith().ask(), "auth");
  });
}

test("with another address requests resume at once", async () => {
  chat.willAnswer(stub.badKey);
  await modelsWith().ask();
  assert.equal(await modelsWith({ AI_BASE_URL: `${chat.baseUrl}/` }).ask(), "answered");
});

test("a person can resume requests", async () => {
  const models = modelsWith();
  chat.willAnswer(stub.unpaid);
  await models.ask();
  assert.equal(await models.askAgain(), true);
  assert.deepEqual([await models.stopped(), await models.ask()], [null, "answered"]);
  assert.equal(await models.askAgain(), false);
});

test("the database contains neither the key nor anything that identifies it", async () => {
  chat.willAnswer(stub.badKey);
  await modelsWith({ AI_API_KEY: "secret-key-1" }).ask();
  const { rows } = await database.worker.query("select * from model_stops");
  assert.equal(rows.length, 1);
  assert.doesNotMatch(JSON.stringify(rows), /secret-key-1/u);
});
