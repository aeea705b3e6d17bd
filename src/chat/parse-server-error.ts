import { z } from "zod";

/** An error in the server's own words, in whatever JSON they came. */
export type ServerError = { status: number; type: string; words: string };

// OpenAI, OpenRouter and Anthropic send an object, Ollama a string, older vLLM and FastAPI put it at the top.
const details = z.object({
  code: z.union([z.string(), z.number()]).nullish(),
  type: z.string().nullish(),
  message: z.string().nullish(),
  metadata: z.object({ raw: z.string().nullish() }).nullish().catch(null),
});
const nested = z.object({ error: z.union([details, z.string()]) });
const flat = z.union([
  z.object({ object: z.literal("error"), message: z.string() }),
  z.object({ detail: z.string() }).transform(({ detail }) => ({ message: detail })),
]);

/** null: no error. `status` is the HTTP status, unless that is 200 and the body has another. */
export function parseServerError(json: unknown, httpStatus: number): ServerError | null {
  const found = nested.safeParse(json).data?.error ?? flat.safeParse(json).data?.message;
  if (found === undefined) return null;
  if (typeof found === "string") return { status: failureStatus(httpStatus, ""), type: "", words: found };

  const type = `${found.type ?? ""} ${found.code ?? ""}`.trim();
  const words = [found.message, found.metadata?.raw].filter(Boolean).join(": ");
  return { status: failureStatus(httpStatus, String(found.code ?? found.type ?? "")), type, words: words || type };
}

const statusOfType: readonly (readonly [RegExp, number])[] = [
  [/rate_?limit/i, 429],
  [/overloaded|unavailable/i, 503],
  [/authentication|invalid_api_key/i, 401],
  [/invalid_request/i, 400],
];

function failureStatus(httpStatus: number, code: string): number {
  if (httpStatus >= 400) return httpStatus;
  if (/^[45]\d\d$/.test(code)) return Number(code);
  return statusOfType.find(([pattern]) => pattern.test(code))?.[1] ?? 500;
}
