import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Which parts of a file's text were executed, and whether any of its functions was called. */
export type Executed = { parts: [number, number][]; wasCalled: boolean };

type V8Range = { startOffset: number; endOffset: number; count: number };
type V8Script = { url: string; functions: { functionName: string; ranges: V8Range[] }[] };

/** What NODE_V8_COVERAGE wrote for this process (child processes write their own), by path within the tree. */
export function readCoverage(folder: string, pid: number, tree: string): Record<string, Executed> {
  const root = `${pathToFileURL(tree).href}/`;
  const scripts = readdirSync(folder)
    .filter((name) => name.startsWith(`coverage-${pid}-`))
    .flatMap((name): V8Script[] => JSON.parse(readFileSync(join(folder, name), "utf8")).result)
    .filter(({ url }) => url.startsWith(root));
  const byFile = Map.groupBy(scripts, ({ url }) => decodeURIComponent(url.slice(root.length)));
  return Object.fromEntries([...byFile].map(([file, same]) => [file, unite(same)]));
}

// Each worker thread loads a file again: a part counts if any thread executed it.
function unite(scripts: V8Script[]): Executed {
  const end = Math.max(...scripts.flatMap(({ functions }) => functions[0]?.ranges[0]?.endOffset ?? 0));
  const executed = new Uint8Array(end);
  for (const { functions } of scripts) {
    const ran = new Uint8Array(end);
    const ranges = functions.flatMap((one) => one.ranges);
    // Ranges are nested; the innermost one is right.
    for (const { startOffset, endOffset, count } of ranges.toSorted((a, b) => lengthOf(b) - lengthOf(a)))
      ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
    ran.forEach((value, at) => (executed[at] = Math.max(value, executed[at] ?? 0)));
  }
  return { parts: partsOf(executed), wasCalled: scripts.some(hasCalls) };
}

function lengthOf({ startOffset, endOffset }: V8Range): number {
  return endOffset - startOffset;
}

function partsOf(executed: Uint8Array): [number, number][] {
  const parts: [number, number][] = [];
  for (let start = executed.indexOf(1); start !== -1;) {
    const next = executed.indexOf(0, start);
    const end = next === -1 ? executed.length : next;
    parts.push([start, end]);
    start = executed.indexOf(1, end);
  }
  return parts;
}

// The first function is the file itself.
function hasCalls({ functions }: V8Script): boolean {
  return functions.slice(1).some(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
}
