import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

// A pattern is exact here: all our imports are relative with an extension. new URL and import.meta.resolve name files too.
const named = /["'](\.\.?\/[^"'\n]+\.[a-z]+)["']/g;

/** A file and everything it imports, directly or indirectly, by path within the tree. */
export function closureOf(tree: string, file: string): string[] {
  const seen = new Set([file]);
  for (const path of seen) {
    if (!path.endsWith(".ts")) continue;
    for (const [, name = ""] of readFileSync(join(tree, path), "utf8").matchAll(named)) {
      const target = join(dirname(path), name);
      if (!target.startsWith("..") && isFile(join(tree, target))) seen.add(target);
    }
  }
  return [...seen];
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
