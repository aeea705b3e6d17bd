import assert from "node:assert/strict";
import { test } from "node:test";
import {
  admitAttempt,
  admitMail,
  type Attempt,
  markBrowser,
  recogniseBrowser,
} from "../../src/accounts/admit-attempt.ts";
import { forgiveAttempts } from "../../src/accounts/throttle-store.ts";
import { createSecretBox } from "../../src/database/secret-box.ts";
import { testDatabase } from "../ground/test-database.ts";

const { web, worker } = await testDatabase();
const parts = { db: web, secrets: createSecretBox("a key for throttles that has enough characters") };
const now = new Date();
const minuteMs = 60_000;
const later = (minutes: number) => new Date(now.getTime() + minutes * minuteMs);

type Tried = Partial<Attempt> & { at?: Date };
const admit = (email: string, address: string | null, { at = now, ...more }: Tried = {}) =>
  admitAttempt(parts, { purpose: "password", email, address, browser: null, ...more }, at);
const attack = async (email: string, networks: number, from: string) => {
  for (let index = 0; index < networks; index += 1) await admit(email, `${from}.${index}`);
};

test("one network may try one account five times in a quarter of an hour, however it is spelt", async () => {
  for (let count = 1; count <= 5; count += 1) {
    assert.equal((await admit(" Ada@example.org ", "10.0.0.1")).kind, "admitted");
  }
  const over = await admit("ada@EXAMPLE.org", "10.0.0.1", { at: later(5) });
  assert.deepEqual(over, { kind: "throttled", retryAfterSeconds: 600 });
  assert.equal((await admit("ada@example.org", "10.0.0.2")).kind, "admitted", "another network is not to blame");
  assert.equal((await admit("ada@example.org", "10.0.0.1", { at: later(15) })).kind, "admitted");
});

test("one network may try thirty times, and an IPv6 household is one network", async () => {
  for (const [own, neighbour, stranger] of [
    ["192.0.2.7", "192.0.2.7", "192.0.2.8"],
    ["2001:db8:1:2::7", "2001:db8:1:2:ffff::9", "2001:db8:1:3::7"],
  ] as const) {
    for (let count = 1; count <= 30; count += 1) {
      assert.equal((await admit(`${count}@${own}`, own)).kind, "admitted");
    }
    assert.equal((await admit(`more@${own}`, neighbour)).kind, "throttled");
    assert.equal((await admit(`other@${own}`, stranger)).kind, "admitted");
  }
});

test("who has many households of one IPv6 site has ten households' worth of tries", async () => {
  const household = (site: string, index: number) => `2001:db8:${site}:${index.toString(16)}::1`;
  const tries = Array.from({ length: 300 }, (_, index) => admit(`${index}@site.example`, household("7", index)));
  assert.ok((await Promise.all(tries)).every(({ kind }) => kind === "admitted"));
  const over = await admit("one-more@site.example", household("7", 300));
  assert.deepEqual(over, { kind: "throttled", retryAfterSeconds: 900 });
  assert.equal((await admit("one-more@site.example", household("8", 0))).kind, "admitted");
  const right = await admit("right@site.example", household("9", 0));
  assert.ok(right.kind === "admitted");
  await forgiveAttempts(web, right.keys);
  const { rows } = await worker.query<{ hits: number }>(
    "select hits from accounts.throttles where key like 'site %' order by hits limit 1",
  );
  assert.equal(rows[0]?.hits, 0, "a right password is no guess here either");
});

test("after a clock was years ahead nobody is kept out until then", async () => {
  const ahead = later(5 * 365 * 24 * 60);
  for (let count = 1; count <= 5; count += 1) await admit("clock@example.org", "10.9.0.1", { at: ahead });
  assert.equal((await admit("clock@example.org", "10.9.0.1", { at: ahead })).kind, "throttled");
  for (let count = 1; count <= 5; count += 1) {
    assert.equal((await admit("clock@example.org", "10.9.0.1")).kind, "admitted");
  }
  const over = await admit("clock@example.org", "10.9.0.1");
  assert.deepEqual(over, { kind: "throttled", retryAfterSeconds: 900 });
});

test("of many simultaneous attempts from one network exactly five pass, and none waits forever", async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => admit("crowd@example.org", "10.1.0.1")));
  assert.equal(all.filter(({ kind }) => kind === "admitted").length, 5);
});

test("under attack from many networks, each gets one attempt, one second apart", async () => {
  await attack("eve@example.org", 20, "10.3.0");
  const waits = await Promise.all(Array.from({ length: 8 }, (_, index) => admit("eve@example.org", `10.3.1.${index}`)));
  const waitsMs = waits.map((one) => (one.kind === "admitted" ? one.waitMs : NaN)).toSorted((a, b) => a - b);
  assert.deepEqual(waitsMs, [1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000]);
  const again = await admit("eve@example.org", "10.3.1.0");
  assert.deepEqual(again, { kind: "throttled", retryAfterSeconds: 900 });
  const relaxed = await admit("eve@example.org", "10.3.1.9", { at: later(16) });
  assert.deepEqual(relaxed.kind === "admitted" && relaxed.waitMs, 0);
});

test("if too many wait, a clean network is told to retry in seconds, and then gets its attempt", async () => {
  await attack("fay@example.org", 20, "10.4.0");
  const waiting = await Promise.all(
    Array.from({ length: 30 }, (_, index) => admit("fay@example.org", `10.4.1.${index}`)),
  );
  assert.equal(waiting.filter(({ kind }) => kind === "admitted").length, 11);
  assert.deepEqual(await admit("fay@example.org", "10.4.2.1"), { kind: "throttled", retryAfterSeconds: 10 });
  const soon = new Date(now.getTime() + 10_000);
  const second = await admit("fay@example.org", "10.4.2.1", { at: soon });
  assert.equal(second.kind, "admitted");
});

test("a browser that has logged in to this account before gets ten attempts, despite others' guesses", async () => {
  const browser = markBrowser(parts.secrets, "gil@example.org", now);
  await attack("gil@example.org", 60, "10.5.0");
  for (let count = 1; count <= 40; count += 1) await admit(`${count}@example.org`, "10.5.0.1");
  assert.equal((await admit("gil@example.org", "10.5.0.1")).kind, "throttled");
  for (let count = 1; count <= 10; count += 1) {
    const admission = await admit("Gil@example.org", "10.5.0.1", { browser });
    assert.equal(admission.kind === "admitted" && admission.waitMs, 0);
  }
  assert.equal((await admit("gil@example.org", "10.5.0.1", { browser })).kind, "throttled");
  assert.equal((await admit("hal@example.org", "10.5.0.1", { browser })).kind, "throttled", "it is of one account");
});

test("the cookie of a known browser is signed by us, is for one account, and expires", () => {
  const mark = markBrowser(parts.secrets, "ida@example.org", now);
  const id = recogniseBrowser(parts.secrets, mark, " IDA@example.org", now);
  assert.equal(mark.split(".")[0], id);
  assert.equal(recogniseBrowser(parts.secrets, mark, "jon@example.org", now), null);
  assert.equal(
    recogniseBrowser(createSecretBox("another key that has enough characters"), mark, "ida@example.org", now),
    null,
  );
  assert.equal(recogniseBrowser(parts.secrets, mark, "ida@example.org", later(181 * 24 * 60)), null);
  assert.notEqual(recogniseBrowser(parts.secrets, mark, "ida@example.org", later(179 * 24 * 60)), null);
  const [one = "", since = "", signature = ""] = mark.split(".");
  for (const forged of [
    `${one}.${Number(since) + 1}.${signature}`,
    `${"A".repeat(22)}.${since}.${signature}`,
    "",
    "a.b.c",
  ]) {
    assert.equal(recogniseBrowser(parts.secrets, forged, "ida@example.org", now), null, forged);
  }
});

test("correct attempts are not counted", async () => {
  for (let count = 1; count <= 40; count += 1) {
    const admission = await admit("kim@example.org", "10.6.0.1");
    assert.ok(admission.kind === "admitted" && admission.waitMs === 0);
    await forgiveAttempts(web, admission.keys);
  }
});

test("each purpose is counted separately, and so is mail to one account, from any address", async () => {
  for (let count = 1; count <= 6; count += 1) await admit("lea@example.org", "10.7.0.1");
  assert.equal((await admit("lea@example.org", "10.7.0.1", { purpose: "reset" })).kind, "admitted");
  assert.equal((await admit("lea@example.org", "10.7.0.1", { purpose: "register" })).kind, "admitted");
  const mails = [1, 2, 3, 4, 5, 6].map(() => admitMail(parts, "reset", "Lea@example.org", now));
  assert.equal((await Promise.all(mails)).filter(Boolean).length, 5);
  assert.equal(
    await admitMail(parts, "notice", "lea@example.org", now),
    true,
    "what strangers ask for keeps no notice back",
  );
  assert.equal(await admitMail(parts, "reset", "lea@example.org", later(15)), true);
});

test("the throttle table contains no emails and has a size limit", async () => {
  await admit("secret-reader@example.org", null);
  const { rows } = await worker.query<{ key: string }>("select key from accounts.throttles");
  assert.ok(rows.length > 0);
  for (const { key } of rows)
    assert.match(key, /^(?:network|site|pair|account|browser|(?:reset|notice|test) mail) [0-9a-f]{5}$/);
  const before = rows.length;
  for (let count = 1; count <= 40; count += 1) await admit(`${count}@flood.example`, "10.8.0.1");
  const { rowCount } = await worker.query("select from accounts.throttles");
  assert.ok((rowCount ?? 0) <= before + 1 + 2 * 30, "a network that has had its tries leaves no more rows");
});
