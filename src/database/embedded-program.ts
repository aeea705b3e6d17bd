import { spawn } from "node:child_process";
import { join } from "node:path";
import type { EmbeddedHome } from "./embedded-home.ts";

const outputCharsMax = 1_000;

type Ended = { code: number | null; signal: NodeJS.Signals | null; output: string };

/**
 * Runs one of PostgreSQL's own programs to its end, as the server's user. In a session of its own, as the server is: Ctrl-C
 * in our terminal is for us, and must not end initdb in the middle or a pg_ctl that waits for the server's end.
 */
export async function runProgram(home: EmbeddedHome, program: string, args: string[]): Promise<Ended> {
  const ended = await runOnce(home, program, args);
  // A child has its own session only some milliseconds after its birth; a Ctrl-C before that ended it before it began.
  return ended.signal === "SIGINT" ? runOnce(home, program, args) : ended;
}

function runOnce(home: EmbeddedHome, program: string, args: string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(home.binaries, "bin", program), args, {
      ...childOptions(home),
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output: string[] = [];
    child.stdout.on("data", (chunk) => output.push(String(chunk)));
    child.stderr.on("data", (chunk) => output.push(String(chunk)));
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      resolve({ code, signal, output: output.join("").trim().slice(-outputCharsMax) }),
    );
  });
}

export function childOptions(home: EmbeddedHome) {
  const as = home.user.switches ? { uid: home.user.uid, gid: home.user.gid } : {};
  // LC_ALL: whatever locale this terminal has may be unknown to the server's build.
  return { ...as, cwd: "/", env: { PATH: process.env["PATH"], LC_ALL: "C" } };
}
