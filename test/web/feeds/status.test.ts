import assert from "node:assert/strict";
import { test } from "node:test";
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

/** All that a change could have touched. */
async function snapshot(): Promise<unknown[]> {
  const tables = ["feeds", "feed_schedules", "lanes", "subscriptions", "summaries", "summary_runs", "events"];
  const rows = tables.map((table) => database.worker.query(`select md5(string_agg(t::text, '|')) from ${table} t`));
  return (await Promise.all(rows)).map((result) => result.rows);
}
