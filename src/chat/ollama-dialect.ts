import { z } from "zod";
import { type ChatRequest, type CountedTokens, tokenCount } from "./chat.ts";
import { demandJson, type Dialect, type DialectAnswer, type RequestFormat } from "./dialect.ts";
import { parseServerError } from "./chat-failure.ts";

/**
 * Ollama's own API. Its chat-completions endpoint cannot set the context length: a prompt beyond the server's default would
 * lose its beginning without a word.
 */
export const ollamaDialect: Dialect = {
  path: "/api/chat",
  headers: (apiKey): Record<string, string> => (apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  formats: ["schema", "object", "prompt"],
  buildBody: buildOllamaBody,
  parseAnswer: parseOllamaAnswer,
  joinEvents: joinOllamaEvents,
};

function buildOllamaBody(
  model: string,
  request: ChatRequest,
  { answerFormat, ...requestFormat }: RequestFormat,
  contextTokens: number | null,
): Record<string, unknown> {
  const { messages, format, temperature, outputTokensMax } = request;
  return {
    model,
    messages: [
      { role: "system", content: demandJson(request, { answerFormat, ...requestFormat }) },
      ...messages.map(({ role, text }) => ({ role, content: text })),
    ],
    stream: false,
    ...(format !== null && answerFormat === "schema" ? { format: format.schema } : {}),
    ...(format !== null && answerFormat === "object" ? { format: "json" } : {}),
    options: {
      num_predict: outputTokensMax,
      ...(requestFormat.sendsTemperature ? { temperature } : {}),
      ...(contextTokens === null ? {} : { num_ctx: contextTokens }),
    },
  };
}

const answer = z.object({
  model: z.string().nullish().catch(null),
  message: z.object({ content: z.string() }),
  done: z.literal(true),
  done_reason: z.string().nullish().catch(null),
  prompt_eval_count: tokenCount,
  eval_count: tokenCount,
});

function parseOllamaAnswer(json: unknown): DialectAnswer {
  const error = parseServerError(json, 200);
  if (error !== null) return { kind: "error", error };
  const parsed = answer.safeParse(json).data;
  if (parsed === undefined) return { kind: "unreadable" };
  const counted: CountedTokens = {
    // It leaves out the count when the whole prompt was in its cache.
    promptTokens: parsed.prompt_eval_count ?? null,
    completionTokens: parsed.eval_count ?? null,
    cachedTokens: null,
    costUsd: null,
  };
  const isCut = parsed.done_reason === "length";
  return { kind: "text", text: parsed.message.content, isCut, model: parsed.model ?? null, counted };
}

const event = z.object({ message: z.object({ content: z.string() }).optional() });

/** Lines of JSON: each has a piece of the text, the last one also the counts. */
function joinOllamaEvents(events: readonly unknown[]): unknown {
  const text = events.map((one) => event.safeParse(one).data?.message?.content ?? "").join("");
  const last = events.at(-1);
  return typeof last === "object" && last !== null && "done" in last ? { ...last, message: { content: text } } : last;
}
