import { isKilled, type Outcome, type Result } from "./sweep-results.ts";

/** One row per folder, followed by every change that no test noticed. */
export function buildSweepTable(results: Result[]): string {
  const folders = Map.groupBy(results, ({ file }) => file.split("/").slice(0, 2).join("/"));
  const rows = [...folders].toSorted().map(([folder, ofFolder]) => buildRow(folder, ofFolder));
  const heads = ["", "mutants", "killed", "timed out", "survived", "not covered", "killed %"];
  const table = [heads, ...rows, buildRow("all", results)].map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(20) : cell.padStart(12)))
      .join("")
      .trimEnd(),
  );
  const survivors = results
    .filter((result) => !isKilled(result))
    .toSorted((one, other) => one.file.localeCompare(other.file) || one.start - other.start);
  return [...table, "", ...survivors.map(buildSurvivor)].join("\n");
}

function buildRow(name: string, results: Result[]): string[] {
  const count = (outcome: Outcome) => String(results.filter((result) => result.outcome === outcome).length);
  const killed = results.filter(isKilled).length;
  const percent = ((killed / Math.max(results.length, 1)) * 100).toFixed(1);
  const outcomes = (["killed", "timed out", "survived", "not covered"] as const).map(count);
  return [name, String(results.length), ...outcomes, percent];
}

function buildSurvivor({ file, line, rule, outcome, before, after }: Result): string {
  return `${file}:${line} (${rule}, ${outcome})\n  - ${before}\n  + ${after}`;
}
