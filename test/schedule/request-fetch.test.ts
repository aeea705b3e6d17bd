import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { changeFeed, deleteFeed } from "../../src/feeds/change-feed-store.ts";
import { changeFeedUrl, moveFeed } from "../../src/feeds/change-url-store.ts";
import { requestFetch } from "../../src/feeds/request-fetch-store.ts";
import { createGuardedClient } from "../../src/http-client/guarded-client.ts";
import { saveCompletions } from "../../src/fetching/completion-store.ts";
import { changeSchedule, findLanes, headOfLane } from "../../src/schedule/change-schedule-store.ts";
import { claimDueFeeds } from "../../src/schedule/claim-store.ts";
import { type ClaimedFeed, newLease } from "../../src/schedule/lease.ts";
import { planNextFetch } from "../../src/schedule/policy/fetch-policy.ts";
import { makeDue } from "../../src/schedule/request-store.ts";
import { markFetching } from "../../src/schedule/lease-store.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";
import { completionOf } from "./completion-of.ts";

const database = await testDatabase();
const pool = database.worker;
const origin = await feedOrigin();
const driver = fetchDriver(database);
const { clock } = driver;
const minuteMs = 60_000;
const body = rss([{ title: "One", link: "http://x.example/1" }]);

test("a feed that waits for its hour is fetched at once, and counts from then on", async () => {
  origin.serve("/wish", { body });
  const id = await driver.add(origin.url("/wish", "127.2.0.1"));
  await driver.fetchDue();
  clock.advance(10 * minuteMs);
  assert.deepEqual(await driver.fetchDue(), []);
  assert.deepEqual(await requestFetch(pool, id, clock.now()), { kind: "requested" });
  const fetched = await driver.fetchDueOf(id);
  assert.equal(fetched?.completion.log.outcome, "not-modified");
});

test("a second wish within five minutes is told when it may come", async () => {
  origin.serve("/soon", { body });
  const id = await driver.add(origin.url("/soon", "127.2.0.2"));
  await driver.fetchDue();
  const fetchedAt = clock.now();
  clock.advance(minuteMs);
  const answer = await requestFetch(pool, id, clock.now());
  assert.deepEqual(answer.kind === "waits" && answer.until, new Date(fetchedAt.getTime() + 5 * minuteMs));
  assert.match(answer.kind === "waits" ? answer.message : "", /^Possible again at .* UTC: it was fetched just now\.$/);
  assert.deepEqual(await driver.fetchDue(), []);
});

test("a refusal of our own that asked nobody is no fetch to wait for; one of a redirect is", async () => {
  const refused = await driver.add("http://10.0.0.1/feed");
  const port = await driver.add("http://10.0.0.9:25/feed");
  origin.serve("/inward", { status: 302, headers: { location: "http://10.0.0.1/feed" } });
  const inward = await driver.add(origin.url("/inward", "127.2.0.21"));
  await driver.fetchDue();
  const told = async (id: string) => (await driver.feed(id))["last_fetch_error"];
  assert.match(String(await told(refused)), /^This is a private address, which this server does not fetch\./);
  assert.equal(await told(inward), "This address cannot be fetched.", "what a server leads to is not told");
  assert.equal(await told(port), "This address cannot be fetched.", "its port is refused wherever it is");
  clock.advance(minuteMs);
  assert.deepEqual(await requestFetch(pool, refused, clock.now()), { kind: "requested" });
  assert.equal((await requestFetch(pool, inward, clock.now())).kind, "waits");
  await driver.fetchDue();
});

test("a fetch before the refusal is still waited for", async () => {
  origin.serve("/before", { body });
  const id = await driver.add(origin.url("/before", "127.2.0.22"));
  await driver.fetchDue();
  const fetchedAt = clock.now();
  const strict = createGuardedClient({
    allowNetworks: [],
    requestTimeoutMs: 5_000,
    redirectsMax: 5,
    bodyBytesMax: 1e6,
  });
  const closed = fetchDriver(database, { get: strict.get }, clock);
  await pool.query("update feed_schedules set next_run_at = $2 where feed_id = $1", [id, fetchedAt]);
  clock.advance(minuteMs);
  await pool.query("update lanes set ready_at = $2 where lane = (select lane from feed_schedules where feed_id = $1)", [
    id,
    fetchedAt,
  ]);
  assert.equal((await closed.fetchDueOf(id))?.completion.log.errorClass, "blocked");
  const answer = await requestFetch(pool, id, clock.now());
  assert.deepEqual(answer.kind === "waits" && answer.until, new Date(fetchedAt.getTime() + 5 * minuteMs));
  await strict.close();
});

test("a person's wish waits for the server's Retry-After, and so does one for another feed of that host", async () => {
  origin.serve("/tired", { status: 429, headers: { "retry-after": "3600" } });
  origin.serve("/neighbour", { body });
  const tired = await driver.add(origin.url("/tired", "127.2.0.3"));
  await driver.fetchDue();
  const neighbour = await driver.add(origin.url("/neighbour", "127.2.0.3"), { firstRunAt: null });
  const until = new Date(clock.now().getTime() + 60 * minuteMs);
  clock.advance(10 * minuteMs);
  for (const id of [tired, neighbour]) {
    const answer = await requestFetch(pool, id, clock.now());
    assert.deepEqual(answer.kind === "waits" && answer.until, until);
  }
  clock.advance(50 * minuteMs);
  assert.deepEqual(await requestFetch(pool, neighbour, clock.now()), { kind: "requested" });
  await driver.fetchDue();
});

test("an operator may force a fetch within five minutes, but not against a pause that a server asked for", async () => {
  origin.serve("/forced", { body });
  const id = await driver.add(origin.url("/forced", "127.2.0.31"));
  await driver.fetchDue();
  clock.advance(minuteMs);
  assert.equal((await requestFetch(pool, id, clock.now())).kind, "waits");
  assert.deepEqual(await requestFetch(pool, id, clock.now(), { force: true }), { kind: "requested" });
  assert.equal((await driver.fetchDueOf(id))?.completion.log.outcome, "not-modified");

  origin.serve("/forced", { status: 503, headers: { "retry-after": "3600" } });
  clock.advance(minuteMs);
  assert.deepEqual(await requestFetch(pool, id, clock.now(), { force: true }), { kind: "requested" });
  await driver.fetchDueOf(id);
  clock.advance(minuteMs);
  const refused = await requestFetch(pool, id, clock.now(), { force: true });
  assert.deepEqual(refused.kind === "waits" && refused.because.toSorted(), ["host-closed", "retry-after"]);
  const neighbour = await driver.add(origin.url("/next", "127.2.0.31"), { firstRunAt: null });
  const closed = await requestFetch(pool, neighbour, clock.now(), { force: true });
  assert.deepEqual(closed.kind === "waits" && closed.because, ["host-closed"]);
  assert.deepEqual(await driver.fetchDue(), []);
});

test("forced while it is being fetched, a feed runs once more without the five minutes", async () => {
  const id = await driver.add("http://forced.example/feed");
  const claims = await claimOnly();
  await markFetching(pool, claims, clock.now());
  assert.deepEqual(await requestFetch(pool, id, clock.now(), { force: true }), { kind: "running" });
  await saveCompletions(
    pool,
    claims.map((claim) => completionOf(claim, clock.now(), 0)),
  );
  assert.deepEqual((await driver.feed(id))["next_run_at"], clock.now());
});

test("a feed that gets another address while it is being fetched runs once more", async () => {
  const id = await driver.add("http://readdressed.example/feed");
  const claims = await claimOnly();
  await markFetching(pool, claims, clock.now());
  const url = "http://elsewhere.example/feed";
  assert.deepEqual(await changeFeedUrl(pool, id, { url, lanes: 4, now: clock.now() }), { kind: "changed" });
  await saveCompletions(
    pool,
    claims.map((claim) => completionOf(claim, clock.now(), 0)),
  );
  assert.deepEqual((await driver.feed(id))["next_run_at"], headOfLane(clock.now()));
});

test("what the old address answers does not stop a feed that got another one meanwhile", async () => {
  const id = await driver.add("http://misspelt.example/feed");
  const claims = await claimOnly();
  await markFetching(pool, claims, clock.now());
  const url = "http://well-spelt.example/feed";
  assert.deepEqual(await changeFeedUrl(pool, id, { url, lanes: 4, now: clock.now() }), { kind: "changed" });
  await saveCompletions(
    pool,
    claims.map((claim) => goneOf(claim)),
  );
  assert.deepEqual(await flags(id), { suspended: false, runnable: true });
  const { last_fetch_error, failure_class, next_run_at, why_next } = await driver.feed(id);
  assert.deepEqual([last_fetch_error, failure_class, why_next], [null, null, null]);
  assert.deepEqual(next_run_at, headOfLane(clock.now()));
  assert.deepEqual(await moveFeed(pool, { id, url: "http://misspelt.example/feed" }, "http://third.example/feed", 4), {
    kind: "unchanged",
  });
  assert.equal((await driver.feed(id))["url"], url);
});

test("a suspended feed is revived", async () => {
  origin.serve("/gone", { status: 404 });
  const id = await driver.add(origin.url("/gone", "127.2.0.4"));
  await driver.fetchDue();
  assert.deepEqual(await flags(id), { suspended: true, runnable: false });
  clock.advance(10 * minuteMs);
  assert.deepEqual(await requestFetch(pool, id, clock.now()), { kind: "requested" });
  assert.deepEqual(await flags(id), { suspended: false, runnable: true });
  origin.serve("/gone", { body });
  const fetched = await driver.fetchDueOf(id);
  assert.equal(fetched?.completion.plan.status, "success");
});

test("while a worker has the feed and has not asked yet, the wish is granted by that fetch", async () => {
  const id = await driver.add("http://queued.example/feed");
  const [claim] = await claimOnly();
  assert.equal(claim?.feedId, id);
  assert.deepEqual(await requestFetch(pool, id, clock.now()), { kind: "requested" });
  await saveCompletions(pool, [completionOf(claim, clock.now(), 0)]);
  assert.ok(Number((await driver.feed(id))["next_run_at"]) > clock.now().getTime() + 30 * minuteMs);
});

test("a wish while the feed is being fetched brings one more run, when a person may ask again", async () => {
  const id = await driver.add("http://running.example/feed");
  const [claim] = await claimOnly();
  assert.ok(claim !== undefined);
  await markFetching(pool, [claim], clock.now());
  assert.deepEqual(await requestFetch(pool, id, clock.now()), { kind: "running" });
  assert.deepEqual(await requestFetch(pool, id, clock.now()), { kind: "running" });
  await saveCompletions(pool, [completionOf(claim, clock.now(), 0)]);
  assert.deepEqual((await driver.feed(id))["next_run_at"], new Date(clock.now().getTime() + 5 * minuteMs));
});

test("the one more run keeps to what the server asked for meanwhile", async () => {
  const id = await driver.add("http://tired.example/feed");
  const [claim] = await claimOnly();
  assert.ok(claim !== undefined);
  await markFetching(pool, [claim], clock.now());
  assert.deepEqual(await requestFetch(pool, id, clock.now()), { kind: "running" });
  const completion = completionOf(claim, clock.now(), 0);
  const until = new Date(clock.now().getTime() + 40 * minuteMs);
  const memory = { ...completion.plan.memory, notBefore: until };
  await saveCompletions(pool, [{ ...completion, plan: { ...completion.plan, memory } }]);
  assert.deepEqual((await driver.feed(id))["next_run_at"], until);
});

test("it is one run and no more: the next is planned as ever", async () => {
  const id = await driver.add("http://once.example/feed");
  const running = (await claimOnly()).filter(({ feedId }) => feedId === id);
  await markFetching(pool, running, clock.now());
  await requestFetch(pool, id, clock.now());
  await saveCompletions(
    pool,
    running.map((claim) => completionOf(claim, clock.now(), 0)),
  );
  clock.advance(5 * minuteMs);
  const again = (await claimOnly()).filter(({ feedId }) => feedId === id);
  const [completion] = again.map((claim) => completionOf(claim, clock.now(), 0));
  assert.ok(completion !== undefined);
  await saveCompletions(pool, [completion]);
  assert.deepEqual((await driver.feed(id))["next_run_at"], completion.plan.nextRunAt);
});

test("a feed that is disabled, deleted or unknown is refused with the reason", async () => {
  const disabled = await driver.add("http://disabled.example/feed");
  await changeFeed(pool, disabled, { enabled: false }, clock.now());
  const deleted = await driver.add("http://deleted.example/feed");
  await deleteFeed(pool, deleted, clock.now());
  assert.deepEqual(
    await Promise.all([disabled, deleted, randomUUID()].map((id) => requestFetch(pool, id, clock.now()))),
    [
      { kind: "not-runnable", message: "The feed is disabled." },
      { kind: "not-runnable", message: "The feed is deleted." },
      { kind: "unknown" },
    ],
  );
});

test("feeds made due together are only those that are enabled and not deleted; the others stay as they are", async () => {
  const ids: string[] = [];
  for (const name of ["kept", "off", "gone"])
    ids.push(await driver.add(`http://${name}.example/feed`, { firstRunAt: null }));
  const [kept = "", off = "", gone = ""] = ids;
  await changeFeed(pool, off, { enabled: false }, clock.now());
  await deleteFeed(pool, gone, clock.now());
  await changeSchedule(pool, await findLanes(pool, ids), (tx) => makeDue(tx, ids, clock.now(), clock.now()));
  const dueAt = async (id: string) => (await driver.feed(id))["next_run_at"];
  assert.deepEqual(await Promise.all([kept, off, gone].map(dueAt)), [clock.now(), null, null]);
});

async function flags(id: string): Promise<{ suspended: unknown; runnable: unknown }> {
  const { suspended, runnable } = await driver.feed(id);
  return { suspended, runnable };
}

function claimOnly() {
  return claimDueFeeds(pool, { ...newLease({ now: clock.now, leaseMs: 600_000, hostDelayMs: 0 }), page: 10 });
}

function goneOf(claim: ClaimedFeed) {
  const outcome = {
    kind: "failed",
    failure: "gone",
    httpStatus: 410,
    message: "Feed no longer available",
    retryAfterAt: null,
  } as const;
  const { limits } = driver.parts;
  const plan = planNextFetch({ state: claim.state, outcome, limits, now: clock.now(), random: () => 0 });
  return { ...completionOf(claim, clock.now(), 0), plan };
}
