import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { type Service, stopServices } from "../src/service.ts";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

test("work in progress has 30 seconds to end, and what still hangs then does not keep the process alive", async () => {
  const told: string[] = [];
  const hangs = Promise.withResolvers<void>();
  const slow: Service = {
    name: "slow",
    stop: async (abort) => {
      abort.addEventListener("abort", () => told.push("aborted"));
      await hangs.promise;
    },
  };
  const stopped = stopServices(
    [slow],
    async () => void told.push("closed"),
    () => told.push("hung"),
  );
  mock.timers.tick(29_999);
  assert.deepEqual(told, []);
  mock.timers.tick(1);
  assert.deepEqual(told, ["aborted"]);
  mock.timers.tick(4_999);
  assert.deepEqual(told, ["aborted"]);
  mock.timers.tick(1);
  assert.deepEqual(told, ["aborted", "hung"]);
  hangs.resolve();
  await stopped;
  assert.deepEqual(told, ["aborted", "hung", "closed"]);
});

test("services that stop in time are not aborted, and what they used is closed after the last of them", async () => {
  const told: string[] = [];
  const last = Promise.withResolvers<void>();
  const services: Service[] = [
    { name: "quick", stop: async () => void told.push("quick") },
    { name: "last", stop: async (abort) => last.promise.then(() => void told.push(`last, aborted: ${abort.aborted}`)) },
  ];
  const stopped = stopServices(
    services,
    async () => void told.push("closed"),
    () => told.push("hung"),
  );
  mock.timers.tick(29_999);
  last.resolve();
  await stopped;
  mock.timers.tick(60_000);
  assert.deepEqual(told, ["quick", "last, aborted: false", "closed"]);
});
