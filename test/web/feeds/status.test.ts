import assert from "node:assert/strict";
import { test } from "node:test";
import { privateAddressSentence } from "../../../src/fetching/failed-outcome.ts";
import { feedsWorld, plainBrowser } from "./feeds-world.ts";

const { ask, add, person, feedOf, database } = await feedsWorld();
const anna = await person();
const feeds: [name: string, status: string | null, error: string | null][] = [
  ["New", null, null],
  ["Fine", "success", null],
  ["Slow", "temporary_error", "The server took too long to answer."],
  ["Gone", "permanent_error", "Feed no longer available"],
  ["Locked", "unauthorized", "Authentication required"],
];
const ids = new Map<string, string>();
for (const [name, status, error] of feeds) {
  const id = await add(anna, name, `https://${name.toLowerCase()}.example/feed`);
  await database.worker.query("update feeds set last_fetch_status = $2, last_fetch_error = $3 where id = $1", [
    (await feedOf(id))["id"],
    status,
    error,
  ]);
  ids.set(name, id);
}

const filters: [status: string, names: string, count: number][] = [
  ["all", "New, Fine, Slow, Gone, Locked", 5],
  ["pending", "New", 1],
  ["working", "Fine", 1],
  ["error", "Slow, Gone, Locked", 3],
];
for (const [status, names] of filters) {
  test(`the filter ${status} shows ${names}, and counts all four kinds`, async () => {
    const { text } = await ask(anna, `GET /feeds?status=${status}`);
    const shown = [...ids].flatMap(([name, id]) => (text.includes(`id="feed-item-${id}"`) ? [name] : []));
    assert.equal(shown.join(", "), names);
    for (const [counted, , count] of filters)
      assert.ok(text.includes(`<b id="count-${counted}" hx-swap-oob="innerHTML">${count}</b>`), counted);
    for (const [name, , error] of feeds)
      if (error !== null) assert.equal(text.includes(error), names.includes(name), name);
  });
}

test("an operator whose server refuses a private address is told the setting, others whom to ask", async () => {
  const boss = await person();
  await database.worker.query("update accounts.users set operator = true where id = $1", [boss.id]);
  for (const [who, told] of [
    [boss, "FETCH_ALLOW_NETWORKS"],
    [anna, "Ask its operator"],
  ] as const) {
    const id = await add(who, "Cellar", "http://10.1.2.3/feed");
    await database.worker.query(
      "update feeds set last_fetch_status = 'permanent_error', last_fetch_error = $2 where id = $1",
      [(await feedOf(id))["id"], privateAddressSentence],
    );
    for (const path of ["/feeds?search=cellar", `/feeds/${id}`]) {
      const { text } = await ask(who, `GET ${path}`, null, plainBrowser);
      assert.deepEqual(text.match(/FETCH_ALLOW_NETWORKS|Ask its operator/g)?.[0], told, path);
    }
  }
});

test("a feed found on a page replaces a name that is only the page's host, and no other", async () => {
  const found = JSON.stringify([{ url: "https://paper.example/feed", title: "The Paper" }]);
  for (const [name, kept] of [
    ["paper.example", "The Paper"],
    ["Mine", "Mine"],
  ] as const) {
    const who = await person();
    const id = await add(who, name, "https://paper.example/");
    await database.worker.query(
      "update feeds set last_fetch_status = 'permanent_error', last_fetch_error = 'A page', discovered = $2 where id = $1",
      [(await feedOf(id))["id"], found],
    );
    const { text } = await ask(who, "GET /feeds", null, plainBrowser);
    assert.match(
      text,
      new RegExp(
        `name="name" value="${kept}" />\\s*<input type="hidden" name="url" value="https://paper.example/feed"`,
      ),
    );
  }
});

test("every change of the list keeps the filters and swaps nothing itself", async () => {
  const pages = [
    await ask(anna, "GET /feeds", null, plainBrowser),
    await ask(anna, "GET /feeds"),
    await ask(anna, `GET /feeds/${ids.get("Gone")}/edit`),
  ];
  const changing = /<(?:form|button)[^>]* hx-(post|patch|delete)="\/feeds(?:\/[\da-f-]{36})?(\/fetch)?"[^>]*>/g;
  const found = pages.flatMap(({ text }) => [...text.matchAll(changing)]);
  assert.deepEqual([...new Set(found.map(([, method, fetch = ""]) => method + fetch))].toSorted(), [
    "delete",
    "patch",
    "post",
    "post/fetch",
  ]);
  for (const [tag] of found) assert.match(tag, / hx-include="#feed-filters[^>]* hx-swap="none"/);
});

test("reading the dashboard, the list and a form changes nothing", async () => {
  const before = await snapshot();
  for (const path of ["/dashboard", "/feeds?status=error&search=o", `/feeds/${ids.get("Fine")}`, "/summaries/latest"])
    assert.equal((await ask(anna, `GET ${path}`)).status, 200);
  assert.equal((await ask(anna, `GET /feeds/${ids.get("Fine")}/edit`)).status, 200);
  assert.deepEqual(await snapshot(), before);
});

test("a feed that is not found is tried again; only one that is gone no longer exists", async () => {
  const reader = await person();
  const id = await add(reader, "Missing", "https://missing.example/feed");
  const hintOf = async (kind: string) => {
    const failed = "last_fetch_status = 'permanent_error', last_fetch_error = 'Feed no longer available'";
    const feedId = (await feedOf(id))["id"];
    await database.worker.query(`update feeds set ${failed}, failure_class = $2 where id = $1`, [feedId, kind]);
    const next = "update feed_schedules set next_run_at = now() + interval '1 day' where feed_id = $1";
    await database.worker.query(next, [feedId]);
    return (await ask(reader, "GET /feeds")).text;
  };
  const missing = await hintOf("not-found");
  assert.match(missing, /Not found<.*\(HTTP 404\)\. We try again later\./s);
  assert.doesNotMatch(missing, /no longer exists/);
  const page = async () => (await ask(reader, `GET /feeds/${id}`, null, plainBrowser)).text;
  assert.match(await page(), /class="alert"[^>]*>The server found nothing at this address\./);
  await database.worker.query("update feeds set last_success_at = now() where id = $1", [(await feedOf(id))["id"]]);
  assert.match(await page(), /class="alert"[^>]*>Feed no longer available/);
  assert.match(await hintOf("gone"), /Gone<.*The server says that it no longer exists/s);
});

test("how often a feed publishes is said a week after it was added", async () => {
  const reader = await person();
  const id = await add(reader, "Fresh", "https://fresh.example/feed");
  const rhythm = /nothing new|a (?:day|week)</;
  assert.doesNotMatch((await ask(reader, "GET /feeds")).text, rhythm);
  await database.worker.query("update subscriptions set created_at = now() - interval '8 days' where id = $1", [id]);
  assert.match((await ask(reader, "GET /feeds")).text, rhythm);
});

test("the page of a feed tells its times in the person's zone, without seconds", async () => {
  const reader = await person();
  const id = await add(reader, "Zoned", "https://zoned.example/feed");
  await database.worker.query("update accounts.users set time_zone = 'Asia/Tokyo' where id = $1", [reader.id]);
  const at = "2026-04-15T12:03:07.000Z";
  const why = { from: at, at, winner: "ttl", candidates: [{ rule: "ttl", at }], shifts: [] };
  await database.worker.query("update feed_schedules set why_next = $2 where feed_id = $1", [
    (await feedOf(id))["id"],
    JSON.stringify(why),
  ]);
  const { text } = await ask(reader, `GET /feeds/${id}`, null, plainBrowser);
  assert.match(text, /Next run 15 Apr 2026, 21:03, decided by the feed&#39;s ttl/);
  assert.match(text, /Not before 15 Apr 2026, 21:03/);
});

/** All that a change could have touched. */
async function snapshot(): Promise<unknown[]> {
  const tables = ["feeds", "feed_schedules", "lanes", "subscriptions", "summaries", "summary_runs", "events"];
  const rows = tables.map((table) => database.worker.query(`select md5(string_agg(t::text, '|')) from ${table} t`));
  return (await Promise.all(rows)).map((result) => result.rows);
}

test("the page of a feed says the same of its health as the list", async () => {
  const id = await add(anna, "Wanderer", "https://wanderer.example/feed");
  const { id: feedId } = await feedOf(id);
  await database.worker.query("update feeds set last_fetch_status = 'success', last_success_at = now() where id = $1", [
    feedId,
  ]);
  await database.worker.query("update subscriptions set created_at = now() - interval '1 day' where id = $1", [id]);
  await database.worker.query(
    "insert into feed_aliases (url, feed_id, created_at) values ('https://old.example/feed', $1, now())",
    [feedId],
  );
  const list = (await ask(anna, "GET /feeds?search=Wanderer")).text;
  assert.match(list, /class="state warn">Moved</);
  assert.match((await ask(anna, `GET /feeds/${id}`)).text, /class="state warn">Moved</);
});

test("a reader is told what text a feed's items have and who can change it; the operator gets the way there", async () => {
  const id = await add(anna, "Texts", "https://texts.example/feed");
  const feedId = (await feedOf(id))["id"];
  const form = async (who: typeof anna, subscription = id) =>
    (await ask(who, `GET /feeds/${subscription}/edit`)).text.replace(/\s+/g, " ");
  assert.match(
    await form(anna),
    /Where that is short, we load the item&#39;s page at once, otherwise when you open the item\. All/,
  );
  for (const [fullText, told] of [
    ["always", /as soon as the item is there\. All its readers get the same text/],
    ["never", /We load no pages of its items\. All its readers get the same text/],
  ] as const) {
    await database.worker.query("update feeds set full_text = $2 where id = $1", [feedId, fullText]);
    assert.match(await form(anna), told);
  }
  const boss = await person();
  await database.worker.query("update accounts.users set operator = true where id = $1", [boss.id]);
  const bossId = await add(boss, "Texts too", "https://texts.example/feed");
  const offered = await form(boss, bossId);
  assert.ok(offered.includes(`href="/operator/feeds/${String(feedId)}"`));
  assert.doesNotMatch(offered, /only the operator/);
});
