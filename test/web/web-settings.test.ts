import assert from "node:assert/strict";
import { test } from "node:test";
import { startWeb } from "../../src/start-web.ts";
import { freePort } from "../ground/free-port.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";

const database = await testDatabase();

/** The web server as these settings make it, while `use` runs. */
async function withWeb(settings: Record<string, string>, use: (origin: string) => Promise<void>): Promise<void> {
  const port = await freePort();
  const { HOST: host = "127.0.0.1" } = settings;
  const publicOrigin = `http://${host}:${port}`;
  const parts = testParts(
    database,
    { PORT: String(port), SECRET_KEY: "k".repeat(32), DATABASE_URL: "postgres://localhost/x", ...settings },
    { publicOrigin },
  );
  const web = await startWeb(parts);
  try {
    await use(publicOrigin);
  } finally {
    await web.stop(AbortSignal.timeout(5_000));
  }
}

test("HOST and PORT are where the web server listens", async () => {
  await withWeb({ HOST: "127.0.0.9" }, async (origin) => {
    assert.equal((await fetch(`${origin}/healthz`)).status, 200);
    await assert.rejects(fetch(origin.replace("127.0.0.9", "127.0.0.1")), /fetch failed/);
  });
});

test("REGISTRATION says who may register, and PASSWORD_MIN_LENGTH how long a password must be", async () => {
  for (const [setting, wanted] of [
    ["22", /At least 22 characters/],
    ["9", /At least 9 characters/],
  ] as const)
    await withWeb({ PASSWORD_MIN_LENGTH: setting }, async (origin) =>
      assert.match(await (await fetch(`${origin}/auth/register`)).text(), wanted),
    );
  await withWeb({ REGISTRATION: "closed" }, async (origin) =>
    assert.doesNotMatch(await (await fetch(`${origin}/auth/register`)).text(), /characters/),
  );
});

test("METRICS_TOKEN opens /metrics to whoever has it, and to nobody else", async () => {
  await withWeb({ METRICS_TOKEN: "a-token-for-metrics" }, async (origin) => {
    // From elsewhere, by way of a proxy: whoever is on this machine needs no token.
    const statusWith = async (token: string) =>
      (await fetch(`${origin}/metrics`, { headers: { Authorization: `Bearer ${token}`, "X-Real-IP": "192.0.2.1" } }))
        .status;
    assert.equal(await statusWith("a-token-for-metrics"), 200);
    assert.equal(await statusWith("another"), 403);
  });
});

test("COOKIE_SECURE says whether cookies go over https alone", async () => {
  for (const [setting, isSecure] of [
    ["true", true],
    ["false", false],
  ] as const)
    await withWeb({ COOKIE_SECURE: setting }, async (origin) => {
      const [cookie = ""] = (await fetch(`${origin}/auth/register`)).headers.getSetCookie();
      assert.equal(/; Secure/.test(cookie), isSecure, cookie);
    });
});
