import assert from "node:assert/strict";
import { test } from "node:test";
import { type BriefStory, compareBriefs } from "../../src/briefs/compare-briefs.ts";

const story = (storyId: string, rest: Partial<BriefStory> = {}): BriefStory => ({
  storyId,
  title: storyId,
  path: `/stories/${storyId}`,
  newReports: 0,
  editedBy: [],
  ...rest,
});
const told = (before: BriefStory[], now: BriefStory[]) =>
  compareBriefs(before, now).map(({ kind, storyId }) => `${kind} ${storyId}`);

test("a story that was not in the brief before is new, one that is no longer in it is gone", () => {
  assert.deepEqual(told([story("strike"), story("bridge")], [story("bridge"), story("derby")]), [
    "new derby",
    "gone strike",
  ]);
});

test("a story in both briefs has changed if it was edited or reported since; otherwise nothing is said of it", () => {
  const before = ["edited", "grown", "same"].map((id) => story(id, { newReports: 5, editedBy: ["The Post"] }));
  const now = [story("same"), story("grown", { newReports: 2 }), story("edited", { editedBy: ["Daily Flare"] })];
  assert.deepEqual(told(before, now), ["changed grown", "changed edited"]);
  assert.deepEqual(compareBriefs(before, now)[1]?.editedBy, ["Daily Flare"]);
});

test("of each kind the first three are told, in the order of their brief", () => {
  const named = (name: string) => [1, 2, 3, 4].map((n) => story(`${name}${n}`));
  assert.deepEqual(told(named("old"), named("new")), [
    "new new1",
    "new new2",
    "new new3",
    "gone old1",
    "gone old2",
    "gone old3",
  ]);
});

test("two equal briefs have no changes", () => {
  assert.deepEqual(told([story("bridge")], [story("bridge")]), []);
});
