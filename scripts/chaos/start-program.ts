import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";
import { resolve } from "node:path";

const program = resolve(import.meta.dirname, "../../bin/plainwire");
const linesKept = 200;

/** `meant`: we sent a signal. */
export type ProgramEnd = { code: number | null; signal: NodeJS.Signals | null; meant: boolean };

export type Program = {
  role: string;
  child: ChildProcess;
  ready: Promise<void>;
  wasReady: () => boolean;
  ended: Promise<ProgramEnd>;
  kill: (signal: NodeJS.Signals) => void;
  /** The last lines of its log. */
  lastLines: () => string[];
};

/** Runs the real program as a process. It gets only the basic variables of the caller's environment. */
export function startProgram(role: string, settings: Record<string, string>): Program {
  const kept = Object.entries(process.env).filter(([name]) => /^(PATH|HOME|LANG|TMPDIR|USER)$/.test(name));
  const env = { ...Object.fromEntries(kept), LOG_FORMAT: "json", ...settings };
  const child = spawn(program, [role], { env, cwd: tmpdir(), stdio: ["ignore", "pipe", "pipe", "ipc"] });
  const lines: string[] = [];
  let meant = false;
  let isReady = false;

  const ended = new Promise<ProgramEnd>((resolveEnded) => {
    child.once("exit", (code, signal) => resolveEnded({ code, signal, meant }));
  });
  const ready = new Promise<void>((resolveReady) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        lines.push(...String(chunk).split("\n").filter(Boolean));
        lines.splice(0, lines.length - linesKept);
        isReady ||= String(chunk).includes('"msg":"ready"');
        if (isReady) resolveReady();
      });
    // A program that ends before it is ready must not block the wait; `ended` says so.
    child.once("exit", () => resolveReady());
  });
  return {
    role,
    child,
    ready,
    wasReady: () => isReady,
    ended,
    kill: (signal) => {
      meant = true;
      child.kill(signal);
    },
    lastLines: () => lines,
  };
}
