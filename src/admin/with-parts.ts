import type { Parts } from "../assemble.ts";
import { isDatabaseUnavailable } from "../database/unavailable.ts";
import { Refusal } from "../refusal.ts";
import type { Session } from "./io.ts";

/** As `withDatabase`, for commands that do a stage's work in their own process: they may dial out and ask a model. */
export async function withParts<Result>(session: Session, work: (parts: Parts) => Promise<Result>): Promise<Result> {
  const { assemble } = await import("../assemble.ts");
  const { createLog } = await import("../telemetry/log.ts");
  // Only errors, and on standard error: standard output has the answer.
  const { logFormat } = session.load().config;
  const parts = await assemble(session.load().config, createLog({ logFormat, logLevel: "error" }, session.io.err));
  try {
    return await work(parts);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    throw new Refusal(`The database went away (${error instanceof Error ? error.message : String(error)}): try again.`);
  } finally {
    await Promise.all([parts.client.close(), parts.trusted.close()]);
    await parts.db.close();
  }
}
