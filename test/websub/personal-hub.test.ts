import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { createResetPass, useResetPass } from "../../src/accounts/pass-store.ts";
import { createSecretToken } from "../../src/accounts/secret-token.ts";
import { indexItems } from "../../src/analysis/stories/index-items.ts";
import { asPerson } from "../../src/database/transaction.ts";
import { addFilter } from "../../src/items/filters/filter-store.ts";
import { addPersonalFeed, deletePersonalFeed, type PersonalSettings } from "../../src/items/personal-feed-store.ts";
import { isSigned, listenersOf } from "./listener.ts";
import { minuteMs, websubWorld } from "./websub-world.ts";

const world = await websubWorld();
const { clock, fetchDue, worker } = world;
const { web } = world.database;
const { addListener, askHub, work } = listenersOf(world);
const origin = "https://news.example";
const whole: PersonalSettings = { feedId: null, folderId: null, search: "", maxScore: null, unread: false };

/** Everything that is due is fetched and indexed, and a minute passes: a personal feed is sent no more often. */
async function settle() {
  await fetchDue();
  while ((await indexItems({ pool: worker, now: clock.now })) > 0);
  clock.advance(minuteMs);
  await work();
}

async function addPerson() {
  const id = randomUUID();
  await worker.query("insert into accounts.users (id, email) values ($1, $2)", [id, `${id}@example.org`]);
  const as = <Result>(run: Parameters<typeof asPerson<Result>>[2]) => asPerson(web, id, run);
  const follow = (feedId: string) =>
    worker.query("insert into subscriptions (id, user_id, feed_id, name) values (gen_random_uuid(), $1, $2, 'Feed')", [
      id,
      feedId,
    ]);
  const addAddress = async (settings: Partial<PersonalSettings> = {}) => {
    const { token, hash: tokenHash } = createSecretToken();
    const feed = { id: randomUUID(), tokenHash, name: "Mine", settings: { ...whole, ...settings } };
    await as((tx) => addPersonalFeed(tx, feed, clock.now()));
    return { id: feed.id, token, topic: `${origin}/personal/${token}/rss` };
  };
  return { id, as, follow, addAddress };
}

/** A person who follows one feed, and a way to bring news into it. */
async function addReader() {
  const person = await addPerson();
  const feed = await world.addFeedWith(null);
  await person.follow(feed.id);
  const titles = ["One"];
  const change = async (title: string) => {
    titles.push(title);
    feed.publish(titles);
    clock.advance(24 * 60 * minuteMs);
    await settle();
  };
  await settle();
  return { ...person, feed, change };
}

const reachable = (topic: string) => topic.replace(origin, world.reachedAt);
const titlesIn = (body: string) => [...body.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title).slice(1);

test("a personal feed names our hub in header and document, as RSS and without parameters only", async () => {
  const { addAddress } = await addReader();
  const { topic } = await addAddress();
  const answer = await fetch(reachable(topic));
  assert.equal(answer.headers.get("link"), `<${origin}/hub>; rel="hub", <${topic}>; rel="self"`);
  assert.match(await answer.text(), /<atom:link rel="hub" href="https:\/\/news\.example\/hub"\/>/);
  for (const other of [`${topic}?unread=1`, topic.replace(/rss$/, "atom"), topic.replace(/rss$/, "feed.json")]) {
    const document = await fetch(reachable(other));
    assert.equal(document.headers.get("link"), null, other);
    assert.doesNotMatch(await document.text(), /news\.example\/hub/);
  }
});

test("who listens gets the feed when it is verified and when it changed, signed, as its address gives it", async () => {
  const { addAddress, change } = await addReader();
  const { topic } = await addAddress();
  const listener = await addListener();
  assert.equal((await listener.ask(topic, { "hub.secret": "mine" })).status, 202);
  await work();
  const asked = new URL(listener.asked()[0]?.path ?? "", listener.origin);
  assert.equal(asked.searchParams.get("hub.topic"), topic);
  assert.deepEqual(
    listener.sent().map(({ body }) => titlesIn(body)),
    [["One"]],
  );
  await settle();
  assert.equal(listener.sent().length, 1, "nothing changed");

  await change("Two");
  assert.equal(listener.sent().length, 2);
  const last = listener.sent().at(-1);
  assert.ok(last !== undefined && isSigned(last, "mine"));
  assert.deepEqual(titlesIn(last.body), ["Two", "One"]);
  assert.equal(last.headers["link"], `<${origin}/hub>; rel="hub", <${topic}>; rel="self"`);
  assert.equal(last.headers["content-type"], "application/rss+xml; charset=utf-8");
  assert.equal(last.body, await (await fetch(reachable(topic))).text());
});

test("the database does not learn the address", async () => {
  const { addAddress } = await addReader();
  const { topic, token } = await addAddress();
  const listener = await addListener();
  await listener.ask(topic);
  const stored = async (table: "hub_requests" | "hub_listeners") =>
    JSON.stringify(
      (await worker.query(`select ${table}::text as row, encode(sealed_topic, 'escape') from ${table}`)).rows,
    );
  const requests = await stored("hub_requests");
  await work();
  for (const rows of [requests, await stored("hub_listeners")]) {
    assert.match(rows, /personal /);
    assert.ok(!rows.includes(token));
  }
});

test("it is sent only where the change shows in it", async () => {
  const [reader, other] = [await addReader(), await addReader()];
  const listeners = [await addListener(), await addListener(), await addListener()];
  const search = await reader.addAddress({ search: "lighthouse" });
  const topics = [await reader.addAddress(), search, await other.addAddress()].map(({ topic }) => topic);
  for (const [place, listener] of listeners.entries()) await listener.ask(topics[place] ?? "");
  await work();
  const counts = () => listeners.map((listener) => listener.sent().length);
  assert.deepEqual(counts(), [1, 1, 1]);
  await reader.change("Two");
  assert.deepEqual(counts(), [2, 1, 1]);
  await reader.change("A lighthouse");
  assert.deepEqual(counts(), [3, 2, 1]);
});

test("a mark is set by new items of followed feeds, by filters and by subscriptions, of their person alone", async () => {
  const [reader, other] = [await addReader(), await addReader()];
  const [mine, theirs] = [await reader.addAddress(), await other.addAddress()];
  for (const { topic } of [mine, theirs]) await (await addListener()).ask(topic);
  await work();
  const marked = async () => {
    const { rows } = await worker.query<{ id: string }>(
      "update hub_listeners set stale = false where stale returning personal_feed_id as id",
    );
    return rows.map(({ id }) => id);
  };
  assert.deepEqual(await marked(), []);
  const filter = { id: randomUUID(), name: "No", rule: { title: "One" }, action: "hide" as const };
  await reader.as((tx) => addFilter(tx, filter, clock.now()));
  assert.deepEqual(await marked(), [mine.id]);
  await reader.as((tx) => tx.query("delete from filters"));
  assert.deepEqual(await marked(), [mine.id]);
  await reader.follow(other.feed.id);
  assert.deepEqual(await marked(), [mine.id]);
  await worker.query("update item_index set category = category where feed_id = $1", [reader.feed.id]);
  assert.deepEqual(await marked(), [mine.id]);
  await worker.query("update item_index set category = category where feed_id = $1", [other.feed.id]);
  assert.deepEqual((await marked()).toSorted(), [mine.id, theirs.id].toSorted());
});

test("an address that was taken back ends it: revoked, ended with a password, or of a person who is gone", async () => {
  const ends: Record<string, (reader: Awaited<ReturnType<typeof addReader>>, id: string) => Promise<unknown>> = {
    revoked: ({ as }, id) => as((tx) => deletePersonalFeed(tx, id)),
    "ended with a password": async ({ id }) => {
      const pass = await createResetPass(web, `${id}@example.org`, clock.now());
      assert.equal(await useResetPass(web, pass ?? "", "hash", clock.now()), id);
    },
    "of a deleted person": async ({ id, as }) => {
      const filter = { id: randomUUID(), name: "No", rule: { title: "One" }, action: "hide" as const };
      await as((tx) => addFilter(tx, filter, clock.now()));
      await worker.query("delete from accounts.users where id = $1", [id]);
    },
    "of a disabled person": ({ id }) =>
      worker.query("update accounts.users set disabled_at = now() where id = $1", [id]),
  };
  for (const [what, end] of Object.entries(ends)) {
    const reader = await addReader();
    const { id, topic } = await reader.addAddress();
    const listener = await addListener();
    await listener.ask(topic);
    await work();
    await end(reader, id);
    await reader.change("Two");
    assert.equal(listener.sent().length, 1, what);
    const { rowCount } = await worker.query("select from hub_listeners where personal_feed_id = $1", [id]);
    assert.equal(rowCount, 0, what);
    assert.deepEqual(await listener.ask(topic), { status: 404, text: "There is no such feed at hub.topic." }, what);
  }
});

test("a token that opens nothing is refused, and one person's opens nothing of another's", async () => {
  const [one, two] = [await addReader(), await addReader()];
  const { token } = await one.addAddress();
  const refusals: [string, number][] = [
    [`${origin}/personal/${createSecretToken().token}/rss`, 404],
    [`${origin}/personal/${token}/rss?feed=${two.feed.id}`, 400],
    [`${origin}/personal/${token}/atom`, 400],
    [`${origin}/personal/short/rss`, 400],
    [`https://other.example/personal/${token}/rss`, 400],
  ];
  for (const [topic, status] of refusals) {
    const fields = { "hub.mode": "subscribe", "hub.topic": topic, "hub.callback": "https://a.example/x" };
    assert.equal((await askHub(fields)).status, status, topic);
  }
  const listener = await addListener();
  await listener.ask(`${origin}/personal/${token}/rss`);
  await work();
  await two.change("Theirs");
  assert.ok(listener.sent().every(({ body }) => !body.includes("Theirs")));
});

test("a listener that leaves gets nothing more; one that fails is tried again and has the newest then", async () => {
  const { addAddress, change } = await addReader();
  const { topic } = await addAddress();
  const [leaving, failing] = [await addListener(), await addListener()];
  for (const listener of [leaving, failing]) await listener.ask(topic);
  await work();
  await leaving.ask(topic, { "hub.mode": "unsubscribe" });
  await work();
  failing.answerWith(500);
  await change("Two");
  await change("Three");
  failing.answerWith(204);
  clock.advance(6 * 60 * minuteMs);
  await work();
  assert.equal(leaving.sent().length, 1);
  assert.deepEqual(titlesIn(failing.sent().at(-1)?.body ?? ""), ["Three", "Two", "One"]);
  const before = failing.sent().length;
  await settle();
  assert.equal(failing.sent().length, before);
});

test("twenty programs may listen to the feeds of one person, and renew", async () => {
  const { addAddress } = await addReader();
  const { topic } = await addAddress();
  const listener = await addListener();
  const ask = (n: number) => listener.ask(topic, { "hub.callback": `${listener.origin}/${n}` });
  for (let n = 1; n <= 20; n += 1) {
    assert.equal((await ask(n)).status, 202);
    if (n % 10 === 0) await work();
  }
  assert.equal((await ask(21)).status, 429);
  assert.equal((await ask(20)).status, 202);
  await work();
});
