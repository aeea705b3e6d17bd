import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Completion } from "../../src/fetching/completion-store.ts";
import { fetchFeed } from "../../src/fetching/fetch-feed.ts";
import { createBareJob } from "../../src/job.ts";
import { saveWithoutRefused } from "../../src/fetching/save-results.ts";
import { claimDueFeeds } from "../../src/schedule/claim-store.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const database = await testDatabase();
const { worker: pool } = database;
const origin = await feedOrigin();
const driver = fetchDriver(database);
let hosts = 0;
// An item fails by the SQLSTATE that its title begins with.
await database.admin.query(`
  create function fail_by_title() returns trigger language plpgsql as $$ begin
    raise exception 'failed by its title' using errcode = left(new.title, 5);
  end $$;
  create trigger fail_by_title before insert on items for each row when (new.title ~ '^[0-9P]{5}') execute function fail_by_title()`);

for (const code of ["22001", "23514", "54000"]) {
  test(`an item that is refused by ${code} is left out`, async () => {
    const completion = await fetched(["a", code, "b"]);
    const refusals: unknown[] = [];
    const [result] = await saveWithoutRefused(pool, [completion], (error) => void refusals.push(error));
    assert.equal(result?.created.length, 2);
    assert.deepEqual(
      refusals.map((error) => (error as { code: string }).code),
      [code],
    );
  });
}

test("a refused item is not remembered: a later document offers it again, but not the others", async () => {
  const completion = await fetched(["a", "23514", "b"]);
  await saveWithoutRefused(pool, [completion], () => undefined);
  const { id: feedId, url } = await driver.feed(completion.claim.feedId);
  const path = new URL(String(url)).pathname;
  origin.serve(path, {
    body: rss(
      ["a", "23514", "b"].map((title) => ({ title, guid: title })),
      "Renamed",
    ),
  });
  driver.clock.advance(2 * 86_400_000);
  const now = driver.clock.now();
  const claims = await claimDueFeeds(pool, {
    now,
    page: 100,
    leaseId: randomUUID(),
    leaseUntil: new Date(now.getTime() + 600_000),
  });
  const claim = claims.find((one) => one.feedId === feedId);
  assert.ok(claim !== undefined);
  const again = await fetchFeed(driver.parts, createBareJob(claim));
  assert.deepEqual(
    again.completion.items.map(({ title }) => title),
    ["23514"],
  );
});

for (const code of ["57014", "55P03", "42501", "P0001"]) {
  test(`${code} is not about the items: none is saved, and none is lost`, async () => {
    await assertNothingSaved(await fetched(["a", code, "b"]), code);
  });
}

test("an error during the search for refused items does not count as a refusal either", async () => {
  await assertNothingSaved(await fetched(["23514", "a", "57014"]), "57014");
  await assertNothingSaved(await fetched(["57014", "a", "23514"]), "57014");
});

test("a feed with dozens of refused items is given up, not searched to its end", async () => {
  const completion = await fetched(Array.from({ length: 100 }, (_, n) => `23514 ${n}`));
  let trials = 0;
  const count = () => void (trials += 1);
  pool.on("acquire", count);
  await assertNothingSaved(completion, "23514");
  pool.off("acquire", count);
  assert.ok(trials < 100, `${trials} trials`);
});

/** What a fetch of a feed with these items wants to save. */
async function fetched(titles: string[]): Promise<Completion> {
  const path = `/${randomUUID()}`;
  origin.serve(path, { body: rss(titles.map((title) => ({ title, guid: title }))) });
  // A host of its own: a feed that was not saved keeps its lane.
  await driver.add(origin.url(path, `127.4.7.${(hosts += 1)}`));
  const now = driver.clock.now();
  const leaseUntil = new Date(now.getTime() + 600_000);
  const [claim] = await claimDueFeeds(pool, { now, page: 1, leaseId: randomUUID(), leaseUntil });
  assert.ok(claim !== undefined);
  return (await fetchFeed(driver.parts, createBareJob(claim))).completion;
}

async function assertNothingSaved(completion: Completion, code: string): Promise<void> {
  const { feedId } = completion.claim;
  await assert.rejects(
    saveWithoutRefused(pool, [completion], () => assert.fail("nothing was refused")),
    { code },
  );
  const { rows } = await pool.query(
    "select last_fetched_at, etag, (select count(*)::int from items where feed_id = f.id) as items from feeds f where id = $1",
    [feedId],
  );
  assert.deepEqual(rows, [{ last_fetched_at: null, etag: null, items: 0 }]);
}
