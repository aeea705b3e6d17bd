import { Readable, Writable } from "node:stream";
import { createInvocation, type Io } from "../../src/admin/command-context.ts";
import { buildProgram } from "../../src/admin/build-program.ts";
import { run } from "../../src/admin/run.ts";
import { eventually } from "./eventually.ts";

export const terminalWidth = 72;

export type Ran = { code: number; stdout: string; stderr: string; output: string };
export type CommandOptions = {
  env?: Record<string, string>;
  input?: string;
  cwd?: string;
  /** As if npm had installed it as a package. */
  isPackage?: boolean;
  /** Standard output and error are a terminal of 72 columns, with colours unless NO_COLOR is set. */
  isTerminal?: boolean;
};
export type StartedCommand = {
  /** Standard output and standard error so far, in the order of writing. */
  output: () => string;
  /** Waits for a line like this. */
  line: (pattern: RegExp) => Promise<string>;
  ended: Promise<Ran>;
  /** What Ctrl-C or SIGTERM does. */
  stop: (signal?: NodeJS.Signals) => Promise<Ran>;
};

/** Runs a command in this process, with its own environment, input and output. */
export function runCommand(args: string[], options: CommandOptions = {}): Promise<Ran> {
  return startCommand(args, options).ended;
}

/** The same, for a command that is still running when the test looks at it. */
export function startCommand(args: string[], options: CommandOptions = {}): StartedCommand {
  const written = { stdout: "", stderr: "", output: "" };
  const stopping = new AbortController();
  const io = captureIo(options, written, stopping.signal);
  const ended = run(args, io).then((code) => ({ code, ...written }));
  return {
    output: () => written.output,
    line: (pattern) =>
      eventually(() => {
        const line = written.output.split("\n").find((candidate) => pattern.test(candidate));
        if (line === undefined) throw new Error(`No line like ${pattern} in:\n${written.output}`);
        return line;
      }),
    ended,
    stop: (signal = "SIGTERM") => {
      stopping.abort(signal);
      return ended;
    },
  };
}

/** The whole program, to look at its commands. */
export function describedProgram(): ReturnType<typeof buildProgram> {
  return buildProgram(createInvocation(quietIo()));
}

/** An io whose output nobody reads. */
export function quietIo(): Io {
  return captureIo({}, { stdout: "", stderr: "", output: "" }, new AbortController().signal);
}

type Written = Pick<Ran, "stdout" | "stderr" | "output">;

function captureIo(options: CommandOptions, written: Written, stop: AbortSignal): Io {
  const { env = {}, input = "", cwd = "/", isPackage = false, isTerminal = false } = options;
  const capture = (name: "stdout" | "stderr") => {
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        const text = chunk.toString("utf8");
        written[name] += text;
        written.output += text;
        done();
      },
    });
    return isTerminal ? Object.assign(stream, { isTTY: true, columns: terminalWidth }) : stream;
  };
  return {
    env,
    cwd,
    isPackage,
    in: Readable.from(input === "" ? [] : [Buffer.from(input)]),
    out: capture("stdout"),
    err: capture("stderr"),
    hasColours: isTerminal && env["NO_COLOR"] === undefined,
    node: { version: process.versions.node, path: process.execPath, args: ["--disable-warning=ExperimentalWarning"] },
    catchStop: () => stop,
    beforeSignalEnds: () => () => Promise.resolve(),
    outliveOutput: () => undefined,
    // The test runner reports what nobody caught.
    onCrash: () => undefined,
    exit: (code) => {
      throw new Error(`The command wanted to end the process with exit code ${code}.`);
    },
    collect: null,
  };
}
