import assert from "node:assert/strict";
import { test } from "node:test";
import { requestFetches } from "../../src/admin/feed/sync-commands.ts";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { loadConfig } from "../../src/load-config.ts";
import { quietIo } from "../ground/run-command.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: pool, admin, connection } = await testDatabase();
const context = { io: quietIo(), config: loadConfig({}, {}).config, pool, connection, now: () => new Date() };

test("a sync of many feeds clears their old errors, but not an error that a fetch writes meanwhile", async () => {
  const feeds: { id: string; url: string }[] = [];
  for (let n = 0; n < 9; n += 1) {
    const url = `http://many${n}.example/feed`;
    const { id } = await addFeed(pool, { url, enabled: true, polling: true, enforceFeedDomain: false }, 4, new Date());
    feeds.push({ id, url });
  }
  await pool.query("update feeds set last_fetch_error = 'old'");
  // The first feed is fetched, and fails, before the last one is asked for.
  await admin.query(
    `create function fail_first() returns trigger language plpgsql security definer as $$ begin
       update public.feeds set last_fetch_error = 'new' where id = '${feeds[0]?.id}'; return null; end $$;
     create trigger fail_first after update of next_run_at on feed_schedules for each row
       when (new.feed_id = '${feeds.at(-1)?.id}') execute function fail_first()`,
  );

  const asked = await requestFetches(context, feeds);
  assert.deepEqual([...new Set(asked.map(({ request }) => request.kind))], ["requested"]);
  const { rows } = await pool.query(
    "select url, last_fetch_error as error from feeds where last_fetch_error is not null",
  );
  assert.deepEqual(rows, [{ url: feeds[0]?.url, error: "new" }]);
});
