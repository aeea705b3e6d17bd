import { chatFailure } from "../../chat/chat-failure.ts";
import { type Chat, type ChatFailure, type ChatOutcome, countUsage, noUsage, type Prices } from "../../chat/chat.ts";
import type { ChatRequest } from "../../chat/chat.ts";
import { later, minuteMs } from "../../time.ts";
import { type Ended, type ModelProcess, startModelProcess } from "./start-child.ts";
import type { FromChild } from "./protocol.ts";

export type RunnerOptions = {
  runtime: string;
  threads: number;
  memoryBytesMax: number | null;
  /** How long the process stays without a question. */
  idleMs: number;
  /** null: no such model here. */
  findFile: (model: string) => Promise<string | null>;
  isRuntimeInstalled: () => Promise<boolean>;
  now: () => Date;
  onEvent: (event: RunnerEvent) => void;
};

export type RunnerEvent =
  | { kind: "loaded"; pid: number | undefined; model: string; tookMs: number }
  | {
      kind: "ended";
      pid: number | undefined;
      model: string;
      why: "idle" | "closed" | "other model" | "failed";
      words: string;
    };

export type InsideChatOptions = { model: string; contextTokens: number; prices: Prices; timeoutMs: number };

export type ModelRunner = {
  chat: (options: InsideChatOptions) => Chat;
  close: () => Promise<void>;
};

type Running = { child: ModelProcess; model: string; contextTokens: number };

/** Some gigabytes from a slow disk. */
const loadMsMax = 10 * minuteMs;
/** A model that cannot run here: something has to be installed or freed first. */
const unavailableMs = minuteMs;
const crashRestMsMin = 2_000;
const crashRestMsMax = 5 * minuteMs;

/**
 * The model inside: its process is started when there is a question and ended when there has been none for a while. One
 * question at a time, from all callers together. After a crash it rests, longer each time.
 */
export function createModelRunner(options: RunnerOptions): ModelRunner {
  return new Runner(options);
}

class Runner implements ModelRunner {
  readonly #options: RunnerOptions;
  readonly #closing = new AbortController();
  #running: Running | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #crashes = 0;
  #rest: { model: string; until: Date; failure: ChatFailure } | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  chat(asked: InsideChatOptions): Chat {
    return {
      contextTokens: () => asked.contextTokens,
      ask: (request, signal) =>
        this.#inTurn(() => this.#answer(asked, request, AbortSignal.any([signal, this.#closing.signal]))),
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#inTurn(() => this.#stop("closed"));
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #answer(asked: InsideChatOptions, request: ChatRequest, signal: AbortSignal): Promise<ChatOutcome> {
    clearTimeout(this.#idleTimer);
    if (signal.aborted) return failedBy(chatFailure("aborted", ""));
    const startedAt = this.#options.now();
    const resting = this.#restOf(asked.model, startedAt);
    if (resting !== null) return failedBy(resting);
    const ready = await this.#start(asked, signal);
    const found = "child" in ready ? await ready.child.ask(request, { timeoutMs: asked.timeoutMs, signal }) : ready;
    const outcome = await this.#conclude(found, asked, { request, startedAt });
    if (this.#running !== null) {
      this.#idleTimer = setTimeout(() => void this.#inTurn(() => this.#stop("idle")), this.#options.idleMs);
      this.#idleTimer.unref();
    }
    return outcome;
  }

  async #start(asked: InsideChatOptions, signal: AbortSignal): Promise<Running | FromChild | Ended> {
    const { model, contextTokens } = asked;
    const { now, onEvent, runtime, threads, memoryBytesMax } = this.#options;
    const running = this.#running;
    const isSame = running?.model === model && running.contextTokens === contextTokens;
    if (running !== null && isSame && running.child.isAlive()) return running;
    await this.#stop(isSame ? "failed" : "other model");

    if (!(await this.#options.isRuntimeInstalled())) return unavailable("llama.cpp is not installed yet", model);
    const modelFile = await this.#options.findFile(model);
    if (modelFile === null) return unavailable(`there is no model ${model} in this installation`, model);
    const startedAtMs = now().getTime();
    const started: Running = { child: startModelProcess(), model, contextTokens };
    this.#running = started;
    const load = { runtime, modelFile, threads, contextTokens, memoryBytesMax };
    const found = await started.child.load(load, { timeoutMs: loadMsMax, signal });
    if (found.kind === "loaded") {
      onEvent({ kind: "loaded", pid: started.child.pid, model, tookMs: now().getTime() - startedAtMs });
      return started;
    }
    if (found.kind === "failed") await this.#stop("failed", found.words);
    return found;
  }

  async #conclude(
    found: FromChild | Ended,
    { model, prices }: InsideChatOptions,
    { request, startedAt }: { request: ChatRequest; startedAt: Date },
  ): Promise<ChatOutcome> {
    if (found.kind === "answered") {
      this.#crashes = 0;
      this.#rest = null;
      const { text, isCut, promptTokens, completionTokens } = found;
      const counted = { promptTokens, completionTokens, cachedTokens: null, costUsd: null };
      const latencyMs = Math.max(0, this.#options.now().getTime() - startedAt.getTime());
      const usage = countUsage(counted, { request, text, prices, latencyMs });
      return { kind: isCut ? "truncated" : "answered", text, model, usage };
    }
    if (found.kind === "ended") {
      await this.#stop("failed", found.words);
      if (found.why === "aborted") return failedBy(chatFailure("aborted", ""));
      this.#crashes += 1;
      const restMs = Math.min(crashRestMsMin * 2 ** (this.#crashes - 1), crashRestMsMax);
      return failedBy(this.#restFor(model, crashed(found), restMs));
    }
    const failure = found.kind === "failed" ? chatFailure(found.why, found.words) : chatFailure("overloaded", "");
    // Not remembered: a person may install or free something, and try again at once.
    return failedBy(failure.why === "unavailable" ? { ...failure, retryAfterMs: unavailableMs } : failure);
  }

  #restOf(model: string, at: Date): ChatFailure | null {
    const rest = this.#rest;
    if (rest === null || rest.model !== model || rest.until <= at) return null;
    return { ...rest.failure, retryAfterMs: rest.until.getTime() - at.getTime() };
  }

  #restFor(model: string, failure: ChatFailure, ms: number): ChatFailure {
    this.#rest = { model, failure, until: later(this.#options.now(), ms) };
    return { ...failure, retryAfterMs: ms };
  }

  async #stop(why: (RunnerEvent & { kind: "ended" })["why"], words = ""): Promise<void> {
    clearTimeout(this.#idleTimer);
    if (this.#running === null) return;
    const { child, model } = this.#running;
    this.#running = null;
    await child.end();
    this.#options.onEvent({ kind: "ended", pid: child.pid, model, why, words });
  }
}

function crashed({ why, words }: Ended): ChatFailure {
  return chatFailure(why === "timeout" ? "timeout" : "overloaded", words);
}

function unavailable(what: string, model: string): FromChild {
  return { kind: "failed", why: "unavailable", words: `${what}. Run: plainwire model install ${model}` };
}

function failedBy(failure: ChatFailure): ChatOutcome {
  return { kind: "failed", failure, usage: noUsage };
}
