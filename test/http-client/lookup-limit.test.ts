import assert from "node:assert/strict";
import { test } from "node:test";
import { createLookupLimit } from "../../src/http-client/lookup-limit.ts";

test("while name servers are silent, only some lookups run, and one that waits too long is never begun", async () => {
  const limit = createLookupLimit(2, 20);
  const silent: PromiseWithResolvers<string>[] = [];
  const ask = () => {
    const answer = Promise.withResolvers<string>();
    silent.push(answer);
    return answer.promise;
  };
  const [first, second] = [limit(ask), limit(ask)];
  await assert.rejects(limit(ask), /the name servers answer too slowly/);
  await assert.rejects(limit(ask), /the name servers answer too slowly/);
  assert.equal(silent.length, 2);

  for (const { resolve } of silent) resolve("192.0.2.1");
  assert.deepEqual(await Promise.all([first, second]), ["192.0.2.1", "192.0.2.1"]);
  assert.equal(await limit(async () => "again"), "again");
});

test("lookups that wait take their turns in order, and a failed one frees its place", async () => {
  const limit = createLookupLimit(1);
  const order: string[] = [];
  const done = await Promise.allSettled(
    ["a", "b", "c"].map((name) =>
      limit(async () => {
        order.push(name);
        if (name === "a") throw new Error("EAI_AGAIN");
        return name;
      }),
    ),
  );
  assert.deepEqual(order, ["a", "b", "c"]);
  assert.deepEqual(
    done.map(({ status }) => status),
    ["rejected", "fulfilled", "fulfilled"],
  );
});
