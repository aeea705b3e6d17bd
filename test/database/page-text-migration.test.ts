import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { connectAs } from "../../src/database/connection.ts";
import { migrate } from "../../src/database/migrate.ts";
import { testDatabase } from "../ground/test-database.ts";

const { connection, worker } = await testDatabase();

/** What 0021 changed, as it was before. */
const before = `
  drop function want_page(uuid, timestamptz);
  drop table model_stops;
  alter table items drop column page_at, drop column page_attempts, drop column page_why, drop column page_error,
    drop column model_why;
  drop index items_upgrade;
  create index items_upgrade on items (upgrade_at) where upgrade_at is not null;
  alter table feeds drop constraint feeds_full_text, alter column full_text drop default;
  alter table feeds alter column full_text type boolean using full_text <> 'never';
  alter table feeds alter column full_text set default true;
  delete from schema_migrations where name = '0021-page-text.sql'`;

test("on becomes auto, off becomes never, and what was read is known to be read", async () => {
  const client = await connectAs(connection, "app_owner");
  await client.query(before);
  const [on, off] = [randomUUID(), randomUUID()];
  await worker.query(
    "insert into feeds (id, url, full_text) values ($1, 'http://a.example/', true), ($2, 'http://b.example/', false)",
    [on, off],
  );
  for (const [kind, analyzer] of [
    ["page", "llm"],
    ["description", "heuristic"],
  ]) {
    const id = randomUUID();
    await worker.query(
      `insert into items (id, feed_id, hash, content, pub_date, fingerprint, input_kind, analyzer_result, upgrade_at)
       values ($1, $2, $3, '', now(), '', $4, jsonb_build_object('analyzer', $5::text), now())`,
      [id, on, id.replaceAll("-", "").padEnd(64, "0"), kind, analyzer],
    );
  }

  assert.deepEqual(await migrate(client), ["0021-page-text.sql"]);

  await client.end();
  const feeds = await worker.query("select full_text from feeds order by url");
  assert.deepEqual(feeds.rows, [{ full_text: "auto" }, { full_text: "never" }]);
  const items = await worker.query("select input_kind, page_why, model_why from items order by input_kind desc");
  assert.deepEqual(items.rows, [
    { input_kind: "page", page_why: "read", model_why: "read" },
    { input_kind: "description", page_why: null, model_why: "waiting" },
  ]);
  await assert.rejects(worker.query("update feeds set full_text = 'on'"), /feeds_full_text/);
});
