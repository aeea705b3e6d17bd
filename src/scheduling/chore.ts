import { alarm } from "./alarm.ts";

type Options = {
  everyMs: number;
  run: (stopping: AbortSignal) => Promise<void>;
  onError: (error: unknown) => void;
};

export type Chore = { stop: () => Promise<void> };

/** Does something now and again and again; never twice at once, and a failure does not end it. */
export function startChore({ everyMs, run, onError }: Options): Chore {
  const wakeUp = alarm();
  const stopping = new AbortController();
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await run(stopping.signal).catch((error: unknown) => stopping.signal.aborted || onError(error));
      await wakeUp.sleep(everyMs);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      wakeUp.ring();
      await loop;
    },
  };
}
