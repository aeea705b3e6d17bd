import assert from "node:assert/strict";
import { after, test } from "node:test";
import { findLiveSession } from "../../src/accounts/sessions.ts";
import { createSupabaseProvider } from "../../src/accounts/supabase/supabase-provider.ts";
import { createTrustedClient, requestJson } from "../../src/http-client/trusted-client.ts";
import { gotrue } from "../ground/gotrue.ts";
import { testDatabase } from "../ground/test-database.ts";
import { accountParts } from "../web/web-parts.ts";
import { registered } from "./auth-provider-contract.ts";

const { web, worker } = await testDatabase();
const client = createTrustedClient();
after(() => client.close());
const server = await gotrue();
const { url, anonKey } = server;
const provider = createSupabaseProvider({
  db: web,
  send: (request) => requestJson(client, request),
  now: () => new Date(),
  url,
  anonKey,
  serviceRoleKey: null,
  jwtSecret: null,
  admitsStrangers: false,
});
const parts = accountParts(web, { provider });

test("a token is refreshed half a minute before it runs out, and not sooner", async () => {
  const { token } = await registered(parts);
  const now = new Date();
  const refreshes = () => server.requests.filter((request) => request.includes("refresh_token")).length;
  const findWithLeft = async (leftMs: number) => {
    await worker.query("update accounts.sessions set tokens_expire_at = $2 where token_hash = sha256($1::bytea)", [
      Buffer.from(token),
      new Date(now.getTime() + leftMs),
    ]);
    assert.equal((await findLiveSession({ ...parts, now: () => now }, token)).kind, "live");
    return refreshes();
  };
  assert.equal(await findWithLeft(30_001), 0);
  assert.equal(await findWithLeft(30_000), 1);
});
