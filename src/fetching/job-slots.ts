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
  /**
   * A job that only waits for another host's lane lends its slot to another job, and is the next to get one afterwards. At
   * most `slots` are lent; beyond that a job keeps its slot while it waits. Otherwise a publisher whose feeds all redirect to
   * one busy host would fill the process with waiting jobs.
   */
  lend: <Result>(wait: () => Promise<Result>) => Promise<Result>;
  /** Takes back what has not begun. */
  withdraw: () => Job[];
  /** Resolves when everything that began has ended. */
  drained: () => Promise<void>;
};

/** Runs jobs, at most `slots` at once; an exception in one is reported and does not stop the others. */
export function createJobSlots<Job>({ slots, run, onError, onFree }: Options<Job>): JobSlots<Job> {
  const waiting: Job[] = [];
  const returning: (() => void)[] = [];
  const running = new Set<Promise<void>>();
  const lentMax = slots;
  let used = 0;
  let lent = 0;

  const fill = () => {
    while (used < slots && returning.length > 0) take(returning.shift() as () => void);
    while (used < slots && waiting.length > 0) take(() => start(waiting.shift() as Job));
  };
  const take = (begin: () => void) => {
    used += 1;
    begin();
  };
  const free = () => {
    used -= 1;
    fill();
  };
  const start = (job: Job) => {
    const task: Promise<void> = run(job)
      .catch(onError)
      .finally(() => {
        running.delete(task);
        free();
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
      if (lent >= lentMax) return wait();
      lent += 1;
      free();
      try {
        return await wait();
      } finally {
        await new Promise<void>((resolve) => {
          returning.push(resolve);
          fill();
        });
        lent -= 1;
      }
    },
    withdraw: () => waiting.splice(0),
    drained: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
