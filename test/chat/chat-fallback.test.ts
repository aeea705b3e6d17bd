import assert from "node:assert/strict";
import { test } from "node:test";
import type { QuestionBody } from "../ground/stub-chat-server.ts";
import { chatBehaviours as stub } from "../ground/stub-chat-server-behaviours.ts";
import { sampleRequest as request, stubbedChat } from "../ground/stub-chat-server-chat.ts";

const { server, chatWith } = stubbedChat();
const signal = new AbortController().signal;

/** The bodies of the questions that came while `work` ran. */
async function bodiesOf(work: () => Promise<unknown>): Promise<QuestionBody[]> {
  const from = server().questions.length;
  await work();
  return server()
    .questions.slice(from)
    .map(({ body }) => body);
}

const formatsOf = (bodies: QuestionBody[]) => bodies.map(({ response_format }) => response_format?.type ?? "prompt");

test("a question for JSON brings its schema, the limits and the key", async () => {
  server().willAnswer();
  const [body] = await bodiesOf(() => chatWith().ask(request, signal));
  assert.deepEqual(body, {
    model: "stub",
    messages: [
      { role: "system", content: "Answer." },
      { role: "user", content: "Is it?" },
    ],
    max_tokens: 100,
    temperature: 0.3,
    response_format: { type: "json_schema", json_schema: { name: "answer", schema: { type: "object" }, strict: true } },
  });
  const asked = server().questions.at(-1);
  assert.equal(asked?.path, "/v1/chat/completions");
  assert.equal(asked?.headers.authorization, "Bearer secret-key-1");
});

test("a question for text brings no schema, and a server without a key gets none", async () => {
  const [body] = await bodiesOf(() => chatWith({ apiKey: null }).ask({ ...request, format: null }, signal));
  assert.equal(body?.response_format, undefined);
  assert.equal(server().questions.at(-1)?.headers.authorization, undefined);
});

test("a server without schemas is asked for an object, then by prompt; the format that worked is remembered", async () => {
  server().willAnswer(stub.schemaUnsupported, stub.schemaUnsupported, stub.good, stub.good);
  const chat = chatWith();
  const bodies = await bodiesOf(async () => {
    assert.equal((await chat.ask(request, signal)).kind, "answered");
    assert.equal((await chat.ask(request, signal)).kind, "answered");
  });
  assert.deepEqual(formatsOf(bodies), ["json_schema", "json_object", "prompt", "prompt"]);
  assert.match(bodies[1]?.messages[0]?.content ?? "", /JSON schema:\n\{"type":"object"\}$/u);
});

test("if every request format is rejected, that is the outcome, and no format is remembered", async () => {
  server().willAnswer(stub.schemaUnsupported, stub.schemaUnsupported, stub.schemaUnsupported, stub.good);
  const chat = chatWith();
  const bodies = await bodiesOf(async () => {
    const outcome = await chat.ask(request, signal);
    assert.equal(outcome.kind === "failed" && outcome.failure.why, "rejected");
    await chat.ask(request, signal);
  });
  assert.deepEqual(formatsOf(bodies), ["json_schema", "json_object", "prompt", "json_schema"]);
});

test("a reasoning model gets no temperature and the limit under its other name", async () => {
  server().willAnswer(stub.temperatureUnsupported, stub.tokensUnsupported, stub.good);
  const bodies = await bodiesOf(() => chatWith().ask(request, signal));
  assert.deepEqual(
    bodies.map(({ temperature, max_tokens, max_completion_tokens }) => [
      temperature,
      max_tokens,
      max_completion_tokens,
    ]),
    [
      [0.3, 100, undefined],
      [undefined, 100, undefined],
      [undefined, undefined, 100],
    ],
  );
  assert.deepEqual(formatsOf(bodies), ["json_schema", "json_schema", "json_schema"]);
});

test("OpenRouter is limited to providers that support the schema, and asked without a schema if there are none", async () => {
  server().willAnswer(stub.unroutable, stub.unroutable, stub.good);
  const bodies = await bodiesOf(() => chatWith({ type: "openrouter" }).ask(request, signal));
  assert.deepEqual(
    bodies.map(({ provider }) => provider?.require_parameters),
    [true, true, undefined],
  );
});

test("all request formats of one question share one deadline", async () => {
  server().willAnswer(stub.schemaUnsupported, stub.silent);
  const outcome = await chatWith({ timeoutMs: 1_500 }, () => new Date()).ask(request, signal);
  assert.equal(outcome.kind === "failed" && outcome.failure.why, "timeout");
});

test("a base URL may end in a slash", async () => {
  server().willAnswer();
  await chatWith({ baseUrl: `${server().baseUrl}//` }).ask(request, signal);
  assert.equal(server().questions.at(-1)?.path, "/v1/chat/completions");
});
