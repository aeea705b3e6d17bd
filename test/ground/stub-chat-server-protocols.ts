import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServiceName } from "../../src/chat/services.ts";

/** A request to one of these servers, as it came. */
export type WireRequest = { method: string; path: string; headers: IncomingMessage["headers"]; body: string };

export type ProtocolServer = {
  url: string;
  requests: WireRequest[];
  /** The body of the last question. */
  asked: () => Record<string, unknown>;
  /** Answers the next requests like this, one after the other; after that as the protocol says. */
  willAnswer: (...answers: Answer[]) => void;
  close: () => Promise<void>;
};

export type Answer = (response: ServerResponse, request: WireRequest) => void;

/** What a server says for a text, whole and in a stream; byte by byte as its documentation shows it. */
type Protocol = {
  models: string;
  chat: (text: string) => string;
  stream: { type: string; of: (text: string) => string };
};

const quote = (text: string) => JSON.stringify(text);
const sse = (...events: string[]) => events.map((event) => `data: ${event}\n\n`).join("");

/** As Ollama 0.17.4 answers: /api/chat and /api/tags, recorded on 17 November 2026; other names and numbers. */
const ollama: Protocol = {
  models: `{"models":[{"name":"qwen2.5:3b","model":"qwen2.5:3b","modified_at":"2026-11-17T13:14:52.205140435Z","size":1929912432,"digest":"357c53fb659c5076de1d65ccb0b397446227b71a42be9d1603d46168015c9e4b","details":{"parent_model":"","format":"gguf","family":"qwen2","families":["qwen2"],"parameter_size":"3.1B","quantization_level":"Q4_K_M"}},{"name":"llama3.2:latest","model":"llama3.2:latest","modified_at":"2026-11-16T08:06:48.639712648Z","size":2019393189,"digest":"a80c4f17acd55265feec403c7aef86be0c25983ab279d83f3bcd3abbcb5b8b72","details":{"parent_model":"","format":"gguf","family":"llama","families":["llama"],"parameter_size":"3.2B","quantization_level":"Q4_K_M"}}]}`,
  chat: (text) =>
    `{"model":"qwen2.5:3b","created_at":"2026-11-17T13:16:25.894964033Z","message":{"role":"assistant","content":${quote(text)}},"done":true,"done_reason":"stop","total_duration":5191566416,"load_duration":2154458,"prompt_eval_count":26,"prompt_eval_duration":383809000,"eval_count":298,"eval_duration":4799921000}`,
  stream: {
    type: "application/x-ndjson",
    of: (text) => {
      const piece = (part: string) =>
        `{"model":"qwen2.5:3b","created_at":"2026-11-17T13:16:35.757255929Z","message":{"role":"assistant","content":${quote(part)}},"done":false}\n`;
      const end = `{"model":"qwen2.5:3b","created_at":"2026-11-17T13:16:43.283379044Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":17322446078,"load_duration":135402066,"prompt_eval_count":26,"prompt_eval_duration":9651584578,"eval_count":298,"eval_duration":7529648272}\n`;
      return piece(text.slice(0, 3)) + piece(text.slice(3)) + end;
    },
  },
};

const openAiModels = `{"object":"list","data":[{"id":"gpt-4o-mini","object":"model","created":1686935002,"owned_by":"openai"},{"id":"gpt-4o","object":"model","created":1686935003,"owned_by":"openai"}]}`;
const openAiChunk = (delta: string, finish: string, rest = "") =>
  `{"id":"chatcmpl-123","object":"chat.completion.chunk","created":1694268190,"model":"gpt-4o-mini","choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${finish}}]${rest}}`;

/** OpenAI's API reference: "The chat completion object" and "The chat completion chunk object". */
const openAi: Protocol = {
  models: openAiModels,
  chat: (text) =>
    `{"id":"chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT","object":"chat.completion","created":1741569952,"model":"gpt-4o-mini","choices":[{"index":0,"message":{"role":"assistant","content":${quote(text)},"refusal":null,"annotations":[]},"logprobs":null,"finish_reason":"stop"}],"usage":{"prompt_tokens":26,"completion_tokens":298,"total_tokens":324,"prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0}},"service_tier":"default"}`,
  stream: {
    type: "text/event-stream; charset=utf-8",
    of: (text) =>
      sse(
        openAiChunk(`{"role":"assistant","content":""}`, "null"),
        openAiChunk(`{"content":${quote(text.slice(0, 3))}}`, "null"),
        openAiChunk(`{"content":${quote(text.slice(3))}}`, "null"),
        openAiChunk("{}", `"stop"`),
        `{"id":"chatcmpl-123","object":"chat.completion.chunk","created":1694268190,"model":"gpt-4o-mini","choices":[],"usage":{"prompt_tokens":26,"completion_tokens":298,"total_tokens":324}}`,
        "[DONE]",
      ),
  },
};

const llamaCppChunk = (finish: string, delta: string, rest = "") =>
  `{"choices":[{"finish_reason":${finish},"index":0,"delta":${delta}}],"created":1794919118,"id":"chatcmpl-it2FYQCLwkgcKFpnSx7h1bEgcxTEdEPH","model":"/models/qwen2.5-3b.gguf","system_fingerprint":"b11549","object":"chat.completion.chunk"${rest}}`;

/** As llama.cpp's server of October 2026 (build 11549) answers, recorded on 17 November 2026. A stream has no `usage`. */
const llamaCpp: Protocol = {
  models: `{"models":[{"name":"/models/qwen2.5-3b.gguf","model":"/models/qwen2.5-3b.gguf","modified_at":"","size":"","digest":"","type":"model","description":"","tags":[""],"capabilities":["completion"],"parameters":"","details":{"parent_model":"","format":"gguf","family":"","families":[""],"parameter_size":"","quantization_level":""}}],"object":"list","data":[{"id":"/models/qwen2.5-3b.gguf","aliases":["/models/qwen2.5-3b.gguf"],"tags":[],"object":"model","architecture":{"input_modalities":["text"],"output_modalities":["text"]},"created":1794919106,"owned_by":"llamacpp","meta":{"vocab_type":2,"n_vocab":151936,"n_ctx":4096,"n_ctx_train":32768,"n_embd":2048,"n_params":3085938688,"size":1929912432,"ftype":"Q4_K_M"}}]}`,
  chat: (text) =>
    `{"choices":[{"finish_reason":"stop","index":0,"message":{"role":"assistant","content":${quote(text)}}}],"created":1794919118,"model":"/models/qwen2.5-3b.gguf","system_fingerprint":"b11549","object":"chat.completion","usage":{"completion_tokens":298,"prompt_tokens":26,"total_tokens":324,"prompt_tokens_details":{"cached_tokens":0}},"id":"chatcmpl-o5j8IjAdZFvPMACopDqThdqAOjrgboEB","timings":{"cache_n":0,"prompt_n":26,"prompt_ms":476.714,"prompt_per_token_ms":13.6204,"prompt_per_second":73.41928284044522,"predicted_n":298,"predicted_ms":599.443,"predicted_per_token_ms":31.549631578947366,"predicted_per_second":31.69609120466834}}`,
  stream: {
    type: "text/event-stream",
    of: (text) =>
      sse(
        llamaCppChunk("null", `{"role":"assistant","content":null}`),
        llamaCppChunk("null", `{"content":${quote(text.slice(0, 3))}}`),
        llamaCppChunk("null", `{"content":${quote(text.slice(3))}}`),
        llamaCppChunk(
          `"stop"`,
          "{}",
          `,"timings":{"cache_n":4,"prompt_n":22,"prompt_ms":364.718,"prompt_per_token_ms":13.025642857142858,"prompt_per_second":76.77164274864415,"predicted_n":298,"predicted_ms":76.557,"predicted_per_token_ms":25.519000000000002,"predicted_per_second":39.18648849876563}`,
        ),
        "[DONE]",
      ),
  },
};

/** Anthropic's API reference: Messages, "Streaming Messages", "List Models". The answer is the input of a tool. */
const anthropic: Protocol = {
  models: `{"data":[{"type":"model","id":"claude-sonnet-4-20250514","display_name":"Claude Sonnet 4","created_at":"2025-02-19T00:00:00Z"}],"has_more":false,"first_id":"claude-sonnet-4-20250514","last_id":"claude-sonnet-4-20250514"}`,
  chat: (text) =>
    `{"id":"msg_013Zva2CMHLNnXjNJJKqJ2EF","type":"message","role":"assistant","model":"claude-sonnet-4-20250514","content":[{"type":"tool_use","id":"toolu_01D7FLrfh4GYq7yT1ULFeyMV","name":"answer","input":${text}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":26,"output_tokens":298}}`,
  stream: {
    type: "text/event-stream; charset=utf-8",
    of: (text) =>
      [
        [
          "message_start",
          `{"type":"message_start","message":{"id":"msg_1nZdL29xx5MUA1yADyHTEsnR8uuvGzszyY","type":"message","role":"assistant","content":[],"model":"claude-sonnet-4-20250514","stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":26,"output_tokens":1}}}`,
        ],
        [
          "content_block_start",
          `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_01T1x1fJ34qAmk2tNTrN7Up6","name":"answer","input":{}}}`,
        ],
        ["ping", `{"type":"ping"}`],
        ...[text.slice(0, 3), text.slice(3)].map((part) => [
          "content_block_delta",
          `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":${quote(part)}}}`,
        ]),
        ["content_block_stop", `{"type":"content_block_stop","index":0}`],
        [
          "message_delta",
          `{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":298}}`,
        ],
        ["message_stop", `{"type":"message_stop"}`],
      ]
        .map(([name, data]) => `event: ${name}\ndata: ${data}\n\n`)
        .join(""),
  },
};

export const protocols = { ollama, llamacpp: llamaCpp, openai: openAi, anthropic } satisfies Partial<
  Record<ServiceName, Protocol>
>;

/** A server on loopback that speaks one of these protocols. It says `text` to every question unless told otherwise. */
export async function startProtocolServer(name: keyof typeof protocols, text: string): Promise<ProtocolServer> {
  const protocol: Protocol = protocols[name];
  const requests: WireRequest[] = [];
  const planned: Answer[] = [];
  const usual: Answer = (response, { method }) =>
    sendText(response, 200, "application/json", method === "GET" ? protocol.models : protocol.chat(text));
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const { method = "", url: path = "", headers } = request;
      const one = { method, path, headers, body: Buffer.concat(chunks as Buffer[]).toString("utf8") };
      requests.push(one);
      (planned.shift() ?? usual)(response, one);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    asked: () => JSON.parse(requests.findLast(({ method }) => method === "POST")?.body ?? "{}"),
    willAnswer: (...answers) => void planned.splice(0, planned.length, ...answers),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

export function sendText(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { "content-type": type });
  response.end(body);
}
