import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelStopped } from "../../../src/web/operator/operator-parts.ts";
import { operatorWorld } from "./operator-world.ts";

const message = "The AI service does not accept the key: (401) <b>no</b>";
let stop: ModelStopped | null = { why: "auth", message, stoppedAt: new Date(Date.now() - 3_600_000) };
const { ask, operator, person } = await operatorWorld(undefined, {
  stopped: async () => stop,
  askAgain: async () => {
    stop = null;
    return true;
  },
});
const boss = await operator();

test("the operator's page says why no model is asked, and has a button that asks again", async () => {
  const before = (await ask(boss.headers, "GET /operator/ai")).text;
  assert.match(before, /AI is paused/);
  assert.match(before, /does not accept the key: \(401\) &lt;b&gt;no/);
  assert.match(before, /AI_API_KEY/);
  assert.match(before, /action="\/operator\/ai\/again"/);

  const { headers } = await person();
  assert.equal((await ask(headers, "POST /operator/ai/again", {})).status, 404);
  assert.notEqual(stop, null);

  const sent = await ask(boss.headers, "POST /operator/ai/again", {});
  assert.deepEqual([sent.status, sent.headers.get("Location")], [303, "/operator/ai?done=again"]);
  const after = (await ask(boss.headers, "GET /operator/ai?done=again")).text;
  assert.match(after, /AI is in use again\./);
  assert.doesNotMatch(after, /AI is paused/);
});
