import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { exportAccount } from "../../src/accounts/export-store.ts";
import { asAnybody, asPerson, type Queryable } from "../../src/database/transaction.ts";
import { planImport, runImport, startImport } from "../../src/feeds/import-store.ts";
import { listBookmarks } from "../../src/items/starred-item-store.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker, web } = await testDatabase();

test("a statement of a request has a time limit, and the connection's next user does not inherit it", async () => {
  const limitOf = async (db: Queryable) => (await db.query("show statement_timeout")).rows[0].statement_timeout;
  assert.equal(await asPerson(web, randomUUID(), limitOf), "25s");
  assert.equal(await asAnybody(web, limitOf), "25s");
  assert.equal(await limitOf(web), "0");
});

test("a statement beyond it ends, and leaves a connection that works", async (t) => {
  const pool = new pg.Pool({ ...web.options, max: 1 });
  t.after(() => pool.end());
  const endless = (tx: Queryable) => tx.query("select pg_sleep(3600)");
  await assert.rejects(asPerson(pool, randomUUID(), endless, 1), { code: "57014" });
  const { rows } = await asPerson(pool, randomUUID(), (tx) => tx.query("select 1 as one"));
  assert.deepEqual([rows, pool.totalCount], [[{ one: 1 }], 1]);
});

test("it costs no statement of its own", async (t) => {
  const sent = spy(t);
  await asPerson(web, randomUUID(), (tx) => tx.query("select 1"));
  assert.equal(sent().length, 4);
});

test("exports and imports may take longer", async (t) => {
  const personId = randomUUID();
  const now = () => new Date();
  await worker.query("insert into accounts.users (id, email) values ($1, 'long@example.org')", [personId]);
  const running = { ...planImport({ feeds: [], emptyFolders: ["News"], faults: [], unnamedFaults: 0 }), personId };
  const log = { error: (facts: object) => assert.fail(JSON.stringify(facts)) };
  const id = randomUUID();
  await asPerson(web, personId, (tx) => startImport(tx, { ...running, id }, now()));

  const sent = spy(t);
  for await (const piece of exportAccount({ db: web, now }, personId)) assert.notEqual(piece, "");
  for await (const bookmark of listBookmarks(web, personId)) assert.fail(bookmark.url);
  await runImport({ db: web, now, lanes: 4, importSpreadMs: 0, log }, { ...running, id }, undefined);
  const limits = sent().flatMap((query) => (query?.name === "as-person" ? [query.values?.[2]] : []));
  assert.deepEqual([...new Set(limits)], ["300000"]);
  assert.ok(limits.length > 10);
});

/** What was sent since. */
function spy(t: TestContext): () => (pg.QueryConfig | undefined)[] {
  const { mock } = t.mock.method(pg.Client.prototype, "query");
  return () => mock.calls.map(({ arguments: [query] }) => query as unknown as pg.QueryConfig | undefined);
}
