import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { externalConnection } from "../../src/database/connection.ts";

const cases: [what: string, url: string, password: string | null, sent: string | undefined][] = [
  ["an address without a password", "postgres://me@db.example/news", "p&ss w=rd", "p&ss w=rd"],
  ["an address with one of its own", "postgres://me:own@db.example/news", "other", "own"],
];
for (const [what, databaseUrl, databasePassword, sent] of cases) {
  test(`with DB_PASSWORD and ${what} the server is told ${sent === "own" ? "that one" : "DB_PASSWORD"}`, () => {
    const connection = externalConnection({ databaseUrl, databaseDirectUrl: null, databasePassword });
    for (const how of [connection.client, connection.direct])
      assert.equal(new pg.Client(how("app_worker")).password, sent);
  });
}
