import { once } from "node:events";
import type pg from "pg";
import type { Parts } from "../assemble.ts";
import type { Config } from "../config.ts";
import type { Connection } from "../database/connection.ts";
import type { Reach } from "../database/open-database.ts";
import { isDatabaseUnavailable } from "../database/unavailable.ts";
import { findFolders } from "./find-folders.ts";
import { loadConfig, type LoadedConfig, readDotEnv } from "../load-config.ts";
import { Refusal } from "../refusal.ts";
import type { Collect } from "../return-memory.ts";

type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

/** Everything a command takes from the process it runs in. `main.ts` passes the real one, tests a captured one. */
export type Io = {
  readonly env: Record<string, string | undefined>;
  /** The working directory: relative paths start here, and a clone reads its `.env` here. */
  readonly cwd: string;
  /** Installed by npm as a package, and not a clone. */
  readonly isPackage: boolean;
  readonly in: AsyncIterable<unknown>;
  readonly out: Output;
  readonly err: Output;
  readonly hasColours: boolean;
  readonly node: { version: string; path: string; args: string[] };
  /**
   * Aborts at the first SIGINT or SIGTERM, whose name is the reason, or with the system's code (EPIPE, ENOSPC) when our output
   * cannot be written any more. Until it is called, either ends the process.
   */
  readonly catchStop: () => AbortSignal;
  /**
   * From now on a signal that nothing else catches ends the process only after `work`. Returns how to take that back, which never
   * resolves if such a signal came first.
   */
  readonly beforeSignalEnds: (work: () => Promise<void>) => () => Promise<void>;
  /** From now on the process goes on where its output cannot be written: a full disk for the log must not end the server. */
  readonly outliveOutput: () => void;
  readonly onCrash: (handler: (error: unknown) => void) => void;
  /** Ends the process at once. */
  readonly exit: (code: number) => void;
  /** Null: V8 decides alone when it collects. */
  readonly collect: Collect | null;
};

/** One call of the command line. Commands set `exitCode` when they did their work and the answer is bad news. */
export type Invocation = { io: Io; load: () => LoadedConfig; exitCode: number };

export function createInvocation(io: Io): Invocation {
  let hasWarned = false;
  // Commands ask several times and warn once, on standard error, so that standard output has only what was asked for.
  const load = () => {
    const { dotEnvFolder, usual } = findFolders(io);
    const loaded = loadConfig(io.env, readDotEnv(dotEnvFolder), io.cwd, usual);
    if (!hasWarned) for (const sentence of loaded.warnings) io.err.write(`Warning: ${sentence}\n`);
    hasWarned = true;
    return loaded;
  };
  return { io, load, exitCode: 0 };
}

/** How text is laid out: a pipe has no width and no colours. */
export type Layout = { widthMax: number; hasColours: boolean };

/** A command's answer: JSON for a program, text for a person. */
export function answer(
  { io }: Invocation,
  options: { json?: boolean },
  data: unknown,
  toText: (layout: Layout) => string,
): void {
  const layout = { widthMax: io.out.columns ?? Infinity, hasColours: io.hasColours };
  io.out.write(options.json ? `${JSON.stringify(data, null, 2)}\n` : toText(layout));
}

/** As fast as it is read, until `stop`. */
export async function writePieces(
  { out }: Pick<Io, "out">,
  pieces: AsyncIterable<string> | Iterable<string>,
  stop: AbortSignal,
): Promise<void> {
  for await (const piece of pieces) {
    if (stop.aborted) return;
    if (!out.write(piece)) await once(out, "drain", { signal: stop }).catch(() => undefined);
  }
}

/** Aborts at the first Ctrl-C, so that a long command can stop between two batches; the second ends it at once. */
export function stopOnInterrupt({ err, catchStop }: Io): AbortSignal {
  const stop = catchStop();
  const say = () => {
    if (stop.reason === "SIGINT" || stop.reason === "SIGTERM")
      err.write("\nStopping after this batch; Ctrl-C once more ends at once.\n");
  };
  stop.addEventListener("abort", say, { once: true });
  return stop;
}

/** What a command may use. `now` is the database's time: due times must mean the same to every machine. */
export type Context = { io: Io; config: Config; pool: pg.Pool; connection: Connection; now: () => Date };

/** How a command reaches the database. A signal ends it only after it has left the embedded server, which nobody else might stop. */
export function reachFor({ io }: Invocation): Reach {
  return async (config, say) => {
    const { reachDatabase } = await import("../database/open-database.ts");
    if (config.databaseUrl !== null) return reachDatabase(config, say);
    const reaching = reachDatabase(config, say);
    let leaving: Promise<void> | null = null;
    const leave = () => (leaving ??= reaching.then((reached) => reached.leave()));
    const goOn = io.beforeSignalEnds(leave);
    const { connection } = await reaching.catch(async (error: unknown) => {
      await goOn();
      throw error;
    });
    return { connection, leave: () => leave().then(goOn) };
  };
}

/**
 * Runs `work` on the database, and starts the embedded one if it is not running. A command prints after this returns, or asks for
 * `catchStop`: a reader that closes the pipe early ends the process, which must not leave that server behind.
 */
export async function withDatabase<Result>(
  invocation: Invocation,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { config } = invocation.load();
  const { createDatabaseClock, openDatabase } = await import("../database/open-database.ts");
  const db = await openDatabase(config, (sentence) => invocation.io.err.write(`${sentence}\n`), reachFor(invocation));
  try {
    const clock = createDatabaseClock(db.worker);
    await clock.correct();
    return await work({ io: invocation.io, config, pool: db.worker, connection: db.connection, now: clock.now });
  } catch (error) {
    throw explainLostDatabase(error);
  } finally {
    await db.close();
  }
}

/** Like `withDatabase`, for commands that do the work of a stage themselves: they may make requests and ask a model. */
export async function withParts<Result>(
  invocation: Invocation,
  work: (parts: Parts) => Promise<Result>,
): Promise<Result> {
  const { assemble } = await import("../assemble.ts");
  const { createLog } = await import("../telemetry/log.ts");
  // Only errors, and on standard error: standard output has the answer.
  const { config } = invocation.load();
  const log = createLog({ ...config, logLevel: "error" }, invocation.io.err);
  const parts = await assemble(config, log, reachFor(invocation));
  try {
    return await work(parts);
  } catch (error) {
    throw explainLostDatabase(error);
  } finally {
    await closeParts(parts);
  }
}

export async function closeParts({ client, trusted, inside, db }: Parts): Promise<void> {
  await Promise.all([client.close(), trusted.close(), inside.close()]);
  await db.close();
}

function explainLostDatabase(error: unknown): unknown {
  if (!isDatabaseUnavailable(error)) return error;
  const words = error instanceof Error ? error.message : String(error);
  const isFull = error instanceof Error && "code" in error && error.code === "53100";
  return new Refusal(
    isFull || /No space left/.test(words)
      ? `The database's disk is full (${words}): free some space, then try again.`
      : `The database went away (${words}): try again.`,
  );
}
