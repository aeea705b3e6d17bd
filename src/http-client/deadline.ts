import { httpError } from "./http-failure.ts";

export type Deadline = {
  /** Aborts with the HttpError to report: the time is up, or the caller's own signal was aborted. */
  signal: AbortSignal;
  /** Work whose time does not count, such as waiting for a lane. */
  uncounted: <T>(work: () => Promise<T>) => Promise<T>;
  elapsedMs: () => number;
  end: () => void;
};

export function startDeadline(timeoutMs: number, callerSignal: AbortSignal | undefined): Deadline {
  const stop = new AbortController();
  const expire = () => stop.abort(httpError({ kind: "timeout", what: "total" }, `not done after ${timeoutMs} ms`));
  const giveUp = () => stop.abort(httpError({ kind: "aborted" }, "stopped by the caller"));
  if (callerSignal?.aborted) giveUp();
  callerSignal?.addEventListener("abort", giveUp);

  let startedAtMs = performance.now();
  let timer = setTimeout(expire, timeoutMs);
  const elapsedMs = () => performance.now() - startedAtMs;

  return {
    signal: stop.signal,
    elapsedMs,
    async uncounted(work) {
      const spentMs = elapsedMs();
      clearTimeout(timer);
      try {
        return await work();
      } finally {
        startedAtMs = performance.now() - spentMs;
        timer = setTimeout(expire, timeoutMs - spentMs);
      }
    },
    end() {
      clearTimeout(timer);
      callerSignal?.removeEventListener("abort", giveUp);
    },
  };
}
