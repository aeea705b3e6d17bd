import { alarm } from "./scheduling/alarm.ts";

type Options = {
  /** Works on one batch; returns how many there were. */
  sweep: (signal: AbortSignal) => Promise<number>;
  /** Looks even without a nudge: a nudge may be lost. */
  intervalMs: number;
  onError: (error: unknown) => void;
};

export type Sweeper = { nudge: () => void; stop: (abort: AbortSignal) => Promise<void> };

const retryMs = 1_000;

/** Empties a table of waiting work, batch by batch, whenever nudged; errors end a batch, never the sweeping. */
export function startSweeper({ sweep, intervalMs, onError }: Options): Sweeper {
  const wakeUp = alarm();
  const giveUp = new AbortController();
  let stopping = false;

  const loop = (async () => {
    while (!stopping) {
      const pauseMs = await sweep(giveUp.signal).then(
        (count) => (count > 0 ? 0 : intervalMs),
        (error: unknown) => {
          onError(error);
          return Math.min(retryMs, intervalMs);
        },
      );
      await wakeUp.sleep(pauseMs);
    }
  })();

  return {
    nudge: wakeUp.ring,
    stop: async (abort) => {
      stopping = true;
      wakeUp.ring();
      abort.addEventListener("abort", () => giveUp.abort());
      await loop;
    },
  };
}
