import assert from "node:assert/strict";
import { test } from "node:test";
import { readRequest } from "../../src/websub/own-hub/read-request.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { isSigned, listenersOf } from "./listener.ts";
import { dayMs, minuteMs, websubWorld } from "./websub-world.ts";

const world = await websubWorld();
const { clock, fetchDue, worker } = world;
const { addListener, askHub, work } = listenersOf(world);
const topicOf = (url: string) => `https://news.example/rss?url=${encodeURIComponent(url)}`;

/** A clean feed, and a way to make it change. */
async function addCleanFeed() {
  const feed = await world.addFeedWith(null);
  await worker.query("update feeds set published = true where id = $1", [feed.id]);
  await fetchDue();
  const titles = ["One"];
  const change = async () => {
    titles.push(`News ${titles.length}`);
    feed.publish(titles);
    clock.advance(dayMs);
    await fetchDue();
  };
  return { ...feed, topic: topicOf(feed.url), change };
}

test("a clean feed names its hub and its own address, in the document and in the header", async () => {
  const feed = await addCleanFeed();
  // From the database, then from memory.
  for (const place of ["app", "fast lane"]) {
    const answer = await fetch(`${world.reachedAt}/rss?url=${encodeURIComponent(feed.url)}`);
    assert.equal(
      answer.headers.get("link"),
      `<https://news.example/hub>; rel="hub", <${feed.topic}>; rel="self"`,
      place,
    );
    assert.match(await answer.text(), /<atom:link rel="hub" href="https:\/\/news\.example\/hub"\/>/);
  }
  const atom = await fetch(`${world.reachedAt}/atom?url=${encodeURIComponent(feed.url)}`);
  assert.equal(atom.headers.get("link"), null);
  await atom.text();
});

test("who asks and confirms gets the whole feed when it changes, and nothing before", async () => {
  const feed = await addCleanFeed();
  const listener = await addListener();
  assert.equal((await listener.ask(feed.topic, { "hub.other": "ignored", foo: "bar" })).status, 202);
  await work();
  const [question] = listener.asked();
  const { searchParams } = new URL(question?.path ?? "", listener.origin);
  assert.deepEqual([...searchParams.keys()], ["a", "b", "hub.mode", "hub.topic", "hub.challenge", "hub.lease_seconds"]);
  assert.equal(searchParams.get("hub.mode"), "subscribe");
  assert.equal(searchParams.get("hub.topic"), feed.topic);
  assert.equal(searchParams.get("hub.lease_seconds"), "864000");
  assert.deepEqual(listener.sent(), []);

  await feed.change();
  await work();
  const [one, ...others] = listener.sent();
  assert.ok(one !== undefined && others.length === 0);
  assert.equal(one.path, "/hook?a=1&b=2");
  assert.equal(one.headers["content-type"], "application/rss+xml; charset=utf-8");
  assert.equal(one.headers["link"], `<https://news.example/hub>; rel="hub", <${feed.topic}>; rel="self"`);
  assert.equal(one.headers["x-hub-signature"], undefined);
  const served = await fetch(`${world.reachedAt}/rss?url=${encodeURIComponent(feed.url)}`);
  assert.equal(one.body, await served.text());
  await work();
  assert.equal(listener.sent().length, 1);
});

test("with a secret it is signed; asking again replaces secret and lease; to be forgotten is confirmed too", async () => {
  const feed = await addCleanFeed();
  const listener = await addListener();
  await listener.ask(feed.topic, { "hub.secret": "first" });
  await work();
  await listener.ask(feed.topic, { "hub.secret": "second", "hub.lease_seconds": "5" });
  await work();
  const leases = listener
    .asked()
    .map(({ path }) => new URL(path, listener.origin).searchParams.get("hub.lease_seconds"));
  assert.deepEqual(leases, ["864000", "86400"]);
  // Within the day that is the shortest lease.
  await worker.query("update hub_listeners set lease_until = lease_until + interval '30 days'");
  await feed.change();
  await work();
  assert.equal(listener.sent().length, 1);
  const [one] = listener.sent();
  assert.ok(one !== undefined && isSigned(one, "second") && !isSigned(one, "first"));

  await listener.ask(feed.topic, { "hub.mode": "unsubscribe" });
  await feed.change();
  listener.deny();
  await work();
  assert.equal(listener.sent().length, 2, "not confirmed: it goes on");
});

test("a listener that confirms its leave gets nothing more", async () => {
  const feed = await addCleanFeed();
  const listener = await addListener();
  await listener.ask(feed.topic);
  await work();
  await listener.ask(feed.topic, { "hub.mode": "unsubscribe" });
  await work();
  await feed.change();
  await work();
  assert.deepEqual([listener.asked().length, listener.sent().length], [2, 0]);
});

test("somebody else's callback is asked once, and gets nothing", async () => {
  const feed = await addCleanFeed();
  const answers: Record<string, Parameters<Awaited<ReturnType<typeof startReceiver>>["reply"]>[0]> = {
    "another text": () => ({ status: 200, body: "hello" }),
    "the challenge with more": ({ path }) => ({
      status: 200,
      body: `${new URL(path, "http://a").searchParams.get("hub.challenge")} `,
    }),
    "not found": () => ({ status: 404 }),
    elsewhere: () => ({ status: 302, headers: { location: "/other" } }),
  };
  for (const [what, reply] of Object.entries(answers)) {
    const stranger = await startReceiver();
    stranger.reply(reply);
    await askHub({ "hub.mode": "subscribe", "hub.topic": feed.topic, "hub.callback": stranger.url });
    await work();
    await feed.change();
    clock.advance(dayMs);
    await work();
    assert.equal(stranger.received.length, 1, what);
  }
});

test("what fails is sent again, later and later, with what is new by then; 410 and the end of the lease end it", async () => {
  const feed = await addCleanFeed();
  const [listener, gone] = [await addListener(), await addListener()];
  for (const one of [listener, gone]) await one.ask(feed.topic);
  await work();
  listener.answerWith(500);
  gone.answerWith(410);
  await feed.change();
  await work();
  for (const [waitMs, count] of [
    [29_000, 1],
    [1_000, 2],
    [4 * minuteMs, 2],
    [minuteMs, 3],
    [60 * minuteMs, 4],
  ] as const) {
    clock.advance(waitMs);
    await work();
    assert.equal(listener.sent().length, count);
  }
  listener.answerWith(204);
  clock.advance(6 * 60 * minuteMs);
  await work();
  await work();
  assert.equal(listener.sent().length, 5);
  assert.match(listener.sent().at(-1)?.body ?? "", /News 1/);
  assert.equal(gone.sent().length, 1);
  clock.advance(10 * dayMs);
  await feed.change();
  await work();
  assert.equal(listener.sent().length, 5);
});

test("a feed that is no longer published is not sent", async () => {
  const feed = await addCleanFeed();
  const listener = await addListener();
  await listener.ask(feed.topic);
  await work();
  await feed.change();
  await worker.query("update feeds set published = false where id = $1", [feed.id]);
  await work();
  assert.deepEqual(listener.sent(), []);
});

test("a request that makes no sense is refused with a sentence", async () => {
  const feed = await addCleanFeed();
  const right = { "hub.mode": "subscribe", "hub.topic": feed.topic, "hub.callback": "https://a.example/x" };
  for (const [changes, status, sentence] of [
    [{ "hub.mode": "publish" }, 400, /^hub\.mode/],
    [{ "hub.topic": "https://elsewhere.example/rss?url=x" }, 400, /^hub\.topic/],
    [{ "hub.topic": `${feed.topic}&max_score=0.5` }, 400, /^hub\.topic/],
    [{ "hub.topic": topicOf("https://nobody.example/feed") }, 404, /^There is no such feed/],
    [{ "hub.topic": topicOf("https://nobody.example/\0") }, 404, /^There is no such feed/],
    [{ "hub.topic": topicOf("\0") }, 404, /^There is no such feed/],
    [{ "hub.callback": "ftp://a.example/x" }, 400, /^hub\.callback/],
    [{ "hub.callback": "https://me:secret@a.example/x" }, 400, /^hub\.callback/],
    [{ "hub.callback": "https://a.example/x#y" }, 400, /^hub\.callback/],
    [{ "hub.callback": `https://a.example/${"x".repeat(2_000)}` }, 400, /^hub\.callback/],
    [{ "hub.secret": "x".repeat(200) }, 400, /^hub\.secret/],
    [{ "hub.lease_seconds": "long" }, 400, /^hub\.lease_seconds/],
  ] as const) {
    const { status: answered, text } = await askHub({ ...right, ...changes });
    assert.equal(answered, status, JSON.stringify(changes));
    assert.match(text, sentence);
  }
  assert.equal((await askHub({ ...right, "hub.secret": "x".repeat(199) })).status, 202);
  await worker.query("delete from hub_requests");
});

test("a lease is a day at least and ten at most", () => {
  const lease = (seconds: string) => {
    const fields = {
      "hub.mode": "subscribe",
      "hub.topic": topicOf("http://a.test/"),
      "hub.callback": "http://b.test/",
    };
    const read = readRequest(new URLSearchParams({ ...fields, "hub.lease_seconds": seconds }), "https://news.example");
    return typeof read === "string" ? read : read.leaseSeconds;
  };
  assert.deepEqual(["0", "86401", "99999999"].map(lease), [86_400, 86_401, 864_000]);
});

test("at one host only so many may wait to be verified", async () => {
  const feed = await addCleanFeed();
  const ask = (path: number, host = "a.example") =>
    askHub({ "hub.mode": "subscribe", "hub.topic": feed.topic, "hub.callback": `https://${host}/${path}` });
  for (let count = 0; count < 20; count += 1) assert.equal((await ask(count)).status, 202);
  assert.equal((await ask(20)).status, 429);
  assert.equal((await ask(20, "b.example")).status, 202);
  await worker.query("delete from hub_requests");
});
