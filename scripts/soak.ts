// Runs a steady load and checks whether anything grows: node scripts/soak.ts --minutes N
import { parseArgs } from "node:util";
import type { Growth, Tolerance } from "./soak/judge-growth.ts";
import { judgeGrowth } from "./soak/judge-growth.ts";
import { runSoak } from "./soak/run-soak.ts";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "20" } } });
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 10_000)) {
  console.error("soak: --minutes must be a number above 0 and up to 10,000.");
  process.exit(2);
}

// By name. Each tolerance is the normal noise of something that does not grow.
const tolerances: [pattern: RegExp, Tolerance][] = [
  [/heap/, { share: 0.1, least: 3 }],
  [/RSS/, { share: 0.1, least: 15 }],
  [/open files|sockets/, { share: 0, least: 12 }],
  [/statements/, { share: 0.2, least: 8 }],
  [/WAL/, { share: 0.5, least: 2 }],
  // Vacuum starts at 20,000 dead rows (migrations/0002), which take up to three megabytes of heap and index.
  [/table/, { share: 0.1, least: 3_072 }],
  [/per item/, { share: 0.1, least: 0 }],
  [/memory of a connection/, { share: 0.15, least: 1_024 }],
  [/connections/, { share: 0, least: 6 }],
];

const readersMayGet = new Set([200, 304]);
const { samples, requests, statuses } = await runSoak({ minutes, say: (sentence) => console.log(sentence) });
const growths = judgeGrowth(samples, toleranceOf);

console.log(
  `\n${requests} fetches; readers got ${[...statuses].map(([status, n]) => `${n} × ${status}`).join(", ")}\n`,
);
console.log(`${"".padEnd(40)}${"warm".padStart(10)}${"end".padStart(10)}${"allowed".padStart(10)}`);
growths.forEach(print);
const grown = growths.filter(({ grows }) => grows);
const failed = [...statuses].filter(([status]) => !readersMayGet.has(status));
if (requests === 0) console.log("\nNothing was fetched: this says nothing about growth.");
else if (failed.length > 0)
  console.log(`\nReaders got unexpected statuses: ${failed.map(([status]) => status).join(", ")}.`);
else console.log(grown.length === 0 ? "\nNothing grows." : `\n${grown.length} of ${growths.length} grow.`);
process.exitCode = grown.length + failed.length === 0 && requests > 0 ? 0 : 1;

function toleranceOf(name: string): Tolerance {
  const found = tolerances.find(([pattern]) => pattern.test(name));
  if (found === undefined) throw new Error(`No tolerance is set for "${name}"`);
  return found[1];
}

function print({ name, before, after, allowed, grows }: Growth): void {
  const columns = [before, after, allowed].map((value) => value.toFixed(1).padStart(10)).join("");
  console.log(`${name.padEnd(40)}${columns}${grows ? "  GROWS" : ""}`);
}
