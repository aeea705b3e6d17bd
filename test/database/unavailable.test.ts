import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { test } from "node:test";
import pg from "pg";
import { inTransaction } from "../../src/database/transaction.ts";
import { isDatabaseUnavailable, takesWrites } from "../../src/database/unavailable.ts";
import { testDatabase } from "../ground/test-database.ts";

const { connection, worker } = await testDatabase();

for (const code of ["ECONNREFUSED", "EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH", "ETIMEDOUT", "25006", "57P03"]) {
  test(`${code} is the database's fault, not the query's`, () => {
    assert.ok(isDatabaseUnavailable(Object.assign(new Error("planted"), { code })));
  });
}

test("so is a server that takes a connection and says nothing", async (t) => {
  const silent = createServer().listen(0, "127.0.0.1");
  t.after(() => silent.close());
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const client = new pg.Client({ host: "127.0.0.1", port, connectionTimeoutMillis: 1 });
  client.on("error", () => undefined);
  await assert.rejects(client.connect(), isDatabaseUnavailable);
});

test("a connection that only reads is not handed out again: the address may lead to the new primary by now", async (t) => {
  const pool = onlyReading();
  t.after(() => pool.end());
  await assert.rejects(
    inTransaction(pool, (tx) => tx.query("delete from feeds")),
    { code: "25006" },
  );
  assert.equal(pool.totalCount, 0);
});

test("a server that only reads answers, but takes no writes", async (t) => {
  const pool = onlyReading();
  t.after(() => pool.end());
  assert.deepEqual([await takesWrites(pool), await takesWrites(worker)], [false, true]);
});

/** To its clients a standby looks like this. */
function onlyReading(): pg.Pool {
  return new pg.Pool({ ...connection.client("app_worker"), max: 1, options: "-c default_transaction_read_only=on" });
}
