import assert from "node:assert/strict";
import { test } from "node:test";
import { hubWorkOf } from "../../src/assemble-websub.ts";
import { wantSubscription } from "../../src/websub/hub-subscription-store.ts";
import { testParts } from "../ground/test-parts.ts";
import { dayMs, minuteMs, websubWorld } from "./websub-world.ts";

const world = await websubWorld();
const { clock, addFeedWith, fetchDue, ask, subscriptionOf, startHub } = world;

const named = (hub: string, self: string) => `<${hub}>; rel="hub", <${self}>; rel="self"`;

test("hub and own address are found in the Link header, in RSS, in Atom and in JSON Feed, the header first", async () => {
  const { publisher } = world;
  const hub = "http://127.0.0.1:9/doc-hub";
  const byHeader = await addFeedWith(null, { self: null, headers: { link: named("/hub?a=1", "http://a.test/self") } });
  const first = await addFeedWith(hub, {
    self: "http://a.test/in-document",
    headers: {
      link: '<http://h.test/one>; rel="hub", <http://h.test/two>; rel=hub, <http://a.test/h>; rel="self canonical"',
    },
  });
  const inRss = await addFeedWith(hub);
  const atom = await addFeedWith(null);
  publisher.serve(atom.path, {
    body: `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><link rel="hub" href="${hub}"/><link rel="self" href="/own"/></feed>`,
  });
  const json = await addFeedWith(null);
  publisher.serve(json.path, {
    headers: { "content-type": "application/feed+json" },
    body: JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: "J",
      feed_url: "http://a.test/json",
      hubs: [{ type: "WebSub", url: hub }],
      items: [],
    }),
  });
  await fetchDue();
  const found = async ({ id }: { id: string }) => {
    const subscription = await subscriptionOf(id);
    return subscription && [subscription.hub, subscription.topic];
  };
  assert.deepEqual(await found(byHeader), [new URL("/hub?a=1", byHeader.url).href, "http://a.test/self"]);
  assert.deepEqual(await found(first), ["http://h.test/one", "http://a.test/h"]);
  assert.deepEqual(await found(inRss), [hub, inRss.url]);
  assert.deepEqual(await found(atom), [hub, new URL("/own", atom.url).href]);
  assert.deepEqual(await found(json), [hub, "http://a.test/json"]);
});

test("a feed without its own address, or with a hub that is no web address, gets no subscription", async () => {
  const noSelf = await addFeedWith("http://127.0.0.1:9/hub", { self: null });
  const noWeb = await addFeedWith("ftp://127.0.0.1/hub");
  await fetchDue();
  assert.equal(await subscriptionOf(noSelf.id), null);
  assert.equal(await subscriptionOf(noWeb.id), null);
});

test("the hub is asked with a form, and verified once it asks back", async () => {
  const hub = await startHub();
  const feed = await addFeedWith(hub.url, { self: "http://elsewhere.test/feed?b=2&a=1" });
  await fetchDue();
  assert.equal(await ask(), 1);
  const { fields } = hub.last();
  assert.equal(fields["hub.mode"], "subscribe");
  assert.equal(fields["hub.topic"], "http://elsewhere.test/feed?b=2&a=1");
  assert.match(fields["hub.callback"] ?? "", /^https:\/\/news\.example\/websub\/[\w-]{43}$/);
  assert.equal(fields["hub.lease_seconds"], "864000");
  assert.match(fields["hub.secret"] ?? "", /^[0-9a-f]{64}$/);
  assert.equal((await subscriptionOf(feed.id))?.state, "asked");

  const answer = await hub.verify();
  assert.ok(answer.isEchoed && answer.status === 200);
  assert.match(answer.headers.get("content-type") ?? "", /^text\/plain/);
  assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  assert.equal(answer.headers.get("set-cookie"), null);
  const subscription = await subscriptionOf(feed.id);
  assert.equal(subscription?.state, "active");
  assert.deepEqual(subscription?.leaseUntil, new Date(clock.now().getTime() + 10 * dayMs));
  // Verified is not yet trusted.
  assert.equal((await world.feedOf(feed.id)).push_until, null);
});

test("a hub that verifies before it answers the request stays verified", async () => {
  const hub = await startHub();
  const feed = await addFeedWith(hub.url);
  hub.reply(async () => {
    assert.ok((await hub.verify()).isEchoed);
    return { status: 204 };
  });
  await fetchDue();
  await ask();
  assert.equal((await subscriptionOf(feed.id))?.state, "active");
  clock.advance(dayMs);
  assert.equal(await ask(), 0);
});

test("a hub that has moved is followed for 307 and 308, and for nothing else", async () => {
  const hub = await startHub();
  for (const [status, paths] of [
    [307, ["/hub", "/moved"]],
    [308, ["/hub", "/moved"]],
    [302, ["/hub"]],
  ] as const) {
    const feed = await addFeedWith(hub.url);
    const before = hub.asked().length;
    hub.reply(({ path }) => (path === "/hub" ? { status, headers: { location: "/moved" } } : { status: 202 }));
    await fetchDue();
    await ask();
    assert.deepEqual(
      hub
        .asked()
        .slice(before)
        .map(({ path }) => path),
      paths,
    );
    assert.equal((await subscriptionOf(feed.id))?.state, status === 302 ? "wanted" : "asked");
  }
  // Never in a circle.
  const before = hub.asked().length;
  hub.reply(() => ({ status: 307, headers: { location: "/hub" } }));
  const feed = await addFeedWith(hub.url);
  await fetchDue();
  await ask();
  assert.equal(hub.asked().length - before, 4);
  assert.match((await subscriptionOf(feed.id))?.note ?? "", /^The hub answered 307/);
});

test("after redirects of the feed, its own word is the topic", async () => {
  const hub = await startHub();
  const target = await addFeedWith(hub.url, { self: "http://a.test/topic" });
  await fetchDue();
  for (const status of [301, 302]) {
    const feed = await addFeedWith(null);
    world.publisher.serve(feed.path, { status, headers: { location: target.url } });
    clock.advance(minuteMs);
    await fetchDue();
    const { rows } = await world.worker.query(
      "select 1 from hub_subscriptions where feed_id = $1 and topic = 'http://a.test/topic'",
      [feed.id],
    );
    // A permanent move may merge the two feeds; then the target's own subscription is the one.
    const merged = await world.worker.query("select merged_into from feeds where id = $1", [feed.id]);
    assert.ok(rows.length === 1 || merged.rows[0]?.merged_into === target.id, String(status));
  }
});

test("a verification that we did not ask for is 404", async () => {
  const { hub, feed } = await world.addActive();
  const { hub: other } = await world.addActive();
  const otherTopic = other.last().fields["hub.topic"] ?? "";
  for (const [what, changes] of [
    ["another topic", { "hub.topic": `${feed.topic}/` }],
    ["somebody else's topic", { "hub.topic": otherTopic }],
    ["no topic", { "hub.topic": null }],
    ["to be forgotten", { "hub.mode": "unsubscribe" }],
    ["no mode", { "hub.mode": null }],
    ["no challenge", { "hub.challenge": null }],
    ["a challenge without end", { "hub.challenge": "x".repeat(2_001) }],
    ["no time at all", { "hub.lease_seconds": "0" }],
    ["a lease that is no number", { "hub.lease_seconds": "-5" }],
  ] as const) {
    assert.equal((await hub.verify(undefined, changes)).status, 404, what);
  }
  const stranger = await fetch(
    `${world.reachedAt}/websub/${"x".repeat(43)}?hub.mode=subscribe&hub.topic=a&hub.challenge=b`,
  );
  assert.equal(stranger.status, 404);
  // Before we asked, nobody can know the address; a guess that hits is refused all the same.
  const token = "t".repeat(43);
  const wanted = await addFeedWith(null);
  await wantSubscription(world.worker, { feedId: wanted.id, hub: hub.url, topic: wanted.url, token }, clock.now());
  const early = { path: "", fields: { "hub.callback": `${world.reachedAt}/websub/${token}`, "hub.topic": wanted.url } };
  assert.equal((await hub.verify(early)).status, 404);
});

test("a challenge is text, whatever is in it", async () => {
  const { hub } = await world.addActive();
  const answer = await hub.verify(undefined, { "hub.challenge": "<script>alert(1)</script>" });
  assert.equal(answer.text, "<script>alert(1)</script>");
  assert.match(answer.headers.get("content-type") ?? "", /^text\/plain/);
  assert.match(answer.headers.get("content-security-policy") ?? "", /default-src 'none'/);
});

test("a refusal by the hub ends it, with its reason", async () => {
  const { hub, feed } = await world.addActive();
  assert.equal(await hub.push(), 202);
  assert.notEqual((await world.feedOf(feed.id)).push_until, null);
  const denied = { "hub.mode": "denied", "hub.reason": "no more\0 room" };
  assert.equal((await hub.verify(undefined, { ...denied, "hub.topic": "http://a.test/other" })).status, 404);
  assert.equal((await hub.verify(undefined, denied)).status, 200);
  assert.deepEqual(
    [(await subscriptionOf(feed.id))?.state, (await subscriptionOf(feed.id))?.note],
    ["denied", "no more room"],
  );
  assert.equal((await world.feedOf(feed.id)).push_until, null);
  assert.equal((await hub.verify()).status, 404);
  assert.equal(await hub.push(), 410);
  clock.advance(40 * dayMs);
  const before = hub.asked().length;
  await ask();
  assert.equal(hub.asked().length, before);
});

test("a lease is renewed at four fifths, under the same address and secret", async () => {
  const { hub, feed } = await world.addActive();
  const first = hub.last();
  await hub.verify(first, { "hub.lease_seconds": "100000" });
  clock.advance(79_000_000);
  await ask();
  assert.equal(hub.asked().length, 1);
  clock.advance(1_000_000);
  await ask();
  assert.deepEqual(hub.asked(), [first, first]);
  // A hub that is away is asked again before the lease ends, and pushes count meanwhile.
  assert.equal((await subscriptionOf(feed.id))?.state, "active");
  clock.advance(10 * minuteMs);
  assert.equal(await hub.push(), 202);
  clock.advance(10_000_000);
  await ask();
  assert.equal(hub.asked().length, 3);
  // A lease of a second would make us ask all the time.
  await hub.verify(undefined, { "hub.lease_seconds": "1" });
  assert.deepEqual((await subscriptionOf(feed.id))?.leaseUntil, new Date(clock.now().getTime() + 10 * minuteMs));
  await hub.verify(undefined, { "hub.lease_seconds": "999999999999" });
  assert.deepEqual((await subscriptionOf(feed.id))?.leaseUntil, new Date(clock.now().getTime() + 30 * dayMs));
});

test("a hub that refuses or never verifies is asked once a day, then once a week", async () => {
  for (const status of [500, 202]) {
    const hub = await startHub();
    hub.reply(() => ({ status, body: "we are busy" }));
    const feed = await addFeedWith(hub.url);
    await fetchDue();
    for (let day = 0; day < 30; day += 1) {
      await ask();
      clock.advance(dayMs);
    }
    assert.equal(hub.asked().length, 8);
    const { state, note } = (await subscriptionOf(feed.id)) ?? {};
    assert.deepEqual([state, note], status === 500 ? ["wanted", "The hub answered 500: we are busy"] : ["asked", null]);
    assert.equal((await world.feedOf(feed.id)).push_until, null);
  }
});

test("another hub means another address, and the old one is told that nobody listens", async () => {
  const { hub, feed } = await world.addActive();
  const old = hub.last();
  const next = await startHub();
  feed.publish(["One", "Two"], next.url);
  clock.advance(dayMs);
  await fetchDue();
  await ask();
  assert.notEqual(next.last().fields["hub.callback"], old.fields["hub.callback"]);
  assert.notEqual(next.last().fields["hub.secret"], old.fields["hub.secret"]);
  assert.equal(await hub.push({ request: old }), 410);
  assert.equal((await hub.verify(old)).status, 404);
});

test("a hub in a private network is not asked", async () => {
  const hub = await startHub();
  const feed = await addFeedWith(hub.url);
  await fetchDue();
  const { clock: worldClock, publicOrigin } = world.parts;
  const guarded = testParts(world.database, { FETCH_ALLOW_NETWORKS: "" }, { clock: worldClock, publicOrigin });
  await hubWorkOf(guarded)?.(new AbortController().signal);
  assert.deepEqual(hub.asked(), []);
  assert.match((await subscriptionOf(feed.id))?.note ?? "", /^The hub could not be asked/);
});
