import assert from "node:assert/strict";
import { test } from "node:test";
import { spellLike } from "../../../src/analysis/plain/british-spelling.ts";

test("an inserted word is spelled as the report spells; other reports and the outlet's own words stay as they are", () => {
  const plain = "Mayor criticizes bus plan";
  const spelled = (text: string, title = "Mayor slams bus plan") => spellLike(plain, title, text);
  for (const text of ["The harbour is closed.", "It was organised well.", "It costs £40.", "MPs voted on Monday."]) {
    assert.equal(spelled(text), "Mayor criticises bus plan", text);
  }
  for (const text of [
    "",
    "The harbor is closed.",
    "They promised to advise four tourists in an hour, otherwise none.",
  ]) {
    assert.equal(spelled(text), plain, text);
  }
  assert.equal(spelled("The harbour is closed.", "Mayor criticizes and slams bus plan"), plain);
});
