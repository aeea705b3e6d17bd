import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeAttempts } from "../../src/accounts/throttle-policy.ts";
import { countAttempt, forgiveAttempt } from "../../src/accounts/throttle-store.ts";
import { testDatabase } from "../ground/test-database.ts";

const { web, worker } = await testDatabase();
const now = new Date();
const minuteMs = 60_000;

function attempt(email: string, address: string | null) {
  return { purpose: "password", email, address } as const;
}

test("one account may be tried five times in a quarter of an hour, whoever tries and however it is spelt", async () => {
  for (let count = 1; count <= 5; count += 1) {
    const counts = await countAttempt(web, attempt(" Ada@example.org ", `10.0.0.${count}`), now);
    assert.equal(judgeAttempts(counts, now), null);
  }
  const later = new Date(now.getTime() + 5 * minuteMs);
  const counts = await countAttempt(web, attempt("ada@EXAMPLE.org", "10.0.0.99"), later);
  assert.deepEqual(judgeAttempts(counts, later), { kind: "throttled", retryAfterSeconds: 600 });
  const afterwards = new Date(now.getTime() + 15 * minuteMs);
  const fresh = await countAttempt(web, attempt("ada@example.org", null), afterwards);
  assert.equal(judgeAttempts(fresh, afterwards), null);
});

test("one address may try thirty times, and an IPv6 household is one address", async () => {
  for (const [own, neighbour, stranger] of [
    ["192.0.2.7", "192.0.2.7", "192.0.2.8"],
    ["2001:db8:1:2::7", "2001:db8:1:2:ffff::9", "2001:db8:1:3::7"],
  ] as const) {
    for (let count = 1; count <= 30; count += 1) {
      const counts = await countAttempt(web, attempt(`${count}@${own}`, own), now);
      assert.equal(judgeAttempts(counts, now), null);
    }
    const over = await countAttempt(web, attempt(`more@${own}`, neighbour), now);
    assert.equal(judgeAttempts(over, now)?.kind, "throttled");
    const other = await countAttempt(web, attempt(`other@${own}`, stranger), now);
    assert.equal(judgeAttempts(other, now), null);
  }
});

test("of many at once exactly five pass, and none waits for ever", async () => {
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, index) => countAttempt(web, attempt("crowd@example.org", `10.1.${index}.1`), now)),
  );
  assert.equal(all.filter((counts) => judgeAttempts(counts, now) === null).length, 5);
});

test("a right password clears the account and takes back one try of the address", async () => {
  const hits = async (address: string) =>
    (await countAttempt(web, attempt("bob@example.org", address), now)).toSorted((a, b) =>
      a.scope.localeCompare(b.scope),
    );
  await hits("10.2.0.1");
  await hits("10.2.0.1");
  await forgiveAttempt(web, attempt("bob@example.org", "10.2.0.1"));
  assert.deepEqual(
    (await hits("10.2.0.1")).map(({ scope, hits: count }) => [scope, count]),
    [
      ["account", 1],
      ["address", 2],
    ],
  );
});

test("the table of throttles is no list of emails", async () => {
  await countAttempt(web, attempt("secret-reader@example.org", null), now);
  const { rows } = await worker.query<{ key: string }>("select key from accounts.throttles");
  assert.ok(rows.length > 0 && rows.every(({ key }) => !key.includes("secret-reader")));
});
