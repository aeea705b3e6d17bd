import { z } from "zod";
import { callCost, type ChatRequest, type CountedTokens, tokenCount } from "./chat.ts";
import { demandJson, type Dialect, type DialectAnswer, type RequestFormat } from "./dialect.ts";
import { parseServerError } from "./chat-failure.ts";

/** Chat completions, as OpenAI, OpenRouter, Ollama, llama.cpp, vLLM and LM Studio speak them. */
export const openAiDialect: Dialect = {
  path: "/chat/completions",
  headers: (apiKey) => (apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  formats: ["schema", "object", "prompt"],
  buildBody: buildOpenAiBody,
  parseAnswer: parseOpenAiAnswer,
  joinEvents: joinOpenAiEvents,
};

/**
 * llama.cpp's server. It builds a grammar from the schema, and takes it in this place in all its versions; in OpenAI's place
 * old ones ignore it.
 */
export const llamaCppDialect: Dialect = {
  ...openAiDialect,
  path: "/v1/chat/completions",
  buildBody: (model, request, requestFormat) => ({
    ...buildOpenAiBody(model, request, requestFormat),
    ...(request.format !== null && requestFormat.answerFormat === "schema"
      ? { response_format: { type: "json_object", schema: request.format.schema } }
      : {}),
  }),
};

/** OpenRouter passes a request on to the cheapest provider: this limits it to those that honour the schema. */
export const openRouterDialect: Dialect = {
  ...openAiDialect,
  buildBody: (model, request, requestFormat) => ({
    ...buildOpenAiBody(model, request, requestFormat),
    ...(request.format !== null && requestFormat.answerFormat !== "prompt"
      ? { provider: { require_parameters: true } }
      : {}),
  }),
};

function buildOpenAiBody(model: string, request: ChatRequest, requestFormat: RequestFormat): Record<string, unknown> {
  const { messages, format, temperature, outputTokensMax } = request;
  return {
    model,
    messages: [
      { role: "system", content: demandJson(request, requestFormat) },
      ...messages.map(({ role, text }) => ({ role, content: text })),
    ],
    [requestFormat.tokensMaxName]: outputTokensMax,
    ...(requestFormat.sendsTemperature ? { temperature } : {}),
    ...(format !== null && requestFormat.answerFormat === "schema"
      ? { response_format: { type: "json_schema", json_schema: { ...format, strict: true } } }
      : {}),
    ...(format !== null && requestFormat.answerFormat === "object" ? { response_format: { type: "json_object" } } : {}),
  };
}

const completion = z.object({
  model: z.string().nullish().catch(null),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        error: z.unknown().optional(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z
    .object({
      prompt_tokens: tokenCount,
      completion_tokens: tokenCount,
      cost: callCost,
      prompt_tokens_details: z.object({ cached_tokens: tokenCount }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});

function parseOpenAiAnswer(json: unknown): DialectAnswer {
  const error = parseServerError(json, 200);
  if (error !== null) return { kind: "error", error };
  const parsed = completion.safeParse(json).data;
  const choice = parsed?.choices[0];
  if (parsed === undefined || choice === undefined) return { kind: "unreadable" };
  // OpenRouter, when its provider breaks off in the middle.
  const brokenOff = parseServerError(choice, 200);
  if (brokenOff !== null) return { kind: "error", error: brokenOff };

  const counted = countTokens(parsed.usage);
  const { content, refusal } = choice.message;
  if (refusal || choice.finish_reason === "content_filter") {
    return { kind: "refusal", words: refusal ?? "its content filter stopped it", counted };
  }
  const isCut = choice.finish_reason === "length";
  return { kind: "text", text: content ?? "", isCut, model: parsed.model ?? null, counted };
}

function countTokens(usage: z.infer<typeof completion>["usage"]): CountedTokens {
  return {
    promptTokens: usage?.prompt_tokens ?? null,
    completionTokens: usage?.completion_tokens ?? null,
    cachedTokens: usage?.prompt_tokens_details?.cached_tokens ?? null,
    costUsd: usage?.cost ?? null,
  };
}

/** llama.cpp's counts: a stream of it has no `usage`. `cache_n` are tokens of the prompt that it still knew. */
const timings = z
  .object({ cache_n: z.int().min(0).catch(0), prompt_n: z.int().min(0), predicted_n: z.int().min(0) })
  .transform((counts) => ({
    prompt_tokens: counts.cache_n + counts.prompt_n,
    completion_tokens: counts.predicted_n,
    prompt_tokens_details: { cached_tokens: counts.cache_n },
  }));

const delta = z.object({
  model: z.string().nullish().catch(null),
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).optional(),
    }),
  ),
  usage: z.unknown().optional(),
  timings: timings.optional().catch(undefined),
});

/** Without an end the answer is half a text: the server closed in the middle. */
function joinOpenAiEvents(events: readonly unknown[]): unknown {
  const failed = events.find((one) => parseServerError(one, 200) !== null);
  if (failed !== undefined) return failed;
  const deltas = events.flatMap((one) => delta.safeParse(one).data ?? []);
  const choices = deltas.flatMap((one) => one.choices.slice(0, 1));
  const finish = choices.findLast(({ finish_reason: reason }) => reason)?.finish_reason;
  if (finish === undefined) return undefined;
  const join = (read: (choice: (typeof choices)[number]) => string | null | undefined) =>
    choices.map((choice) => read(choice) ?? "").join("");
  const refusal = join((choice) => choice.delta?.refusal);
  return {
    model: deltas[0]?.model,
    choices: [
      {
        finish_reason: finish,
        message: { content: join((choice) => choice.delta?.content), refusal: refusal || null },
      },
    ],
    usage: deltas.findLast(({ usage }) => usage)?.usage ?? deltas.findLast((one) => one.timings)?.timings,
  };
}
