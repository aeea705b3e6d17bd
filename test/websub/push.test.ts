import assert from "node:assert/strict";
import { test } from "node:test";
import { dayMs, minuteMs, websubWorld } from "./websub-world.ts";

const world = await websubWorld();
const { clock, fetchDue, feedOf, ask } = world;

test("a push makes the feed due at once, and only a right signature counts", async () => {
  const { hub, feed } = await world.addActive();
  clock.advance(10 * minuteMs);
  const planned = (await feedOf(feed.id)).next_run_at;
  assert.ok(planned > clock.now());
  const wrong = "0".repeat(64);
  for (const signature of [null, "", `sha256=${wrong}`, "sha256=zz", "sha256", "md5=0123", `sha256=${wrong},sha256=`]) {
    assert.equal(await hub.push({ signature }), 202);
    assert.deepEqual((await feedOf(feed.id)).next_run_at, planned, String(signature));
    assert.equal((await feedOf(feed.id)).push_until, null);
  }
  for (const method of ["sha1", "sha256", "sha384", "sha512"]) {
    feed.publish(["One", method]);
    assert.equal(await hub.push({ method, body: "anything at all" }), 202);
    assert.deepEqual(await fetchDue(), [feed.id], method);
    clock.advance(10 * minuteMs);
  }
  assert.equal((await feedOf(feed.id)).items, 5);
});

test("an address, a topic or a reason with a character that no text in the database has is no error", async () => {
  const { hub } = await world.addActive();
  const nobody = `${world.reachedAt}/websub/${"A".repeat(42)}%00`;
  assert.equal(
    (await fetch(`${nobody}?hub.mode=subscribe&hub.topic=x&hub.challenge=y&hub.lease_seconds=9`)).status,
    404,
  );
  assert.equal((await fetch(`${nobody}?hub.mode=denied&hub.topic=x`)).status, 404);
  assert.equal((await fetch(nobody, { method: "POST", body: "<rss/>" })).status, 410);
  assert.equal((await hub.verify(hub.last(), { "hub.topic": "https://a.example/\0" })).status, 404);
  assert.equal((await hub.verify(hub.last(), { "hub.mode": "denied", "hub.topic": "\0" })).status, 404);
  assert.equal((await hub.verify(hub.last(), { "hub.mode": "denied", "hub.reason": "no\0\n" })).status, 200);
});

test("the stronger of two signatures decides", async () => {
  const { hub, feed } = await world.addActive();
  clock.advance(10 * minuteMs);
  const { createHmac } = await import("node:crypto");
  const digest = (method: string) =>
    createHmac(method, hub.last().fields["hub.secret"] ?? "")
      .update("x")
      .digest("hex");
  await hub.push({ body: "x", signature: `sha1=${digest("sha1")},sha256=${"0".repeat(64)}` });
  assert.ok((await feedOf(feed.id)).next_run_at > clock.now());
  await hub.push({ body: "x", signature: `sha1=${"0".repeat(40)}, sha256=${digest("sha256")}` });
  assert.ok((await feedOf(feed.id)).next_run_at < clock.now());
  await fetchDue();
});

test("a push that is sent again and again costs one request in five minutes", async () => {
  const { hub, feed } = await world.addActive();
  clock.advance(10 * minuteMs);
  const before = feed.requests();
  for (let minute = 0; minute < 15; minute += 1) {
    for (let times = 0; times < 5; times += 1) await hub.push();
    await fetchDue();
    clock.advance(minuteMs);
  }
  assert.equal(feed.requests() - before, 3);
});

test("a push just after a fetch is not lost: the feed is fetched when it may be", async () => {
  const { hub, feed } = await world.addActive();
  feed.publish(["One", "Two"]);
  clock.advance(minuteMs);
  await hub.push();
  assert.deepEqual(await fetchDue(), []);
  clock.advance(4 * minuteMs);
  assert.deepEqual(await fetchDue(), [feed.id]);
  assert.equal((await feedOf(feed.id)).items, 2);
});

test("a push never makes us come before a time that the publisher named", async () => {
  const { hub, feed } = await world.addActive();
  clock.advance(dayMs);
  world.publisher.serve(feed.path, { status: 429, headers: { "retry-after": "7200" } });
  await fetchDue();
  const before = feed.requests();
  clock.advance(60 * minuteMs);
  assert.equal(await hub.push(), 202);
  assert.deepEqual(await fetchDue(), []);
  clock.advance(61 * minuteMs);
  await fetchDue();
  assert.equal(feed.requests() - before, 1);
});

test("from its first push on a hub is relied on: the feed is fetched once a day", async () => {
  const { hub, feed } = await world.addActive();
  clock.advance(10 * minuteMs);
  feed.publish(["One", "Two"]);
  await hub.push();
  await fetchDue();
  const { winner, next_run_at: next, push_until: until } = await feedOf(feed.id);
  assert.equal(winner, "push");
  assert.ok(next.getTime() - clock.now().getTime() >= dayMs);
  assert.deepEqual(until, (await world.subscriptionOf(feed.id))?.leaseUntil);
});

test("a fetch that finds what no push announced gives the feed its own interval back, until the next push", async () => {
  const { hub, feed } = await world.addActive();
  const found = ["One"];
  const bringNews = () => {
    found.push(`News ${found.length}`);
    feed.publish(found);
  };
  for (const missed of [1, 2, 3]) {
    clock.advance(10 * minuteMs);
    bringNews();
    await hub.push();
    await fetchDue();
    assert.equal((await feedOf(feed.id)).winner, "push");

    bringNews();
    clock.advance(2 * dayMs);
    await fetchDue();
    const { winner, next_run_at: next, push_until: until } = await feedOf(feed.id);
    assert.notEqual(winner, "push");
    assert.equal(until, null);
    assert.ok(next.getTime() - clock.now().getTime() < dayMs);
    assert.equal((await world.subscriptionOf(feed.id))?.missed, missed);
  }
  // Too often in one lease: pushes still fetch, and nobody relies on them.
  clock.advance(10 * minuteMs);
  bringNews();
  await hub.push();
  assert.deepEqual(await fetchDue(), [feed.id]);
  assert.equal((await feedOf(feed.id)).push_until, null);
  // A new lease is a new start.
  clock.advance(3 * dayMs);
  await ask();
  assert.ok((await hub.verify()).isEchoed);
  assert.equal(await hub.push(), 202);
  assert.notEqual((await feedOf(feed.id)).push_until, null);
  await fetchDue();
});

test("a daily fetch that finds nothing new keeps the trust", async () => {
  const { hub, feed } = await world.addActive();
  clock.advance(10 * minuteMs);
  await hub.push();
  await fetchDue();
  clock.advance(2 * dayMs);
  assert.ok((await fetchDue()).includes(feed.id));
  assert.equal((await feedOf(feed.id)).winner, "push");
  assert.equal((await world.subscriptionOf(feed.id))?.missed, 0);
});

test("a hub that goes away costs a day at most: when its lease ends, the feed has its own interval", async () => {
  const { hub, feed } = await world.addActive();
  clock.advance(10 * minuteMs);
  await hub.push();
  await fetchDue();
  hub.reply(() => ({ status: 503 }));
  let requests = feed.requests();
  for (let day = 0; day < 12; day += 1) {
    clock.advance(dayMs + 3 * 60 * minuteMs);
    await ask();
    await fetchDue();
    assert.equal(feed.requests(), (requests += 1), `day ${day}`);
  }
  assert.notEqual((await feedOf(feed.id)).winner, "push");
  assert.equal(await hub.push(), 410);
});

test("a feed that names no hub any more is polled, and its hub is told that nobody listens", async () => {
  const { hub, feed } = await world.addActive();
  clock.advance(10 * minuteMs);
  feed.publish(["One", "Two"]);
  await hub.push();
  await fetchDue();
  feed.publish(["One", "Two"], null);
  clock.advance(2 * dayMs);
  await fetchDue();
  assert.equal(await world.subscriptionOf(feed.id), null);
  assert.notEqual((await feedOf(feed.id)).winner, "push");
  assert.equal(await hub.push(), 410);
});

test("an address that nobody knows is gone, before anything of the body is read", async () => {
  const answer = await fetch(`${world.reachedAt}/websub/${"x".repeat(43)}`, { method: "POST", body: "y" });
  assert.equal(answer.status, 410);
});

test("a body larger than a feed may be is refused", async () => {
  const { hub, feed } = await world.addActive();
  clock.advance(10 * minuteMs);
  assert.equal(await hub.push({ body: Buffer.alloc(10_000_001) }), 413);
  assert.ok((await feedOf(feed.id)).next_run_at > clock.now());
  assert.equal(await hub.push({ body: Buffer.alloc(10_000_000) }), 202);
  assert.ok((await feedOf(feed.id)).next_run_at < clock.now());
  await fetchDue();
});

test("a push to a suspended or disabled feed asks nobody", async () => {
  for (const change of ["suspended = true", "enabled = false"]) {
    const { hub, feed } = await world.addActive();
    clock.advance(10 * minuteMs);
    const before = feed.requests();
    await world.worker.query(`update feeds set ${change} where id = $1`, [feed.id]);
    assert.equal(await hub.push(), 202);
    await fetchDue();
    assert.equal(feed.requests(), before, change);
  }
});
