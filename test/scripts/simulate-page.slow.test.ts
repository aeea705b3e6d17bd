import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { buildComparisonPage } from "../../scripts/simulate/build-comparison-page.ts";
import { buildComparisonPicture } from "../../scripts/simulate/build-comparison-picture.ts";
import { buildFrontierPicture } from "../../scripts/simulate/build-frontier-picture.ts";
import { compareOnThousand, comparePolicies, findFrontier } from "../../scripts/simulate/compare-policies.ts";
import { frontierVariants } from "../../scripts/simulate/frontier.ts";
import { judgeComparison, judgeFrontier } from "../../scripts/simulate/judge-comparison.ts";
import { corpus } from "../../scripts/simulate/recorded-publishers.ts";

const skip = existsSync(corpus) ? false : `NOT TESTED: no corpus at ${corpus}; set PLAINWIRE_SHARED`;
if (skip !== false) process.stderr.write(`${skip}\n`);

test("every claim of the comparison holds, and docs/simulate.md and its pictures match it", { skip }, () => {
  const { rows } = comparePolicies();
  const thousand = compareOnThousand();
  const frontier = findFrontier(frontierVariants);
  const verdicts = [...judgeComparison([...rows, ...thousand]), judgeFrontier(frontier)];
  assert.deepEqual(
    verdicts.flatMap(({ broken }) => broken),
    [],
  );
  const docs = resolve(import.meta.dirname, "../../docs");
  const page = buildComparisonPage({ rows, thousand, frontier, verdicts });
  assert.equal(readFileSync(resolve(docs, "simulate.md"), "utf8"), page);
  assert.ok(!page.includes("unexplained"), "a row where the learned interval is worse has no reason");
  assert.equal(readFileSync(resolve(docs, "pictures/simulate.svg"), "utf8"), buildComparisonPicture(rows));
  assert.equal(readFileSync(resolve(docs, "pictures/simulate-frontier.svg"), "utf8"), buildFrontierPicture(frontier));
});
