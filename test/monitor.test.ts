import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { test } from "node:test";
import { runCommand, startCommand } from "./ground/run-command.ts";
import { testDatabase } from "./ground/test-database.ts";
import { onDatabase } from "./faults/fault-world.ts";
import { freePort } from "./ground/free-port.ts";

test("a worker with MONITOR_PORT serves health and metrics, and nothing else", async () => {
  const database = await testDatabase();
  const port = await freePort();
  const worker = startCommand(["worker"], { env: { ...onDatabase(database), MONITOR_PORT: String(port) } });
  await worker.line(/"msg":"ready"/);
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  assert.deepEqual([(await get("/livez")).status, (await get("/readyz")).status], [200, 200]);
  const health = (await (await get("/healthz")).json()) as { status: string; details: { workers: number } };
  assert.deepEqual([health.status, health.details.workers], ["UP", 1]);
  assert.match(await (await get("/metrics")).text(), /^feed_queue_size /m);
  for (const path of ["/", "/dashboard", "/rss?url=x"]) assert.equal((await get(path)).status, 404);
  assert.equal((await worker.stop()).code, 0);
});

test("a port in use is told by the name of its setting", async () => {
  const database = await testDatabase();
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const env = { ...onDatabase(database), MONITOR_PORT: String(port) };
  const { code, stderr } = await runCommand(["worker"], { env });
  other.close();
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`^Port ${port} is in use: set MONITOR_PORT to another`, "m"));
});
