import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** A file of src/; its path begins there. */
export type Source = { path: string; text: string };

export function readSources(): Source[] {
  const project = resolve(import.meta.dirname, "../..");
  return readdirSync(join(project, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => ({ path: join("src", name), text: readFileSync(join(project, "src", name), "utf8") }));
}

/** What a file imports or re-exports, types and dynamic imports too. */
export function importsOf(text: string): { name: string; typeOnly: boolean }[] {
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)(\s+type)?\b[^"'`;]*?from\s*["']([^"']+)["']|import\s*\(\s*["']([^"']+)["']|(?:^|\n)\s*import\s*["']([^"']+)["']/g,
  );
  return [...found].map(([, type, statement, dynamic, bare]) => ({
    name: statement ?? dynamic ?? bare ?? "",
    typeOnly: type !== undefined,
  }));
}
