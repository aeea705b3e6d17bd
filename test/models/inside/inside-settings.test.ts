import assert from "node:assert/strict";
import { after, test } from "node:test";
import { pino } from "pino";
import { createInside } from "../../../src/assemble.ts";
import { loadConfig } from "../../../src/load-config.ts";
import { eventually } from "../../ground/eventually.ts";
import { addTinyModel, chatOptions, insideWorld, isAlive, noStop, question } from "./inside-world.ts";

// From the environment to the process. The stand-in tells what it was told.

function insideOf(env: Record<string, string>) {
  const world = insideWorld("stand-in");
  addTinyModel(world);
  const lines: { msg: string; pid: number }[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });
  const { config } = loadConfig({ DATA_DIR: world.dataDir, ...env }, {});
  const inside = createInside(config, { log, now: () => new Date() });
  after(inside.close);
  return { chat: inside.chat(chatOptions), lines };
}

test("AI_INSIDE_THREADS is how many threads the model inside has", async () => {
  for (const threads of ["1", "2"]) {
    const answer = await insideOf({ AI_INSIDE_THREADS: threads }).chat.ask(question("threads"), noStop);
    assert.equal(answer.kind === "answered" && answer.text, `${threads},${threads}`);
  }
});

test("AI_INSIDE_MEMORY_MB is how much memory a model may need to be loaded", async () => {
  const small = await insideOf({ AI_INSIDE_MEMORY_MB: "200" }).chat.ask(question("hello"), noStop);
  assert.match(small.kind === "failed" ? small.failure.message : "", /200 MB may be used/);
  const large = await insideOf({ AI_INSIDE_MEMORY_MB: "900" }).chat.ask(question("hello"), noStop);
  assert.equal(large.kind, "answered");
});

test("AI_INSIDE_IDLE is after how many seconds without a question the model inside is stopped", async () => {
  const { chat, lines } = insideOf({ AI_INSIDE_IDLE: "1" });
  await chat.ask(question("hello"), noStop);
  const patient = insideOf({ AI_INSIDE_IDLE: "3600" });
  await patient.chat.ask(question("hello"), noStop);
  await eventually(() => assert.equal(lines.at(-1)?.msg, "the model inside is stopped"));
  assert.equal(isAlive(lines[0]?.pid), false);
  assert.deepEqual(
    patient.lines.map(({ msg, pid }) => [msg, isAlive(pid)]),
    [["the model inside is loaded", true]],
  );
});
