import { availableParallelism } from "node:os";
import type { Config } from "../../config.ts";
import { createGuardedStreams } from "../../http-client/guarded-stream.ts";
import { Refusal } from "../../refusal.ts";
import { dayMs, minuteMs } from "../../time.ts";
import {
  installModel,
  type InstallParts,
  type InstallPlan,
  type InstallStep,
  planInstall,
  type WantedModel,
} from "./install-model.ts";
import { isRuntimeInstalled, type RunNpm } from "./install-runtime.ts";
import { findModelFile, type InstalledModel, listInstalled, modelFolder, removeModel } from "./model-files.ts";
import { createModelRunner, type InsideChatOptions, type RunnerEvent } from "./model-runner.ts";
import type { Chat } from "../../chat/chat.ts";

/** An installation that a person started on a page and that goes on without them. */
export type InstallState = {
  plan: InstallPlan;
  step: InstallStep;
  /** null: it is running. */
  ended: { kind: "installed" } | { kind: "failed"; sentence: string } | null;
};

/** Models in DATA_DIR/models, run by this installation itself. Nothing is loaded or started before somebody asks one. */
export type InsideModels = {
  chat: (options: InsideChatOptions) => Chat;
  list: () => Promise<InstalledModel[]>;
  remove: (name: string) => Promise<boolean>;
  plan: (wanted: WantedModel, signal: AbortSignal) => Promise<InstallPlan>;
  install: (plan: InstallPlan, running: { signal: AbortSignal; onStep: (step: InstallStep) => void }) => Promise<void>;
  /** One at a time. */
  startInstall: (wanted: WantedModel, signal: AbortSignal) => Promise<InstallPlan>;
  stopInstall: () => Promise<void>;
  installState: () => InstallState | null;
  close: () => Promise<void>;
};

export type InsideParts = {
  config: Pick<Config, "dataDir" | "fetchAllowNetworks" | "aiInsideThreads" | "aiInsideMemoryBytes" | "aiInsideIdleMs">;
  userAgent: string;
  now: () => Date;
  onEvent: (event: RunnerEvent) => void;
  runNpm?: RunNpm;
};

/** 64 GB: far beyond what a machine without a graphics card can use. */
const modelBytesMax = 64_000_000_000;
const downloadTimes = { startTimeoutMs: 20_000, silenceMsMax: minuteMs, totalMsMax: dayMs };

export function createInsideModels({ config, userAgent, now, onEvent, runNpm }: InsideParts): InsideModels {
  const folder = modelFolder(config.dataDir);
  const streams = createGuardedStreams({
    allowNetworks: config.fetchAllowNetworks,
    redirectsMax: 5,
    bytesMax: modelBytesMax,
    // One downloads, and somebody looks up another.
    connectionsPerHostMax: 2,
    ...downloadTimes,
  });
  const parts: InstallParts = { folder, open: streams.open, userAgent, ...(runNpm === undefined ? {} : { runNpm }) };
  const runner = createModelRunner({
    runtime: folder.runtime,
    threads: config.aiInsideThreads || usualThreads(availableParallelism()),
    memoryBytesMax: config.aiInsideMemoryBytes || null,
    idleMs: config.aiInsideIdleMs,
    findFile: (model) => findModelFile(folder, model),
    isRuntimeInstalled: () => isRuntimeInstalled(folder.runtime),
    now,
    onEvent,
  });
  const job = createInstallJob(parts);
  return {
    chat: (options) => runner.chat(options),
    list: () => listInstalled(folder),
    remove: (name) => removeModel(folder, name),
    plan: (wanted, signal) => planInstall(parts, wanted, signal),
    install: (plan, running) => installModel(parts, plan, running),
    ...job,
    close: async () => {
      await Promise.all([job.stopInstall(), runner.close()]);
      await streams.close();
    },
  };
}

/**
 * One core stays free: the threads wait for one another after every layer, so one that has to share its core holds up all
 * of them. On two busy cores, a headline took 3 s with one thread and 1 to 12 with two.
 */
function usualThreads(cores: number): number {
  return Math.max(1, cores - 1);
}

function createInstallJob(parts: InstallParts) {
  let state: InstallState | null = null;
  let stopping = new AbortController();
  let work: Promise<void> = Promise.resolve();
  return {
    startInstall: async (wanted: WantedModel, signal: AbortSignal) => {
      refuseSecond(state);
      const plan = await planInstall(parts, wanted, signal);
      refuseSecond(state);
      const own: InstallState = { plan, step: { step: "check" }, ended: null };
      state = own;
      stopping = new AbortController();
      work = installModel(parts, plan, { signal: stopping.signal, onStep: (step) => (own.step = step) }).then(
        () => void (own.ended = { kind: "installed" }),
        (error: unknown) => void (own.ended = { kind: "failed", sentence: sentenceOf(error) }),
      );
      return plan;
    },
    stopInstall: async () => {
      stopping.abort();
      await work;
    },
    installState: () => state,
  };
}

function refuseSecond(state: InstallState | null): void {
  if (state !== null && state.ended === null) throw new Refusal("Another model is being installed. Wait for it.");
}

/** A page has nobody to throw at. */
function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
