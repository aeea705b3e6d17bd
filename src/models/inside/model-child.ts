import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ChatFailure, ChatRequest } from "../../chat/chat.ts";
import type { Llama, LlamaContext, LlamaModel, LlamaModule, LlamaSequence } from "./llama-module.ts";
import type { FromChild, LoadOptions, ToChild } from "./protocol.ts";

// The process that start-child.ts starts: it loads one model and answers one question at a time. Nothing else imports it.

type Loaded = { module: LlamaModule; llama: Llama; model: LlamaModel; context: LlamaContext; sequence: LlamaSequence };

let loaded: Loaded | null = null;
let asking: AbortController | null = null;

// When our parent is gone, killed or not, its end of the channel closes. Threads of the library may still compute, and an
// orderly exit would wait for them.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.on("message", (message: ToChild) => {
  if (message.kind === "abort") asking?.abort();
  else void (message.kind === "load" ? load(message.options) : ask(message.request)).then(reply, replyError);
});

function reply(answer: FromChild): void {
  process.send?.(answer);
}

function replyError(error: unknown): void {
  const words = error instanceof Error ? error.message : String(error);
  reply(failed(loaded === null ? "unavailable" : "overloaded", words));
}

function failed(why: ChatFailure["why"], words: string): FromChild {
  return { kind: "failed", why, words };
}

/** Besides the weights: the program itself (110 MB), the context, and room to compute in. */
const headroomBytes = 600_000_000;
/** The process may grow so much beyond what it was expected to need: the context of a model with many heads. */
const growth = 1.5;
const memoryLookMs = 1_000;

async function load(options: LoadOptions): Promise<FromChild> {
  const fileBytes = statSync(options.modelFile).size;
  const needed = fileBytes + headroomBytes;
  const free = Math.min(process.availableMemory(), options.memoryBytesMax ?? Infinity);
  if (needed > free)
    return failed("unavailable", `it needs ${megabytes(needed)} of memory, and ${megabytes(free)} may be used.`);
  dieFirst();
  endBeyond(options.memoryBytesMax ?? needed * growth);

  const file = join(options.runtime, "node_modules", "node-llama-cpp", "dist", "index.js");
  const module = (await import(pathToFileURL(file).href)) as LlamaModule;
  const { threads } = options;
  // Without maxThreads and threads, two cores took 88 s for a headline instead of 0.6: the threads fought each other.
  const llama = await module.getLlama({
    gpu: false,
    build: "never",
    skipDownload: true,
    maxThreads: threads,
    logLevel: "error",
    progressLogs: false,
  });
  const model = await llama.loadModel({ modelPath: options.modelFile, gpuLayers: 0 });
  const contextSize = Math.min(options.contextTokens, model.trainContextSize);
  const context = await model.createContext({ contextSize, threads, sequences: 1 });
  loaded = { module, llama, model, context, sequence: context.getSequence() };
  return { kind: "loaded", contextTokens: context.contextSize };
}

/**
 * If memory is short, the kernel should end us before anything else. (A lower priority for the processor does harm: threads
 * that wait for one another made 75 s out of 3 on a busy machine.)
 */
function dieFirst(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Not Linux, or not allowed: then it is a process like any other.
  }
}

function endBeyond(bytesMax: number): void {
  setInterval(() => {
    const bytes = process.memoryUsage.rss();
    if (bytes <= bytesMax) return;
    process.stderr.write(`it used ${megabytes(bytes)} of memory, and ${megabytes(bytesMax)} is its limit.\n`);
    process.kill(process.pid, "SIGKILL");
  }, memoryLookMs).unref();
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}

/** What a chat template adds around system text and question. */
const templateTokens = 64;

async function ask(request: ChatRequest): Promise<FromChild> {
  if (loaded === null) return failed("overloaded", "no model is loaded.");
  const { module, llama, model, context, sequence } = loaded;
  const { system, messages, format, outputTokensMax, temperature } = request;
  const tokens = model.tokenize([system, ...messages.map(({ text }) => text)].join("\n")).length + templateTokens;
  // The library would drop the beginning without a word.
  if (tokens + outputTokensMax > context.contextSize)
    return failed("rejected", `the question has ${tokens} tokens, and the context ${context.contextSize}.`);

  asking = new AbortController();
  const { signal } = asking;
  const before = sequence.tokenMeter.getState();
  const session = new module.LlamaChatSession({ contextSequence: sequence, systemPrompt: system });
  try {
    session.setChatHistory([
      { type: "system", text: system },
      ...messages
        .slice(0, -1)
        .map(({ role, text }) =>
          role === "user" ? { type: "user" as const, text } : { type: "model" as const, response: [text] },
        ),
    ]);
    const options = { maxTokens: outputTokensMax, temperature, signal, stopOnAbortSignal: true } as const;
    const grammar = format === null ? {} : { grammar: await llama.createGrammarForJsonSchema(format.schema) };
    const { responseText, stopReason } = await session.promptWithMeta(messages.at(-1)?.text ?? "", {
      ...options,
      ...grammar,
    });
    if (signal.aborted) return failed("aborted", "");
    const used = sequence.tokenMeter.getState();
    return {
      kind: "answered",
      text: responseText,
      isCut: stopReason === "maxTokens",
      promptTokens: used.usedInputTokens - before.usedInputTokens,
      completionTokens: used.usedOutputTokens - before.usedOutputTokens,
    };
  } catch (error) {
    if (signal.aborted) return failed("aborted", "");
    throw error;
  } finally {
    asking = null;
    session.dispose({ disposeSequence: false });
  }
}
