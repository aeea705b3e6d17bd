import assert from "node:assert/strict";
import { test } from "node:test";
import { readText } from "../../../src/analysis/heuristic/read-text.ts";
import { misfitChecks } from "../../../src/analysis/plain/english-misfits.ts";
import type { StepName, TitleEdit } from "../../../src/analysis/plain/language-guards.ts";

// Titles before and after an edit, and the step that made it. Of each pair only the first must be refused.

function edit(step: StepName, before: string, after: string): TitleEdit {
  return { step, before: readText("title", before), after: readText("title", after) };
}

const refuses = (given: TitleEdit): boolean => misfitChecks.some((isWrong) => isWrong(given));

test("a plain English word that does not go with its neighbours is refused", () => {
  for (const [bad, good] of [
    [
      ["Critics slam the ferry musical", "Critics criticize the ferry musical"],
      ["Unions slam the ferry plan", "Unions criticize the ferry plan"],
    ],
    [
      ["Storm blasts ferry port in Leeds", "Storm criticizes ferry port in Leeds"],
      ["Mayor blasts ferry port in Leeds", "Mayor criticizes ferry port in Leeds"],
    ],
    [
      ["Mayor hits back against a fine", "Mayor responds against a fine"],
      ["Mayor hits back at critics", "Mayor responds to critics"],
    ],
    [
      ["Army sends massive troops to port", "Army sends large troops to port"],
      ["Army sends massive convoy to port", "Army sends large convoy to port"],
    ],
    [
      ["Mayor warns of a wake-up call over ferry", "Mayor warns of a warning over ferry"],
      ["Report is a wake-up call over ferry", "Report is a warning over ferry"],
    ],
  ] as const) {
    assert.ok(refuses(edit("words", bad[0], bad[1])), bad[1]);
    assert.ok(!refuses(edit("words", good[0], good[1])), good[1]);
  }
});

test("an English title that lost its verb, its mark, its writer or its result is refused", () => {
  for (const [step, before, after] of [
    ["network", "I tested four kettles - and one works", "I tested four kettles"],
    ["frame", "It is time to talk about ferries | Ann Bell", "It is time to talk about ferries"],
    ["network", "Buying a boat? Here's what to know", "Buying a boat"],
    ["network", "Watch The Cup Final Right Here", "The Cup Final"],
    ["frame", "Ferry sinks in Leeds, and... wait, what?", "Ferry sinks in Leeds"],
    ["words", "Epic win: why the ferry is back", "Win: why the ferry is back"],
    ["frame", "Are you in debt? Here are your rights", "Your rights"],
    ["frame", "This is how we do it: ‘I never cook’", "How we do it: ‘I never cook’"],
    ["words", "Ferry is so much better than the bus, it's odd", "Ferry is better than the bus, it's odd"],
  ] as const)
    assert.ok(refuses(edit(step, before, after)), before);
  for (const [step, before, after] of [
    ["network", "They tested four kettles - and it is wild", "They tested four kettles"],
    ["words", "It is finally time to talk about ferries | Ann Bell", "It is time to talk about ferries | Ann Bell"],
    ["words", "Epic ferry win: why the boat is back", "Ferry win: why the boat is back"],
    ["words", "Ferry is so much better than the bus", "Ferry is better than the bus"],
  ] as const)
    assert.ok(!refuses(edit(step, before, after)), before);
});
