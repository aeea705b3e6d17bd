import { styleText } from "node:util";
import type { Io } from "./admin/command-context.ts";
import { run } from "./admin/run.ts";

const echoMs = 500;
const signals = ["SIGINT", "SIGTERM"] as const;
let stopping: AbortController | null = null;
let askedAt: number | null = null;
const beforeEnd = new Set<() => Promise<void>>();
let isEnding = false;
let outlivesOutput = false;
let lostOutput = false;

// `plainwire feed list | head` closes our output early, which is not an error. A command that can be stopped leaves in order.
process.stdout.on("error", ({ code = "", message }: NodeJS.ErrnoException) => {
  if (code !== "EPIPE") loseOutput(message);
  if (code !== "EPIPE" && outlivesOutput) return;
  if (stopping === null) process.exit(code === "EPIPE" ? 0 : 1);
  stopping.abort(code);
});
// Often the same full disk, and nowhere is left to say so.
process.stderr.on("error", () => undefined);

const io: Io = {
  env: process.env,
  get cwd() {
    return process.cwd();
  },
  // A package has its sources without types.
  isPackage: import.meta.filename.endsWith(".js"),
  get in() {
    return process.stdin;
  },
  out: process.stdout,
  err: process.stderr,
  // Node's own rules: a terminal that has colours, NO_COLOR, FORCE_COLOR.
  hasColours: styleText("bold", "-", { stream: process.stdout }) !== "-",
  node: { version: process.versions.node, path: process.execPath, args: process.execArgv },
  catchStop,
  beforeSignalEnds,
  outliveOutput: () => void (outlivesOutput = true),
  onCrash: (handler) => {
    process.once("uncaughtException", handler);
    process.once("unhandledRejection", handler);
  },
  exit: (code) => process.exit(code),
  collect: globalThis.gc ?? null,
};

const exitCode = await run(process.argv.slice(2), io);
process.exitCode = lostOutput && !outlivesOutput ? 1 : exitCode;

/** A full disk, most of the time. Said once: every further line would say it again. */
function loseOutput(why: string): void {
  if (lostOutput) return;
  lostOutput = true;
  process.exitCode = outlivesOutput ? 0 : 1;
  process.stderr.write(
    outlivesOutput
      ? `The log cannot be written (${why}): its lines are lost until there is space again, and the server goes on.\n`
      : `The output cannot be written (${why}): free some space, or send it elsewhere.\n`,
  );
}

function catchStop(): AbortSignal {
  stopping = new AbortController();
  hearSignals();
  return stopping.signal;
}

function beforeSignalEnds(work: () => Promise<void>): () => Promise<void> {
  beforeEnd.add(work);
  hearSignals();
  return async () => {
    if (isEnding) await new Promise(() => undefined);
    beforeEnd.delete(work);
    if (beforeEnd.size === 0 && stopping === null) for (const name of signals) process.off(name, onSignal);
  };
}

function hearSignals(): void {
  for (const name of signals) if (!process.listeners(name).includes(onSignal)) process.on(name, onSignal);
}

/** The first signal asks for a clean stop; the second ends the process. */
function onSignal(name: NodeJS.Signals): void {
  const end = () => process.exit(name === "SIGINT" ? 130 : 143);
  // Ctrl-C on `npm start` comes twice, from the terminal and from npm: that is one request, not two.
  if (askedAt !== null && performance.now() - askedAt < echoMs) return;
  if (askedAt !== null || stopping?.signal.aborted) return end();
  askedAt = performance.now();
  if (stopping !== null) return stopping.abort(name);
  isEnding = true;
  void Promise.allSettled([...beforeEnd].map((work) => work())).then(end);
}
