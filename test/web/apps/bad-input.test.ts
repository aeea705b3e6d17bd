import assert from "node:assert/strict";
import { test } from "node:test";
import { createWebApp } from "../../../src/web/app.ts";
import { connectionFrom } from "../../ground/signed-in.ts";
import { type App, appsWorld, type Fields, idsOf, state } from "./apps-world.ts";
import { addNews } from "./stream-news.ts";

const world = await appsWorld();
const read = state("read");

test("asking the same by POST, or with another ck each time, is limited too; other questions and marks go on", async () => {
  const asks: ((app: App, n: number) => Promise<Response>)[] = [
    (app) => app.post("stream/contents", [["s", state("reading-list")]]),
    (app, n) => app.get(`unread-count?output=json&ck=${1_794_805_742 + n}`),
    (app, n) => app.get(`stream/items/ids?ck=${n}&n=5&client=x`),
  ];
  for (const ask of asks) {
    const app = await world.addApp();
    for (let n = 0; n < 20; n += 1) assert.equal((await ask(app, n)).status, 200);
    const refused = await ask(app, 20);
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get("Retry-After") ?? "", /^([1-9]|10)$/);
    assert.equal((await app.post("stream/contents", [["s", state("starred")]])).status, 200);
    for (let n = 0; n < 25; n += 1) {
      const fields: Fields = [
        ["i", "1"],
        ["a", read],
      ];
      assert.equal((await app.post("edit-tag", fields)).status, 200);
    }
  }
});

test("an app that never logs in again goes on for years, until its password is revoked", async () => {
  const app = await world.addApp();
  const later = new Date(Date.now() + 1_000 * 86_400_000);
  const accounts = { ...world.parts.accounts, now: () => later };
  const old = createWebApp({ ...world.parts, accounts });
  const ask = () => old.request("/reader/api/0/user-info", { headers: app.headers }, connectionFrom("127.0.0.1"));
  assert.equal((await ask()).status, 200);
  await world.database.worker.query("delete from app_passwords where id = $1", [app.passwordId]);
  assert.equal((await ask()).status, 401);
});

test("a client that sends everything in the query is understood by every change", async () => {
  const app = await world.addApp();
  const { alpha, one, two, three, four } = await addNews(world, app);
  const post = (call: string) => app.post(call);
  assert.equal(await (await post(`edit-tag?i=${one}&i=${two}&a=${read}&a=${state("starred")}&T=x`)).text(), "OK");
  assert.deepEqual(await idsOf(app, `s=${read}`), [two, one]);
  assert.deepEqual(await idsOf(app, `s=${state("starred")}`), [two, one]);
  assert.equal(await (await post(`mark-all-as-read?s=feed/${alpha.number}&ts=9999999999999999&T=`)).text(), "OK");
  assert.ok((await idsOf(app, `s=${read}`)).includes(three));
  assert.deepEqual(await idsOf(app, `xt=${read}`), [four]);
});

test("ten thousand ids are marked in one request, one more is refused and marks nothing", async () => {
  const app = await world.addApp();
  const { one } = await addNews(world, app);
  const fields = (count: number): Fields => [
    ...Array.from({ length: count - 1 }, (_, n): [string, string] => ["i", String(900_000_000 + n)]),
    ["i", one],
    ["a", read],
  ];
  assert.equal((await app.post("edit-tag", fields(10_001))).status, 400);
  assert.deepEqual(await idsOf(app, `s=${read}`), []);
  assert.equal(await (await app.post("edit-tag", fields(10_000))).text(), "OK");
  assert.deepEqual(await idsOf(app, `s=${read}&n=9`), [one]);
});

test("a request names at most a thousand feeds to change, and thousands of streams at once have nothing in common", async () => {
  const app = await world.addApp();
  const feeds = Array.from({ length: 1_001 }, (_, n): [string, string] => ["s", `feed/https://h${n}.example/`]);
  assert.equal((await app.post("subscription/edit", [["ac", "subscribe"], ...feeds])).status, 400);
  assert.deepEqual(await app.json("subscription/list"), { subscriptions: [] });
  const { alpha } = await addNews(world, app);
  const same: Fields = Array.from({ length: 5_000 }, () => ["it", `feed/${alpha.number}`]);
  const { itemRefs: found } = (await (await app.post("stream/items/ids", same)).json()) as { itemRefs: object[] };
  assert.notEqual(found.length, 0);
  const many: Fields = Array.from({ length: 5_000 }, (_, n) => ["it", `feed/${n}`]);
  assert.deepEqual(await (await app.post("stream/items/ids", many)).json(), { itemRefs: [] });
});

test("a character that no feed or folder can have in its name is no error", async () => {
  const app = await world.addApp();
  const asks: [string, Fields][] = [
    [
      "subscription/edit",
      [
        ["ac", "unsubscribe"],
        ["s", "feed/\u0000"],
      ],
    ],
    ["subscription/quickadd", [["quickadd", "\u0000"]]],
    ["mark-all-as-read", [["s", "feed/\u0000"]]],
    ["stream/items/ids", [["xt", "user/-/label/\u0000"]]],
  ];
  for (const [call, fields] of asks) assert.ok((await app.post(call, fields)).status < 500, call);
});

test("streams that nobody has, feeds and items of others, and nonsense are empty and no error", async () => {
  const [mine, other] = [await world.addApp(), await world.addApp()];
  const theirs = await addNews(world, other);
  const streams = [
    "feed/999999999",
    `feed/${theirs.alpha.number}`,
    `feed/${theirs.alpha.url}`,
    "feed/",
    "splice/x",
    "user/-/label/",
    "feed/\u0000",
    "feed/https://nul.example/\u0000",
    "user/-/label/\u0000",
    "splice/".repeat(5_000),
  ];
  for (const stream of [...streams, state("broadcast"), "user/-/state/com.example/x", "nonsense", "\u0000", "%"]) {
    const s = encodeURIComponent(stream);
    assert.deepEqual(await idsOf(mine, `s=${s}`), [], stream);
    const contents = await mine.get(`stream/contents/${s}`);
    assert.equal(contents.status, 200, stream);
    assert.deepEqual(((await contents.json()) as { items: object[] }).items, [], stream);
    assert.equal((await mine.post("mark-all-as-read", [["s", stream]])).status, 200, stream);
  }
  const ids = theirs.ids.length > 0 ? [theirs.one, theirs.two] : [];
  const sent = await mine.post(
    "stream/items/contents",
    [...ids, "x", "-5", ""].map((id): [string, string] => ["i", id]),
  );
  assert.deepEqual(((await sent.json()) as { items: object[] }).items, []);
  assert.equal((await idsOf(other, `xt=${read}`)).length, 4);
});
