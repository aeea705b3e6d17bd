import { Refusal } from "../refusal.ts";
import { createInvocation, type Invocation, type Io } from "./command-context.ts";
import { rolesOf, runInRoles } from "./run-in-roles.ts";

/** Runs one command line. Returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function run(args: string[], io: Io): Promise<number> {
  const invocation = createInvocation(io);
  try {
    const roles = rolesOf(args);
    // A server has no use for all the other commands: they take 2 MB.
    if (roles !== null) await runInRoles(roles, invocation);
    else await runCommand(args, invocation);
    return invocation.exitCode;
  } catch (error) {
    return report(error, io);
  }
}

async function runCommand(args: string[], invocation: Invocation): Promise<void> {
  const { buildProgram } = await import("./build-program.ts");
  await buildProgram(invocation).parseAsync(args, { from: "user" });
}

/** What the machine lacks, by the system's code: nobody needs a stack for that, or should report it to us. */
const machineFaults: Record<string, string> = {
  ENOSPC: "The disk is full. Free some space, or set DATA_DIR to a folder on another disk.",
  EDQUOT: "This user's share of the disk is used up. Free some space, or set DATA_DIR to a folder elsewhere.",
  EROFS: "The disk can only be read. Make it writable, or set DATA_DIR to a folder elsewhere.",
  EACCES: "This user may not read or write there. Change the owner or the mode, or set DATA_DIR to another folder.",
  EMFILE: "No more files can be opened. Raise the limit: ulimit -n 4096, or LimitNOFILE in the unit.",
  ENFILE: "The whole machine can open no more files. Raise fs.file-max, or end what holds them.",
};

/** A refusal is a sentence. Anything else is our own mistake and is printed with its stack. */
function report(error: unknown, { err }: Io): number {
  if (isByCommander(error)) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof Refusal) {
    err.write(`${error.message}\n`);
    return error.exitCode;
  }
  const fault = error instanceof Error && "code" in error ? machineFaults[String(error.code)] : undefined;
  if (fault !== undefined) {
    err.write(`${fault} (${error instanceof Error ? error.message : ""})\n`);
    return 1;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  err.write(`Unexpected error, please report it:\n${text}\n`);
  return 1;
}

/** Help that was shown, or a wrong usage; it is told already. */
function isByCommander(error: unknown): error is Error & { exitCode: number } {
  return error instanceof Error && "code" in error && String(error.code).startsWith("commander.");
}
