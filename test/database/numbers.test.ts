import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { connectAs } from "../../src/database/connection.ts";
import { migrate } from "../../src/database/migrate.ts";
import { readMigrations } from "../../src/database/migration-files.ts";
import { restoreBackup } from "../../src/database/restore-backup.ts";
import { writeBackup } from "../../src/database/write-backup.ts";
import { emptyDatabase } from "../ground/test-database.ts";

const insertItem = `insert into items (id, feed_id, hash, content, pub_date, first_seen_at, fingerprint)
  values ($1::uuid, $2, encode(sha256(uuid_send($1::uuid)), 'hex'), '', now(), $3, '')`;

test("items of an older version are numbered from 1 in the order in which they came, and new ones go on", async () => {
  const owner = await connectAs((await emptyDatabase()).connection, "app_owner");
  await migrate(
    owner,
    readMigrations().filter(({ name }) => name < "0031"),
  );
  const feed = randomUUID();
  await owner.query("insert into feeds (id, url) values ($1, 'https://one.example/feed')", [feed]);
  const [late, early, fresh] = [randomUUID(), randomUUID(), randomUUID()];
  await owner.query(insertItem, [late, feed, "2026-02-01"]);
  await owner.query(insertItem, [early, feed, "2026-01-01"]);
  await migrate(owner);
  await owner.query(insertItem, [fresh, feed, "2026-01-15"]);
  const { rows } = await owner.query("select id, number::int from items order by number");
  assert.deepEqual(rows, [
    { id: early, number: 1 },
    { id: late, number: 2 },
    { id: fresh, number: 3 },
  ]);
  await owner.end();
});

test("after a restore numbers go on where the backup ended", async () => {
  const source = await connectAs((await emptyDatabase()).connection, "app_owner");
  await migrate(source);
  const feed = randomUUID();
  await source.query("insert into feeds (id, url) values ($1, 'https://one.example/feed')", [feed]);
  for (let n = 0; n < 3; n += 1) await source.query(insertItem, [randomUUID(), feed, "2026-01-01"]);
  const options = { version: "0", now: new Date(), onStart: () => undefined, onRows: () => undefined };
  const backup: Buffer[] = [];
  for await (const piece of writeBackup(source, options)) backup.push(piece);
  await source.end();

  const target = await emptyDatabase();
  const client = await connectAs(target.connection, "app_owner");
  await restoreBackup(
    client,
    (async function* () {
      yield* backup;
    })(),
  );
  await client.query(insertItem, [randomUUID(), feed, "2026-01-01"]);
  const { rows } = await client.query("select array_agg(number::int order by number) as numbers from items");
  assert.deepEqual(rows[0].numbers, [1, 2, 3, 4]);
  await client.end();
});
