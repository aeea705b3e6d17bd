type Options<Job> = {
  slots: number;
  run: (job: Job) => Promise<void>;
  onError: (error: unknown) => void;
  onFree: () => void;
};

export type JobSlots<Job> = {
  add: (jobs: Job[]) => void;
  busy: () => number;
  waiting: () => number;
  /** A job that only waits (for another host's turn) lends its slot meanwhile. */
  lend: <Result>(wait: () => Promise<Result>) => Promise<Result>;
  /** Takes back what has not begun. */
  withdraw: () => Job[];
  /** Resolves when everything that began has ended. */
  drained: () => Promise<void>;
};

/** Runs jobs, at most `slots` at once; an exception of one is told and ends nothing else. */
export function jobSlots<Job>({ slots, run, onError, onFree }: Options<Job>): JobSlots<Job> {
  const waiting: Job[] = [];
  const running = new Set<Promise<void>>();
  let used = 0;

  const fill = () => {
    while (used < slots && waiting.length > 0) start(waiting.shift() as Job);
  };
  const start = (job: Job) => {
    used += 1;
    const task: Promise<void> = run(job)
      .catch(onError)
      .finally(() => {
        used -= 1;
        running.delete(task);
        fill();
        onFree();
      });
    running.add(task);
  };

  return {
    add: (jobs) => {
      waiting.push(...jobs);
      fill();
    },
    busy: () => used,
    waiting: () => waiting.length,
    lend: async (wait) => {
      used -= 1;
      fill();
      try {
        return await wait();
      } finally {
        used += 1;
      }
    },
    withdraw: () => waiting.splice(0),
    drained: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
