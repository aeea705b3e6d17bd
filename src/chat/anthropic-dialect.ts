import { z } from "zod";
import { type ChatRequest, type CountedTokens, tokenCount } from "./chat.ts";
import { demandJson, type Dialect, type DialectAnswer, type RequestFormat } from "./dialect.ts";
import { parseJson } from "../text/parse-json.ts";
import { parseServerError } from "./chat-failure.ts";

/** Anthropic's Messages API. Its chat-completions endpoint ignores response_format, so JSON comes as the input of a forced tool. */
export const anthropicDialect: Dialect = {
  path: "/messages",
  headers: (apiKey) => ({ "anthropic-version": "2023-06-01", ...(apiKey === null ? {} : { "x-api-key": apiKey }) }),
  formats: ["schema", "prompt"],
  buildBody: buildAnthropicBody,
  parseAnswer: parseAnthropicAnswer,
  joinEvents: joinAnthropicEvents,
};

function buildAnthropicBody(
  model: string,
  request: ChatRequest,
  requestFormat: RequestFormat,
): Record<string, unknown> {
  const { messages, format, temperature, outputTokensMax } = request;
  return {
    model,
    system: demandJson(request, requestFormat),
    messages: messages.map(({ role, text }) => ({ role, content: text })),
    max_tokens: outputTokensMax,
    ...(requestFormat.sendsTemperature ? { temperature } : {}),
    ...(format !== null && requestFormat.answerFormat === "schema"
      ? {
          tools: [{ name: format.name, description: "Takes the answer.", input_schema: format.schema }],
          tool_choice: { type: "tool", name: format.name },
        }
      : {}),
  };
}

const message = z.object({
  model: z.string().nullish().catch(null),
  stop_reason: z.string().nullish(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional(), input: z.unknown().optional() })),
  usage: z
    .object({
      input_tokens: tokenCount,
      output_tokens: tokenCount,
      cache_read_input_tokens: tokenCount,
      cache_creation_input_tokens: tokenCount,
    })
    .nullish()
    .catch(null),
});

function parseAnthropicAnswer(json: unknown): DialectAnswer {
  const error = parseServerError(json, 200);
  if (error !== null) return { kind: "error", error };
  const parsed = message.safeParse(json).data;
  if (parsed === undefined) return { kind: "unreadable" };

  const counted = countTokens(parsed.usage);
  const text = parsed.content.map(textOf).join("");
  if (parsed.stop_reason === "refusal") return { kind: "refusal", words: text || "no reason given", counted };
  return { kind: "text", text, isCut: parsed.stop_reason === "max_tokens", model: parsed.model ?? null, counted };
}

function textOf({ type, text, input }: z.infer<typeof message>["content"][number]): string {
  if (type === "tool_use") return JSON.stringify(input ?? null);
  return type === "text" ? (text ?? "") : "";
}

/** Its input_tokens do not include tokens read from or written to the cache. */
function countTokens(usage: z.infer<typeof message>["usage"]): CountedTokens {
  const cachedTokens = usage?.cache_read_input_tokens ?? null;
  const fresh = usage?.input_tokens ?? null;
  return {
    promptTokens: fresh === null ? null : fresh + (cachedTokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0),
    completionTokens: usage?.output_tokens ?? null,
    cachedTokens,
    costUsd: null,
  };
}

const streamed = z.object({
  type: z.string(),
  message: z.object({ model: z.string().optional(), usage: z.record(z.string(), z.unknown()).optional() }).optional(),
  content_block: z.object({ type: z.string() }).optional(),
  delta: z
    .object({ text: z.string().optional(), partial_json: z.string().optional(), stop_reason: z.string().nullish() })
    .optional(),
  usage: z.record(z.string(), z.unknown()).optional(),
});

/** message_start, content_block_start, its deltas, message_delta with the reason and the counts, message_stop. */
function joinAnthropicEvents(events: readonly unknown[]): unknown {
  const failed = events.find((one) => parseServerError(one, 200) !== null);
  if (failed !== undefined) return failed;
  const known = events.flatMap((one) => streamed.safeParse(one).data ?? []);
  if (!known.some(({ type }) => type === "message_stop")) return undefined;
  const message = known.find(({ type }) => type === "message_start")?.message;
  const isTool = known.some(({ content_block: block }) => block?.type === "tool_use");
  const text = known.map(({ delta }) => (isTool ? delta?.partial_json : delta?.text) ?? "").join("");
  return {
    model: message?.model,
    stop_reason: known.findLast(({ delta }) => delta?.stop_reason)?.delta?.stop_reason,
    content: [isTool ? { type: "tool_use", input: parseJson(text) } : { type: "text", text }],
    usage: { ...message?.usage, ...known.findLast(({ type }) => type === "message_delta")?.usage },
  };
}
