import assert from "node:assert/strict";
import { test } from "node:test";
import { describeFacts, evaluateFacts } from "./evaluate-facts.ts";

test("of sentences in two languages a third that tell one fact are found, and few of those made to be taken for it", (t) => {
  const evaluations = evaluateFacts();
  t.diagnostic(describeFacts(evaluations));
  const across = evaluations.find(({ languages }) => languages === "two");
  assert.ok(across !== undefined && across.same > 80 && across.others > 80);
  assert.ok(across.found >= 32, `found: ${across.found}`);
  assert.ok(across.wrong.length <= 14, across.wrong.join("\n"));
});
