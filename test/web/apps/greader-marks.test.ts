import assert from "node:assert/strict";
import { test } from "node:test";
import { type App, appsWorld, type Fields, idsOf, listOf, sendOk, state } from "./apps-world.ts";

const world = await appsWorld();
const { worker } = world.database;

async function itemsOf(app: App, ...times: string[]) {
  const feed = await world.addNumberedFeed(app.reader, "Alpha");
  const numbers: string[] = [];
  for (const time of times) {
    numbers.push(await world.numberOf(await world.addItem(feed.feedId, { seenAt: new Date(time) })));
  }
  await world.settle();
  return { feed, numbers };
}

test("edit-tag marks read, unread and starred, with all the extra states that apps send in one gesture", async () => {
  const app = await world.addApp();
  const { numbers } = await itemsOf(app, "2026-11-01T10:00:00Z");
  const [number = ""] = numbers;
  const isRead = async () => (await idsOf(app, `s=${state("read")}`)).length === 1;
  const isStarred = async () => (await idsOf(app, `s=${state("starred")}`)).length === 1;
  const long = `tag:google.com,2005:reader/item/${Number(number).toString(16).padStart(16, "0")}`;
  const steps: [Fields, read: boolean, starred: boolean][] = [
    [
      [
        ["i", long],
        ["a", state("read")],
        ["r", state("kept-unread")],
        ["ac", "edit"],
      ],
      true,
      false,
    ],
    [
      [
        ["i", long],
        ["r", state("read")],
        ["a", state("kept-unread")],
        ["a", state("tracking-kept-unread")],
      ],
      false,
      false,
    ],
    [
      [
        ["i", number],
        ["a", state("tracking-kept-unread")],
      ],
      false,
      false,
    ],
    [
      [
        ["i", number],
        ["a", state("starred")],
      ],
      false,
      true,
    ],
    [
      [
        ["i", number],
        ["a", state("starred")],
      ],
      false,
      true,
    ],
    [
      [
        ["i", number],
        ["a", state("read")],
      ],
      true,
      true,
    ],
    [
      [
        ["i", number],
        ["r", state("starred")],
      ],
      true,
      false,
    ],
    [
      [
        ["i", number],
        ["a", state("kept-unread")],
      ],
      false,
      false,
    ],
    [
      [
        ["i", number],
        ["a", state("broadcast")],
        ["a", state("like")],
        ["r", state("fresh")],
      ],
      false,
      false,
    ],
    [
      [
        ["i", number],
        ["r", state("kept-unread")],
      ],
      false,
      false,
    ],
    [
      [
        ["i", number],
        ["a", "user/-/label/Later"],
      ],
      false,
      false,
    ],
    [[["a", state("read")]], false, false],
  ];
  for (const [fields, read, starred] of steps) {
    await sendOk(app, "edit-tag?client=x", fields);
    assert.deepEqual([await isRead(), await isStarred()], [read, starred], JSON.stringify(fields));
  }
});

test("a mark of an app leaves the other reports of the story alone", async () => {
  const app = await world.addApp();
  const [a, b] = [await world.addNumberedFeed(app.reader, "A"), await world.addNumberedFeed(app.reader, "B")];
  const seenAt = new Date("2026-11-01T10:00:00Z");
  const first = await world.addItem(a.feedId, { url: "https://news.example/same-story", seenAt });
  await world.addItem(b.feedId, { url: "https://news.example/same-story?utm_source=b", seenAt });
  await world.settle();
  await sendOk(app, "edit-tag", [
    ["i", await world.numberOf(first)],
    ["a", state("read")],
  ]);
  assert.equal((await idsOf(app, `xt=${state("read")}`)).length, 1);
});

test("nobody marks items, feeds or folders of others", async () => {
  const [app, other] = [await world.addApp(), await world.addApp()];
  const { feed, numbers } = await itemsOf(other, "2026-11-01T10:00:00Z");
  await sendOk(app, "edit-tag", [
    ["i", numbers[0] ?? ""],
    ["a", state("read")],
  ]);
  await sendOk(app, "mark-all-as-read", [["s", `feed/${feed.number}`]]);
  const { rows } = await worker.query("select from item_states where user_id = $1", [app.reader.id]);
  assert.equal(rows.length, 0);
  assert.deepEqual(await idsOf(app, `s=feed/${feed.number}`), []);
  const renamed = await app.post("subscription/edit", [
    ["ac", "edit"],
    ["s", `feed/${feed.number}`],
    ["t", "Mine"],
  ]);
  assert.equal(renamed.status, 400);
  const gone = await app.post("subscription/edit", [
    ["ac", "unsubscribe"],
    ["s", `feed/${feed.number}`],
  ]);
  assert.equal(gone.status, 400);
  assert.equal((await listOf(other))[0]?.title, "Alpha");
});

const until = Date.parse("2026-11-02T12:00:00Z");
for (const [unit, ts] of [
  ["seconds", String(until / 1_000)],
  ["milliseconds", String(until)],
  ["microseconds", `${until}000`],
  ["nanoseconds", `${until}000000`],
]) {
  test(`mark-all-as-read marks what came until ts, in ${unit}`, async () => {
    const app = await world.addApp();
    const { feed, numbers } = await itemsOf(app, "2026-11-01T10:00:00Z", "2026-11-03T10:00:00Z");
    await sendOk(app, `mark-all-as-read?ts=${ts}`, [["s", `feed/${feed.number}`]]);
    assert.deepEqual(await idsOf(app, `xt=${state("read")}`), [numbers[1]]);
  });
}

test("mark-all-as-read without ts, with 0 and with a time to come means now; folders and all feeds are streams too", async () => {
  for (const [ts, stream] of [
    ["", "feed"],
    ["0", "label"],
    ["99999999999999999", "all"],
  ]) {
    const app = await world.addApp();
    const { feed } = await itemsOf(app, "2026-11-01T10:00:00Z", "2026-11-03T10:00:00Z");
    const rest = await world.addNumberedFeed(app.reader, "Rest");
    await world.addItem(rest.feedId, { seenAt: new Date("2026-11-01T10:00:00Z") });
    await world.settle();
    await sendOk(app, "subscription/edit", [
      ["ac", "edit"],
      ["s", `feed/${feed.number}`],
      ["a", "user/-/label/World"],
    ]);
    const s = { feed: `feed/${feed.number}`, label: "user/-/label/World", all: state("reading-list") }[stream ?? ""];
    await sendOk(app, "mark-all-as-read", [
      ["s", s ?? ""],
      ["ts", ts ?? ""],
    ]);
    assert.equal((await idsOf(app, `xt=${state("read")}`)).length, stream === "all" ? 0 : 1, stream);
  }
});

test("what came with a later subscription is not marked by an earlier ts", async () => {
  const app = await world.addApp();
  const late = await world.addNumberedFeed(app.reader, "Late", new Date("2026-11-10T10:00:00Z"));
  await world.addItem(late.feedId, { seenAt: new Date("2026-10-01T10:00:00Z") });
  await world.settle();
  const ts = `${Date.parse("2026-11-05T00:00:00Z")}000`;
  await sendOk(app, "mark-all-as-read", [
    ["s", state("reading-list")],
    ["ts", ts],
  ]);
  assert.equal((await idsOf(app, `xt=${state("read")}`)).length, 1);
});

test("mark-all-as-read without a stream is refused, and of an unknown one is nothing", async () => {
  const app = await world.addApp();
  await itemsOf(app, "2026-11-01T10:00:00Z");
  assert.equal((await app.post("mark-all-as-read")).status, 400);
  await sendOk(app, "mark-all-as-read", [["s", "feed/999999999"]]);
  await sendOk(app, "mark-all-as-read", [["s", state("like")]]);
  assert.equal((await idsOf(app, `xt=${state("read")}`)).length, 1);
});
