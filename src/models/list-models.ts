import { z } from "zod";
import { failedByHttp, failedByServer, parseServerError } from "../chat/chat-failure.ts";
import { services, serviceUrl } from "../chat/services.ts";
import type { TrustedClient } from "../http-client/trusted-client.ts";
import { requestJson } from "../http-client/trusted-client.ts";
import type { ModelSettings } from "./model-settings.ts";

export type ListedModels = { kind: "listed"; models: string[] } | { kind: "failed"; sentence: string };

const listMsMax = 15_000;
/** OpenRouter's list of some 400 models, with prices and descriptions, has 500 KB. */
const listBytesMax = 8_000_000;
const modelsMax = 1_000;
const nameCharsMax = 200;

const entries = z.array(z.looseObject({ id: z.string().optional(), name: z.string().optional() }));
// Ollama has `models` with names; all others `data` with ids. llama.cpp has both.
const list = z.object({ data: entries.optional(), models: entries.optional() });

/** What the server has to choose from, by name. */
export async function listModels(
  trusted: TrustedClient,
  { provider, address, apiKey }: Pick<ModelSettings, "provider" | "address" | "apiKey">,
  signal: AbortSignal,
): Promise<ListedModels> {
  if (provider === "none" || provider === "inside") return { kind: "failed", sentence: "No server is chosen." };
  const service = services[provider];
  const base = address ?? service.baseUrl;
  if (base === null) return { kind: "failed", sentence: "The address of the server is missing." };
  const answer = await requestJson(trusted, {
    // Anthropic gives twenty at a time unless asked for more; the others ignore it.
    url: `${serviceUrl(base, service.modelsPath)}${provider === "anthropic" ? "?limit=1000" : ""}`,
    method: "GET",
    headers: service.dialect.headers(apiKey),
    timeoutMs: listMsMax,
    bodyBytesMax: listBytesMax,
    signal,
  });
  if (answer.kind === "failed") return { kind: "failed", sentence: failedByHttp(answer.failure).failure.message };
  const { status, json } = answer;
  const error = parseServerError(json, status);
  if (status >= 300 || error !== null) {
    const { words, ...rest } = error ?? { status, type: "", words: "" };
    // A server may quote the refused key.
    const safe = apiKey === null ? words : words.replaceAll(apiKey, "…");
    return { kind: "failed", sentence: failedByServer({ ...rest, words: safe }, null).failure.message };
  }
  return parseList(json);
}

function parseList(json: unknown): ListedModels {
  const { data, models } = list.safeParse(json).data ?? {};
  const found = data ?? models;
  if (found === undefined) return { kind: "failed", sentence: "The server sends no list of models." };
  const names = found.map(({ id, name }) => id ?? name ?? "").filter(isModelName);
  return { kind: "listed", models: [...new Set(names)].sort().slice(0, modelsMax) };
}

/** No spaces and nothing invisible: it is sent back to the server, and shown. */
export function isModelName(name: string): boolean {
  return name.length > 0 && name.length <= nameCharsMax && /^[\p{L}\p{N}._:/@+~-]+$/u.test(name);
}
