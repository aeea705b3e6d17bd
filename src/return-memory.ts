import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { Service } from "./service.ts";

const lookEveryMs = 2_000;
// Heartbeats and looking for due feeds take 1 %, and more where other programs have the CPU.
const busyShareMax = 0.1;
const quietLooksMin = 3;
// A collection takes 0.1 to 0.3 s, in which nothing else runs. It is not worth that for less.
const grownBytesMin = 8 * 1_024 ** 2;
// Only this one gives pages back. An ordinary collection left 180 MB resident where this one left 152 (bench/history.md).
const collection = { type: "major", flavor: "last-resort", execution: "sync" } as const;

/** V8's own, which a process has that was started with --expose-gc. */
export type Collect = (options: typeof collection) => void;

export type ReturnParts = {
  collect: Collect;
  report: (returned: { beforeBytes: number; afterBytes: number; ms: number }) => void;
};

/**
 * Gives memory back to the system when the work is over. V8 collects when it needs room, which a quiet process does not: it kept
 * 45 MB of garbage after the first fetch of 100 feeds, and 14 after its start (npm run bench footprint).
 */
export function returnMemory(parts: ReturnParts): Service {
  const quiet = watchQuiet();
  const timer = setInterval(createLook(parts, quiet.isQuiet), lookEveryMs).unref();
  return {
    name: "memory",
    stop: async () => {
      clearInterval(timer);
      quiet.close();
    },
  };
}

/** One look. `isQuiet`: there was hardly anything to do since the last one, and nobody asked for anything. */
export function createLook({ collect, report }: ReturnParts, isQuiet: () => boolean): () => void {
  let quietLooks = 0;
  let keptBytes = 0;
  return () => {
    quietLooks = isQuiet() ? quietLooks + 1 : 0;
    const beforeBytes = heapBytes();
    if (!isTimeToCollect({ quietLooks, heapBytes: beforeBytes, keptBytes })) return;

    const startedMs = performance.now();
    collect(collection);
    keptBytes = heapBytes();
    report({ beforeBytes, afterBytes: keptBytes, ms: performance.now() - startedMs });
  };
}

/** `heapBytes`: what V8 holds, with its garbage; `keptBytes`: the same after the last collection, and 0 before the first. */
export type HeapSeen = { quietLooks: number; heapBytes: number; keptBytes: number };

/** The work is over, nobody is waiting, and there is something to give back. */
export function isTimeToCollect({ quietLooks, heapBytes: held, keptBytes }: HeapSeen): boolean {
  return quietLooks >= quietLooksMin && held - keptBytes >= grownBytesMin;
}

function heapBytes(): number {
  return getHeapStatistics().total_physical_size;
}

const requestStarts = "http.server.request.start";

/** Requests are few and short on a small server, so the time they take says little: they are counted. */
export function watchQuiet(busyShare: () => number = measureBusyShare()): {
  isQuiet: () => boolean;
  close: () => void;
} {
  let requests = 0;
  const count = () => void (requests += 1);
  subscribe(requestStarts, count);
  return {
    isQuiet: () => {
      const isAsked = requests > 0;
      requests = 0;
      return busyShare() <= busyShareMax && !isAsked;
    },
    close: () => unsubscribe(requestStarts, count),
  };
}

/** The share of the time since the last call in which the event loop had something to do. */
function measureBusyShare(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
