import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Collect, createLook, isTimeToCollect, watchQuiet } from "../src/return-memory.ts";

const mb = 1_024 ** 2;

test("memory is given back after three quiet looks, if there are 8 MB more than after the last time", () => {
  const seen = { quietLooks: 3, heapBytes: 48 * mb, keptBytes: 40 * mb };
  assert.equal(isTimeToCollect(seen), true);
  assert.equal(isTimeToCollect({ ...seen, quietLooks: 2 }), false);
  assert.equal(isTimeToCollect({ ...seen, heapBytes: 48 * mb - 1 }), false);
});

test("what the work left behind goes back to the system, once, even if something on every page is still used", () => {
  setFlagsFromString("--expose-gc");
  const returned: number[] = [];
  const collect = runInNewContext("gc") as Collect;
  const look = createLook(
    { collect, report: ({ beforeBytes, afterBytes }) => returned.push(beforeBytes - afterBytes) },
    () => true,
  );
  const used = leaveGarbage();
  for (let looks = 0; looks < 6; looks += 1) look();
  assert.equal(returned.length, 1);
  assert.ok((returned[0] ?? 0) > 50 * mb, `${returned[0]} bytes`);
  assert.equal(used.length, 10_000);
});

test("a busy look starts the wait again", () => {
  const quiet = [true, true, false, true, true, true];
  let collections = 0;
  const parts = { collect: () => void (collections += 1), report: () => undefined };
  const look = createLook(parts, () => quiet.shift() ?? false);
  const counted = Array.from({ length: 6 }, () => {
    look();
    return collections;
  });
  assert.deepEqual(counted, [0, 0, 0, 0, 0, 1]);
});

test("a process is quiet when it does little and nobody asks for anything", async () => {
  let busyShare = 0.01;
  const { isQuiet, close } = watchQuiet(() => busyShare);
  const server = createServer((_, response) => void response.end()).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  assert.equal(isQuiet(), true);
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  assert.equal(isQuiet(), false);
  assert.equal(isQuiet(), true);
  busyShare = 0.5;
  assert.equal(isQuiet(), false);
  close();
  server.close();
});

/** Old enough that only a full collection finds it; what is still used lies scattered in it. */
function leaveGarbage(): object[] {
  const all: object[] = [];
  for (let n = 0; n < 1_000_000; n += 1) all.push({ n, text: [n, n, n] });
  return all.filter((_, n) => n % 100 === 0);
}
