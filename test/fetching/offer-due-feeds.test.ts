import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createFeedOffering } from "../../src/fetching/offer-due-feeds.ts";
import { eventually } from "../ground/eventually.ts";
import { runOne } from "../ground/one-stage.ts";

const hourMs = 3_600_000;
const quiet = {
  now: () => new Date(),
  onCycle: () => undefined,
  onFull: () => undefined,
  onError: (error: unknown) => assert.fail(String(error)),
};

type Options = Parameters<typeof createFeedOffering>[0] & { onError: (error: unknown) => void };

/** The row of the pipeline. */
function startOffering(options: Options) {
  const offering = createFeedOffering(options);
  const run = async () => ({ againInMs: await offering.look() });
  return runOne({ everyMs: options.intervalMs, debounceMs: 50, run }, options.onError);
}

test("looks never overlap, however often it is woken", async () => {
  let [looks, atOnce, most] = [0, 0, 0];
  const offering = startOffering({
    ...quiet,
    intervalMs: hourMs,
    queue: {
      canAccept: () => true,
      nextOfferAt: async () => null,
      offerDue: async () => {
        looks += 1;
        atOnce += 1;
        most = Math.max(most, atOnce);
        await sleep(5);
        atOnce -= 1;
        return 0;
      },
    },
  });
  for (let n = 0; n < 10; n += 1) {
    offering.wake();
    await sleep(1);
  }
  await eventually(() => assert.ok(looks >= 2));
  await offering.stop();
  assert.equal(most, 1);
});

test("a look that fails is told of, and the next cycle looks again", async () => {
  const errors: unknown[] = [];
  let looks = 0;
  const offering = startOffering({
    ...quiet,
    intervalMs: 20,
    onError: (error) => errors.push(error),
    queue: {
      canAccept: () => true,
      nextOfferAt: async () => null,
      offerDue: async () => {
        looks += 1;
        if (looks === 1) throw new Error("database away");
        return 0;
      },
    },
  });
  await eventually(() => assert.ok(looks >= 3));
  await offering.stop();
  assert.match(String(errors), /^Error: database away$/);
});

test("it looks again when the next host is ready, long before the cycle ends", async () => {
  const offers = [3, 2];
  const offering = startOffering({
    ...quiet,
    intervalMs: hourMs,
    queue: {
      canAccept: () => true,
      nextOfferAt: async () => (offers.length === 0 ? null : new Date()),
      offerDue: async () => offers.shift() ?? 0,
    },
  });
  await eventually(() => assert.equal(offers.length, 0));
  await offering.stop();
});

test("the end of each cycle is told", async () => {
  let cycles = 0;
  const offering = startOffering({
    ...quiet,
    intervalMs: 20,
    onCycle: () => void (cycles += 1),
    queue: { canAccept: () => true, nextOfferAt: async () => null, offerDue: async () => 0 },
  });
  await eventually(() => assert.ok(cycles >= 2));
  await offering.stop();
});
