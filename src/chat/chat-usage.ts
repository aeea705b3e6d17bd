import { z } from "zod";
import type { ChatRequest, ChatUsage } from "./chat.ts";

/** What a model costs. The default model costs 0.15 and 0.60; your own model costs 0 and 0. */
export type Prices = { promptUsdPerMillion: number; completionUsdPerMillion: number };

/** As the server counts them; an impossible number counts as none. */
export const tokenCount = z.int().min(0).max(10_000_000).nullish().catch(null);
export const callCost = z.number().min(0).max(1_000).nullish().catch(null);

/** What a server reports about a call; null if it reports nothing. */
export type CountedTokens = {
  promptTokens: number | null;
  completionTokens: number | null;
  cachedTokens: number | null;
  costUsd: number | null;
};

export const noUsage: ChatUsage = {
  calls: 0,
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  costUsd: 0,
  latencyMs: 0,
};

export function addUsage(a: ChatUsage, b: ChatUsage): ChatUsage {
  return {
    calls: a.calls + b.calls,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    costUsd: a.costUsd + b.costUsd,
    latencyMs: a.latencyMs + b.latencyMs,
  };
}

/** The server's cost first, then its tokens at our prices, then our estimate: a call that is not reported is not free. */
export function countUsage(
  counted: CountedTokens,
  { request, text, prices, latencyMs }: { request: ChatRequest; text: string; prices: Prices; latencyMs: number },
): ChatUsage {
  const promptTokens = counted.promptTokens ?? estimateRequestTokens(request);
  const completionTokens = counted.completionTokens ?? estimateTokens(text);
  return {
    calls: 1,
    promptTokens,
    completionTokens,
    cachedTokens: counted.cachedTokens ?? 0,
    costUsd: counted.costUsd ?? priceOf({ promptTokens, completionTokens }, prices),
    latencyMs,
  };
}

export function priceOf(
  { promptTokens, completionTokens }: Pick<ChatUsage, "promptTokens" | "completionTokens">,
  { promptUsdPerMillion, completionUsdPerMillion }: Prices,
): number {
  return (promptTokens * promptUsdPerMillion + completionTokens * completionUsdPerMillion) / 1_000_000;
}

export function estimateRequestTokens({ system, messages, format }: ChatRequest): number {
  const schema = format === null ? "" : JSON.stringify(format.schema);
  return estimateTokens([system, ...messages.map(({ text }) => text), schema].join("\n"));
}

/** English news has 4.6 characters to a token, Polish 3.1, and bytes are never fewer: this errs on the expensive side. */
const bytesPerToken = 3;

function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}
