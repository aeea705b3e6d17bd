import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ChatOutcome } from "../../src/chat/chat.ts";
import { createChat } from "../../src/chat/create-chat.ts";
import { services } from "../../src/chat/services.ts";
import { createTrustedClient } from "../../src/http-client/trusted-client.ts";
import { listModels } from "../../src/models/list-models.ts";
import { noon, sampleRequest } from "../ground/stub-chat-server-chat.ts";
import {
  type Answer,
  protocols,
  type ProtocolServer,
  sendText,
  startProtocolServer,
} from "../ground/stub-chat-server-protocols.ts";

const client = createTrustedClient();
after(client.close);
const signal = new AbortController().signal;
const text = '{"ok":"yes"}';
const prices = { promptUsdPerMillion: 0, completionUsdPerMillion: 0 };
type Name = keyof typeof protocols;
const names = Object.keys(protocols) as Name[];
const servers = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, await startProtocolServer(name, text)] as const)),
) as Record<Name, ProtocolServer>;
after(() => Promise.all(Object.values(servers).map(({ close }) => close())));

/** OpenAI's and Anthropic's address ends with their version. */
function addressOf(name: Name): string {
  return services[name].isLocal ? servers[name].url : `${servers[name].url}/v1`;
}

async function ask(name: Name, answer?: Answer, timeoutMs = 20_000): Promise<ChatOutcome> {
  if (answer !== undefined) servers[name].willAnswer(answer);
  const options = {
    type: name,
    baseUrl: addressOf(name),
    apiKey: "sk-1",
    model: "m",
    prices,
    timeoutMs,
    contextTokens: 4_096,
  };
  return createChat(options, { request: client.request, now: () => new Date() }).ask(sampleRequest, signal);
}

const format = sampleRequest.format?.schema;
/** Where each looks for a schema, in its own words. */
const held: Record<Name, [path: string, body: Record<string, unknown>]> = {
  ollama: ["/api/chat", { format }],
  llamacpp: ["/v1/chat/completions", { response_format: { type: "json_object", schema: format } }],
  openai: [
    "/v1/chat/completions",
    { response_format: { type: "json_schema", json_schema: { name: "answer", schema: format, strict: true } } },
  ],
  anthropic: ["/v1/messages", { tools: [{ name: "answer", description: "Takes the answer.", input_schema: format }] }],
};

for (const name of names) {
  test(`${name}: the schema goes where this server looks for it, and its answer is read with its tokens`, async () => {
    const outcome = await ask(name);
    assert.ok(outcome.kind === "answered");
    assert.deepEqual(JSON.parse(outcome.text), { ok: "yes" });
    assert.deepEqual([outcome.usage.promptTokens, outcome.usage.completionTokens], [26, 298]);
    const [path, body] = held[name];
    assert.equal(servers[name].requests.at(-1)?.path, path);
    assert.partialDeepStrictEqual(servers[name].asked(), body);
  });

  test(`${name}: an answer that is streamed although nobody asked for that says the same`, async () => {
    const { stream } = protocols[name];
    const outcome = await ask(name, (response) => sendText(response, 200, stream.type, stream.of(text)));
    assert.ok(outcome.kind === "answered");
    assert.deepEqual(JSON.parse(outcome.text), { ok: "yes" });
    assert.deepEqual([outcome.usage.promptTokens, outcome.usage.completionTokens], [26, 298]);
  });

  test(`${name}: a stream that is closed in the middle is no answer`, async () => {
    const { stream } = protocols[name];
    const half = stream.of(text).slice(0, Math.floor(stream.of(text).length / 2));
    const outcome = await ask(name, (response) => sendText(response, 200, stream.type, half));
    assert.equal(outcome.kind === "failed" && outcome.failure.why, "bad_answer");
  });

  test(`${name}: a stream without end is ended by the deadline, and one without measure by its size`, async () => {
    const forEver: Answer = (response) => {
      response.writeHead(200, { "content-type": protocols[name].stream.type });
      const timer = setInterval(() => response.write(": \n"), 5);
      response.on("close", () => clearInterval(timer));
    };
    const slow = await ask(name, forEver, 100);
    assert.equal(slow.kind === "failed" && slow.failure.why, "timeout");
    const flood: Answer = (response) => {
      response.writeHead(200, { "content-type": protocols[name].stream.type });
      const pour = () => void (response.write("x".repeat(100_000)) ? setImmediate(pour) : response.once("drain", pour));
      pour();
    };
    const big = await ask(name, flood);
    assert.match(big.kind === "failed" ? big.failure.message : "", /too large/);
  });

  for (const [what, answer, why, words] of [
    [
      "HTML",
      (response) => sendText(response, 200, "text/html", "<h1>Hi</h1>"),
      "bad_answer",
      /not what a model server/,
    ],
    [
      "an error inside a 200",
      (response) =>
        sendText(response, 200, "application/json", '{"error":{"type":"overloaded_error","message":"Busy"}}'),
      "overloaded",
      /Busy/,
    ],
    [
      "half an object",
      (response) => sendText(response, 200, "application/json", '{"model":'),
      "bad_answer",
      /not what a model server/,
    ],
    [
      "a refused key",
      (response) =>
        sendText(
          response,
          401,
          "application/json",
          '{"error":{"message":"Invalid API Key","type":"authentication_error"}}',
        ),
      "auth",
      /does not accept the key: \(401\) Invalid API Key/,
    ],
    [
      "too many requests",
      (response) => void response.writeHead(429, { "retry-after": "7" }).end("{}"),
      "rate_limited",
      /fewer requests/,
    ],
    [
      "too many requests, without a time",
      (response) => void response.writeHead(429).end(),
      "rate_limited",
      /fewer requests/,
    ],
    [
      "a model that is gone",
      (response) => sendText(response, 404, "application/json", '{"error":"model \'m\' not found"}'),
      "rejected",
      /model 'm' not found/,
    ],
    [
      "a redirect",
      (response) => void response.writeHead(307, { location: "http://127.0.0.1:9/" }).end(),
      "rejected",
      /another address, and we do not follow/,
    ],
    [
      "a connection closed in the middle",
      (response) => void response.writeHead(200, { "content-length": "500" }).write("{", () => response.destroy()),
      "network",
      /closed the connection/,
    ],
  ] as [string, Answer, string, RegExp][]) {
    test(`${name}: ${what} is a failure with a sentence`, async () => {
      const before = servers[name].requests.length;
      const outcome = await ask(name, answer);
      assert.ok(outcome.kind === "failed");
      assert.equal(outcome.failure.why, why);
      assert.match(outcome.failure.message, words);
      assert.equal(servers[name].requests.length, before + 1);
    });
  }

  test(`${name}: its models are listed by name`, async () => {
    const settings = { provider: name, address: addressOf(name), apiKey: "sk-1" };
    const listed = await listModels(client, settings, signal);
    const expected: Record<Name, string[]> = {
      ollama: ["llama3.2:latest", "qwen2.5:3b"],
      llamacpp: ["/models/qwen2.5-3b.gguf"],
      openai: ["gpt-4o", "gpt-4o-mini"],
      anthropic: ["claude-sonnet-4-20250514"],
    };
    assert.deepEqual(listed, { kind: "listed", models: expected[name] });
  });

  for (const [what, answer, words] of [
    ["HTML", (response) => sendText(response, 200, "text/html", "<h1>Hi</h1>"), /sends no list of models/],
    [
      "a refused key",
      (response) => sendText(response, 401, "application/json", '{"error":{"message":"not sk-1"}}'),
      /does not accept the key: \(401\) not …/,
    ],
    [
      "a redirect",
      (response) => void response.writeHead(301, { location: "http://127.0.0.1:9/" }).end(),
      /we do not follow/,
    ],
    [
      "20 MB",
      (response) => sendText(response, 200, "application/json", `{"data":["${"x".repeat(20_000_000)}"]}`),
      /too large/,
    ],
  ] as [string, Answer, RegExp][]) {
    test(`${name}: ${what} in place of the list of models is told in a sentence`, async () => {
      servers[name].willAnswer(answer);
      const listed = await listModels(client, { provider: name, address: addressOf(name), apiKey: "sk-1" }, signal);
      assert.ok(listed.kind === "failed");
      assert.match(listed.sentence, words);
    });
  }
}

test("a server that names its context length gets no longer question after that", async () => {
  const tooLong =
    '{"error":{"code":400,"message":"request (9031 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":9031,"n_ctx":4096}}';
  servers.llamacpp.willAnswer((response) => sendText(response, 400, "application/json", tooLong));
  const options = { type: "llamacpp" as const, baseUrl: servers.llamacpp.url, apiKey: null, model: "m", prices };
  const chat = createChat(
    { ...options, timeoutMs: 20_000, contextTokens: 8_192 },
    { request: client.request, now: () => noon },
  );
  assert.equal(chat.contextTokens?.(), 8_192);
  const before = servers.llamacpp.requests.length;
  const outcome = await chat.ask(sampleRequest, signal);
  assert.match(outcome.kind === "failed" ? outcome.failure.message : "", /available context size \(4096 tokens\)/);
  assert.deepEqual([chat.contextTokens?.(), servers.llamacpp.requests.length], [4_096, before + 1]);
});

test("Ollama's 500 for a schema that it cannot use: it is asked for any object, then by prompt", async () => {
  const refuse: Answer = (response) =>
    sendText(response, 500, "application/json; charset=utf-8", '{"error":"invalid JSON schema in format"}');
  servers.ollama.willAnswer(refuse);
  const before = servers.ollama.requests.length;
  const options = { type: "ollama" as const, baseUrl: servers.ollama.url, apiKey: null, model: "m", prices };
  const chat = createChat({ ...options, timeoutMs: 20_000 }, { request: client.request, now: () => noon });
  assert.equal((await chat.ask(sampleRequest, signal)).kind, "answered");
  assert.deepEqual([servers.ollama.requests.length - before, servers.ollama.asked()["format"]], [2, "json"]);
});

test("Ollama is told the context length and the longest answer, since it would cut the prompt without a word", async () => {
  await ask("ollama");
  assert.deepEqual(servers.ollama.asked()["options"], { num_predict: 100, temperature: 0.3, num_ctx: 4_096 });
  assert.equal(servers.ollama.asked()["stream"], false);
});

test("while llama.cpp loads its model nothing more is asked, and nobody counts it as a failure of the item", async () => {
  let now = noon;
  const options = {
    type: "llamacpp" as const,
    baseUrl: servers.llamacpp.url,
    apiKey: null,
    model: "m",
    prices,
    timeoutMs: 20_000,
  };
  const chat = createChat(options, { request: client.request, now: () => now });
  const loading: Answer = (response) =>
    sendText(
      response,
      503,
      "application/json",
      '{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}',
    );
  servers.llamacpp.willAnswer(loading);
  const before = servers.llamacpp.requests.length;
  for (let times = 0; times < 3; times += 1) {
    const outcome = await chat.ask(sampleRequest, signal);
    assert.ok(outcome.kind === "failed");
    assert.deepEqual([outcome.failure.why, outcome.failure.retryAfterMs], ["loading", 10_000]);
    assert.equal(outcome.usage?.calls, 0);
  }
  assert.equal(servers.llamacpp.requests.length, before + 1);
  now = new Date(noon.getTime() + 10_000);
  assert.equal((await chat.ask(sampleRequest, signal)).kind, "answered");
});

test("an address with or without its last part is the same server", async () => {
  for (const [name, address] of [
    ["ollama", `${servers.ollama.url}/v1`],
    ["ollama", `${servers.ollama.url}/api/`],
    ["llamacpp", `${servers.llamacpp.url}/v1/`],
  ] as const) {
    const listed = await listModels(client, { provider: name, address, apiKey: null }, signal);
    assert.equal(listed.kind, "listed", address);
  }
});
