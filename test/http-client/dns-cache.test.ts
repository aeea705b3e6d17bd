import assert from "node:assert/strict";
import { test } from "node:test";
import { createDnsCache, resolveBySystem } from "../../src/http-client/checked-connect.ts";
import { HttpError } from "../../src/http-client/http-failure.ts";

test("a name is resolved once a minute", async () => {
  const { lookUp, asked, clock } = counting(async () => ["192.0.2.1"]);
  await lookUp("a.test");
  clock.nowMs = 59_999;
  await lookUp("a.test");
  assert.equal(asked.length, 1);
  clock.nowMs = 60_000;
  await lookUp("a.test");
  assert.equal(asked.length, 2);
});

test("a missing name is resolved again after half a minute", async () => {
  const { lookUp, asked, clock } = counting(async () => {
    throw Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
  });
  await assert.rejects(lookUp("a.test"), isDnsFailure("not-found"));
  clock.nowMs = 29_999;
  await assert.rejects(lookUp("a.test"), isDnsFailure("not-found"));
  assert.equal(asked.length, 1);
  clock.nowMs = 30_000;
  await assert.rejects(lookUp("a.test"), isDnsFailure("not-found"));
  assert.equal(asked.length, 2);
});

test("concurrent lookups share one query", async () => {
  const { lookUp, asked } = counting(async () => ["192.0.2.1"]);
  const answers = await Promise.all(Array.from({ length: 50 }, () => lookUp("a.test")));
  assert.equal(asked.length, 1);
  assert.deepEqual(answers[49], ["192.0.2.1"]);
});

test("an empty answer means that the name does not exist; a failing name server does not", async () => {
  await assert.rejects(counting(async () => []).lookUp("a.test"), isDnsFailure("not-found"));
  const { lookUp } = counting(async () => {
    throw Object.assign(new Error("getaddrinfo EAI_AGAIN"), { code: "EAI_AGAIN" });
  });
  await assert.rejects(lookUp("a.test"), isDnsFailure("unavailable"));
});

test("a flood of names evicts only the oldest ones", async () => {
  const { lookUp, asked } = counting(async () => ["192.0.2.1"]);
  for (let index = 0; index <= 10_000; index += 1) await lookUp(`${index}.test`);
  await lookUp("10000.test");
  assert.equal(asked.length, 10_001);
  await lookUp("0.test");
  assert.equal(asked.length, 10_002);
});

test("the system's own names are resolved like any other, and lead to loopback", async () => {
  const addresses = await resolveBySystem("localhost");
  assert.ok(addresses.length > 0);
  for (const address of addresses) assert.match(address, /^(127\.|::1$)/);
});

function counting(answer: (hostname: string) => Promise<string[]>) {
  const asked: string[] = [];
  const clock = { nowMs: 0 };
  const lookUp = createDnsCache(
    (hostname) => {
      asked.push(hostname);
      return answer(hostname);
    },
    () => clock.nowMs,
  );
  return { lookUp, asked, clock };
}

function isDnsFailure(what: string): (error: unknown) => boolean {
  return (error) => error instanceof HttpError && error.failure.kind === "dns" && error.failure.what === what;
}
