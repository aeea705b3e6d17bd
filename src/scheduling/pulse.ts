import type pg from "pg";
import { startChore } from "./chore.ts";
import type { Freed, Freeing } from "./free-worker-store.ts";
import { freeWorker } from "./free-worker-store.ts";
import type { Heartbeat } from "./heartbeat-store.ts";
import { readHeartbeats, removeHeartbeat, writeHeartbeat } from "./heartbeat-store.ts";
import type { WorkerLife } from "./worker-life.ts";
import type { SeenWorker, WorkerWatch } from "./worker-watch.ts";
import { workerWatch } from "./worker-watch.ts";

type Options = {
  pool: pg.Pool;
  life: WorkerLife;
  now: () => Date;
  hostDelayMs: number;
  describe: () => Omit<Heartbeat, "id">;
  /** What a dead worker held is free; or what this process held before it was silent for too long. */
  onFreed: (worker: SeenWorker | "this process", freed: Freed) => void;
  onError: (error: unknown) => void;
};

export type Pulse = { stop: () => Promise<void> };

const looksPerBeat = 10;

/** Says that this process is alive, and looks whether the others are. Resolves after its first heartbeat. */
export async function startPulse(options: Options): Promise<Pulse> {
  const { pool, life, onError } = options;
  const everyMs = life.times.beatEveryMs / looksPerBeat;
  // On a timer of its own: the loop below may hang with the database.
  const timer = setInterval(life.check, everyMs);
  const watch = workerWatch(life.times);
  let isSilent = false;

  await beat(options).catch(onError);
  const chore = startChore({
    everyMs,
    run: async () => {
      life.check();
      await turn(options, watch);
      isSilent = false;
    },
    // Said once: while the database is away this fails every second.
    onError: (error) => {
      if (!isSilent) onError(error);
      isSilent = true;
    },
  });
  return {
    stop: async () => {
      clearInterval(timer);
      await chore.stop();
      await removeHeartbeat(pool, life.id());
    },
  };
}

async function turn(options: Options, watch: WorkerWatch): Promise<void> {
  const { pool, life, onFreed } = options;
  if (life.sinceLastBeatMs() >= life.times.beatEveryMs || life.abandoned().length > 0) await beat(options);

  for (const { workerId, wasStalled } of life.abandoned()) {
    const freed = await free(options, { workerId, beatAt: null, isSuspect: wasStalled });
    life.settled(workerId);
    if (freed !== null) onFreed("this process", freed);
  }

  const workers = await readHeartbeats(pool);
  const others = workers.filter(({ id }) => id !== life.id());
  for (const worker of watch.look(others, performance.now())) {
    const freed = await free(options, { workerId: worker.id, beatAt: worker.beatAt, isSuspect: true });
    if (freed !== null) onFreed(worker, freed);
  }
}

async function beat({ pool, life, describe, now }: Options): Promise<void> {
  const sentAt = life.now();
  const id = life.id();
  await writeHeartbeat(pool, { ...describe(), id }, now());
  if (id === life.id()) life.beaten(sentAt);
}

function free(
  { pool, life, now, hostDelayMs }: Options,
  which: Pick<Freeing, "workerId" | "beatAt" | "isSuspect">,
): Promise<Freed | null> {
  return freeWorker(pool, { ...which, now: now(), hostDelayMs, spreadMs: life.times.deadAfterMs });
}
