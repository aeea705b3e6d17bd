import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "../../ground/eventually.ts";
import { addTinyModel, chatOptions, insideWorld, isAlive, noStop, pidOf, question } from "./inside-world.ts";

// A folder with node_modules/node-llama-cpp: a test run installs nothing.
const realRuntime = process.env["PLAINWIRE_TEST_LLAMA"] ?? null;
const skip = realRuntime === null;
if (skip)
  console.error(
    "\n!!! SKIPPED: PLAINWIRE_TEST_LLAMA names no folder with node-llama-cpp. Whether a real model loads and answers is not tested.\n",
  );
const runtime = { folder: realRuntime ?? "" };
const schema = {
  type: "object",
  properties: { level: { enum: ["plain", "loaded"] }, isTeaser: { type: "boolean" } },
  required: ["level", "isTeaser"],
  additionalProperties: false,
};
const format = { name: "wording", schema };

test("a real model of noise answers JSON of our schema, whatever it writes", { skip }, async () => {
  const world = insideWorld(runtime);
  addTinyModel(world);
  const chat = world.inside.chat(chatOptions);
  for (const text of ["Shock as council votes", "Rat beschließt Neubau"]) {
    const outcome = await chat.ask(question(text, { format, temperature: 1 }), noStop);
    assert.equal(outcome.kind, "answered");
    const answer = JSON.parse(outcome.kind === "answered" ? outcome.text : "") as Record<string, unknown>;
    assert.deepEqual(Object.keys(answer), ["level", "isTeaser"]);
    assert.ok(answer["level"] === "plain" || answer["level"] === "loaded");
    assert.equal(typeof answer["isTeaser"], "boolean");
    assert.ok(outcome.kind === "answered" && outcome.usage.promptTokens > 0 && outcome.usage.completionTokens > 0);
  }
});

test("an answer that reaches its limit is told as cut", { skip }, async () => {
  const world = insideWorld(runtime);
  addTinyModel(world);
  const long = { name: "l", schema: { type: "object", properties: { a: { type: "string", minLength: 500 } } } };
  const outcome = await world.inside
    .chat(chatOptions)
    .ask(question("x", { format: long, outputTokensMax: 20 }), noStop);
  assert.equal(outcome.kind, "truncated");
});

test(
  "a question to a real model can be withdrawn, and the next one is answered by the same process",
  { skip },
  async () => {
    const world = insideWorld(runtime);
    addTinyModel(world);
    const chat = world.inside.chat(chatOptions);
    await chat.ask(question("x", { format }), noStop);
    const endless = { name: "l", schema: { type: "object", properties: { a: { type: "string", minLength: 1_500 } } } };
    const stop = new AbortController();
    const asked = chat.ask(question("x", { format: endless, outputTokensMax: 1_500 }), stop.signal);
    setImmediate(() => stop.abort());
    const outcome = await asked;
    assert.equal(outcome.kind === "failed" && outcome.failure.why, "aborted");
    assert.equal((await chat.ask(question("x", { format }), noStop)).kind, "answered");
    assert.equal(world.events.length, 1);
  },
);

test("kill -9 of the process with a real model is a failure with a sentence", { skip }, async () => {
  const world = insideWorld(runtime);
  addTinyModel(world);
  const chat = world.inside.chat(chatOptions);
  await chat.ask(question("x", { format }), noStop);
  const endless = { name: "l", schema: { type: "object", properties: { a: { type: "string", minLength: 1_500 } } } };
  const asked = chat.ask(question("x", { format: endless, outputTokensMax: 1_500 }), noStop);
  process.kill(pidOf(world), "SIGKILL");
  const outcome = await asked;
  assert.match(outcome.kind === "failed" ? outcome.failure.message : "", /SIGKILL|is gone/);
});

test("a damaged model does not load, and the failure has the library's words", { skip }, async () => {
  const world = insideWorld(runtime);
  writeFileSync(join(world.dataDir, "models", "tiny.gguf"), Buffer.concat([Buffer.from("GGUF"), Buffer.alloc(100, 3)]));
  const outcome = await world.inside.chat(chatOptions).ask(question("x"), noStop);
  assert.equal(outcome.kind, "failed");
  assert.deepEqual(
    world.events.map(({ kind }) => kind),
    ["ended"],
  );
});

test("when its parent is killed, no process with a model is left", { skip }, async () => {
  const world = insideWorld(runtime);
  addTinyModel(world);
  const parent = fork(new URL("./ask-and-stay.ts", import.meta.url), [world.dataDir]);
  const [{ pid }] = (await once(parent, "message")) as [{ pid: number }];
  assert.equal(isAlive(pid), true);
  parent.kill("SIGKILL");
  await eventually(() => assert.equal(isAlive(pid), false));
});
