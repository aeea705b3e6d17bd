import assert from "node:assert/strict";
import { test } from "node:test";
import { createJobLoop } from "../../src/fetching/fetch-due-feeds.ts";
import type { Turn } from "../../src/run-stage.ts";
import type { LeasedFeed } from "../../src/schedule/lease.ts";
import { eventually } from "../ground/eventually.ts";
import { idleTurn, runOne } from "../ground/one-stage.ts";

const hourMs = 3_600_000;
const feeds = (count: number) => Array.from({ length: count }, (_, n) => ({ feedId: String(n) }) as LeasedFeed);
const idle = {
  now: () => new Date(),
  idleMsMax: hourMs,
  jobTimeoutMs: hourMs,
  nextTakeAt: async () => null,
  end: async () => undefined,
  leases: { signalOf: () => new AbortController().signal, giveUp: () => undefined, giveUpAll: () => undefined },
};

/** The row of the pipeline, with nothing after it. */
function startFetching(options: Parameters<typeof createJobLoop>[0]) {
  const fetching = createJobLoop(options);
  const follows = { itemsSaved: () => undefined, jobEnded: () => undefined };
  const row = {
    everyMs: hourMs,
    retryMs: 1_000,
    debounceMs: 20,
    run: async (turn: Turn) => ({ againInMs: await fetching.look({ ...turn, ...follows }) }),
    drain: fetching.drain,
  };
  return { ...fetching, ...runOne(row, options.onError) };
}

const fail = (error: unknown) => assert.fail(String(error));

test("stopping takes nothing new, gives back what has not begun, and waits for what has", async () => {
  const finish = Promise.withResolvers<void>();
  const released: LeasedFeed[] = [];
  const offered = [feeds(4)];
  const loop = startFetching({
    ...idle,
    slots: 2,
    take: async () => offered.shift() ?? [],
    run: () => finish.promise,
    release: async (claims) => void released.push(...claims),
    onError: fail,
  });
  await eventually(() => assert.deepEqual([loop.busy(), loop.waiting()], [2, 2]));
  let stopped = false;
  const stopping = loop.stop().then(() => (stopped = true));
  await eventually(() => assert.equal(released.length, 2));
  assert.equal(stopped, false);
  finish.resolve();
  await stopping;
  assert.equal(loop.busy(), 0);
});

test("when the time to finish is over, what still runs is given up", async () => {
  const finish = Promise.withResolvers<void>();
  const givenUp: string[] = [];
  const giveUpAll = (reason: string) => {
    givenUp.push(reason);
    finish.resolve();
  };
  const fetching = createJobLoop({
    ...idle,
    slots: 2,
    leases: { ...idle.leases, giveUpAll },
    take: async () => feeds(1),
    run: () => finish.promise,
    release: async () => undefined,
    onError: fail,
  });
  const abort = new AbortController();
  const follows = { itemsSaved: () => undefined, jobEnded: () => undefined };
  await fetching.look({ ...idleTurn, ...follows, signal: abort.signal });
  await fetching.look({ ...idleTurn, ...follows, signal: abort.signal });
  abort.abort();
  await fetching.drain();
  assert.deepEqual(givenUp, ["stopping"]);
});

test("feeds that come while the loop is being stopped are given back unasked", async () => {
  const arrives = Promise.withResolvers<LeasedFeed[]>();
  const released: LeasedFeed[] = [];
  const loop = startFetching({
    ...idle,
    slots: 2,
    take: () => arrives.promise,
    run: async () => assert.fail("was begun"),
    release: async (claims) => void released.push(...claims),
    onError: fail,
  });
  const stopping = loop.stop();
  arrives.resolve(feeds(2));
  await stopping;
  assert.equal(released.length, 2);
});

test("a claim that fails is told of and tried again, without being woken", async () => {
  const errors: unknown[] = [];
  const ran: string[] = [];
  const answers = [() => Promise.reject(new Error("database away")), async () => feeds(1)];
  const loop = startFetching({
    ...idle,
    slots: 2,
    take: async () => (await answers.shift()?.()) ?? [],
    run: async ({ feed }) => void ran.push(feed.feedId),
    release: async () => undefined,
    onError: (error) => errors.push(error),
  });
  await eventually(() => assert.deepEqual(ran, ["0"]));
  assert.equal(errors.length, 1);
  await loop.stop();
});

test("it asks for twice as many feeds as it has slots, and for more when half of that is free", async () => {
  const asked: number[] = [];
  const jobs: (() => void)[] = [];
  const loop = startFetching({
    ...idle,
    slots: 4,
    take: async (count) => {
      asked.push(count);
      return feeds(count);
    },
    run: () => new Promise((resolve) => jobs.push(resolve)),
    release: async () => undefined,
    onError: fail,
  });
  await eventually(() => assert.deepEqual([asked, loop.busy(), loop.waiting()], [[8], 4, 4]));
  for (const end of jobs.splice(0, 3)) end();
  await eventually(() => assert.equal(loop.waiting(), 1));
  for (const end of jobs.splice(0, 1)) end();
  await eventually(() => assert.deepEqual(asked, [8, 4]));
  const stopping = loop.stop();
  await eventually(() => {
    for (const end of jobs.splice(0)) end();
    assert.equal(loop.busy(), 0);
  });
  await stopping;
});
