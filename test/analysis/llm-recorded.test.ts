import assert from "node:assert/strict";
import { test } from "node:test";
import { evaluateResults } from "./evaluation.ts";
import { readEvaluationItems } from "./evaluation-fixtures.ts";
import { llmGates, replayRecorded } from "./llm-recorded.ts";

const evaluated = await replayRecorded(readEvaluationItems());
const resultOf = (id: string) => evaluated.find(({ item }) => item.id === id)?.result;

test("recorded answers hold every gate after our checks", () => {
  assert.ok(evaluated.length >= 40);
  const below = evaluateResults(evaluated, llmGates).filter(({ holds }) => !holds);
  assert.deepEqual(below, []);
});

test("good answers are taken as they are", () => {
  const kept = evaluated.filter(({ item, result }) => item.kind === "neutral" || result.title_source === "llm");
  assert.equal(kept.length, evaluated.length - 1);
  assert.equal(evaluated.filter(({ result }) => result.warnings.length > 0).length, 2);
});

test("recorded slips are caught: a number that was changed, names that were invented", () => {
  const number = resultOf("en-neutral-4");
  assert.deepEqual([number?.title_corrected, number?.warnings], [number?.title_original, ["unsupported_number"]]);
  const name = resultOf("de-loaded-6");
  assert.deepEqual([name?.title_source, name?.warnings], ["safe_edit", ["unsupported_entity"]]);
});
