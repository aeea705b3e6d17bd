import assert from "node:assert/strict";
import { test } from "node:test";
import { hubWorkOf } from "../../src/assemble-websub.ts";
import { describePush } from "../../src/websub/describe-push.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { dayMs, minuteMs, websubWorld } from "./websub-world.ts";

const world = await websubWorld();
const { clock, fetchDue, ask, worker } = world;

/** Ten days of a feed: what happens in them, then the hub is asked and verifies, if it is. True: it was. */
async function passLease(hub: Awaited<ReturnType<typeof world.addActive>>["hub"], during: () => Promise<void>) {
  const before = hub.asked().length;
  clock.advance(dayMs);
  // The fetch before the news, in the same lease.
  await fetchDue();
  clock.advance(dayMs);
  await during();
  clock.advance(6 * dayMs);
  await ask();
  const isAsked = hub.asked().length > before;
  if (isAsked) await hub.verify();
  return isAsked;
}

test("a hub that tells nothing, although the feed publishes, is not renewed after three leases", async () => {
  const { hub, feed } = await world.addActive();
  const titles = ["One"];
  const publish = async () => {
    titles.push(`News ${titles.length}`);
    feed.publish(titles);
    await fetchDue();
  };
  const asked: boolean[] = [];
  for (let lease = 0; lease < 5; lease += 1) asked.push(await passLease(hub, publish));
  assert.deepEqual(asked, [true, true, false, false, false]);
  const ended = await world.subscriptionOf(feed.id);
  assert.ok(ended !== null && ended.state === "denied");
  assert.match(describePush(ended), /does not tell of new items\. It told nothing in 3 leases/);
  // Nothing was lost: the feed was fetched all the time.
  assert.equal((await world.feedOf(feed.id)).items, 6);
  assert.equal(await hub.push(), 410);
});

test("a hub that pushes, and one whose feed is quiet, are renewed on and on", async () => {
  const { hub, feed } = await world.addActive();
  const quiet = await world.addActive();
  const titles = ["One"];
  for (let lease = 0; lease < 5; lease += 1) {
    const before = quiet.hub.asked().length;
    const isAsked = await passLease(hub, async () => {
      titles.push(`News ${titles.length}`);
      feed.publish(titles);
      // Its push comes too late for one fetch in each lease: it is not silent.
      await fetchDue();
      clock.advance(10 * minuteMs);
      await hub.push();
      await fetchDue();
    });
    assert.equal(isAsked, true);
    assert.equal(quiet.hub.asked().length, before + 1);
    await quiet.hub.verify();
  }
});

test("a hub dies and comes back: its feed's items are all there, each once", async () => {
  const { hub, feed } = await world.addActive();
  clock.advance(10 * minuteMs);
  feed.publish(["One", "Two"]);
  await hub.push();
  await fetchDue();
  // It is away for three days, and refuses to renew; the feed goes on.
  hub.reply(() => ({ status: 503 }));
  const titles = ["One", "Two"];
  for (const title of ["Three", "Four", "Five"]) {
    titles.push(title);
    feed.publish(titles);
    // Once a day, give or take a tenth.
    clock.advance(1.5 * dayMs);
    await fetchDue();
    await ask();
  }
  assert.equal((await world.feedOf(feed.id)).items, 5);
  hub.reply(() => ({ status: 202 }));
  feed.publish([...titles, "Six"]);
  clock.advance(10 * minuteMs);
  // What it had kept for us comes now, three times.
  for (let times = 0; times < 3; times += 1) assert.equal(await hub.push(), 202);
  await fetchDue();
  const { rows } = await worker.query<{ title: string }>("select title from items where feed_id = $1 order by id", [
    feed.id,
  ]);
  assert.deepEqual(rows.map(({ title }) => title).toSorted(), ["Five", "Four", "One", "Six", "Three", "Two"]);
});

test("our own hub is killed while it sends, and a listener dies: both come back, and the listener has the newest feed", async () => {
  const feed = await world.addFeedWith(null);
  await worker.query("update feeds set published = true where id = $1", [feed.id]);
  await fetchDue();
  const listener = await startReceiver();
  let status = 204;
  const killed = new AbortController();
  let isDeadly = false;
  listener.reply(({ path }) => {
    const challenge = new URL(path, listener.origin).searchParams.get("hub.challenge");
    if (challenge !== null) return { status: 200, body: challenge };
    if (isDeadly) killed.abort();
    return { status };
  });
  const topic = `https://news.example/rss?url=${encodeURIComponent(feed.url)}`;
  const fields = { "hub.mode": "subscribe", "hub.topic": topic, "hub.callback": `${listener.origin}/hook` };
  await fetch(`${world.reachedAt}/hub`, { method: "POST", body: new URLSearchParams(fields) });
  while ((await ask()) > 0);
  const sent = () => listener.received.filter(({ path }) => path === "/hook").map(({ body }) => body);
  const publish = async (titles: string[]) => {
    feed.publish(titles);
    clock.advance(dayMs);
    await fetchDue();
  };

  isDeadly = true;
  await publish(["One", "Two"]);
  await hubWorkOf(world.parts)?.(killed.signal);
  assert.equal(sent().length, 1);
  isDeadly = false;
  status = 503;
  await publish(["One", "Two", "Three"]);
  await ask();
  status = 204;
  clock.advance(60 * minuteMs);
  while ((await ask()) > 0);
  assert.match(sent().at(-1) ?? "", /Three/);
  // It is confirmed now, and not sent again.
  const before = sent().length;
  clock.advance(dayMs);
  while ((await ask()) > 0);
  assert.equal(sent().length, before);
});
