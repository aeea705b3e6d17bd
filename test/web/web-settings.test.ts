import assert from "node:assert/strict";
import { test } from "node:test";
import { testDatabase } from "../ground/test-database.ts";
import { withWeb as runWeb } from "./run-web.ts";

const database = await testDatabase();

const withWeb = runWeb.bind(null, database);

test("HOST and PORT are where the web server listens", async () => {
  await withWeb({ HOST: "127.0.0.9" }, async (origin) => {
    assert.equal((await fetch(`${origin}/healthz`)).status, 200);
    await assert.rejects(fetch(origin.replace("127.0.0.9", "127.0.0.1")), /fetch failed/);
  });
});

test("METRICS_TOKEN gives access to /metrics, and nothing else does", async () => {
  await withWeb({ METRICS_TOKEN: "a-token-for-metrics" }, async (origin) => {
    // From elsewhere, by way of a proxy: on this machine nobody needs a token.
    const statusWith = async (token: string) =>
      (await fetch(`${origin}/metrics`, { headers: { Authorization: `Bearer ${token}`, "X-Real-IP": "192.0.2.1" } }))
        .status;
    assert.equal(await statusWith("a-token-for-metrics"), 200);
    assert.equal(await statusWith("another"), 403);
  });
});

test("COOKIE_SECURE says whether cookies are sent over https only", async () => {
  for (const [setting, isSecure] of [
    ["true", true],
    ["false", false],
  ] as const)
    await withWeb({ COOKIE_SECURE: setting }, async (origin) => {
      const [cookie = ""] = (await fetch(`${origin}/auth/register`)).headers.getSetCookie();
      assert.equal(/; Secure/.test(cookie), isSecure, cookie);
    });
});
