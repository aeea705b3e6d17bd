import type { ChatFailure, ChatRequest } from "../../chat/chat.ts";

/** What the process needs to know before it loads a model. */
export type LoadOptions = {
  /** The folder that has node_modules/node-llama-cpp. */
  runtime: string;
  modelFile: string;
  threads: number;
  contextTokens: number;
  /** For the whole process; it ends itself beyond. null: what the model needs, and some more. */
  memoryBytesMax: number | null;
};

/** One message, one answer. Only `abort` comes in between. */
export type ToChild =
  | { kind: "load"; options: LoadOptions }
  | { kind: "ask"; request: ChatRequest }
  | { kind: "abort" };

export type FromChild =
  | { kind: "loaded"; contextTokens: number }
  | { kind: "answered"; text: string; isCut: boolean; promptTokens: number; completionTokens: number }
  | { kind: "failed"; why: ChatFailure["why"]; words: string };
