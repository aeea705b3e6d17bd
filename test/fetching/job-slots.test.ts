import assert from "node:assert/strict";
import { test } from "node:test";
import { createJobSlots } from "../../src/fetching/job-slots.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

const fail = (error: unknown) => assert.fail(String(error));

test("never more jobs run at once than there are slots, and all of them run", async () => {
  let [running, most, done] = [0, 0, 0];
  const slots = createJobSlots<number>({
    slots: 3,
    run: async () => {
      running += 1;
      most = Math.max(most, running);
      await turn();
      running -= 1;
      done += 1;
    },
    onError: fail,
    onFree: () => undefined,
  });
  slots.add(Array.from({ length: 20 }, (_, n) => n));
  assert.deepEqual([slots.busy(), slots.waiting()], [3, 17]);
  await slots.drained();
  assert.deepEqual([most, done, slots.busy()], [3, 20, 0]);
});

test("a job that fails is told of, and the next one runs", async () => {
  const errors: unknown[] = [];
  const ran: number[] = [];
  const slots = createJobSlots<number>({
    slots: 1,
    run: async (job) => {
      ran.push(job);
      if (job === 1) throw new Error("broken feed");
    },
    onError: (error) => errors.push(error),
    onFree: () => undefined,
  });
  slots.add([1, 2]);
  await slots.drained();
  assert.deepEqual(ran, [1, 2]);
  assert.match(String(errors), /broken feed/);
});

test("a job that waits lends its slot, and gets the next free one before those that have not begun", async () => {
  const events: string[] = [];
  const turnComes = Promise.withResolvers<void>();
  const otherEnds = Promise.withResolvers<void>();
  const slots = createJobSlots<string>({
    slots: 1,
    run: async (job) => {
      events.push(`${job} begins`);
      if (job === "redirected") await slots.lend(() => turnComes.promise);
      if (job === "other") await otherEnds.promise;
      events.push(`${job} ends`);
    },
    onError: fail,
    onFree: () => undefined,
  });
  slots.add(["redirected", "other", "last"]);
  await turn();
  assert.deepEqual(events, ["redirected begins", "other begins"]);
  turnComes.resolve();
  await turn();
  assert.equal(slots.busy(), 1);
  assert.equal(events.length, 2);
  otherEnds.resolve();
  await slots.drained();
  assert.deepEqual(events, [
    "redirected begins",
    "other begins",
    "other ends",
    "redirected ends",
    "last begins",
    "last ends",
  ]);
});

test("no more slots are lent than there are: whoever waits beyond keeps its own", async () => {
  let begun = 0;
  const turnComes = Promise.withResolvers<void>();
  const slots = createJobSlots<number>({
    slots: 2,
    run: async () => {
      begun += 1;
      await slots.lend(() => turnComes.promise);
    },
    onError: fail,
    onFree: () => undefined,
  });
  slots.add(Array.from({ length: 20 }, (_, n) => n));
  await turn();
  assert.deepEqual([begun, slots.busy(), slots.waiting()], [4, 2, 16]);
  turnComes.resolve();
  await slots.drained();
  assert.deepEqual([begun, slots.busy()], [20, 0]);
});
