import { setTimeout as sleep } from "node:timers/promises";
import { alarm } from "./alarm.ts";
import type { FetchQueue } from "./fetch-queue.ts";

type Options = {
  queue: Pick<FetchQueue, "canAccept" | "offerDue" | "nextOfferAt">;
  intervalMs: number;
  now: () => Date;
  /** Once per interval: time to sum up the cycle. */
  onCycle: () => void;
  /** The queue has no room; told once per interval. */
  onFull: () => void;
  onError: (error: unknown) => void;
};

export type Scheduler = { wake: () => void; stop: () => Promise<void> };

// A lane may be ready again at any moment; one look in a second serves them all.
const lookEveryMs = 1_000;
// Wake-ups come in bursts, one for every feed that ends.
const breathMs = 50;

/**
 * Looks for due feeds every interval, when the next lane is ready, and at once when woken. Looks never overlap, and none
 * ends the next.
 */
export function startScheduler(options: Options): Scheduler {
  const { intervalMs, onCycle, onFull, onError } = options;
  const wakeUp = alarm();
  let stopping = false;
  let fullToldAt: number | null = null;
  let cycleEndsAt = performance.now() + intervalMs;

  const turn = async (): Promise<number> => {
    const look = await lookOnce(options).catch((error: unknown) => {
      onError(error);
      return { isFull: false, idleMs: intervalMs };
    });
    const at = performance.now();
    if (look.isFull && (fullToldAt === null || at - fullToldAt >= intervalMs)) {
      onFull();
      fullToldAt = at;
    }
    if (at >= cycleEndsAt) {
      onCycle();
      cycleEndsAt = at + intervalMs;
    }
    return Math.min(look.idleMs, cycleEndsAt - at);
  };
  const loop = (async () => {
    while (!stopping) {
      const idleMs = await turn();
      await sleep(breathMs);
      await wakeUp.sleep(idleMs);
    }
  })();

  return {
    wake: wakeUp.ring,
    stop: async () => {
      stopping = true;
      wakeUp.ring();
      await loop;
    },
  };
}

type Look = { isFull: boolean; idleMs: number };

async function lookOnce({ queue, now, intervalMs }: Options): Promise<Look> {
  if (!queue.canAccept()) return { isFull: true, idleMs: lookEveryMs };
  await queue.offerDue();
  const next = await queue.nextOfferAt();
  const idleMs = next === null ? intervalMs : Math.max(lookEveryMs, next.getTime() - now().getTime());
  return { isFull: false, idleMs };
}
