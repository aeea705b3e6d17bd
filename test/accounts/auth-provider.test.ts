import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createSupabaseProvider } from "../../src/accounts/supabase/supabase-provider.ts";
import { createTrustedClient, requestJson } from "../../src/http-client/trusted-client.ts";
import { loadConfig } from "../../src/load-config.ts";
import { Refusal } from "../../src/refusal.ts";
import { chooseProvider } from "../../src/web/auth/choose-provider.ts";
import { gotrue } from "../ground/gotrue.ts";
import { testDatabase } from "../ground/test-database.ts";
import { accountParts } from "../web/web-parts.ts";
import { authProviderContract } from "./auth-provider-contract.ts";

const { web } = await testDatabase();
const client = createTrustedClient();
after(() => client.close());

authProviderContract("local", () => Promise.resolve(accountParts(web)));

authProviderContract("supabase", async () => {
  const { url, anonKey, serviceRoleKey } = await gotrue();
  const now = () => new Date();
  const provider = createSupabaseProvider({
    db: web,
    send: (request) => requestJson(client, request),
    now,
    url,
    anonKey,
    serviceRoleKey,
    jwtSecret: null,
    admitsStrangers: false,
  });
  return accountParts(web, { provider });
});

test("the settings choose the provider, and a provider without its URL stops the start", () => {
  const choose = (environment: Record<string, string>) =>
    chooseProvider(
      loadConfig(environment, {}).config,
      web,
      (request) => requestJson(client, request),
      () => new Date(),
    );
  const supabase = { AUTH_PROVIDER: "supabase", SUPABASE_URL: "https://x.supabase.co", SUPABASE_ANON_KEY: "key" };
  assert.equal(choose({}).upstream, null);
  assert.equal(choose(supabase).hasher, null);
  assert.throws(() => choose({ ...supabase, SUPABASE_ANON_KEY: "" }), Refusal);
  assert.throws(() => choose({ ...supabase, SUPABASE_URL: "" }), Refusal);
});
