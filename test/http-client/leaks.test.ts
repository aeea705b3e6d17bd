import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../ground/eventually.ts";
import { startHostileOrigin } from "../ground/hostile-origin.ts";
import { createLoopbackClient } from "./loopback-client.ts";

test("two hundred hosts that fail in every way leave no socket behind", async () => {
  const origin = await startHostileOrigin();
  const client = createLoopbackClient({
    requestTimeoutMs: 2_000,
    resolve: async (hostname) => (hostname.startsWith("inside") ? ["10.0.0.1"] : ["127.0.0.1"]),
  });
  const paths = ["/feed", "/gzip", "/endless", "/loop", "/reset-mid-body", "/error-endless", "/not-http", "/silence"];
  const results = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const host = index % 10 === 0 ? `inside-${index}.test` : `host-${index}.test`;
      const { kind } = await client.get(origin.url(paths[index % paths.length] ?? "", host));
      return kind;
    }),
  );
  assert.deepEqual(new Set(results), new Set(["response", "failed"]));

  await client.close();
  await origin.close();
  await eventually(() => assert.equal(openSockets(), 0));
});

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === "TCPSocketWrap").length;
}
