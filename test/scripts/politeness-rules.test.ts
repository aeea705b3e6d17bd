import assert from "node:assert/strict";
import { test } from "node:test";
import { checkRules } from "../../scripts/politeness/check-rules.ts";
import { politenessRules, type Rule } from "../../scripts/politeness/rules.ts";

test("each of the 26 rules of politeness is held by a test that exists", () => {
  assert.equal(politenessRules.length, 26);
  assert.deepEqual(checkRules(politenessRules), []);
});

test("a rule without a test, and one whose test was renamed, moved or never was a test, are named", () => {
  const [first] = politenessRules as [Rule];
  const file = "test/fetching/stored-validators.test.ts";
  const brokenBy = (tests: Rule["tests"]) => checkRules([first, { rule: "A rule.", tests }]);
  assert.deepEqual(brokenBy([]), ["Rule 2 has no test."]);
  assert.deepEqual(brokenBy([[file, "a test with another name"]]), [
    `Rule 2: ${file} holds no test "a test with another name".`,
  ]);
  assert.equal(brokenBy([["test/fetching/no-such.test.ts", "a"]]).length, 1);
  assert.equal(brokenBy([["src/fetching/fetch-feed.ts", "a"]]).length, 1);
});
