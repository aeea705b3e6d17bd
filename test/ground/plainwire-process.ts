import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after } from "node:test";

const program = resolve(import.meta.dirname, "../../bin/plainwire");
const waitMsMax = 60_000;

export type Running = {
  child: ChildProcess;
  output: () => string;
  /** Resolves with the first matching line; fails if the process ends or time runs out. */
  line: (pattern: RegExp) => Promise<string>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

/** Where else than here: the command that runs a program there. */
export type Elsewhere = (program: string, args: string[]) => [program: string, args: string[]];

/** Runs the real program as a process, which always ends with the test file. */
export function startPlainwire(
  args: string[],
  env: Record<string, string> = {},
  elsewhere: Elsewhere = (...command) => command,
): Running {
  return startProgram(...elsewhere(program, args), env);
}

/** Runs any program in the same environment. */
export function startProgram(path: string, args: string[], env: Record<string, string>): Running {
  const child = spawn(path, args, { env: { ...cleanEnvironment(), LOG_FORMAT: "json", ...env }, cwd: tmpdir() });
  let text = "";
  child.stdout.on("data", (chunk) => (text += String(chunk)));
  child.stderr.on("data", (chunk) => (text += String(chunk)));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) => {
    child.once("exit", (code, signal) => done({ code, signal }));
  });
  after(() => child.exitCode === null && child.signalCode === null && child.kill("SIGKILL"));

  const line = (pattern: RegExp) =>
    new Promise<string>((found, fail) => {
      const look = () => {
        const match = text.split("\n").find((candidate) => pattern.test(candidate));
        if (match !== undefined) finish(() => found(match));
      };
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        child.stdout.off("data", look);
        child.stderr.off("data", look);
        settle();
      };
      const timer = setTimeout(() => finish(() => fail(new Error(`No line like ${pattern} in:\n${text}`))), waitMsMax);
      child.stdout.on("data", look);
      child.stderr.on("data", look);
      void ended.then(() =>
        finish(() => fail(new Error(`The process ended without a line like ${pattern}:\n${text}`))),
      );
      look();
    });
  return { child, output: () => text, line, ended };
}

/** Runs a command to its end. */
export async function runPlainwire(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const running = startPlainwire(args, env);
  const { code } = await running.ended;
  return { code, output: running.output() };
}

/** A folder that is removed with the test file. `postgres` can enter it, as in the usual setup. */
export async function temporaryFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plainwire-data-"));
  await chmod(folder, mode);
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

// The settings of the person who runs the tests must not affect the programs under test.
function cleanEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(PATH|HOME|LANG|TMPDIR|USER|NODE_COMPILE_CACHE)$/.test(name),
  );
  return Object.fromEntries(kept.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
