import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { joinEmbeddedServer } from "../../src/database/embedded-server.ts";
import { superuser } from "../../src/database/connection.ts";
import { preparedDataDir } from "../ground/prepared-cluster.ts";
import { runCommand } from "../ground/run-command.ts";

test("an embedded server without free connections gives one sentence, and works again later", async () => {
  const dataDir = await preparedDataDir();
  const env = { DATA_DIR: dataDir };
  const server = await joinEmbeddedServer(dataDir, () => undefined);
  const client = new pg.Client({ host: server.socket, user: superuser, database: "postgres" });
  try {
    assert.equal((await runCommand(["migrate"], { env })).code, 0);
    await client.connect();
    await client.query("alter database plainwire connection limit 0");
    const refused = await runCommand(["feed", "list"], { env });
    assert.equal(refused.code, 1);
    assert.match(refused.output, /^The database takes no connection just now \(.+\): try again in a moment\.\n$/);
    await client.query("alter database plainwire connection limit -1");
    assert.equal((await runCommand(["feed", "list"], { env })).code, 0);
  } finally {
    await client.end();
    await server.leave();
  }
});
