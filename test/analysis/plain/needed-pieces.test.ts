import assert from "node:assert/strict";
import { test } from "node:test";
import { neededPieces } from "../../../src/analysis/plain/needed-pieces.ts";
import { marksOf, readMarks } from "../../../src/analysis/plain/piece-marks.ts";

const cases: [pattern: string, pieces: string[] | null][] = [
  ["(.+?),? here are the Reasons", [" here are the reasons"]],
  ["watch (?:this|that) (.+)", ["watch "]],
  ["(.+) (?:melts|breaks) (?:your|our) hearts?", [" heart"]],
  ["(.+) (?:melts|breaks) it", ["melts", "breaks"]],
  // What may be absent, or stands in a look around, a class or a reference, is not needed.
  ["(?:wow, )?(.+)(?: today)*", null],
  ["(?!.*says)(?=.*study)(?<!will )(.+)", null],
  ["([abc]{3}|def) \\1 \\p{Lu}+ \\u0041bc?", null],
  ["why+ not\\?", [" not?"]],
  ["(?<who>.+) (?:in (?:shock|awe)|stunned){2}", ["in ", "stunned"]],
  ["(|so )(.+) x{0,3}", null],
];

test("what a title must contain is read from a frame's pattern", () => {
  for (const [pattern, pieces] of cases) {
    assert.deepEqual(neededPieces(pattern), pieces, pattern);
    assert.doesNotThrow(() => new RegExp(pattern, "u"));
  }
  assert.throws(() => neededPieces("(?i:wow) (.+)"), /unknown group/);
});

test("a text may contain what it contains, and hardly anything else", () => {
  const mayContain = readMarks("mayor slams bus plan");
  for (const piece of ["mayor", "r slams b", "plan", "bus"]) assert.equal(mayContain(marksOf(piece)), true, piece);
  for (const piece of ["slams the", "buses", "plans"]) assert.equal(mayContain(marksOf(piece)), false, piece);
  assert.equal(readMarks("")(marksOf("bus")), false);
});
