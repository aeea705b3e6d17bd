import type { NoPageText, PageText } from "./extract-page.ts";
import { startPageThread, type PageThread, type ThreadFailure } from "./page-thread.ts";

export type PageExtractorOptions = {
  /** How many pages at once, each thread with up to `memoryMb`. */
  threads?: number;
  timeoutMs?: number;
  memoryMb?: number;
  waitingMax?: number;
};

export type NotExtracted = { kind: "nothing"; why: "busy" | "closed" };
export type Extracted = PageText | NoPageText | ThreadFailure | NotExtracted;

/** Never throws and never takes longer than its limits, whatever the page. */
export type PageExtractor = {
  extract: (html: string, url: string) => Promise<Extracted>;
  close: () => Promise<void>;
};

type Job = { html: string; url: string; resolve: (extracted: Extracted) => void };
type Slot = { thread: PageThread | null; isBusy: boolean };

/** `extractPage` in threads of their own: a page may cost its thread, which is replaced, and nothing else. */
export function createPageExtractor({
  threads = 1,
  timeoutMs = 5_000,
  memoryMb = 256,
  waitingMax = 100,
}: PageExtractorOptions = {}): PageExtractor {
  const slots = Array.from({ length: threads }, (): Slot => ({ thread: null, isBusy: false }));
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
      await Promise.all(slots.map(async ({ thread }) => thread?.end()));
    },
  };

  async function work(slot: Slot): Promise<void> {
    slot.isBusy = true;
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
  }
}
