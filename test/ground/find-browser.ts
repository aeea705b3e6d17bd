import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const installMs = 300_000;
// The shell first: half the CPU of a whole browser that hides its window, 10 s instead of 20 for a file of tests.
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** Path of a Chromium: named by the environment, on PATH, or installed now where we may; null where there is none. */
export async function findBrowser(environment: NodeJS.ProcessEnv): Promise<string | null> {
  const named = environment["PLAYWRIGHT_CHROMIUM"] || environment["CHROME"];
  if (named) return isExecutable(named) ? named : null;
  return onPath(environment, names) ?? (await install(environment));
}

async function install(environment: NodeJS.ProcessEnv): Promise<string | null> {
  const aptGet = onPath(environment, ["apt-get"]);
  if (aptGet === null || process.getuid?.() !== 0) return null;
  console.error(
    "No browser found: installing Debian's for the browser tests (apt-get install chromium-headless-shell) …",
  );
  // Several test files may come here at once: dpkg's lock lets one work and the others wait.
  const run = (...rest: string[]) =>
    promisify(execFile)(aptGet, ["-y", "-q", "-o", "DPkg::Lock::Timeout=240", ...rest], {
      timeout: installMs,
      env: { ...environment, DEBIAN_FRONTEND: "noninteractive" },
    });
  try {
    await run("install", "chromium-headless-shell")
      .catch(() => run("update").then(() => run("install", "chromium-headless-shell")))
      .catch(() => run("install", "chromium"));
  } catch (error) {
    console.error(`It could not be installed: ${String(error)}`);
  }
  return onPath(environment, names);
}

function onPath(environment: NodeJS.ProcessEnv, programs: string[]): string | null {
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const candidates = programs.flatMap((program) => folders.map((folder) => join(folder, program)));
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
