import type pg from "pg";
import type { Parts } from "../assemble.ts";
import type { Config } from "../config.ts";
import type { Connection } from "../database/connection.ts";
import { isDatabaseUnavailable } from "../database/unavailable.ts";
import { Refusal } from "../refusal.ts";
import type { Io, Session } from "./io.ts";

/** What a command may use. `now` is the database's time: due times must mean the same to every machine. */
export type Context = { io: Io; config: Config; pool: pg.Pool; connection: Connection; now: () => Date };

/**
 * Runs `work` on the database, and starts the embedded one if it is not running. A command prints after this returns: a
 * reader that closes the pipe early ends the process, which must not leave that server behind.
 */
export async function withDatabase<Result>(
  session: Session,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { config } = session.load();
  const { openDatabase } = await import("../database/open-database.ts");
  const { createDatabaseClock } = await import("../database/database-clock.ts");
  const db = await openDatabase(config, (sentence) => session.io.err.write(`${sentence}\n`));
  try {
    const clock = createDatabaseClock(db.worker);
    await clock.correct();
    return await work({ io: session.io, config, pool: db.worker, connection: db.connection, now: clock.now });
  } catch (error) {
    throw explainLostDatabase(error);
  } finally {
    await db.close();
  }
}

/** Like `withDatabase`, for commands that do the work of a stage themselves: they may make requests and ask a model. */
export async function withParts<Result>(session: Session, work: (parts: Parts) => Promise<Result>): Promise<Result> {
  const { assemble } = await import("../assemble.ts");
  const { createLog } = await import("../telemetry/log.ts");
  // Only errors, and on standard error: standard output has the answer.
  const { config } = session.load();
  const parts = await assemble(config, createLog({ ...config, logLevel: "error" }, session.io.err));
  try {
    return await work(parts);
  } catch (error) {
    throw explainLostDatabase(error);
  } finally {
    await closeParts(parts);
  }
}

export async function closeParts({ client, trusted, db }: Parts): Promise<void> {
  await Promise.all([client.close(), trusted.close()]);
  await db.close();
}

function explainLostDatabase(error: unknown): unknown {
  if (!isDatabaseUnavailable(error)) return error;
  return new Refusal(`The database went away (${error instanceof Error ? error.message : String(error)}): try again.`);
}
