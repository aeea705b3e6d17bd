import { stripTypeScriptTypes } from "node:module";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Copies `source` to `target`: TypeScript without its types, everything else as it is. Node strips types itself, but not
 * in node_modules, where an installed package lies. Types become blanks, so lines and columns in a stack trace stay true.
 */
export function stripSources(source: string, target: string): { stripped: number; copied: number } {
  const counts = { stripped: 0, copied: 0 };
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(target, from.slice(source.length));
    mkdirSync(dirname(to), { recursive: true });
    if (entry.name.endsWith(".ts")) {
      writeFileSync(to.replace(/\.ts$/, ".js"), stripSource(readFileSync(from, "utf8"), from));
      counts.stripped += 1;
    } else {
      cpSync(from, to);
      counts.copied += 1;
    }
  }
  return counts;
}

/** How one file of ours names another: `from`, `import` and `new URL(…, import.meta.url)`. */
const named = /(\bfrom |\bimport |\bimport\(|\bnew URL\()"(\.\.?\/[^"\n]+)\.ts"/g;
/** What is left of another form would be found only when it runs, in somebody's installed copy. */
const leftOver = /^(?!\s*(?:\/\/|\*|\/\*)).*["'`]\.{1,2}\/[^"'`\s]+\.ts["'`]/m;
/** Only in a clone, and looked for before it is started. */
const cloneOnly = /"(?:\.\.\/)+scripts\/[a-z-]+\.ts"/g;

export function stripSource(text: string, file: string): string {
  const plain = stripTypeScriptTypes(text, { mode: "strip" }).replace(named, '$1"$2.js"');
  const strange = leftOver.exec(plain.replace(cloneOnly, '""'));
  if (strange !== null)
    throw new Error(`${file} names another file in a way that packing does not know: ${strange[0]}`);
  return plain;
}
