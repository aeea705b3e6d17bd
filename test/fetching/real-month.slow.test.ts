import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { minuteMs } from "../../scripts/simulate/publisher.ts";
import { testDatabase } from "../ground/test-database.ts";
import { type Figures, periodOf, publishersOf, runPure, runReal, type Size } from "./real-month.ts";

// All of it takes ten minutes of CPU: PLAINWIRE_MONTH=full, which also writes docs/simulate-month.md.
const isFull = process.env["PLAINWIRE_MONTH"] === "full";
const size: Size = isFull ? { hundreds: 3, days: 30 } : { hundreds: 1, days: 4 };
const tolerance = 0.05;
const timeout = isFull ? 5_400_000 : 200_000;

test(
  "the real program needs as many requests and as much time as the simulation says, and is never early",
  { timeout },
  async () => {
    const period = periodOf(size);
    const publishers = publishersOf(size, period);
    const pure = runPure(publishers, period);
    const database = await testDatabase();
    const real = await runReal(database, publishers, period);
    process.stdout.write(`# simulated ${JSON.stringify(pure)}\n# real ${JSON.stringify(real)}\n`);

    assert.equal(real.violations, 0);
    const early = "select coalesce(sum(early), 0)::int as early, sum(requests)::int as requests from lanes";
    const { rows } = await database.worker.query<{ early: number; requests: number }>(early);
    assert.equal(rows[0]?.early, 0);
    assert.ok((rows[0]?.requests ?? 0) >= real.requests);
    assert.equal(real.items, pure.items);
    assert.ok(isNear(real.requests, pure.requests), `${real.requests} requests, ${pure.requests} simulated`);
    assert.ok(isNear(real.meanMs, pure.meanMs), `${real.meanMs / minuteMs} min, ${pure.meanMs / minuteMs} simulated`);
    if (isFull) writeFileSync(resolve(import.meta.dirname, "../../docs/simulate-month.md"), pageOf(pure, real));
  },
);

function isNear(real: number, simulated: number): boolean {
  return Math.abs(real / simulated - 1) <= tolerance;
}

function pageOf(pure: Figures, real: Figures): string {
  const count = (value: number) => value.toLocaleString("en-US");
  const minutes = (ms: number) => `${(ms / minuteMs).toFixed(1)} min`;
  const change = (now: number, before: number) => `${(100 * (now / before - 1)).toFixed(1)} %`;
  return `# A month through the real program

Written by \`test/fetching/real-month.slow.test.ts\` with \`PLAINWIRE_MONTH=full\`; do not edit.

Three hundred feeds as in [the simulation](simulate.md), thirty days on a fake clock, but with everything a worker does: claim, lanes,
HTTP, parser, policy and completion on PostgreSQL, against an origin on loopback that counts. Feeds due within the same minute are fetched
together. In every run of \`npm run test:slow\` the test does the same with a hundred feeds and four days.

| | simulated | real | difference |
| --- | ---: | ---: | ---: |
| requests | ${count(pure.requests)} | ${count(real.requests)} | ${change(real.requests, pure.requests)} |
| items | ${count(pure.items)} | ${count(real.items)} | ${change(real.items, pure.items)} |
| mean delay | ${minutes(pure.meanMs)} | ${minutes(real.meanMs)} | ${change(real.meanMs, pure.meanMs)} |
| median feed | ${minutes(pure.feedMs)} | ${minutes(real.feedMs)} | ${change(real.feedMs, pure.feedMs)} |
| early | ${count(pure.violations)} | ${count(real.violations)} | |
`;
}
