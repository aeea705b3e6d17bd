import { Worker } from "node:worker_threads";
import type { NoPageText, PageText } from "./extract-page.ts";

export type ThreadLimits = { timeoutMs: number; memoryMb: number };
export type ThreadFailure = { kind: "nothing"; why: "timeout" | "crashed"; detail: string };

export type PageThread = {
  /** One page at a time. After a ThreadFailure the thread is of no more use and must be ended. */
  extract: (html: string, url: string) => Promise<PageText | NoPageText | ThreadFailure>;
  end: () => Promise<void>;
};

/** Half a second on an idle machine; apart from a page's own time, so that a busy one fails no page. */
const startMsMax = 30_000;

export function startPageThread({ timeoutMs, memoryMb }: ThreadLimits): PageThread {
  const worker = new Worker(new URL("./page-worker.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // What reads strangers' pages has no business with our secrets.
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
