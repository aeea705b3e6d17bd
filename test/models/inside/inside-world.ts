import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import type { ChatRequest } from "../../../src/chat/chat.ts";
import { parseNetwork } from "../../../src/http-client/address-policy.ts";
import { createInsideModels, type InsideModels, type InsideParts } from "../../../src/models/inside/inside-models.ts";
import type { RunnerEvent } from "../../../src/models/inside/model-runner.ts";
import { tinyGguf } from "../../ground/tiny-gguf.ts";

export type InsideWorld = { inside: InsideModels; events: RunnerEvent[]; dataDir: string };
export type Ended = Extract<RunnerEvent, { kind: "ended" }>;

/** `runtime`: a folder; "stand-in" has node-llama-cpp's shape and is only for what happens to the process. */
export function insideWorld(
  runtime: "none" | "stand-in" | { folder: string },
  changes: Partial<InsideParts["config"]> & Pick<Partial<InsideParts>, "now" | "runNpm"> = {},
): InsideWorld {
  const dataDir = mkdtempSync(join(tmpdir(), "plainwire-inside-"));
  const events: RunnerEvent[] = [];
  const { now = () => new Date(), runNpm, ...config } = changes;
  mkdirSync(join(dataDir, "models"));
  const folder = join(dataDir, "models", "runtime");
  if (typeof runtime === "object") symlinkSync(runtime.folder, folder);
  if (runtime === "stand-in") writeStandIn(folder);
  const inside = createInsideModels({
    config: {
      dataDir,
      fetchAllowNetworks: [parseNetwork("127.0.0.0/8")],
      aiInsideThreads: 1,
      aiInsideMemoryBytes: 0,
      aiInsideIdleMs: 600_000,
      ...config,
    },
    userAgent: "Test",
    now,
    onEvent: (event) => void events.push(event),
    ...(runNpm === undefined ? {} : { runNpm }),
  });
  after(async () => {
    await inside.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { inside, events, dataDir };
}

export function addTinyModel({ dataDir }: InsideWorld, name = "tiny"): void {
  writeFileSync(join(dataDir, "models", `${name}.gguf`), tinyGguf());
}

export const prices = { promptUsdPerMillion: 0, completionUsdPerMillion: 0 };
export const chatOptions = { model: "tiny", contextTokens: 2_048, prices, timeoutMs: 240_000 };
export const noStop = new AbortController().signal;

export function question(text: string, changes: Partial<ChatRequest> = {}): ChatRequest {
  const messages = [{ role: "user" as const, text }];
  return { system: "Answer.", messages, format: null, outputTokensMax: 60, temperature: 0, ...changes };
}

export function isAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}

export function pidOf({ events }: InsideWorld): number {
  const pid = events.findLast(({ kind }) => kind === "loaded")?.pid;
  if (pid === undefined) throw new Error("No model was loaded.");
  return pid;
}

export const binary = `${process.platform === "darwin" ? "mac" : process.platform}-${process.arch}`;

/** What npm leaves behind, as far as we look at it. */
export function writeLock(folder: string, version = "3.22.1"): void {
  const packages = Object.fromEntries(
    ["node-llama-cpp", `@node-llama-cpp/${binary}`].map((name) => [`node_modules/${name}`, { version }]),
  );
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  writeFileSync(join(folder, "node_modules", ".package-lock.json"), JSON.stringify({ packages }));
}

/** Does what the question says: a native library that crashes or hangs cannot be had by order. */
const standIn = `
const state = { usedInputTokens: 0, usedOutputTokens: 0 };
export const getLlama = async ({ maxThreads }) => ({
  createGrammarForJsonSchema: async () => ({}),
  loadModel: async () => ({
    trainContextSize: 4096,
    tokenize: (text) => text.split(""),
    createContext: async ({ contextSize, threads }) => ({
      contextSize,
      getSequence: () => ({ tokenMeter: { getState: () => ({ ...state }) }, threads: [maxThreads, threads] }),
    }),
  }),
});
export class LlamaChatSession {
  constructor({ contextSequence }) { this.sequence = contextSequence; }
  setChatHistory(history) { this.history = history; }
  dispose() {}
  async promptWithMeta(prompt, { signal }) {
    if (prompt === "crash") { process.stderr.write("GGML_ASSERT failed\\n"); process.abort(); }
    if (prompt === "throw") throw new Error("no slot");
    if (prompt === "hang") await new Promise(() => setInterval(() => {}, 1000));
    if (prompt === "until aborted") await new Promise((resolve) => signal.addEventListener("abort", resolve));
    if (prompt === "env") return { responseText: JSON.stringify(process.env), stopReason: "eogToken" };
    if (prompt === "threads") return { responseText: this.sequence.threads.join(), stopReason: "eogToken" };
    state.usedInputTokens += 7; state.usedOutputTokens += 3;
    return { responseText: JSON.stringify([...this.history, prompt]), stopReason: prompt === "long" ? "maxTokens" : "eogToken" };
  }
}
`;

export function writeStandIn(folder: string): void {
  writeLock(folder);
  const module = join(folder, "node_modules", "node-llama-cpp");
  mkdirSync(join(module, "dist"), { recursive: true });
  writeFileSync(join(module, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(module, "dist", "index.js"), standIn);
}
