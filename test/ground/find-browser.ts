import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

// The headless shell first: it takes half the CPU of a full browser in headless mode, 10 s instead of 20 for a test file.
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** The path of a Chromium, from the environment or on PATH; null if there is none. */
export function findBrowser(environment: NodeJS.ProcessEnv): string | null {
  const named = environment["PLAYWRIGHT_CHROMIUM"] || environment["CHROME"];
  if (named) return isExecutable(named) ? named : null;
  return onPath(environment, names);
}

/** The same, but only one that loads extensions: the headless shell does not. */
export function findFullBrowser(environment: NodeJS.ProcessEnv): string | null {
  return onPath(environment, names.slice(1));
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
