import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../ground/eventually.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { runWorker } from "../ground/worker.ts";
import { faultOrigin } from "./fault-origin.ts";
import { addFaultFeeds, auditFeeds, countLeft, hostDelayMs, nothingLeft } from "./fault-world.ts";

test("serialization failures and deadlocks are retried, and no feed fails because of them", async () => {
  const database = await testDatabase();
  // Every third statement that touches these tables fails in turn with one or the other.
  await database.admin.query(`
    create sequence blows;
    grant usage on sequence blows to public;
    create function blow() returns trigger language plpgsql as $$
    declare n bigint := nextval('public.blows');
    begin
      if n % 6 = 0 then raise exception 'planted' using errcode = '40001'; end if;
      if n % 6 = 3 then raise exception 'planted' using errcode = '40P01'; end if;
      return null;
    end $$;
    create trigger blow after update on feed_schedules for each statement execute function blow();
    create trigger blow after update on lanes for each statement execute function blow();`);
  const origin = await faultOrigin(50);
  const urls = Array.from({ length: 40 }, (_, n) => origin.url(`127.7.${n % 20}.1`, `/retried/${n}`));
  // One by one: adding a feed is two of these statements, and a transaction of many would meet a failure at every attempt.
  for (const url of urls) await addFaultFeeds(database.worker, [url]);
  const parts = testParts(database, { FETCHER_DOMAIN_DELAY: String(hostDelayMs / 1_000) });
  const worker = await runWorker(parts);
  await eventually(async () => assert.deepEqual(await countLeft(database.worker), nothingLeft));
  await worker.stop(AbortSignal.timeout(5_000));
  await auditFeeds(database.worker);
  const { rows } = await database.admin.query("select last_value::int as blows from blows");
  assert.ok(rows[0].blows > 30);
  const { rowCount } = await database.worker.query("select from fetch_logs where outcome = 'failed'");
  assert.equal(rowCount, 0);
});
