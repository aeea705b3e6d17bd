import { dirname, join, relative } from "node:path";
import { importsOf, type Source } from "./ground/read-sources.ts";

// Files with these names do no input or output.
const pureName = /(-policy|^parse-.*|^build-.*|^extract-.*)\.ts$/;
// node:net only for isIP and BlockList; the rule above says who may connect.
const inputOutput = /^node:(fs|child_process|http|https|timers|dns|tls)|^(pg|undici)$/;

const sql = /\b(select\s[\s\S]{1,400}?\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s)/i;
const sqlMayStand = /^src\/(database|queue)\/|-store\.ts$/;

/** `words` may be imported by everything but each other; `rooms` and `onlyIn` are pairs of where and what is allowed there. */
export type ImportRules = {
  mayImport: Record<string, string[]>;
  words: string[];
  rooms: [RegExp, RegExp][];
  onlyIn: [RegExp, RegExp][];
};

/** What breaks the rules, a sentence each. */
export function findImportFaults(files: Source[], rules: ImportRules): string[] {
  return files.flatMap((file) => [
    ...layerViolations(file, rules),
    ...roomViolations(file, rules),
    ...packageViolations(file, rules),
    ...sqlViolations(file),
  ]);
}

function layerViolations({ path, text }: Source, { mayImport, words }: ImportRules): string[] {
  const from = placeOf(path);
  const allowed = mayImport[from];
  if (allowed === undefined) return [`${path}: ${from} has no row in the table of layers`];
  return importsOf(text)
    .filter(({ name }) => name.startsWith("."))
    .map(({ name }) => placeOf(relative(".", join(dirname(path), name))))
    .filter((to) => to !== from && !allowed.includes(to) && !(words.includes(to) && !words.includes(from)))
    .map((to) => `${path}: ${from} may not import ${to}`);
}

function roomViolations({ path, text }: Source, { rooms }: ImportRules): string[] {
  const room = rooms.find(([inside]) => inside.test(path));
  if (room === undefined) return [];
  return importsOf(text)
    .filter(({ name }) => name.startsWith("."))
    .map(({ name }) => relative(".", join(dirname(path), name)))
    .filter((to) => !room[1].test(to))
    .map((to) => `${path}: may not import ${to}`);
}

function packageViolations({ path, text }: Source, { rooms, onlyIn }: ImportRules): string[] {
  return importsOf(text).flatMap(({ name, typeOnly }) => {
    if (isPure(path, rooms) && inputOutput.test(name)) return [`${path}: promises to do no I/O, but imports ${name}`];
    const rule = onlyIn.find(([pattern]) => pattern.test(name));
    return rule !== undefined && !rule[1].test(path) && !typeOnly ? [`${path}: ${name} may not be used here`] : [];
  });
}

function isPure(path: string, rooms: ImportRules["rooms"]): boolean {
  return pureName.test(path.split("/").at(-1) ?? "") || rooms.some(([inside]) => inside.test(path));
}

function sqlViolations({ path, text }: Source): string[] {
  if (sqlMayStand.test(path)) return [];
  const templates = text.match(/`[^`]*`|"[^"\n]*"/g) ?? [];
  return templates.some((template) => sql.test(template))
    ? [`${path}: SQL belongs into a *-store.ts, queue/ or database/`]
    : [];
}

/** The folder under src/, or the file itself at its top. */
function placeOf(path: string): string {
  return path.split("/")[1] ?? path;
}
