import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { registerPerson } from "../../src/accounts/person-store.ts";
import { asPerson } from "../../src/database/transaction.ts";
import {
  changeSubscription,
  listSubscribedFeeds,
  type NewSubscription,
  restoreSubscription,
  subscribe,
  unsubscribe,
} from "../../src/feeds/subscription-store.ts";
import { testDatabase } from "../ground/test-database.ts";

const { web, worker, admin } = await testDatabase();
const now = new Date("2026-03-02T08:00:00Z");
const change = { lanes: 4, now };
const dayMs = 86_400_000;
const wanted = (url: string, isOwn = false): NewSubscription => ({
  name: "News",
  feed: { url, isOwn, headers: isOwn ? Buffer.from("sealed") : null },
  dueAt: null,
});
const freshUrl = () => `https://${randomUUID()}.example/feed`;

test("each address is added once, and the result has its id and feed", async () => {
  const [person, other] = [await addPerson(), await addPerson()];
  const [one = "", two = ""] = [freshUrl(), freshUrl()].toSorted();
  const outcomes = await asPerson(web, person, (tx) => subscribe(tx, [wanted(one), wanted(one), wanted(two)], change));
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ["added", "duplicate", "added"],
  );
  assert.deepEqual(await stored(person), [
    { ...idsOf(outcomes[0]), url: one, shared: true },
    { ...idsOf(outcomes[2]), url: two, shared: true },
  ]);
  // Another person reads the same feed.
  const [same] = await asPerson(web, other, (tx) => subscribe(tx, [wanted(one)], change));
  assert.equal(idsOf(same).feed_id, idsOf(outcomes[0]).feed_id);
});

test("a feed with headers is the person's own, and its headers are stored as they were sealed", async () => {
  const person = await addPerson();
  const url = freshUrl();
  const [added] = await asPerson(web, person, (tx) => subscribe(tx, [wanted(url, true)], change));
  assert.deepEqual(await stored(person), [{ ...idsOf(added), url, shared: false }]);
  const { rows } = await admin.query("select headers from feeds where url = $1", [url]);
  assert.deepEqual(rows, [{ headers: Buffer.from("sealed") }]);
});

test("other headers make a feed due at once, but not within five minutes of a fetch, even one that runs now", async () => {
  const person = await addPerson();
  const url = freshUrl();
  const [added] = await asPerson(web, person, (tx) => subscribe(tx, [wanted(url, true)], change));
  const { id, feed_id: feedId } = idsOf(added);
  const renew = async () => {
    await asPerson(web, person, (tx) => changeSubscription(tx, { ...wanted(url, true), id, name: "New" }, change));
    const { rows } = await admin.query("select next_run_at, again_at from feed_schedules where feed_id = $1", [feedId]);
    return rows[0];
  };
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  assert.deepEqual(await renew(), { next_run_at: new Date(now.getTime() - dayMs), again_at: null });

  await admin.query("update feeds set last_fetched_at = $2 where id = $1", [feedId, inMinutes(-2)]);
  assert.deepEqual(await renew(), { next_run_at: inMinutes(3), again_at: null });

  await admin.query(
    `update feed_schedules set fetch_status = 'FETCHING', lease_id = gen_random_uuid(), locked_until = $2 where feed_id = $1`,
    [feedId, inMinutes(10)],
  );
  assert.deepEqual(await renew(), { next_run_at: inMinutes(3), again_at: inMinutes(5) });
});

test("a lane hears that the last reader of its feed deleted their account", async () => {
  const person = await addPerson();
  await asPerson(web, person, (tx) => subscribe(tx, [wanted(freshUrl())], change));
  const { rows: lanes } = await admin.query(
    "select lane from feed_schedules c join subscriptions s on s.feed_id = c.feed_id where s.user_id = $1",
    [person],
  );
  await admin.query("select accounts.delete_person($1, $2)", [person, now]);
  const { rows } = await admin.query("select ready_at from lanes where lane = $1", [lanes[0].lane]);
  assert.deepEqual(rows, [{ ready_at: Infinity }]);
});

test("a subscription is changed by its person alone, and not into one they have", async () => {
  const [person, other] = [await addPerson(), await addPerson()];
  const [one, two] = [freshUrl(), freshUrl()];
  const [first] = await asPerson(web, person, (tx) => subscribe(tx, [wanted(one), wanted(two)], change));
  const { id } = idsOf(first);
  const into = (reader: string, url: string) =>
    asPerson(web, reader, (tx) => changeSubscription(tx, { ...wanted(url), id, name: "New" }, change));
  assert.equal(await into(other, freshUrl()), "unknown");
  assert.equal(await into(person, two), "duplicate");
  assert.equal(await into(person, freshUrl()), "changed");
});

test("a person can restore a removed subscription for a day", async () => {
  const [person, other] = [await addPerson(), await addPerson()];
  const [added] = await asPerson(web, person, (tx) => subscribe(tx, [wanted(freshUrl())], change));
  const { id, feed_id: feedId } = idsOf(added);
  const listed = () => asPerson(web, person, (tx) => listSubscribedFeeds(tx));
  assert.deepEqual(await listed(), [feedId]);
  assert.equal(await asPerson(web, other, (tx) => unsubscribe(tx, id, now)), false);
  assert.equal(await asPerson(web, person, (tx) => unsubscribe(tx, id, now)), true);
  assert.deepEqual(await listed(), []);
  const restore = (reader: string, at: Date) => asPerson(web, reader, (tx) => restoreSubscription(tx, id, at));
  assert.equal(await restore(other, now), false);
  assert.equal(await restore(person, new Date(now.getTime() + dayMs + 1)), false);
  assert.equal(await restore(person, now), true);
  assert.deepEqual(await listed(), [feedId]);
});

function idsOf(outcome: Awaited<ReturnType<typeof subscribe>>[number] | undefined): { id: string; feed_id: string } {
  assert.ok(outcome?.kind === "added");
  return { id: outcome.id, feed_id: outcome.feedId };
}

async function stored(person: string): Promise<unknown[]> {
  const { rows } = await admin.query(
    `select s.id, s.feed_id, f.url, f.owner_id is null as shared from subscriptions s join feeds f on f.id = s.feed_id
     where s.user_id = $1 order by f.url collate "C"`,
    [person],
  );
  return rows;
}

async function addPerson(): Promise<string> {
  const id = randomUUID();
  const person = { id, email: `${id}@example.org`, passwordHash: null, providerId: null, passHash: null };
  await registerPerson(worker, person, now);
  return id;
}
