import { styleText } from "node:util";
import type { Io } from "./admin/command-context.ts";
import { run } from "./admin/run.ts";

const echoMs = 500;
let stopping: AbortController | null = null;
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

/** The first signal asks for a clean stop; the second ends the process. */
function catchStop(): AbortSignal {
  const stop = new AbortController();
  stopping = stop;
  let askedAt = 0;
  const onSignal = (name: NodeJS.Signals) => {
    // Ctrl-C on `npm start` comes twice, from the terminal and from npm: that is one request, not two.
    if (stop.signal.aborted && performance.now() - askedAt < echoMs) return;
    if (stop.signal.aborted) process.exit(name === "SIGINT" ? 130 : 143);
    askedAt = performance.now();
    stop.abort(name);
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return stop.signal;
}
