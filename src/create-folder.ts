import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** And its parents, with the usual mode. One by one: mkdir with "recursive" never returns in a folder that takes no others, such as /proc. */
export function createFolder(folder: string, mode = 0o777): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process was faster. A file of that name is what the next call trips over.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
