import assert from "node:assert/strict";
import { test } from "node:test";
import { readingWorld } from "../reading/reading-world.ts";
import { addFolder, pageOf, partOf, rowIds, rowsOf, statesOf } from "./stream-rows.ts";

const world = await readingWorld();
const { worker } = world.database;
const reader = await world.addReader();
const feed = await world.addFeed([reader], "Harbour Gazette");
const plain = await world.addItem(feed, { title: "Council meets on Tuesday" });
await world.settle();

test("a plain form marks an item and redirects back to its row; htmx gets the row", async () => {
  const back = "/stream?view=all";
  const sent = await reader.post(`/items/${plain}/read`, { back });
  assert.deepEqual([sent.status, sent.headers.get("Location")], [303, `${back}#item-${plain}`]);
  assert.match(await pageOf(reader, back), new RegExp(`class="item is-read"\\s+id="item-${plain}"`));

  const row = await reader.post(`/items/${plain}/unread`, {}, { "HX-Request": "true" });
  assert.match(await row.text(), new RegExp(`^<article\\s+class="item is-new"\\s+id="item-${plain}"`));
  const starred = await reader.post(`/items/${plain}/star`, {}, { "HX-Request": "true" });
  assert.match(await starred.text(), /aria-pressed="true"/);
  await reader.post(`/items/${plain}/unstar`);
});

test("a mark answers with the shelf's new counts and what else was read; a star changes no count", async () => {
  const one = await world.addReader();
  const [a, b] = [await world.addFeed([one], "A"), await world.addFeed([one], "B")];
  const folder = await addFolder(world, one, "Some", [a]);
  const url = "https://news.example/counted";
  const report = await world.addItem(a, { url });
  await world.addItem(b, { url: `${url}?utm_source=b` });
  await world.addItem(a);
  await world.settle();
  const mark = async (name: string) =>
    (await one.post(`/items/${report}/${name}`, {}, { "HX-Request": "true" })).text();
  const counts = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/<b id="([^"]+)" hx-swap-oob="true">(\d*)/g)].map(([, id = "", count = ""]) => [id, count]),
    );
  const ids = ["unread", `unread-in-${folder}`, `unread-of-${folder}`, "unread-in-none", `unread-${a}`, `unread-${b}`];
  const expected = (...values: string[]) => Object.fromEntries(ids.map((id, at) => [id, values[at]]));
  const read = await mark("read");
  assert.deepEqual(counts(read), expected("1", "1", "1", "", "1", ""));
  assert.match(read, /Also marked as read: 1 other report of this story\./);
  assert.doesNotMatch(await mark("read"), /Also marked/);
  const unread = await mark("unread");
  assert.deepEqual(counts(unread), expected("3", "2", "2", "1", "2", "1"));
  assert.doesNotMatch(unread, /Also marked/);
  assert.deepEqual(counts(await mark("star")), {});
  const page = await pageOf(one, "/stream");
  for (const id of ids) assert.ok(page.includes(`<b id="${id}"`), id);
  assert.match(await (await one.ask(`/items/${report}`)).text(), /Also marked as read: 1 other report of this story\./);
  assert.doesNotMatch(await (await one.ask(`/items/${report}`)).text(), /Also marked/);
});

test("a form redirects only to our reading pages", async () => {
  for (const back of [
    "https://evil.example/items",
    "//evil.example/items",
    "/auth/logout",
    "javascript:alert(1)",
    "/stream\\..\\x",
    "",
  ]) {
    const sent = await reader.post(`/items/${plain}/unstar`, { back });
    assert.match(sent.headers.get("Location") ?? "", /^\/stream(?:[/#]|$)/, back);
  }
});

test("an item that was deleted while it was read is reported as gone", async () => {
  const id = await world.addItem(feed, { title: "Soon gone" });
  await worker.query("delete from items where id = $1", [id]);
  const sent = await reader.post(`/items/${id}/read`, {}, { "HX-Request": "true" });
  assert.equal(sent.status, 404);
  assert.match(await sent.text(), /This item is gone/);
});

test("a form without its token changes nothing", async () => {
  const sent = await reader.post(`/items/${plain}/read`, {}, { "X-CSRF-Token": "", "Sec-Fetch-Site": "cross-site" });
  assert.equal(sent.status, 403);
});

test("after the session has ended, a mark and the next page lead to the login", async () => {
  const one = await world.addReader();
  await worker.query("delete from accounts.sessions where user_id = $1", [one.id]);
  for (const answer of [
    await one.post(`/items/${plain}/read`, {}, { "HX-Request": "true" }),
    await partOf(one, "/stream"),
  ]) {
    assert.deepEqual([answer.status, answer.headers.get("HX-Redirect")], [401, "/auth/login"]);
  }
});

test("two windows that mark the same story at once both get an answer, and show the same afterwards", async () => {
  const one = await world.addReader();
  const url = "https://news.example/two-windows";
  const reports: string[] = [];
  for (const name of ["A", "B", "C"]) {
    reports.push(await world.addItem(await world.addFeed([one], name), { url: `${url}?utm_source=${name}` }));
  }
  await world.settle();
  const marks = Array.from({ length: 12 }, async (_, n) =>
    one.post(`/items/${reports[n % 3]}/${n % 2 === 0 ? "read" : "unread"}`, {}, { "HX-Request": "true" }),
  );
  assert.deepEqual(
    (await Promise.all(marks)).map(({ status }) => status),
    marks.map(() => 200),
  );
  const { rows } = await worker.query(
    "select count(distinct read_at is null)::int as states from item_states where user_id = $1",
    [one.id],
  );
  assert.equal(rows[0].states, 1, "all reports of a story are read, or none");
  const star = async () => one.post(`/items/${reports[0]}/star`, {}, { "HX-Request": "true" });
  for (const answer of await Promise.all([star(), star()])) assert.match(await answer.text(), /aria-pressed="true"/);
});

test("a list is marked as read at once, and undone at once", async () => {
  const one = await world.addReader();
  await world.subscribe(one.id, feed, "Gazette");
  const sent = await one.post("/stream/read", { until: new Date().toISOString(), back: `/stream?feed=${feed}` });
  const notice = await pageOf(one, sent.headers.get("Location") ?? "");
  assert.match(notice, /1 item marked as read\./);
  assert.match(notice, /You have read everything/);
  const at = /name="at" value="([^"]+)"/.exec(notice)?.[1] ?? "";
  const undone = await one.post("/stream/read/undo", { at, back: "/stream" });
  assert.match(await pageOf(one, undone.headers.get("Location") ?? ""), /1 item unread again\./);
  for (const wrong of ["", "now", "2026-13-45T00:00:00Z"]) {
    assert.equal((await one.post("/stream/read/undo", { at: wrong })).status, 303);
  }
});

for (const { order, expected } of [
  { order: "newest", expected: ["is-read", "is-read", "is-new"] },
  { order: "oldest", expected: ["is-read", "is-read", "is-new"] },
]) {
  test(`with the ${order} first, rows are marked as read down to one of them, and keep their place`, async () => {
    const one = await world.addReader();
    const own = await world.addFeed([one], "Rows");
    for (let n = 0; n < 3; n += 1) await world.addItem(own);
    const before = await pageOf(one, `/stream?feed=${own}&sort=${order}`);
    const [, second = ""] = rowsOf(before);
    const place = new RegExp(`row=${second}"\\s+name="to"\\s+value="([^"]+)"`).exec(before)?.[1] ?? "";
    const field = (name: string) =>
      new RegExp(`name="${name}" value="([^"]+)"`).exec(before)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const fields = { back: field("back"), until: field("until"), to: place };
    const sent = await one.post(`/stream/read?row=${second}`, fields);
    const address = sent.headers.get("Location") ?? "";
    assert.match(address, new RegExp(`#item-${second}$`));
    const after = await pageOf(one, address);
    assert.deepEqual(rowsOf(after), rowsOf(before));
    assert.deepEqual(statesOf(after), expected);
  });
}

test("marking down to a row marks the other reports of its stories too", async () => {
  const one = await world.addReader();
  const [a, b] = [await world.addFeed([one], "Paper A"), await world.addFeed([one], "Paper B")];
  const url = "https://news.example/one-row";
  await world.addItem(a, { url });
  await world.addItem(b);
  await world.addItem(b, { url: `${url}?utm_source=b` });
  await world.settle();
  const list = await pageOf(one, "/stream");
  assert.equal(rowsOf(list).length, 2);
  const place = /name="to"\s+value="([^"]+)"/.exec(list)?.[1] ?? "";
  await one.post("/stream/read", { back: "/stream", until: new Date().toISOString(), to: place });
  assert.deepEqual(await rowIds(one, "/stream"), rowsOf(list).slice(1));
});

test("mark all in a folder leaves other feeds alone", async () => {
  const one = await world.addReader();
  const [a, b] = [await world.addFeed([one], "In"), await world.addFeed([one], "Out")];
  await world.addItem(a);
  const kept = await world.addItem(b);
  const folder = await addFolder(world, one, "Some", [a]);
  await one.post("/stream/read", { back: `/stream?folder=${folder}`, until: new Date().toISOString() });
  assert.deepEqual(await rowIds(one, "/stream"), [kept]);
});

test("a wrong place to mark down to is refused, and nothing is marked", async () => {
  const before = await rowIds(reader, "/stream");
  const sent = await reader.post("/stream/read", { back: "/stream", to: "here" });
  assert.equal(sent.status, 400);
  assert.deepEqual(await rowIds(reader, "/stream"), before);
});
