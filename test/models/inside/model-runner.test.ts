import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { eventually } from "../../ground/eventually.ts";
import {
  addTinyModel,
  chatOptions,
  type Ended,
  insideWorld,
  isAlive,
  noStop,
  pidOf,
  question,
} from "./inside-world.ts";

// With a stand-in for node-llama-cpp that crashes and hangs when told to: only what happens to the process is tested here.
// real-model.test.ts has the real one.

test("nothing is started before somebody asks; then one process answers all questions", async () => {
  const world = insideWorld("stand-in");
  addTinyModel(world);
  const chat = world.inside.chat(chatOptions);
  assert.deepEqual(world.events, []);
  const outcome = await chat.ask(question("hello"), noStop);
  assert.ok(outcome.kind === "answered");
  assert.deepEqual(JSON.parse(outcome.text), [{ type: "system", text: "Answer." }, "hello"]);
  assert.deepEqual([outcome.usage.promptTokens, outcome.usage.completionTokens, outcome.usage.costUsd], [7, 3, 0]);
  const others = await Promise.all(["one", "long"].map((text) => chat.ask(question(text), noStop)));
  assert.deepEqual(
    others.map(({ kind }) => kind),
    ["answered", "truncated"],
  );
  assert.equal(world.events.length, 1);
});

test("a crash is a failure with a sentence; after a rest a new process answers, and each further rest is longer", async () => {
  let now = new Date("2026-11-17T10:00:00Z");
  const world = insideWorld("stand-in", { now: () => now });
  addTinyModel(world);
  const chat = world.inside.chat(chatOptions);
  const crash = await chat.ask(question("crash"), noStop);
  assert.ok(crash.kind === "failed");
  assert.equal(crash.failure.why, "overloaded");
  assert.match(crash.failure.message, /process ended \(SIGABRT\)\. GGML_ASSERT failed/);
  assert.equal(crash.failure.retryAfterMs, 2_000);
  const resting = await chat.ask(question("hello"), noStop);
  assert.equal(resting.kind, "failed");
  assert.equal(world.events.filter(({ kind }) => kind === "loaded").length, 1);

  now = new Date(now.getTime() + 2_000);
  const second = await chat.ask(question("crash"), noStop);
  assert.ok(second.kind === "failed");
  assert.equal(second.failure.retryAfterMs, 4_000);
  now = new Date(now.getTime() + 4_000);
  assert.equal((await chat.ask(question("hello"), noStop)).kind, "answered");
});

test("an error of the library is a failure of that question, and the process stays", async () => {
  const world = insideWorld("stand-in");
  addTinyModel(world);
  const chat = world.inside.chat(chatOptions);
  const outcome = await chat.ask(question("throw"), noStop);
  assert.match(outcome.kind === "failed" ? outcome.failure.message : "", /no slot/);
  assert.equal((await chat.ask(question("hello"), noStop)).kind, "answered");
  assert.equal(world.events.length, 1);
});

test("a process that gives no answer in time is killed", async () => {
  const world = insideWorld("stand-in");
  addTinyModel(world);
  await world.inside.chat(chatOptions).ask(question("hello"), noStop);
  const pid = pidOf(world);
  const outcome = await world.inside.chat({ ...chatOptions, timeoutMs: 50 }).ask(question("hang"), noStop);
  assert.equal(outcome.kind === "failed" && outcome.failure.why, "timeout");
  assert.equal(isAlive(pid), false);
});

test("a question that is withdrawn ends, and the process answers the next one", async () => {
  const world = insideWorld("stand-in");
  addTinyModel(world);
  const chat = world.inside.chat(chatOptions);
  await chat.ask(question("hello"), noStop);
  const stop = new AbortController();
  const asked = chat.ask(question("until aborted"), stop.signal);
  const waiting = chat.ask(question("hello"), stop.signal);
  stop.abort();
  for (const outcome of await Promise.all([asked, waiting]))
    assert.equal(outcome.kind === "failed" && outcome.failure.why, "aborted");
  assert.equal((await chat.ask(question("hello"), noStop)).kind, "answered");
  assert.equal(world.events.length, 1);
});

test("a stop of the program withdraws the question and ends the process", async () => {
  const world = insideWorld("stand-in");
  addTinyModel(world);
  const chat = world.inside.chat(chatOptions);
  await chat.ask(question("hello"), noStop);
  const asked = chat.ask(question("until aborted"), noStop);
  await world.inside.close();
  const outcome = await asked;
  assert.equal(outcome.kind === "failed" && outcome.failure.why, "aborted");
  assert.equal(isAlive(pidOf(world)), false);
  assert.equal((await chat.ask(question("hello"), noStop)).kind, "failed");
  assert.equal(world.events.filter(({ kind }) => kind === "loaded").length, 1);
});

test("a question that is withdrawn while the model is looked for ends at once, and starts nothing", async () => {
  const world = insideWorld("stand-in");
  addTinyModel(world);
  const stop = new AbortController();
  const asked = world.inside.chat(chatOptions).ask(question("until aborted"), stop.signal);
  // Its turn has come, and the files are being looked for.
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  stop.abort();
  const outcome = await asked;
  assert.equal(outcome.kind === "failed" && outcome.failure.why, "aborted");
  assert.equal(world.events.filter(({ kind }) => kind === "loaded").length, 0);
});

test("without questions the process ends after its time, and the next question starts another", async () => {
  const world = insideWorld("stand-in", { aiInsideIdleMs: 10 });
  addTinyModel(world);
  const chat = world.inside.chat(chatOptions);
  await chat.ask(question("hello"), noStop);
  const pid = pidOf(world);
  const ended = await eventually(() => {
    const event = world.events.find((one): one is Ended => one.kind === "ended");
    assert.ok(event !== undefined);
    return event;
  });
  assert.deepEqual([ended.why, ended.pid, isAlive(pid)], ["idle", pid, false]);
  assert.equal((await chat.ask(question("hello"), noStop)).kind, "answered");
  assert.notEqual(pidOf(world), pid);
});

test("a process that was killed while it waited is replaced at the next question", async () => {
  const world = insideWorld("stand-in");
  addTinyModel(world);
  const chat = world.inside.chat(chatOptions);
  await chat.ask(question("hello"), noStop);
  const pid = pidOf(world);
  process.kill(pid, "SIGKILL");
  await eventually(() => assert.equal(isAlive(pid), false));
  await eventually(async () => assert.equal((await chat.ask(question("hello"), noStop)).kind, "answered"));
  assert.notEqual(pidOf(world), pid);
});

test("another model replaces the one that is loaded", async () => {
  const world = insideWorld("stand-in");
  addTinyModel(world);
  addTinyModel(world, "other");
  await world.inside.chat(chatOptions).ask(question("hello"), noStop);
  const pid = pidOf(world);
  const outcome = await world.inside.chat({ ...chatOptions, model: "other" }).ask(question("hello"), noStop);
  assert.equal(outcome.kind === "answered" && outcome.model, "other");
  assert.equal(isAlive(pid), false);
});

test("the process sees no secrets of ours, and its threads are as many as it was told", async () => {
  const world = insideWorld("stand-in", { aiInsideThreads: 3 });
  addTinyModel(world);
  const chat = world.inside.chat(chatOptions);
  const env = await chat.ask(question("env"), noStop);
  const names = Object.keys(JSON.parse(env.kind === "answered" ? env.text : "null") as object);
  assert.deepEqual(
    // Node adds the last one itself in a run of npm run coverage.
    names.filter((name) => !/^(NODE_CHANNEL|__CF_|NODE_V8_COVERAGE)/.test(name)),
    [],
  );
  const threads = await chat.ask(question("threads"), noStop);
  assert.equal(threads.kind === "answered" && threads.text, "3,3");
});

test("a model that needs more memory than it may have is not loaded, and the sentence says how much", async () => {
  const world = insideWorld("stand-in", { aiInsideMemoryBytes: 100_000_000 });
  addTinyModel(world);
  const outcome = await world.inside.chat(chatOptions).ask(question("hello"), noStop);
  assert.ok(outcome.kind === "failed");
  assert.equal(outcome.failure.why, "unavailable");
  assert.match(outcome.failure.message, /cannot run: it needs 600 MB of memory, and 100 MB may be used/);
});

test("a question that does not fit into the context is refused instead of losing its beginning", async () => {
  const world = insideWorld("stand-in");
  addTinyModel(world);
  const outcome = await world.inside.chat(chatOptions).ask(question("x".repeat(2_000)), noStop);
  assert.equal(outcome.kind === "failed" && outcome.failure.why, "rejected");
});

test("without llama.cpp or without the model, the failure says what to run", async () => {
  const bare = insideWorld("none");
  addTinyModel(bare);
  const noRuntime = await bare.inside.chat(chatOptions).ask(question("hello"), noStop);
  assert.match(
    noRuntime.kind === "failed" ? noRuntime.failure.message : "",
    /llama\.cpp is not installed.*model install tiny/,
  );
  const empty = insideWorld("stand-in");
  const noModel = await empty.inside.chat(chatOptions).ask(question("hello"), noStop);
  assert.match(noModel.kind === "failed" ? noModel.failure.message : "", /no model tiny.*model install tiny/);
  assert.deepEqual([...bare.events, ...empty.events], []);
});

test("when its parent is killed with -9, the process of the model ends too", async () => {
  const world = insideWorld("stand-in");
  addTinyModel(world);
  const parent = fork(new URL("./ask-and-stay.ts", import.meta.url), [world.dataDir]);
  const [{ pid }] = (await once(parent, "message")) as [{ pid: number }];
  assert.equal(isAlive(pid), true);
  parent.kill("SIGKILL");
  await eventually(() => assert.equal(isAlive(pid), false));
});
