import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { setImmediate as settle } from "node:timers/promises";
import { pino } from "pino";
import type { Connection } from "../src/database/connection.ts";
import { type RunningStage, type Stage, startStage, startStages } from "../src/run-stage.ts";

const never = new AbortController().signal;
const row = { takes: "", wokenBy: [], everyMs: 10_000, wakes: [] };
const lines: string[] = [];
const surroundings = {
  connection: {} as Connection,
  log: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
};

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  lines.length = 0;
});
afterEach(() => mock.timers.reset());

test("it looks at once, again at once after a look that found something, and otherwise when it is time", async () => {
  const found = [3, 1, 0, 0];
  let looks = 0;
  const stage = start({ run: async () => found[looks++] ?? 0 });
  await pass(0);
  assert.equal(looks, 3);
  await pass(9_999);
  assert.equal(looks, 3);
  await pass(1);
  assert.equal(looks, 4);
  await stage.stop(never);
});

test("a wake-up makes it look at once, also one that comes during a look", async () => {
  let looks = 0;
  const begun: PromiseWithResolvers<void>[] = [];
  const stage = start({
    run: async () => {
      looks += 1;
      const look = Promise.withResolvers<void>();
      begun.push(look);
      await look.promise;
    },
  });
  stage.wake();
  begun[0]?.resolve();
  await pass(0);
  assert.equal(looks, 2);
  begun[1]?.resolve();
  await pass(9_999);
  assert.equal(looks, 2);
  stage.wake();
  await pass(0);
  assert.equal(looks, 3);
  begun[2]?.resolve();
  await stage.stop(never);
});

test("a look may say itself when the next one is to be", async () => {
  let looks = 0;
  const run = async () => {
    looks += 1;
    return { took: 1, changed: 0, againInMs: 500 };
  };
  const stage = start({ run });
  await pass(499);
  assert.equal(looks, 1);
  await pass(1);
  assert.equal(looks, 2);
  await stage.stop(never);
});

for (const [retryMs, waitsMs] of [
  [1_000, 1_000],
  [60_000, 10_000],
  [undefined, 10_000],
] as const)
  test(`after an error it looks again in ${waitsMs} ms where the row says ${retryMs}`, async () => {
    const errors: unknown[] = [];
    const run = () => Promise.reject(new Error("database away"));
    const stage = start({ run, ...(retryMs === undefined ? {} : { retryMs }) }, (error) => errors.push(error));
    await pass(waitsMs - 1);
    assert.equal(errors.length, 1);
    await pass(1);
    assert.match(String(errors), /^Error: database away,Error: database away$/);
    await stage.stop(never);
  });

test("at a stop it takes nothing new at once, and gives up what has begun only when told; then it drains", async () => {
  const told: string[] = [];
  const abort = new AbortController();
  const stage = start({
    run: ({ stopping, signal }) => {
      stopping.addEventListener("abort", () => told.push("stopping"));
      return new Promise((resolve) =>
        signal.addEventListener("abort", () => {
          told.push("given up");
          resolve();
        }),
      );
    },
    drain: async () => void told.push("drained"),
  });
  const stopped = stage.stop(abort.signal);
  await pass(0);
  assert.deepEqual(told, ["stopping"]);
  abort.abort();
  await stopped;
  assert.deepEqual(told, ["stopping", "given up", "drained"]);
});

test("a stage that changed something wakes those that follow, one that did not wakes nobody", async () => {
  const looks = { words: 0, publish: 0 };
  const changes = [0, 0, 2];
  const service = await startStages(
    [
      {
        ...row,
        name: "words",
        wakes: ["publish", "runs elsewhere"],
        run: async () => ({ took: 0, changed: changes[looks.words++] ?? 0, againInMs: 100 }),
      },
      { ...row, name: "publish", everyMs: 60_000, run: async () => void (looks.publish += 1) },
    ],
    surroundings,
  );
  await pass(0);
  await pass(100);
  assert.deepEqual(looks, { words: 2, publish: 1 });
  await pass(100);
  assert.deepEqual(looks, { words: 3, publish: 2 });
  await service.stop(never);
});

test("a stage may wake only those that its row names", async () => {
  const service = await startStages(
    [{ ...row, name: "fetch", wakes: ["analyse"], run: async ({ wake }) => wake("publish") }],
    surroundings,
  );
  await pass(0);
  await service.stop(never);
  const { msg, err } = JSON.parse(lines[0] ?? "{}") as { msg?: string; err?: { message: string } };
  assert.deepEqual([msg, err?.message], ["the fetch stage failed", "fetch does not say that it wakes publish"]);
});

test("the first stages have looked once before the others begin, and stop after them", async () => {
  const told: string[] = [];
  const stage = (name: string, first: boolean): Stage => ({
    ...row,
    name,
    first,
    run: async () => {
      told.push(`${name} looks`);
      await settle();
      told.push(`${name} has looked`);
      if (first) throw new Error("a first look may fail");
    },
    drain: async () => {
      await settle();
      told.push(`${name} ends`);
    },
  });
  const service = await startStages([stage("fetch", false), stage("heartbeat", true)], surroundings);
  await pass(0);
  await service.stop(never);
  const order = ["heartbeat looks", "heartbeat has looked", "fetch looks", "fetch has looked"];
  assert.deepEqual(told, [...order, "fetch ends", "heartbeat ends"]);
});

function start(
  stage: Pick<Stage, "run"> & Partial<Stage>,
  onError: (error: unknown) => void = (error) => assert.fail(String(error)),
): RunningStage {
  return startStage({ ...row, name: "one", ...stage }, { wake: () => undefined, onError });
}

async function pass(ms: number): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await settle();
  mock.timers.tick(ms);
  for (let turn = 0; turn < 20; turn += 1) await settle();
}
