import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

export type Running = { child: ChildProcess; pid: number; stop: () => Promise<void> };

export const plainwire = resolve(import.meta.dirname, "../bin/plainwire");

/** Starts a program and waits until it is ready; its log goes into a pipe, as under systemd and in a container. */
export async function startProgram(
  command: string,
  args: string[],
  environment: Record<string, string>,
  ready: RegExp,
): Promise<Running & { said: string }> {
  const child = spawn(command, args, {
    env: { PATH: process.env["PATH"], TMPDIR: process.env["TMPDIR"], ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said = await new Promise<string>((found, fail) => {
    let text = "";
    const read = (chunk: unknown) => {
      text += String(chunk);
      if (!ready.test(text)) return;
      child.stdout.off("data", read).resume();
      found(text);
    };
    child.stdout.on("data", read);
    child.once("error", fail);
    child.once("exit", () => fail(new Error(`${command} ${args.join(" ")} ended before it was ready:\n${text}`)));
  });
  const stop = async () => {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  };
  return { child, pid: child.pid ?? 0, stop, said };
}

/** `plainwire` in the given roles, with a JSON log. */
export function startPlainwire(role: "start" | "web" | "worker", environment: Record<string, string>) {
  return startProgram(plainwire, [role], { PORT: "0", LOG_FORMAT: "json", ...environment }, /"msg":"ready"/);
}

/** The address a server logs when it listens. */
export function portIn(said: string): number {
  return Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]);
}
