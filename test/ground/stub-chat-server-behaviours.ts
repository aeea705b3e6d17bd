import type { ServerResponse } from "node:http";
import type { ChatBehaviour } from "./stub-chat-server.ts";

/** 1,000 tokens in and 200 out: 0.00027 USD at the default model's prices. */
export const stubUsage = { prompt_tokens: 1000, completion_tokens: 200, prompt_tokens_details: { cached_tokens: 600 } };

export function completion(content: string | null, choice: object = {}, rest: object = {}): object {
  return {
    id: "chatcmpl-1",
    model: "stub-1",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content }, ...choice }],
    usage: stubUsage,
    ...rest,
  };
}

export function sendJson(response: ServerResponse, body: object, status = 200, headers: object = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

export function says(content: string): ChatBehaviour {
  return (response) => sendJson(response, completion(content));
}

export function failsWith(status: number, error: object | string, headers: object = {}): ChatBehaviour {
  return (response) => sendJson(response, { error }, status, headers);
}

/** Anthropic's answer format: the JSON is the input of a tool call. */
export function saysByTool(input: object): ChatBehaviour {
  return (response) =>
    sendJson(response, {
      model: "stub-claude",
      stop_reason: "tool_use",
      content: [{ type: "tool_use", id: "tool-1", name: "item_analysis", input }],
      usage: { input_tokens: 300, output_tokens: 200, cache_read_input_tokens: 600, cache_creation_input_tokens: 100 },
    });
}

export const goodAnswer = '{"ok":true}';

/** Every failure of a model server that we have seen, and some more. */
export const chatBehaviours = {
  good: says(goodAnswer),
  priced: (response) => sendJson(response, completion(goodAnswer, {}, { usage: { ...stubUsage, cost: 0.0123 } })),
  withoutUsage: (response) => sendJson(response, completion(goodAnswer, {}, { usage: undefined })),
  withBrokenUsage: (response) => {
    const usage = { prompt_tokens: "many", completion_tokens: 1e300, cost: -1 };
    sendJson(response, completion(goodAnswer, {}, { usage }));
  },
  fenced: says("```json\n" + goodAnswer + "\n```"),
  inProse: says(`Certainly! Here it is: ${goodAnswer} I hope that helps {you}.`),
  afterThoughts: says(`<think>Perhaps {"ok":false, "why":"it is longer"}?</think>${goodAnswer}`),
  truncated: (response) => sendJson(response, completion('{"ok":tr', { finish_reason: "length" })),
  refusal: (response) =>
    sendJson(response, completion(null, { message: { content: null, refusal: "I will not rate that." } })),
  filtered: (response) => sendJson(response, completion("", { finish_reason: "content_filter" })),
  empty: says(" "),
  noContent: (response) => sendJson(response, completion(null)),
  noChoices: (response) => sendJson(response, { model: "stub-1", choices: [], usage: stubUsage }),
  otherJson: (response) => sendJson(response, { hello: "world" }),
  errorIn200: (response) => sendJson(response, { error: { code: 429, message: "Rate limit exceeded" } }),
  namedErrorIn200: (response) => sendJson(response, { error: { type: "overloaded_error", message: "Overloaded" } }),
  brokenOff: (response) =>
    sendJson(
      response,
      completion("half a", { finish_reason: "error", error: { code: 502, message: "Provider died" } }),
    ),
  html: (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Gateway</h1>"),
  invalidUtf8: (response) => {
    const bytes = Buffer.from(JSON.stringify(completion("ok: @")));
    bytes[bytes.indexOf("@")] = 0xff;
    response.writeHead(200, { "content-type": "application/json" }).end(bytes);
  },
  huge: (response) => sendJson(response, completion("x".repeat(2_000_000))),
  redirect: (response) => void response.writeHead(302, { location: "http://127.0.0.1:9/v1" }).end(),

  wait2s: failsWith(429, { message: "Slow down" }, { "retry-after": "2" }),
  wait2min: failsWith(429, { message: "Slow down" }, { "retry-after": "120" }),
  waitMs: failsWith(429, { message: "Slow down" }, { "retry-after-ms": "1500" }),
  noMoney: failsWith(429, { message: "You exceeded your current quota", code: "insufficient_quota" }),
  noCredit: failsWith(400, { type: "invalid_request_error", message: "Your credit balance is too low to continue." }),
  badKey: failsWith(401, { message: "Incorrect API key provided: secret-key-1" }),
  unpaid: failsWith(402, { message: "Insufficient credits", code: 402 }),
  forbidden: failsWith(403, { type: "permission_error", message: "This key may not use that model." }),
  flagged: failsWith(403, { code: 403, message: "Your input was flagged by the moderation of the model" }),
  firewall: (response) => void response.writeHead(403, { "content-type": "text/html" }).end("<h1>Blocked</h1>"),
  noModel: failsWith(404, "model 'nonesuch' not found"),
  crash: failsWith(500, { message: "Something broke" }),
  crashInWords: (response) => void response.writeHead(503).end("upstream connect error"),
  overloaded: failsWith(529, { type: "overloaded_error", message: "Overloaded" }, { "retry-after": "30" }),
  tooLong: failsWith(400, { message: "This model's maximum context length is 8192 tokens" }),

  schemaUnsupported: failsWith(400, { message: "'response_format.type' must be 'text'" }),
  unroutable: failsWith(404, { code: 404, message: "No endpoints found that can handle the requested parameters." }),
  temperatureUnsupported: failsWith(400, {
    message: "Unsupported value: 'temperature' does not support 0.3 with this model.",
    param: "temperature",
  }),
  tokensUnsupported: failsWith(400, {
    message:
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  }),

  silent: () => undefined,
  stalled: (response) => void response.writeHead(200, { "content-type": "application/json" }).write('{"choices":'),
  dripping: (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 5);
    response.on("close", () => clearInterval(timer));
  },
  dropped: (response) => void response.socket?.resetAndDestroy(),
  cut: (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
    response.write('{"choices":', () => response.destroy());
  },
} satisfies Record<string, ChatBehaviour>;
