import type { FetchQueue } from "./queue/fetch-queue.ts";

type Options = {
  queue: Pick<FetchQueue, "canAccept" | "offerDue" | "nextOfferAt">;
  intervalMs: number;
  now: () => Date;
  /** Once per interval: time to sum up the cycle. */
  onCycle: () => void;
  /** The queue has no room; told once per interval. */
  onFull: () => void;
};

// A lane may be ready again at any moment; one look in a second serves them all.
const lookEveryMs = 1_000;

/** Hands due feeds to the queue, if it has room. A look returns how long nothing is to be done. */
export function createFeedOffering(options: Options): { look: () => Promise<number> } {
  const { intervalMs, onCycle, onFull } = options;
  let fullToldAt: number | null = null;
  let cycleEndsAt = performance.now() + intervalMs;

  const tellFull = () => {
    const at = performance.now();
    if (fullToldAt !== null && at - fullToldAt < intervalMs) return;
    onFull();
    fullToldAt = at;
  };
  const endCycle = (): number => {
    const at = performance.now();
    if (at >= cycleEndsAt) {
      onCycle();
      cycleEndsAt = at + intervalMs;
    }
    return cycleEndsAt - at;
  };

  return {
    look: async () => {
      let idleMs = intervalMs;
      try {
        const isFull = !options.queue.canAccept();
        idleMs = isFull ? lookEveryMs : await offer(options);
        if (isFull) tellFull();
      } finally {
        idleMs = Math.min(idleMs, endCycle());
      }
      return idleMs;
    },
  };
}

async function offer({ queue, now, intervalMs }: Options): Promise<number> {
  await queue.offerDue();
  const next = await queue.nextOfferAt();
  return next === null ? intervalMs : Math.max(lookEveryMs, next.getTime() - now().getTime());
}
