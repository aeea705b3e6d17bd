import assert from "node:assert/strict";
import { after, test } from "node:test";
import { trialMsMax } from "../../../src/analysis/set-up-model.ts";
import { readStoredModel } from "../../../src/models/model-settings-store.ts";
import { limitsByRoute } from "../../../src/web/app.ts";
import { sendText, startProtocolServer } from "../../ground/stub-chat-server-protocols.ts";
import { testParts } from "../../ground/test-parts.ts";
import { operatorWorld } from "./operator-world.ts";

const ollama = await startProtocolServer("ollama", '{"title":"Town closes its centre to cars"}');
after(ollama.close);
// No AI_TYPE: what is set up on the page holds.
const { ask, operator, person, database, lines } = await operatorWorld(undefined, {}, { AI_TYPE: "", AI_MODEL: "" });
const boss = await operator();
const filled = {
  provider: "ollama",
  address: ollama.url,
  model: "qwen2.5:3b",
  titles: "on",
  summaries: "on",
  briefs: "on",
};
const key = "sk-very-secret-1";

test("a model is set up on the page, and a running process asks it without a restart", async () => {
  const { models } = testParts(database, {});
  assert.equal((await models.current()).modelFor, null);

  const sent = await ask(boss.headers, "POST /operator/model", { ...filled, key: `  ${key}\r\n` });
  assert.deepEqual([sent.status, sent.headers.get("Location")], [303, "/operator/model?done=saved"]);

  const { modelFor, briefChat, concurrency } = await models.current();
  assert.notEqual(modelFor, null);
  assert.equal(concurrency, 1);
  const question = {
    system: "s",
    messages: [{ role: "user" as const, text: "t" }],
    format: null,
    outputTokensMax: 9,
    temperature: 0,
  };
  assert.equal((await briefChat?.ask(question, AbortSignal.any([])))?.kind, "answered");
  assert.equal(ollama.requests.at(-1)?.headers.authorization, `Bearer ${key}`);
});

test("the key is stored sealed, and no page, address or log line ever shows it again", async () => {
  await ask(boss.headers, "POST /operator/model", { ...filled, key });
  const { apiKey } = await readStoredModel(database.worker);
  assert.ok(apiKey !== null && !apiKey.toString("latin1").includes(key));
  const shown = (await ask(boss.headers, "GET /operator/model?done=saved")).text;
  assert.match(shown, /A key is stored\. It is never shown again\./);
  const listed = (await ask(boss.headers, "POST /operator/model/list", { ...filled, key })).text;
  assert.match(listed, /Your new key is not saved yet/);
  for (const text of [shown, listed, JSON.stringify(lines)]) assert.equal(text.includes(key), false);
});

test("a key that was typed to list the models is still there for saving, and only its sealed form travels", async () => {
  await ask(boss.headers, "POST /operator/model", { ...filled, removeKey: "on" });
  assert.equal((await readStoredModel(database.worker)).apiKey, null);
  const listed = (await ask(boss.headers, "POST /operator/model/list", { ...filled, key })).text;
  const [, carriedKey = ""] = /name="carriedKey" value="([\w-]+)"/.exec(listed) ?? [];
  await ask(boss.headers, "POST /operator/model", { ...filled, carriedKey });
  await ask(boss.headers, "POST /operator/model/list", filled);
  assert.equal(ollama.requests.at(-1)?.headers.authorization, `Bearer ${key}`);
});

test("a stored key is not sent to another server: with a new address it is removed, and the page says so", async () => {
  await ask(boss.headers, "POST /operator/model", { ...filled, key });
  const other = await startProtocolServer("ollama", "{}");
  after(other.close);
  await ask(boss.headers, "POST /operator/model/list", { ...filled, address: other.url });
  assert.equal(other.requests.at(-1)?.headers.authorization, undefined);
  const sent = await ask(boss.headers, "POST /operator/model", { ...filled, address: other.url });
  assert.equal(sent.headers.get("Location"), "/operator/model?done=dropped");
  assert.equal((await readStoredModel(database.worker)).apiKey, null);
  assert.match(
    (await ask(boss.headers, "GET /operator/model?done=dropped")).text,
    /was for another server, so it was removed/,
  );
});

test("the server's models are listed, and a model that is no longer among them is named", async () => {
  const { text } = await ask(boss.headers, "POST /operator/model/list", { ...filled, model: "gone:7b" });
  assert.match(text, /<code>qwen2\.5:3b<\/code>/);
  assert.match(text, /<option value="llama3\.2:latest">/);
  assert.match(text, /The server’s list does not have gone:7b\./);
});

test("trying shows the answer, its time, its tokens and its cost, books them, and saves nothing", async () => {
  await database.worker.query("delete from model_settings");
  const priced = {
    ...filled,
    promptUsd: "1000",
    completionUsd: "1000",
    dailyUsd: "100",
    headline: "SHOCK in town centre",
  };
  const { status, text } = await ask(boss.headers, "POST /operator/model/try", priced);
  assert.equal(status, 200);
  assert.match(text, /Town closes its centre to cars/);
  assert.match(text, /Readers would not see it, but the offline reader’s: the article does not say closes, cars\./);
  assert.match(text, /No language model is in use now/);
  assert.match(text, /qwen2\.5:3b · \d+ ms · 324 tokens · \$0\.324000/);
  assert.match(JSON.stringify(ollama.asked()), /SHOCK in town centre/);
  assert.equal((await readStoredModel(database.worker)).provider, "none");
  const { rows } = await database.worker.query(
    "select calls, cost_usd::float8 as cost from ai_spend where purpose = 'trial'",
  );
  assert.deepEqual(rows, [{ calls: 1, cost: 0.324 }]);
  assert.match((await ask(boss.headers, "GET /operator/ai")).text, /Tried by an operator/);
});

test("the page waits for a model that has to load, longer than the model is waited for", () => {
  assert.ok((limitsByRoute["/operator/model/try"]?.answerMs ?? 0) > trialMsMax);
});

test("a title that passes the checks is told to be shown", async () => {
  const headline = "SHOCK: Town closes its centre to cars";
  const { text } = await ask(boss.headers, "POST /operator/model/try", { ...filled, headline });
  assert.match(text, /Readers would see this title\./);
});

test("a server that fails while it is tried is told in its own words, escaped", async () => {
  ollama.willAnswer((response) => sendText(response, 500, "application/json", '{"error":"<b>out of memory</b>"}'));
  const { text } = await ask(boss.headers, "POST /operator/model/try", filled);
  assert.match(text, /has trouble of its own: \(500\) &lt;b&gt;out of memory/);
});

for (const [what, change, sentence] of [
  ["a key with a space inside", { key: "sk abc" }, /A key has no spaces/],
  ["an address that is none", { address: "localhost:11434" }, /Enter an address such as/],
  ["an address with a password", { address: "http://u:p@127.0.0.1" }, /without a user name/],
  ["no address where there is no usual one", { provider: "compatible", address: "" }, /This provider needs an address/],
  ["no model", { model: " " }, /Choose a model/],
  ["a model with a space", { model: "my model" }, /A model’s name has no spaces/],
  ["money in words", { dailyUsd: "much" }, /Enter a number/],
  ["a context that holds no question", { contextTokens: "100" }, /Enter a whole number from 1024/],
  ["no title at all in a question", { titlesAtOnce: "0" }, /Enter a whole number from 1 to 20/],
  ["half of its hours", { from: "22:00" }, /Enter both times/],
  ["hours of no length", { from: "22:00", to: "22:00" }, /Enter two different times/],
  ["a provider of its own", { provider: "evil" }, /Choose a provider/],
] as const) {
  test(`${what} is refused with a sentence, and nothing is saved or asked`, async () => {
    const [before, asked] = [await readStoredModel(database.worker), ollama.requests.length];
    const sent = await ask(boss.headers, "POST /operator/model", { ...filled, ...change });
    assert.equal(sent.status, 400);
    assert.match(sent.text, sentence);
    assert.match(sent.text, /Nothing was saved\./);
    assert.deepEqual([await readStoredModel(database.worker), ollama.requests.length], [before, asked]);
  });
}

test("what the environment sets is shown, cannot be changed, and wins field by field", async () => {
  const env = { AI_TYPE: "", AI_MODEL: "from-env", AI_API_KEY: "env-key", AI_DAILY_BUDGET_USD: "3" };
  const world = await operatorWorld(undefined, {}, env);
  const chief = await world.operator();
  const sent = await world.ask(chief.headers, "POST /operator/model", {
    ...filled,
    model: "typed",
    dailyUsd: "9",
    key,
  });
  assert.equal(sent.status, 303);
  const { text } = await world.ask(chief.headers, "GET /operator/model");
  for (const variable of ["AI_MODEL", "AI_API_KEY", "AI_DAILY_BUDGET_USD"]) {
    assert.match(text, new RegExp(`Set by ${variable} in the environment`));
  }
  assert.match(text, /name="model" type="text" value="from-env"[^>]* disabled=""/);
  assert.equal(text.includes("env-key"), false);
  const { models } = testParts(world.database, env);
  const question = {
    system: "s",
    messages: [{ role: "user" as const, text: "t" }],
    format: null,
    outputTokensMax: 9,
    temperature: 0,
  };
  await (await models.current()).briefChat?.ask(question, AbortSignal.any([]));
  assert.equal(ollama.asked()["model"], "from-env");
  assert.equal(ollama.requests.at(-1)?.headers.authorization, "Bearer env-key");
});

test("nobody but an operator sees or changes it", async () => {
  const { headers } = await person();
  for (const what of ["GET /operator/model", "POST /operator/model", "POST /operator/model/try"]) {
    assert.equal((await ask(headers, what, what.startsWith("POST") ? filled : undefined)).status, 404);
  }
});
