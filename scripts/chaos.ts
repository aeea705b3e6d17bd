// Injects every kind of fault at once, then checks every promise:
// node scripts/chaos.ts [--minutes 5 | --kills 1000] [--seed N]
import { parseArgs } from "node:util";
import type { Finding } from "./chaos/audit-log.ts";
import { runChaos } from "./chaos/run-chaos.ts";

const { values } = parseArgs({
  options: { minutes: { type: "string" }, kills: { type: "string" }, seed: { type: "string" } },
});
const minutes = Number(values.minutes ?? 5);
const kills = values.kills === undefined ? null : Number(values.kills);
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const isCount = kills === null || (Number.isSafeInteger(kills) && kills > 0 && kills <= 10_000);
if (!(minutes > 0 && minutes <= 600) || !isCount || !Number.isSafeInteger(seed)) {
  console.error(
    "chaos: --minutes must be a number above 0 and up to 600, --kills a whole number from 1 to 10000, --seed a whole number.",
  );
  process.exit(2);
}
if (kills !== null && values.minutes !== undefined) {
  console.error("chaos: --kills says how long the storm lasts: leave --minutes out.");
  process.exit(2);
}

console.log(`seed ${seed}, ${kills === null ? `${minutes} minutes` : `until ${kills} are killed with kill -9`}\n`);
const { counts, findings } = await runChaos({ minutes, kills, seed, say: (sentence) => console.log(sentence) });

console.log("");
for (const [name, count] of counts) console.log(`${String(count).padStart(8)}  ${name}`);
console.log("");
findings.forEach(print);
const broken = findings.filter((finding) => finding.broken.length > 0);
const untried = findings.filter(({ checked }) => checked === 0).length;
console.log(
  `\nseed ${seed}: ${broken.length} broken, ${untried} untested, ${findings.length - broken.length - untried} kept`,
);
// A promise that was never tested does not count as kept: the storm was too short, or never hit it.
process.exitCode = broken.length + untried === 0 ? 0 : 1;

function print({ promise, checked, broken: cases }: Finding): void {
  const verdict = cases.length > 0 ? "BROKEN" : checked > 0 ? "kept" : "untested";
  console.log(`${verdict.padEnd(7)} ${String(checked).padStart(8)}  ${promise}`);
  for (const one of cases.slice(0, 5)) console.log(`                 ${one}`);
  if (cases.length > 5) console.log(`                 and ${cases.length - 5} more`);
}
