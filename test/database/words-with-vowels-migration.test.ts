import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { connectAs } from "../../src/database/connection.ts";
import { migrate } from "../../src/database/migrate.ts";
import { testDatabase } from "../ground/test-database.ts";

const { connection, worker } = await testDatabase();
const migration = "0142-words-with-their-vowels.sql";

test("items whose words have vowels that are marks are indexed again, and no others", async () => {
  const feed = randomUUID();
  await worker.query("insert into feeds (id, url) values ($1, 'http://a.example/')", [feed]);
  const titles = ["Łódź: Αθήνα и مصر 日本 서울", "दिल्ली में बारिश", "ข้าวแพงขึ้น", "都市ガス値上げ", "தமிழ்", "গরম বাড়ছে"];
  for (const title of titles) {
    const id = randomUUID();
    await worker.query(
      "insert into items (id, feed_id, hash, title, content, pub_date, fingerprint) values ($1, $2, $3, $4, '', now(), '')",
      [id, feed, id.replaceAll("-", "").padEnd(64, "0"), title],
    );
    await worker.query(
      "insert into item_index (item_id, feed_id, pub_date, story_id, words) values ($1, $2, now(), $1, '')",
      [id, feed],
    );
  }
  await worker.query("delete from stale_items");

  const client = await connectAs(connection, "app_owner");
  await client.query("delete from schema_migrations where name = $1", [migration]);
  assert.deepEqual(await migrate(client), [migration]);
  await client.end();

  const { rows } = await worker.query<{ title: string }>("select title from items join stale_items on item_id = id");
  assert.deepEqual(new Set(rows.map(({ title }) => title)), new Set(titles.slice(1)));
});
