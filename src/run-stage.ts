import { setTimeout as sleep } from "node:timers/promises";
import { createAlarm } from "./alarm.ts";
import type { Connection } from "./database/connection.ts";
import { listen } from "./database/listen.ts";
import type { Service } from "./service.ts";
import type { Log } from "./telemetry/log.ts";

/** A row of the table in pipeline.ts. */
export type Stage = {
  name: string;
  /** What it works on, in words. */
  takes: string;
  /** Stages by their name, and NOTIFY channels: these begin with "plainwire_". */
  wokenBy: string[];
  /** It looks this often even if nothing wakes it: a wake-up may be lost. */
  everyMs: number;
  /** After an error it looks again this soon; without it, after `everyMs`. */
  retryMs?: number;
  /** Wake-ups come in bursts: one look serves all that come within this time. */
  debounceMs?: number;
  /** Its first look is over before the other stages begin, and it stops after them. */
  first?: boolean;
  run: (turn: Turn) => Promise<Look | number | void>;
  /** After the last look: ends what still runs. */
  drain?: () => Promise<void>;
  /** The stages that follow. */
  wakes: string[];
};

/** What one look brought; a number is `took`. */
export type Look = {
  /** Pieces of work found. If there were any, the stage looks again at once. */
  took?: number;
  /** How many of them changed something. The next stages are woken if there are any. Without it, `took` counts. */
  changed?: number;
  /** Says when to look again, whatever was found. */
  againInMs?: number;
};

export type Turn = {
  /** Aborted at a stop: take nothing new. */
  stopping: AbortSignal;
  /** Aborted when the time to finish is over: give up what has begun. */
  signal: AbortSignal;
  /** Look again as soon as this look is over. */
  again: () => void;
  /** For a stage whose work goes on after its look: wakes one of the stages in `wakes`. */
  wake: (name: string) => void;
};

export type RunningStage = {
  wake: () => void;
  /** Resolves when the first look is over, whether it succeeded or failed. */
  looked: Promise<void>;
  stop: (abort: AbortSignal) => Promise<void>;
};

/** Runs rows of the table. A wake-up for a stage that does not run here is dropped: the next regular look finds the work. */
export async function startStages(
  stages: Stage[],
  { connection, log }: { connection: Connection; log: Log },
): Promise<Service> {
  const running = new Map<string, RunningStage>();
  const start = (stage: Stage): RunningStage => {
    const one = startStage(stage, {
      wake: (name) => running.get(name)?.wake(),
      onError: (error) => log.error({ err: error }, `the ${stage.name} stage failed`),
    });
    running.set(stage.name, one);
    return one;
  };
  const first = stages.filter((stage) => stage.first === true).map(start);
  await Promise.all(first.map(({ looked }) => looked));
  const rest = stages.filter((stage) => stage.first !== true).map(start);
  const listeners = listenFor(stages, running, { connection, log });

  return {
    name: "stages",
    stop: async (abort) => {
      await Promise.all([...listeners, ...rest].map((one) => one.stop(abort)));
      await Promise.all(first.map((one) => one.stop(abort)));
    },
  };
}

/** The one loop: look, sleep until woken or until it is time, look again. Looks never overlap; an error ends one, not the loop. */
export function startStage(
  stage: Stage,
  { wake, onError }: { wake: (name: string) => void; onError: (error: unknown) => void },
): RunningStage {
  const { everyMs, retryMs = everyMs, debounceMs = 0 } = stage;
  const alarm = createAlarm();
  const stopping = new AbortController();
  const giveUp = new AbortController();
  const { promise: looked, resolve } = Promise.withResolvers<void>();
  const turn: Turn = {
    stopping: stopping.signal,
    signal: giveUp.signal,
    again: alarm.ring,
    wake: (name) => {
      if (!stage.wakes.includes(name)) throw new Error(`${stage.name} does not say that it wakes ${name}`);
      wake(name);
    },
  };

  const loop = (async () => {
    while (!stopping.signal.aborted) {
      const idleMs = await lookOnce(stage, turn).catch((error: unknown) => {
        onError(error);
        return Math.min(retryMs, everyMs);
      });
      resolve();
      if (debounceMs > 0) await sleep(debounceMs);
      await alarm.sleep(idleMs);
    }
    await stage.drain?.().catch(onError);
  })();

  return {
    wake: alarm.ring,
    looked,
    stop: async (abort) => {
      stopping.abort();
      alarm.ring();
      if (abort.aborted) giveUp.abort();
      abort.addEventListener("abort", () => giveUp.abort());
      await loop;
    },
  };
}

/** Returns after how long to look again. */
async function lookOnce(stage: Stage, turn: Turn): Promise<number> {
  const found = (await stage.run(turn)) ?? 0;
  const { took = 0, changed = took, againInMs }: Look = typeof found === "number" ? { took: found } : found;
  if (changed > 0) for (const name of stage.wakes) turn.wake(name);
  return againInMs ?? (took > 0 ? 0 : stage.everyMs);
}

/** One connection for all channels. What was said while it was lost was not heard, so a new one wakes every stage. */
function listenFor(
  stages: Stage[],
  running: Map<string, RunningStage>,
  { connection, log }: { connection: Connection; log: Log },
): Pick<RunningStage, "stop">[] {
  const isChannel = (name: string) => name.startsWith("plainwire_");
  const channels = new Set(stages.flatMap(({ wokenBy }) => wokenBy).filter(isChannel));
  if (channels.size === 0) return [];
  const wakeFor = (channel: string) => {
    for (const { name, wokenBy } of stages) if (wokenBy.includes(channel)) running.get(name)?.wake();
  };
  return [
    listen({
      connection,
      on: Object.fromEntries([...channels].map((channel) => [channel, () => wakeFor(channel)])),
      onConnect: () => channels.forEach(wakeFor),
      onError: (error) => log.error({ err: error }, "listening for wake-ups failed"),
    }),
  ];
}
