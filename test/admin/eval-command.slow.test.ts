import assert from "node:assert/strict";
import { test } from "node:test";
import { runCommand } from "../ground/run-command.ts";

test("eval prints the same measures as npm run eval, and they reach the required values", async () => {
  const { code, stdout, stderr } = await runCommand(["eval"]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^heuristic, \d+ items in three languages\n/);
  assert.match(stdout, /planted orders resisted .* ok/);
});
