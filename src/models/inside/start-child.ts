import { type ChildProcess, fork } from "node:child_process";
import type { ChatRequest } from "../../chat/chat.ts";
import type { FromChild, LoadOptions, ToChild } from "./protocol.ts";

/** The process has ended, by itself or by us; it gives no more answers. */
export type Ended = { kind: "ended"; why: "timeout" | "aborted" | "crashed"; words: string };

/** A process of its own with one model. One question at a time; after `ended` it is of no more use. */
export type ModelProcess = {
  pid: number | undefined;
  isAlive: () => boolean;
  load: (options: LoadOptions, waiting: Waiting) => Promise<FromChild | Ended>;
  ask: (request: ChatRequest, waiting: Waiting) => Promise<FromChild | Ended>;
  end: () => Promise<void>;
};

export type Waiting = { timeoutMs: number; signal: AbortSignal };

/** Between two tokens, or two layers of a long question, it looks at the signal. */
const abortMsMax = 10_000;
const aborted: Ended = { kind: "ended", why: "aborted", words: "" };
const heapMb = 512;
const lineCharsMax = 500;

export function startModelProcess(): ModelProcess {
  const child = fork(new URL("./model-child.ts", import.meta.url), {
    execArgv: [`--max-old-space-size=${heapMb}`, "--disable-warning=ExperimentalWarning"],
    // It works on strangers' texts, with a stranger's weights in a native library: it must not see our secrets.
    env: {},
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const written = keepLine(child);
  let settle: (answer: FromChild | Ended) => void = () => undefined;
  let killed: Ended | null = null;
  const { promise: exited, resolve: setExited } = Promise.withResolvers<void>();
  child.on("message", (answer) => settle(answer as FromChild));
  child.on("error", (error) => end({ kind: "ended", why: "crashed", words: error.message }));
  // After "exit" the last lines it wrote may still be on their way; after "close" they are here.
  child.on("close", (code, signal) => {
    const words = `its process ended (${signal ?? code ?? "not started"}). ${written.line()}`.trim();
    settle(killed ?? { kind: "ended", why: "crashed", words });
    setExited();
  });

  return {
    pid: child.pid,
    isAlive: () => killed === null && child.connected,
    // Loading cannot be interrupted in between.
    load: (options, waiting) => exchange({ kind: "load", options }, waiting, () => end(aborted)),
    ask: (request, waiting) => exchange({ kind: "ask", request }, waiting, () => send(child, { kind: "abort" })),
    end: async () => {
      child.kill("SIGKILL");
      if (child.pid !== undefined) await exited;
    },
  };

  function end(why: Ended): void {
    killed ??= why;
    child.kill("SIGKILL");
    if (child.pid === undefined) settle(killed);
  }

  async function exchange(
    message: ToChild,
    { timeoutMs, signal }: Waiting,
    abort: () => void,
  ): Promise<FromChild | Ended> {
    // A signal tells of its end only once.
    if (signal.aborted) return aborted;
    const { promise, resolve } = Promise.withResolvers<FromChild | Ended>();
    settle = resolve;
    written.forget();
    const tooLong = (what: string) => end({ kind: "ended", why: "timeout", words: what });
    let timer = setTimeout(() => tooLong(`no answer within ${timeoutMs / 1_000} s.`), timeoutMs);
    const onAbort = () => {
      clearTimeout(timer);
      timer = setTimeout(() => tooLong("it did not stop."), abortMsMax);
      abort();
    };
    signal.addEventListener("abort", onAbort, { once: true });
    if (killed === null && child.connected) send(child, message);
    else resolve(killed ?? { kind: "ended", why: "crashed", words: `its process is gone. ${written.line()}`.trim() });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  }
}

/** A channel that closes meanwhile is no error of ours: "close" tells why. */
function send(child: ChildProcess, message: ToChild): void {
  if (child.connected) child.send(message, () => undefined);
}

/** The first line that it writes during an exchange: of a failed assertion, the rest is a stack. */
function keepLine({ stderr }: ChildProcess): { line: () => string; forget: () => void } {
  let words = "";
  stderr?.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(0, lineCharsMax);
  });
  return { line: () => words.trim().split("\n")[0] ?? "", forget: () => (words = "") };
}
