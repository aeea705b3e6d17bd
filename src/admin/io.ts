import { SingleBar } from "cli-progress";
import { loadConfig, readDotEnv, type LoadedConfig } from "../load-config.ts";

export type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

/** Everything a command takes from the process it runs in. `main.ts` passes the real one, tests a captured one. */
export type Io = {
  readonly env: Record<string, string | undefined>;
  /** The working directory: `.env` is read here, and relative paths start here. */
  readonly cwd: string;
  readonly in: AsyncIterable<unknown>;
  readonly out: Output;
  readonly err: Output;
  readonly hasColours: boolean;
  readonly node: { version: string; path: string; args: string[] };
  /** Aborts at the first SIGINT or SIGTERM, whose name is the reason. Until it is called, a signal ends the process. */
  readonly catchStop: () => AbortSignal;
  readonly onCrash: (handler: (error: unknown) => void) => void;
  /** Ends the process at once. */
  readonly exit: (code: number) => void;
};

/** One call of the command line. Commands set `exitCode` when they did their work and the answer is bad news. */
export type Session = { io: Io; load: () => LoadedConfig; exitCode: number };

export function createSession(io: Io): Session {
  let hasWarned = false;
  // Commands ask several times and warn once, on standard error, so that standard output has only what was asked for.
  const load = () => {
    const loaded = loadConfig(io.env, readDotEnv(io.cwd), io.cwd);
    if (!hasWarned) for (const sentence of loaded.warnings) io.err.write(`Warning: ${sentence}\n`);
    hasWarned = true;
    return loaded;
  };
  return { io, load, exitCode: 0 };
}

/** How text is laid out: a pipe has no width and no colours. */
export type Look = { widthMax: number; hasColours: boolean };

/** A command's answer: JSON for a program, text for a person. */
export function answer(
  { io }: Session,
  options: { json?: boolean },
  data: unknown,
  toText: (look: Look) => string,
): void {
  const look = { widthMax: io.out.columns ?? Infinity, hasColours: io.hasColours };
  io.out.write(options.json ? `${JSON.stringify(data, null, 2)}\n` : toText(look));
}

export type Progress = { advance: (count: number) => void; stop: () => void };

/** A bar on standard error, on a terminal only: a file or a pipe gets none. */
export function startProgress({ err }: Pick<Io, "err">, what: string, total: number): Progress {
  const bar = new SingleBar({
    format: `${what} [{bar}] {value}/{total}  {eta_formatted} left`,
    stream: err,
    clearOnComplete: true,
    // The command handles Ctrl-C itself.
    gracefulExit: false,
  });
  bar.start(total, 0);
  return { advance: (count) => bar.increment(count), stop: () => bar.stop() };
}

/** Aborts at the first Ctrl-C, so that a long command can stop between two batches; the second ends it at once. */
export function stopOnInterrupt({ err, catchStop }: Io): AbortSignal {
  const stop = catchStop();
  const say = () => err.write("\nStopping after this batch; Ctrl-C once more ends at once.\n");
  stop.addEventListener("abort", say, { once: true });
  return stop;
}
