import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { saveBrief } from "../../src/briefs/brief-store.ts";
import { createGuardedSender } from "../../src/http-client/guarded-sender.ts";
import { enableWebhook, listWebhooks, queueItem, queueTest } from "../../src/webhooks/webhook-store.ts";
import { isSigned, startReceiver } from "./receiver.ts";
import { secret, webhookWorld } from "./webhook-world.ts";

const world = await webhookWorld();
const { addHook, addDeliverer } = world;
const { worker } = world.database;
const hourMs = 3_600_000;

test("a new item goes to the hooks of its readers, signed, with the plain title, once", async () => {
  const [anna, ben] = [await world.addReader(), await world.addReader()];
  const receiver = await startReceiver();
  await addHook(anna, { url: receiver.url, events: ["item.new"] });
  await addHook(ben, { url: receiver.url, events: ["item.starred"] });
  const feed = await world.addFeed([anna, ben], "Harbour Gazette");
  const item = await world.addItem(feed, { title: "Mayor slams bridge plan!", url: "https://harbour.example/1" });
  await world.addItem(feed, { title: "Old news", pubDate: new Date(Date.now() - 72 * hourMs) });
  await world.settle();
  await addDeliverer().runAll();
  const [one] = receiver.received;
  assert.ok(one !== undefined && receiver.received.length === 1);
  assert.ok(isSigned(one, secret));
  assert.ok(!isSigned({ ...one, body: one.body.replace("Mayor", "Major") }, secret));
  assert.ok(!isSigned(one, secret, Date.now() + hourMs));
  const sent = JSON.parse(one.body) as { id: string; event: string; item: object };
  assert.equal(sent.id, one.headers["webhook-id"]);
  assert.partialDeepStrictEqual(sent, {
    event: "item.new",
    item: {
      id: item,
      url: "https://harbour.example/1",
      title: "Mayor criticizes bridge plan",
      original_title: "Mayor slams bridge plan!",
      feed: { title: "Harbour Gazette", folder: null },
    },
  });
  await world.settle();
  await addDeliverer().runAll();
  assert.equal(receiver.received.length, 1);
});

test("only items of the folder and with the words are sent", async () => {
  const anna = await world.addReader();
  const receiver = await startReceiver();
  const [inside, outside] = [await world.addFeed([anna], "Inside"), await world.addFeed([anna], "Outside")];
  const folderId = randomUUID();
  await worker.query(
    `with f as (insert into folders (id, user_id, name, created_at, updated_at) values ($1, $2, 'World', now(), now()) returning id)
     update subscriptions s set folder_id = f.id from f where s.user_id = $2 and s.feed_id = $3`,
    [folderId, anna.id, inside],
  );
  await addHook(anna, { url: receiver.url, events: ["item.new"], folderId, words: 'bridge -"old bridge"' });
  for (const [feed, title] of [
    [inside, "The bridge opens"],
    [inside, "The old bridge opens"],
    [inside, "The school opens"],
    [outside, "The bridge opens elsewhere"],
  ] as const) {
    await world.addItem(feed, { title });
  }
  await world.settle();
  await addDeliverer().runAll();
  const titles = receiver.received.map(
    ({ body }) => (JSON.parse(body) as { item: { original_title: string } }).item.original_title,
  );
  assert.deepEqual(titles, ["The bridge opens"]);
});

test("a star, a press of “Send to”, a brief and a broken feed are told", async () => {
  const anna = await world.addReader();
  const receiver = await startReceiver();
  const hook = await addHook(anna, {
    url: receiver.url,
    events: ["item.starred", "item.saved", "brief.written", "feed.failing"],
  });
  const feed = await world.addFeed([anna], "Gazette");
  const item = await world.addItem(feed, { title: "The bridge opens" });
  await world.settle();
  await anna.post(`/items/${item}/star`);
  await anna.post(`/items/${item}/unstar`);
  await anna.post(`/items/${item}/star`);
  assert.equal((await anna.post(`/items/${item}/send`, { webhook: hook })).status, 303);
  const draft = {
    content: "The bridge opened [1].",
    sections: [],
    itemRefs: [item],
    itemCount: 1,
    writtenBy: "extract",
  };
  await anna.as((tx) => saveBrief(tx, anna.id, draft, new Date()));
  await worker.query(
    "update feeds set enabled = true, last_fetch_status = 'temporary_error', last_fetch_error = 'HTTP 500', last_success_at = now() - interval '2 days' where id = $1",
    [feed],
  );
  await addDeliverer().runAll();
  await addDeliverer().runAll();
  const events = receiver.received.map(({ body }) => (JSON.parse(body) as { event: string }).event);
  assert.deepEqual(events.toSorted(), ["brief.written", "feed.failing", "item.saved", "item.starred"]);
  const failing = receiver.received.map(({ body }) => body).find((body) => body.includes("feed.failing"));
  assert.match(failing ?? "", /HTTP 500/);
});

test("a receiver that fails is asked again later, with the same id, until it takes it", async () => {
  const anna = await world.addReader();
  const receiver = await startReceiver();
  const hook = await addHook(anna, { url: receiver.url, events: ["item.saved"] });
  const deliverer = addDeliverer();
  receiver.reply(() => ({ status: 503, headers: { "retry-after": "60" }, body: "busy" }));
  await anna.as((tx) => queueTest(tx, hook, new Date()));
  await deliverer.runAll();
  assert.equal(receiver.received.length, 1);
  const [listed] = await anna.as(listWebhooks);
  assert.ok(listed?.failingSince);
  assert.partialDeepStrictEqual(listed.deliveries[0], { isDelivered: false, attempts: 1, answer: "busy" });
  receiver.reply(() => ({ status: 200 }));
  deliverer.wait(61_000);
  await deliverer.runAll();
  assert.equal(receiver.received.length, 2);
  assert.equal(receiver.received[0]?.headers["webhook-id"], receiver.received[1]?.headers["webhook-id"]);
  const [after2] = await anna.as(listWebhooks);
  assert.equal(after2?.failingSince, null);
  assert.equal(after2?.deliveries[0]?.isDelivered, true);
});

test("after three days of failures it is switched off, the owner is told once, and nothing waiting is lost", async () => {
  const anna = await world.addReader();
  const receiver = await startReceiver();
  const hook = await addHook(anna, { url: receiver.url, events: ["item.saved"] });
  const deliverer = addDeliverer();
  receiver.reply(() => ({ status: 500 }));
  const item = await world.addItem(await world.addFeed([anna], "Gazette"), { title: "The bridge opens" });
  await anna.as((tx) => queueTest(tx, hook, new Date()));
  await deliverer.runAll();
  deliverer.wait(73 * hourMs);
  await anna.as((tx) => queueItem(tx, hook, item, new Date()));
  await deliverer.runAll();
  const [listed] = await anna.as(listWebhooks);
  assert.ok(listed?.disabledAt);
  assert.equal(deliverer.mails.length, 1);
  assert.equal(deliverer.mails[0]?.to, anna.email);
  const asked = receiver.received.length;
  deliverer.wait(48 * hourMs);
  await deliverer.runAll();
  assert.equal(receiver.received.length, asked);
  receiver.reply(() => ({ status: 200 }));
  await anna.as((tx) => enableWebhook(tx, hook));
  await deliverer.runAll();
  const [again] = await anna.as(listWebhooks);
  assert.ok(again?.deliveries.every(({ isDelivered }) => isDelivered));
});

test("410 switches it off at once", async () => {
  const anna = await world.addReader();
  const receiver = await startReceiver();
  const hook = await addHook(anna, { url: receiver.url, events: ["item.saved"] });
  receiver.reply(() => ({ status: 410 }));
  await anna.as((tx) => queueTest(tx, hook, new Date()));
  const deliverer = addDeliverer();
  await deliverer.runAll();
  assert.ok((await anna.as(listWebhooks))[0]?.disabledAt);
  assert.equal(deliverer.mails.length, 1);
});

test("no byte goes to a private address without the operator's permission, and a redirect is not followed", async () => {
  const anna = await world.addReader();
  const receiver = await startReceiver();
  const hook = await addHook(anna, { url: receiver.url, events: ["item.saved"] });
  const closed = createGuardedSender({ allowNetworks: [], timeoutMs: 5_000, answerBytesMax: 10_000 });
  await anna.as((tx) => queueTest(tx, hook, new Date()));
  await addDeliverer({ post: closed.post }).runAll();
  await closed.close();
  assert.equal(receiver.received.length, 0);
  assert.equal((await anna.as(listWebhooks))[0]?.deliveries[0]?.answer, "blocked");

  const other = await startReceiver();
  receiver.reply(() => ({ status: 307, headers: { location: other.url } }));
  await anna.as((tx) => queueTest(tx, hook, new Date()));
  await addDeliverer().runAll();
  assert.deepEqual([receiver.received.length, other.received.length], [1, 0]);
});

test("a worker that dies in the middle loses nothing: another sends it again with the same id", async () => {
  const anna = await world.addReader();
  const receiver = await startReceiver();
  const hook = await addHook(anna, { url: receiver.url, events: ["item.saved"] });
  await anna.as((tx) => queueTest(tx, hook, new Date()));
  const killed = new AbortController();
  receiver.reply(() => {
    killed.abort();
    return { status: 200 };
  });
  const deliverer = addDeliverer();
  await deliverer.run(killed.signal);
  receiver.reply(() => ({ status: 200 }));
  // While the lease lasts, nobody sends it.
  assert.equal(await deliverer.run(), 0);
  deliverer.wait(2 * 60_000 + 1);
  await deliverer.runAll();
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  assert.deepEqual([ids.length, new Set(ids).size], [2, 1]);
});

test("two workers never send the same delivery, and one slow receiver holds up nobody", async () => {
  const anna = await world.addReader();
  const [slow, quick] = [await startReceiver(), await startReceiver()];
  const release = Promise.withResolvers<void>();
  slow.reply(async () => {
    await release.promise;
    return { status: 200 };
  });
  const hooks = [
    await addHook(anna, { url: slow.url, events: ["item.saved"] }),
    await addHook(anna, { url: quick.url, events: ["item.saved"] }),
  ];
  for (const hook of hooks) await anna.as((tx) => queueTest(tx, hook, new Date()));
  const [one, two] = [addDeliverer(), addDeliverer()];
  const both = Promise.all([one.run(), two.run()]);
  for (const hook of hooks) await anna.as((tx) => queueTest(tx, hook, new Date()));
  await addDeliverer().run();
  assert.ok(quick.received.length >= 1);
  release.resolve();
  await both;
  await addDeliverer().runAll();
  assert.deepEqual([slow.received.length, quick.received.length], [2, 2]);
});

test("a worker that is slower than its lease does not undo what another one saved", async () => {
  const anna = await world.addReader();
  const receiver = await startReceiver();
  const hook = await addHook(anna, { url: receiver.url, events: ["item.saved"] });
  await anna.as((tx) => queueTest(tx, hook, new Date()));
  const other = addDeliverer();
  const slow = addDeliverer({
    post: async () => {
      other.wait(2 * 60_000 + 1);
      await other.runAll();
      return { kind: "response", status: 500, headers: {}, body: Buffer.alloc(0), snippet: "too late" };
    },
  });
  await slow.run();
  const [listed] = await anna.as(listWebhooks);
  assert.equal(listed?.failingSince, null);
  assert.partialDeepStrictEqual(listed.deliveries, [{ isDelivered: true, attempts: 2, dueAt: null }]);
});

test("broken feeds are looked for once a minute, however much there is to send", async () => {
  const anna = await world.addReader();
  const receiver = await startReceiver();
  await addHook(anna, { url: receiver.url, events: ["feed.failing"] });
  const feed = await world.addFeed([anna], "Gazette");
  const deliverer = addDeliverer();
  await deliverer.runAll();
  await worker.query(
    "update feeds set enabled = true, last_fetch_status = 'temporary_error', last_success_at = now() - interval '2 days' where id = $1",
    [feed],
  );
  await deliverer.runAll();
  assert.equal(receiver.received.length, 0);
  deliverer.wait(60_000);
  await deliverer.runAll();
  assert.equal(receiver.received.length, 1);
});
