import assert from "node:assert/strict";
import { after, test } from "node:test";
import { chatBehaviours as stub } from "../ground/stub-chat-server-behaviours.ts";
import { sampleRequest } from "../ground/stub-chat-server-chat.ts";
import { type ChatBehaviour, startStubChat } from "../ground/stub-chat-server.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";

const database = await testDatabase();
const chat = await startStubChat();
after(() => chat.close());
const signal = new AbortController().signal;

const key = "sk-the-right-one";
const carriers = {
  openai: ["authorization", `Bearer ${key}`],
  openrouter: ["authorization", `Bearer ${key}`],
  anthropic: ["x-api-key", key],
} as const;

for (const [type, [header, value]] of Object.entries(carriers)) {
  const guarded: ChatBehaviour = (response, question) => {
    (question.headers[header] === value ? stub.good : stub.badKey)(response, question);
  };
  const ask = async (apiKey: string) => {
    chat.willAnswer(guarded);
    const settings = { AI_TYPE: type, AI_API_KEY: apiKey, AI_BASE_URL: chat.baseUrl, AI_MODEL: `m-${type}-${apiKey}` };
    const { models } = testParts(database, settings);
    const outcome = await (await models.current()).briefChat?.ask({ ...sampleRequest, format: null }, signal);
    return outcome?.kind === "failed" ? outcome.failure.why : outcome?.kind;
  };

  test(`AI_API_KEY is sent to ${type}, and the server accepts it`, async () => {
    // The stub speaks one dialect only: what matters is that it did not turn us away.
    assert.notEqual(await ask(key), "auth");
    assert.equal(chat.questions.at(-1)?.headers[header], value);
  });

  test(`${type} refuses another key`, async () => {
    assert.equal(await ask("sk-wrong"), "auth");
  });
}
