import type { Row } from "./compare-policies.ts";
import { minuteMs } from "./publisher.ts";

/** A Markdown table that is readable in a terminal too. */
export function buildComparisonTable(rows: Row[]): string {
  const head = ["feeds", "policy", "requests", "mean delay", "median", "95 %", "median feed", "early"];
  const cells = rows.map(({ group, feeds, policy, requests, meanMs, medianMs, p95Ms, feedMs, violations }) => [
    `${group} (${feeds})`,
    policy,
    requests.toLocaleString("en-US"),
    describeDelay(meanMs),
    describeDelay(medianMs),
    describeDelay(p95Ms),
    describeDelay(feedMs),
    violations.toLocaleString("en-US"),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((row) => row[column]?.length ?? 0)));
  const isNumber = (column: number) => column > 1;
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => (isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(" | ")} |`;
  const rule = `| ${widths.map((width, column) => (isNumber(column) ? `${"-".repeat(width - 1)}:` : "-".repeat(width))).join(" | ")} |`;
  return [line(head), rule, ...cells.map(line)].join("\n");
}

function describeDelay(delayMs: number | null): string {
  if (delayMs === null) return "–";
  const minutes = delayMs / minuteMs;
  return minutes < 120 ? `${minutes.toFixed(1)} min` : `${(minutes / 60).toFixed(1)} h`;
}
