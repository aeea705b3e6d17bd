import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { joinEmbeddedServer } from "../../src/database/embedded-server.ts";
import { superuser } from "../../src/database/prepare-cluster.ts";
import { runPlainwire, temporaryFolder } from "../ground/plainwire-process.ts";

test("an embedded server without free connections gives one sentence, and works again later", async () => {
  const dataDir = await temporaryFolder();
  const server = await joinEmbeddedServer(dataDir, () => undefined);
  const client = new pg.Client({ host: server.socket, user: superuser, database: "postgres" });
  try {
    assert.equal((await runPlainwire(["migrate"], { DATA_DIR: dataDir })).code, 0);
    await client.connect();
    await client.query("alter database plainwire connection limit 0");
    const refused = await runPlainwire(["feed", "list"], { DATA_DIR: dataDir });
    assert.equal(refused.code, 1);
    assert.match(refused.output, /^The database takes no connection just now \(.+\): try again in a moment\.\n$/);
    await client.query("alter database plainwire connection limit -1");
    assert.equal((await runPlainwire(["feed", "list"], { DATA_DIR: dataDir })).code, 0);
  } finally {
    await client.end();
    await server.leave();
  }
});
