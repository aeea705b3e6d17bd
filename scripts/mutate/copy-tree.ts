import { chmodSync, cpSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const leftOut = new Set(["node_modules", ".git", "data", "data-demo", "data-new"]);

/** A copy that we can break safely; node_modules is linked. The working tree itself never changes. */
export function copyTree(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), "plainwire-mutate-"));
  // Tests start servers in the copy that run as another user.
  chmodSync(copy, 0o755);
  for (const name of readdirSync(root)) {
    if (!leftOut.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}
