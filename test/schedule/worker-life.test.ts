import assert from "node:assert/strict";
import { test } from "node:test";
import { leasesOf } from "../../src/schedule/lease.ts";
import { createWorkerLife, type WorkerLife } from "../../src/schedule/worker-life.ts";
import { fakeClock } from "../ground/fetch-driver.ts";

const second = 1_000;

test("a process that could not write its heartbeat for 20 s ends its work, and goes on under another id", () => {
  const clock = fakeClock();
  const life = createWorkerLife(clock.now);
  let told = 0;
  life.onAbandon(() => (told += 1));
  const [id, signal, lease] = [life.id(), life.signal(), life.newLeaseId()];
  pass(life, clock, 19);
  assert.deepEqual([signal.aborted, told, life.owns(lease), life.abandoned()], [false, 0, true, []]);
  pass(life, clock, 1);
  assert.deepEqual([signal.reason, told, life.owns(lease)], ["lease-lost", 1, false]);
  assert.deepEqual(life.abandoned(), [{ workerId: id, wasStalled: false }]);
  assert.notEqual(life.id(), id);
  assert.equal(life.signal().aborted, false);
  assert.ok(life.owns(life.newLeaseId()));
  life.released(id);
  assert.deepEqual(life.abandoned(), []);
});

test("a heartbeat that was written starts the count again, from when it was sent", () => {
  const clock = fakeClock();
  const life = createWorkerLife(clock.now);
  pass(life, clock, 15);
  const sentAt = life.now();
  pass(life, clock, 4);
  life.beaten(sentAt);
  pass(life, clock, 15);
  assert.deepEqual(life.abandoned(), []);
  pass(life, clock, 1);
  assert.equal(life.abandoned().length, 1);
});

test("a process that stood still knows it: one of its feeds may be the reason", () => {
  const clock = fakeClock();
  const life = createWorkerLife(clock.now);
  const id = life.id();
  pass(life, clock, 5);
  clock.advance(25 * second);
  life.check();
  assert.deepEqual(life.abandoned(), [{ workerId: id, wasStalled: true }]);
});

test("an id that is released leaves the other ids that were given up in the list", () => {
  const clock = fakeClock();
  const life = createWorkerLife(clock.now);
  const former = life.id();
  pass(life, clock, 20);
  const latter = life.id();
  pass(life, clock, 20);
  life.released(former);
  assert.deepEqual(
    life.abandoned().map(({ workerId }) => workerId),
    [latter],
  );
});

test("every lease of a worker lies between its first and its last, and no other's does", () => {
  const [one, other] = [createWorkerLife(() => new Date()), createWorkerLife(() => new Date())];
  const [first, last] = leasesOf(one.id());
  for (let n = 0; n < 100; n += 1) {
    const [own, foreign] = [one.newLeaseId(), other.newLeaseId()];
    assert.ok(first <= own && own <= last);
    assert.ok(foreign < first || foreign > last);
    assert.match(own, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

/** Second by second, with a look at each, as the timer does. */
function pass(life: WorkerLife, clock: ReturnType<typeof fakeClock>, seconds: number): void {
  for (let n = 0; n < seconds; n += 1) {
    clock.advance(second);
    life.check();
  }
}
