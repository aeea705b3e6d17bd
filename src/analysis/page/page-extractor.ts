import type { NoPageText, PageText } from "./extract-page.ts";
import { Worker } from "node:worker_threads";

export type PageExtractorOptions = {
  /** How many pages at once, each thread with up to `memoryMb`. */
  threads?: number;
  timeoutMs?: number;
  memoryMb?: number;
  waitingMax?: number;
  /** After so long without a page a thread ends: it holds some 60 MB. */
  idleMs?: number;
};

type NotExtracted = { kind: "nothing"; why: "busy" | "closed" };
export type Extracted = PageText | NoPageText | ThreadFailure | NotExtracted;

/** Never throws and never takes longer than its limits, whatever the page. */
export type PageExtractor = {
  extract: (html: string, url: string) => Promise<Extracted>;
  close: () => Promise<void>;
};

type Job = { html: string; url: string; resolve: (extracted: Extracted) => void };
type Slot = { thread: PageThread | null; isBusy: boolean; ending: NodeJS.Timeout | undefined };

/** `extractPage` in threads of their own: a page may cost its thread, which is replaced, and nothing else. */
export function createPageExtractor({
  threads = 1,
  timeoutMs = 5_000,
  memoryMb = 256,
  waitingMax = 100,
  idleMs = 30_000,
}: PageExtractorOptions = {}): PageExtractor {
  const slots = Array.from({ length: threads }, (): Slot => ({ thread: null, isBusy: false, ending: undefined }));
  const waiting: Job[] = [];
  let isClosed = false;

  return {
    extract: (html, url) => {
      if (isClosed) return Promise.resolve({ kind: "nothing", why: "closed" });
      if (waiting.length >= waitingMax) return Promise.resolve({ kind: "nothing", why: "busy" });
      const { promise, resolve } = Promise.withResolvers<Extracted>();
      waiting.push({ html, url, resolve });
      const slot = slots.find(({ isBusy }) => !isBusy);
      if (slot !== undefined) void work(slot);
      return promise;
    },
    close: async () => {
      isClosed = true;
      for (const { resolve } of waiting.splice(0)) resolve({ kind: "nothing", why: "closed" });
      for (const { ending } of slots) clearTimeout(ending);
      await Promise.all(slots.map(async ({ thread }) => thread?.end()));
    },
  };

  async function work(slot: Slot): Promise<void> {
    slot.isBusy = true;
    clearTimeout(slot.ending);
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      slot.thread ??= startPageThread({ timeoutMs, memoryMb });
      const extracted = await slot.thread.extract(job.html, job.url);
      if ("detail" in extracted) {
        await slot.thread.end();
        slot.thread = null;
      }
      job.resolve(isClosed ? { kind: "nothing", why: "closed" } : extracted);
    }
    slot.isBusy = false;
    if (slot.thread !== null && !isClosed) slot.ending = setTimeout(() => void endIdle(slot), idleMs).unref();
  }

  async function endIdle(slot: Slot): Promise<void> {
    const { thread } = slot;
    slot.thread = null;
    await thread?.end();
  }
}

type ThreadLimits = { timeoutMs: number; memoryMb: number };
type ThreadFailure = { kind: "nothing"; why: "timeout" | "crashed"; detail: string };

type PageThread = {
  /** One page at a time. After a ThreadFailure the thread is of no more use and must be ended. */
  extract: (html: string, url: string) => Promise<PageText | NoPageText | ThreadFailure>;
  end: () => Promise<void>;
};

/** Half a second on an idle machine; apart from a page's own time, so that a busy one fails no page. */
const startMsMax = 30_000;

function startPageThread({ timeoutMs, memoryMb }: ThreadLimits): PageThread {
  const worker = new Worker(new URL("./page-worker.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // Code that reads strangers' pages must not see our secrets.
    env: {},
  });
  let settle: (answer: unknown) => void = () => undefined;
  worker.on("message", (answer) => settle(answer));
  // Something was thrown, or the memory limit was met.
  worker.on("error", (error) => settle(failure("crashed", error.message)));
  worker.on("exit", () => settle(failure("crashed", "The thread has ended.")));
  const started = nextAnswer<"ready">(startMsMax);

  return {
    extract: async (html, url) => {
      const start = await started;
      if (start !== "ready") return start;
      worker.postMessage({ html, url }, []);
      return nextAnswer<PageText | NoPageText>(timeoutMs);
    },
    end: async () => {
      await worker.terminate();
    },
  };

  function nextAnswer<Answer>(waitMsMax: number): Promise<Answer | ThreadFailure> {
    const { promise, resolve } = Promise.withResolvers<Answer | ThreadFailure>();
    settle = (answer) => resolve(answer as Answer | ThreadFailure);
    const timer = setTimeout(() => resolve(failure("timeout", `No answer within ${waitMsMax} ms.`)), waitMsMax);
    return promise.finally(() => clearTimeout(timer));
  }
}

function failure(why: ThreadFailure["why"], detail: string): ThreadFailure {
  return { kind: "nothing", why, detail };
}
