import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { assemble, type Parts } from "../../src/assemble.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import { createSecretBox } from "../../src/database/secret-box.ts";
import { loadConfig } from "../../src/load-config.ts";
import { startWeb } from "../../src/assemble-web.ts";
import { formTokens } from "../../src/web/csrf.ts";
import { onDatabase } from "../faults/fault-world.ts";
import { eventually } from "../ground/eventually.ts";
import { fakePostgres } from "../ground/fake-postgres.ts";
import { freePort } from "../ground/free-port.ts";
import { testDatabase } from "../ground/test-database.ts";

/** What a process makes of these settings, while `use` runs. */
async function withParts(settings: Record<string, string>, use: (parts: Parts) => Promise<void>): Promise<void> {
  const { config } = loadConfig(settings, {});
  const parts = await assemble(config, pino({ level: "silent" }));
  try {
    await use(parts);
  } finally {
    await Promise.all([parts.client.close(), parts.trusted.close()]);
    await parts.db.close();
  }
}

test("DB_CONNECTIONS is how many connections a process opens, a third of them for the web", async () => {
  const database = await testDatabase();
  for (const [setting, forWork, forWeb] of [
    ["6", 4, 2],
    ["12", 8, 4],
  ] as const) {
    await withParts({ ...onDatabase(database), DB_CONNECTIONS: setting }, async ({ db }) => {
      for (const [pool, most] of [
        [db.worker, forWork],
        [db.web, forWeb],
      ] as const) {
        const asked = Array.from({ length: 20 }, () => pool.connect());
        await Promise.all(asked.slice(0, most));
        assert.deepEqual([pool.totalCount, pool.waitingCount], [most, 20 - most]);
        for (const one of asked) (await one).release();
      }
    });
  }
});

test("DATABASE_DIRECT_URL is used to listen, and DATABASE_URL for everything else", async () => {
  const database = await testDatabase();
  const { DATABASE_URL: url, SECRET_KEY } = { DATABASE_URL: "", SECRET_KEY: "", ...onDatabase(database) };
  const settings = {
    DATABASE_URL: `${url}&application_name=by-the-pooler`,
    DATABASE_DIRECT_URL: `${url}&application_name=past-the-pooler`,
    SECRET_KEY,
    PORT: String(await freePort()),
  };
  await withParts(settings, async (parts) => {
    const web = await startWeb(parts);
    const namesOf = async (which: string) => {
      const text = `select distinct application_name as name from pg_stat_activity
        where datname = current_database() and application_name like '%-the-pooler' and query ${which} 'listen %'`;
      return (await database.admin.query<{ name: string }>(text)).rows.map(({ name }) => name);
    };
    try {
      await eventually(async () => assert.deepEqual(await namesOf("like"), ["past-the-pooler"]));
      await parts.db.web.query("select 1");
      assert.deepEqual(await namesOf("not like"), ["by-the-pooler"]);
    } finally {
      await web.stop(AbortSignal.timeout(5_000));
    }
  });
});

test("DB_PASSWORD is used if DATABASE_URL has no password", async () => {
  for (const password of ["p&ss w=rd", "another one"]) {
    const server = await fakePostgres({ version: 140_011, name: "14.11", password });
    const open = (given: string) => {
      const url = server.replace(":wrong@", "@");
      const { config } = loadConfig({ DATABASE_URL: url, SECRET_KEY: "k".repeat(32), DB_PASSWORD: given }, {});
      return openDatabase(config, () => undefined);
    };
    // Let in, and then found too old.
    await assert.rejects(open(password), /leads to PostgreSQL 14\.11/);
    await assert.rejects(open("mistyped"), /refuses this user or password/);
  }
});

test("SECRET_KEY encrypts credentials and signs form tokens", async () => {
  const database = await testDatabase();
  for (const key of ["a".repeat(32), "b".repeat(40)]) {
    const port = await freePort();
    await withParts({ ...onDatabase(database), SECRET_KEY: key, PORT: String(port) }, async (parts) => {
      assert.equal(createSecretBox(key).open(parts.secrets.seal("a credential")), "a credential");
      const web = await startWeb(parts);
      try {
        const page = await fetch(`http://127.0.0.1:${port}/auth/login`);
        const [, binding = ""] = /=([^;]+)/.exec(page.headers.getSetCookie()[0] ?? "") ?? [];
        const [, token = ""] = /name="csrf" value="([^"]+)"/.exec(await page.text()) ?? [];
        assert.ok(formTokens(key).fits(token, binding));
      } finally {
        await web.stop(AbortSignal.timeout(5_000));
      }
    });
  }
});
