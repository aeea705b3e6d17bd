import { CommanderError } from "commander";
import { Refusal } from "../refusal.ts";
import type { Io } from "./io.ts";
import { createSession } from "./io.ts";
import { buildProgram } from "./program.ts";

/** Runs one command line. Returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function run(args: string[], io: Io): Promise<number> {
  const session = createSession(io);
  try {
    await buildProgram(session).parseAsync(args, { from: "user" });
    return session.exitCode;
  } catch (error) {
    return report(error, io);
  }
}

/** A refusal is a sentence. Anything else is our own mistake and is printed with its stack. */
function report(error: unknown, { err }: Io): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof Refusal) {
    err.write(`${error.message}\n`);
    return error.exitCode;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  err.write(`Unexpected error, please report it:\n${text}\n`);
  return 1;
}
