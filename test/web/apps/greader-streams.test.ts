import assert from "node:assert/strict";
import { test } from "node:test";
import { appsWorld, idsOf, state } from "./apps-world.ts";
import { addNews } from "./stream-news.ts";

const world = await appsWorld();
const { worker } = world.database;
const secondsOf = (iso: string) => Math.floor(Date.parse(iso) / 1_000);
const usOf = (iso: string) => `${secondsOf(iso)}000000`;

test("stream/items/ids has exactly the keys that apps read, the newest first, and a continuation only where more follows", async () => {
  const app = await world.addApp();
  const { alpha, beta, one, two, three, four } = await addNews(world, app);
  const first = await app.json(`stream/items/ids?s=${state("reading-list")}&n=2`);
  assert.deepEqual(first, {
    itemRefs: [
      { id: four, directStreamIds: [`feed/${beta.number}`], timestampUsec: usOf("2026-11-04T10:00:00Z") },
      { id: three, directStreamIds: [`feed/${alpha.number}`], timestampUsec: usOf("2026-11-03T10:00:00Z") },
    ],
    continuation: `${usOf("2026-11-03T10:00:00Z")}-${three}`,
  });
  const { continuation } = first as { continuation: string };
  const second = await app.json(`stream/items/ids?s=${state("reading-list")}&n=2&c=${continuation}`);
  assert.deepEqual(Object.keys(second as object), ["itemRefs"]);
  assert.deepEqual(await idsOf(app, `n=2&c=${continuation}`), [two, one]);
  assert.deepEqual(await idsOf(app, "n=2&r=o"), [one, two]);
  assert.deepEqual(await idsOf(app, "n=9&r=d"), [four, three, two, one]);
});

test("a page is not skipped where items are marked as read between two pages of what is unread", async () => {
  const app = await world.addApp();
  const { one, two, three, four } = await addNews(world, app);
  const first = (await app.json(`stream/items/ids?n=2&xt=${state("read")}`)) as { continuation: string };
  await app.post("edit-tag", [
    ["i", four],
    ["i", three],
    ["a", state("read")],
  ]);
  assert.deepEqual(await idsOf(app, `n=2&xt=${state("read")}&c=${first.continuation}`), [two, one]);
});

test("xt and it hold for every stream, and may repeat", async () => {
  const app = await world.addApp();
  const { alpha, beta, one, two, three, four } = await addNews(world, app);
  await app.post("edit-tag", [
    ["i", three],
    ["i", two],
    ["a", state("read")],
  ]);
  await app.post("edit-tag", [
    ["i", one],
    ["i", two],
    ["a", state("starred")],
  ]);
  const label = encodeURIComponent("user/-/label/World & more");
  const answers: [string, string[]][] = [
    [`s=${state("read")}`, [three, two]],
    [`s=${state("kept-unread")}`, [four, one]],
    [`s=${state("starred")}`, [two, one]],
    [`s=user/1234/state/com.google/starred`, [two, one]],
    [`s=feed/${alpha.number}`, [three, one]],
    [`s=feed%2F${alpha.number}&xt=${state("read")}`, [one]],
    [`s=${encodeURIComponent(`feed/${beta.url}`)}`, [four, two]],
    [`s=${encodeURIComponent(`feed/feed/${beta.url}`)}`, [four, two]],
    [`s=${label}`, [three, one]],
    [`s=${label}&it=${state("starred")}`, [one]],
    [`it=${state("starred")}&it=${state("read")}`, [two]],
    [`xt=${state("starred")}&xt=${state("read")}`, [four]],
    [`xt=feed/${alpha.number}`, [four, two]],
    [`xt=${label}&it=${state("unread")}`, [four]],
    [`s=splice/feed%2F${alpha.number}|feed%2F${beta.number}&it=${state("unread")}`, [four, one]],
    [`it=${state("read")}&xt=${state("read")}`, []],
    [`s=${state("broadcast")}`, []],
    ["s=user/-/label/Nothing", []],
    ["s=feed/999999999", []],
    ["s=what%00ever", []],
    ["s=feed/0x10", []],
  ];
  for (const [query, expected] of answers) assert.deepEqual(await idsOf(app, query), expected, query);
});

test("ot and nt are about the time an item came, to the second and with it; a clock of another world is no error", async () => {
  const app = await world.addApp();
  const { one, two, three, four } = await addNews(world, app);
  const [day2, day3] = [secondsOf("2026-11-02T10:00:00Z"), secondsOf("2026-11-03T10:00:00Z")];
  assert.deepEqual(await idsOf(app, `ot=${day3}`), [four, three]);
  assert.deepEqual(await idsOf(app, `nt=${day2}`), [two, one]);
  assert.deepEqual(await idsOf(app, `ot=${day2}&nt=${day3}`), [three, two]);
  // An item may show two minutes after it came: who asks from a little later on still gets it.
  assert.deepEqual(await idsOf(app, `ot=${day3 + 120}`), [four, three]);
  assert.deepEqual(await idsOf(app, `ot=${day3 + 200}`), [four]);
  for (const late of ["99999999999", "999999999999999999"]) assert.deepEqual(await idsOf(app, `ot=${late}`), []);
  for (const none of ["0", "-5", "yesterday", "1e9", ""]) {
    assert.deepEqual(await idsOf(app, `ot=${none}`), [four, three, two, one], none);
  }
});

test("items that a feed had before it was subscribed to came with the subscription", async () => {
  const app = await world.addApp();
  const { four } = await addNews(world, app);
  const late = await world.addNumberedFeed(app.reader, "Late", new Date("2026-11-10T10:00:00Z"));
  const old = await world.addItem(late.feedId, { seenAt: new Date("2026-10-01T10:00:00Z") });
  await world.settle();
  const number = await world.numberOf(old);
  assert.deepEqual(await idsOf(app, `ot=${secondsOf("2026-11-10T10:00:00Z")}`), [number]);
  assert.deepEqual((await idsOf(app, "n=2")).slice(0, 2), [number, four]);
  assert.deepEqual(await idsOf(app, "n=1&r=o"), [(await idsOf(app, "r=o"))[0]]);
  assert.deepEqual((await idsOf(app, "r=o")).at(-1), number);
});

test("hidden items are in no stream, no count and no answer", async () => {
  const app = await world.addApp();
  const { one, two, three, four, ids } = await addNews(world, app);
  await worker.query(
    "insert into item_states (user_id, item_id, hidden_at, starred_at) values ($1, $2, now(), now())",
    [app.reader.id, ids[3]],
  );
  assert.deepEqual(await idsOf(app, ""), [three, two, one]);
  assert.deepEqual(await idsOf(app, `xt=${state("read")}`), [three, two, one]);
  assert.deepEqual(await idsOf(app, `s=${state("starred")}`), []);
  const { unreadcounts } = (await app.json("unread-count")) as { unreadcounts: { id: string; count: number }[] };
  assert.equal(unreadcounts.at(-1)?.count, 3);
  const sent = await app.post("stream/items/contents", [["i", four]]);
  assert.deepEqual(((await sent.json()) as { items: object[] }).items, []);
});

test("an unknown continuation is refused, so that nobody reads the first page for ever", async () => {
  const app = await world.addApp();
  for (const c of ["x", "5", "1-2-3", "-1--1"]) {
    assert.equal((await app.get(`stream/items/ids?c=${c}`)).status, 400, c);
    assert.equal((await app.get(`stream/contents?c=${c}`)).status, 400, c);
  }
});

test("a parameter that comes twice counts once, and output=atom is answered with JSON", async () => {
  const app = await world.addApp();
  const { four } = await addNews(world, app);
  assert.deepEqual(await idsOf(app, `n=1&n=9&s=${state("reading-list")}&s=${state("starred")}`), [four]);
  const answer = await app.get("user-info?output=atom&output=xml");
  assert.equal(answer.headers.get("Content-Type"), "application/json; charset=utf-8");
});

test("unread-count knows marks made on the web and by rules, and leaves out what waits for its analysis", async () => {
  const app = await world.addApp();
  const { alpha, ids } = await addNews(world, app);
  const total = async () => {
    const { unreadcounts } = (await app.json("unread-count")) as { unreadcounts: { count: number }[] };
    return unreadcounts.at(-1)?.count;
  };
  assert.equal(await total(), 4);
  await app.reader.post(`/items/${ids[0]}/read`);
  assert.equal(await total(), 3);
  await app.reader.post(`/items/${ids[0]}/unread`);
  assert.equal(await total(), 4);
  const fresh = await world.addItem(alpha.feedId, { title: "Fresh" });
  assert.equal(await total(), 4);
  await world.settle();
  assert.equal(await total(), 5);
  await app.reader.post("/stream/read", { until: new Date().toISOString(), back: "/stream" });
  assert.equal(await total(), 0);
  await worker.query("delete from items where id = $1", [fresh]);
  assert.equal(await total(), 0);
});

test("unread-count has a number for each feed and folder, and one for all", async () => {
  const app = await world.addApp();
  const { alpha, beta, three } = await addNews(world, app);
  await app.post("edit-tag", [
    ["i", three],
    ["a", state("read")],
  ]);
  assert.deepEqual(await app.json("unread-count?output=json"), {
    max: 1000,
    unreadcounts: [
      { id: `feed/${alpha.number}`, count: 1, newestItemTimestampUsec: usOf("2026-11-03T10:00:00Z") },
      { id: `feed/${beta.number}`, count: 2, newestItemTimestampUsec: usOf("2026-11-04T10:00:00Z") },
      { id: "user/-/label/World & more", count: 1, newestItemTimestampUsec: usOf("2026-11-03T10:00:00Z") },
      { id: state("reading-list"), count: 3, newestItemTimestampUsec: usOf("2026-11-04T10:00:00Z") },
    ],
  });
});

test("n has a default of 20 and a limit", async () => {
  const app = await world.addApp();
  const feed = await world.addNumberedFeed(app.reader, "Many");
  await worker.query(
    `insert into items (id, feed_id, hash, title, content, pub_date, first_seen_at, fingerprint, analysis_status)
     select gen_random_uuid(), $1, encode(sha256(n::text::bytea), 'hex'), 'Item ' || n, '', now(),
       timestamptz '2026-11-01' + n * interval '1 s', '', 'skipped' from generate_series(1, 1100) n`,
    [feed.feedId],
  );
  assert.equal((await idsOf(app, "")).length, 20);
  assert.equal((await idsOf(app, "n=0")).length, 20);
  assert.equal((await idsOf(app, "n=200000")).length, 1_100);
  const { items, continuation } = (await app.json("stream/contents?n=200000")) as {
    items: object[];
    continuation: string;
  };
  assert.equal(items.length, 1_000);
  assert.equal(typeof continuation, "string");
});
