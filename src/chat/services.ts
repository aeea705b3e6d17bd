import { minuteMs } from "../time.ts";
import { anthropicDialect } from "./anthropic-dialect.ts";
import type { Dialect } from "./dialect.ts";
import { ollamaDialect } from "./ollama-dialect.ts";
import { llamaCppDialect, openAiDialect, openRouterDialect } from "./openai-dialect.ts";

export type Service = {
  /** null: no server, but a process of our own (src/models/inside). */
  dialect: Dialect | null;
  /** Where it is if nobody says otherwise; null: it has to be said. */
  baseUrl: string | null;
  /** Beneath the address: what it has to choose from. */
  modelsPath: string;
  /**
   * On the operator's own machine: it costs nothing, answers one question at a time, may load for minutes, and its models are
   * small.
   */
  isLocal: boolean;
  needsKey: boolean;
  /** For one question, with all its fallbacks. */
  questionMsMax: number;
  /** What to assume if the operator names no context length; null: more than any question of ours. */
  contextTokens: number | null;
};

const hosted = { modelsPath: "/models", isLocal: false, needsKey: true, questionMsMax: minuteMs, contextTokens: null };
// Ollama gives up on a model that loads for five minutes; a slow machine then writes for some more.
const local = { isLocal: true, needsKey: false, questionMsMax: 10 * minuteMs, contextTokens: 8_192 };

/** Every kind of server that we can ask. One more is one more row. */
export const services = {
  inside: { ...local, dialect: null, baseUrl: null, modelsPath: "" },
  ollama: { ...local, dialect: ollamaDialect, baseUrl: "http://127.0.0.1:11434", modelsPath: "/api/tags" },
  llamacpp: { ...local, dialect: llamaCppDialect, baseUrl: "http://127.0.0.1:8080", modelsPath: "/v1/models" },
  compatible: { ...local, dialect: openAiDialect, baseUrl: null, modelsPath: "/models" },
  openai: { ...hosted, dialect: openAiDialect, baseUrl: "https://api.openai.com/v1" },
  anthropic: { ...hosted, dialect: anthropicDialect, baseUrl: "https://api.anthropic.com/v1" },
  openrouter: { ...hosted, dialect: openRouterDialect, baseUrl: "https://openrouter.ai/api/v1" },
  mistral: { ...hosted, dialect: openAiDialect, baseUrl: "https://api.mistral.ai/v1" },
  gemini: {
    ...hosted,
    dialect: openAiDialect,
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
  },
} satisfies Record<string, Service>;

export type ServiceName = keyof typeof services;

/** Those that are asked over the network. */
export type ServerName = Exclude<ServiceName, "inside">;

export const serviceNames = Object.keys(services) as ServiceName[];

/** `path` begins with /v1 at servers that have several APIs: people often write that into the address as well. */
export function serviceUrl(address: string, path: string): string {
  const base = address.replace(/\/+$/, "");
  return `${/^\/(v1|api)\//.test(path) ? base.replace(/\/(v1|api)$/, "") : base}${path}`;
}
