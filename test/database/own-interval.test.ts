import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { connectAs, embeddedConnection } from "../../src/database/connection.ts";
import { migrate } from "../../src/database/migrate.ts";
import { readMigrations } from "../../src/database/migration-files.ts";
import { createEmbeddedDatabase } from "../../src/database/open-database.ts";
import { testSocket } from "../ground/test-database.ts";

const before = "insert into feeds (id, url, adaptive, interval_minutes, failure_policy, last_success_at) values";
const after = "select url, own_interval_minutes as own, interval_minutes as moved, failure_policy as policy from feeds";

test("an upgrade keeps intervals set for a feed, and leaves the rest to the server's settings", async () => {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await createEmbeddedDatabase(testSocket(), name);
  const client = await connectAs(embeddedConnection(testSocket(), name), "app_owner");
  await migrate(
    client,
    readMigrations().filter((migration) => migration.name < "0017"),
  );
  await client.query(
    `${before} (gen_random_uuid(), 'http://fixed.example', false, 30, 'one_strike', now()),
      (gen_random_uuid(), 'http://moving.example', true, 83.5, 'backoff', now()),
      (gen_random_uuid(), 'http://new.example', true, 60, 'backoff', null),
      (gen_random_uuid(), 'http://set.example', true, 20, 'backoff', null)`,
  );

  await migrate(client);
  assert.deepEqual((await client.query(`${after} order by url`)).rows, [
    { url: "http://fixed.example", own: 30, moved: null, policy: "one_strike" },
    { url: "http://moving.example", own: null, moved: 83.5, policy: null },
    { url: "http://new.example", own: null, moved: null, policy: null },
    { url: "http://set.example", own: 20, moved: null, policy: null },
  ]);
  await client.end();
});
