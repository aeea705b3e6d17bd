import type pg from "pg";
import type { Config } from "../config.ts";
import type { Connection } from "../database/connection.ts";
import { Refusal } from "../refusal.ts";
import type { Io, Session } from "./io.ts";

/** What a command may use. `now` is the database's time: due times must mean the same to every machine. */
export type Context = { io: Io; config: Config; pool: pg.Pool; connection: Connection; now: () => Date };

/**
 * Runs `work` on the database, starting the embedded one if nobody has. A command prints after this returns: a reader
 * who closes the pipe early ends the process, and must not leave that server behind.
 */
export async function withDatabase<Result>(
  session: Session,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { config } = session.load();
  const { openDatabase } = await import("../database/open-database.ts");
  const { createDatabaseClock } = await import("../database/database-clock.ts");
  const { isDatabaseUnavailable } = await import("../database/unavailable.ts");
  const db = await openDatabase(config, (sentence) => session.io.err.write(`${sentence}\n`));
  try {
    const clock = createDatabaseClock(db.worker);
    await clock.correct();
    return await work({ io: session.io, config, pool: db.worker, connection: db.connection, now: clock.now });
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    throw new Refusal(`The database went away (${error instanceof Error ? error.message : String(error)}): try again.`);
  } finally {
    await db.close();
  }
}
