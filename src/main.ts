import { CommanderError } from "commander";
import { buildProgram } from "./admin/program.ts";
import { Refusal } from "./refusal.ts";

// `plainwire feed list | head` closes our output early: that is the reader's right, not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

try {
  await buildProgram().parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

/** 0 done, 1 failed, 2 wrong usage. A refusal is a sentence; anything else is our own mistake and is shown whole. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof Refusal) {
    process.stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
  process.stderr.write(
    `Unexpected error, please report it:\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  return 1;
}
