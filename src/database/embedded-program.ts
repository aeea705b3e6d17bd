import { spawn } from "node:child_process";
import { join } from "node:path";
import type { EmbeddedHome } from "./embedded-home.ts";

const outputCharsMax = 1_000;

/**
 * Runs one of PostgreSQL's own programs to its end, as the server's user. In a session of its own, as the server is: Ctrl-C
 * in our terminal is for us, and must not end initdb in the middle or a pg_ctl that waits for the server's end.
 */
export function runProgram(
  home: EmbeddedHome,
  program: string,
  args: string[],
): Promise<{ code: number | null; output: string }> {
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
    child.once("exit", (code) => resolve({ code, output: output.join("").trim().slice(-outputCharsMax) }));
  });
}

export function childOptions(home: EmbeddedHome) {
  const as = home.user.switches ? { uid: home.user.uid, gid: home.user.gid } : {};
  // LC_ALL: whatever locale this terminal has may be unknown to the server's build.
  return { ...as, cwd: "/", env: { PATH: process.env["PATH"], LC_ALL: "C" } };
}
