import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import type pg from "pg";
import type { AuthProvider } from "../../src/accounts/auth-provider.ts";
import { logIn } from "../../src/accounts/sessions.ts";
import { createInvitePass } from "../../src/accounts/pass-store.ts";
import { register } from "../../src/accounts/register.ts";
import { hashToken } from "../../src/accounts/secret-token.ts";
import { createTrustedClient } from "../../src/http-client/trusted-client.ts";
import { testDatabase } from "../ground/test-database.ts";
import { accountParts } from "../web/web-parts.ts";
import { form, goodPassword, registered } from "./auth-provider-contract.ts";
import { supabaseAccounts } from "./supabase-accounts.ts";

const { web, worker } = await testDatabase();
const client = createTrustedClient();
after(() => client.close());
const onSupabase = () => supabaseAccounts(web, client);
const visit = { address: null, userAgent: null, sessionToken: null };

test("if the provider wants the email confirmed, registering says so to everyone", async () => {
  const { server, parts } = await onSupabase();
  server.settings.confirmsEmail = true;
  const email = `${randomUUID()}@example.org`;
  const confirmFirst = { kind: "confirm-first" };
  assert.deepEqual(await register(parts, form(email), visit), confirmFirst);
  // At once the server refuses a second mail; later it sends one, to the same user.
  assert.deepEqual(await register(parts, form(email), visit), confirmFirst);
  server.pass(120);
  assert.deepEqual(await register(parts, form(email), visit), confirmFirst);
  assert.deepEqual(await logIn(parts, { email, password: goodPassword }, visit), { kind: "unconfirmed" });
  const user = server.users.get(email);
  assert.ok(user !== undefined, "registering again has not removed the first one's login");
  user.isConfirmed = true;
  assert.deepEqual(await register(parts, form(email), visit), confirmFirst);
  assert.equal((await logIn(parts, { email, password: goodPassword }, visit)).kind, "logged-in");
});

test("a project that may send no more mail is a failure, not a mail on its way", async () => {
  const { server, parts } = await onSupabase();
  Object.assign(server.settings, { confirmsEmail: true, mailsMax: 0 });
  const result = await register(parts, form(`${randomUUID()}@example.org`), visit);
  assert.equal(result.kind, "unavailable");
});

test("a registration that fails here leaves no new login at the provider, and keeps an existing one", async () => {
  const { server, parts } = await onSupabase();
  for (const confirmsEmail of [false, true]) {
    server.settings.confirmsEmail = confirmsEmail;
    const { email } = await registered(accountParts(web));
    assert.deepEqual(await register(parts, form(email), visit), { kind: "taken" });
    assert.equal(server.users.has(email), false, "the email is taken here, by an account of another provider");

    const email2 = `${randomUUID()}@example.org`;
    const passToken = await createInvitePass(worker, null, new Date());
    const used = { ...parts, provider: { ...parts.provider, signUp: useUpFirst(parts.provider.signUp, passToken) } };
    const result = await register(used, form(email2, { passToken }), visit);
    assert.deepEqual(result, { kind: "not-admitted", why: "bad-token" });
    assert.equal(server.users.has(email2), false);

    const broken = { ...parts, db: brokenAt(web, "accounts.register") };
    await assert.rejects(register(broken, form(email2), visit), /the database is gone/);
    assert.equal(server.users.has(email2), false);
  }
  // Of another program in the same project, not confirmed yet, and unknown here; the email belongs to another account here.
  const { email } = await registered(accountParts(web));
  const old = { id: randomUUID(), email, password: goodPassword, isConfirmed: false, isBanned: false };
  server.users.set(email, { ...old, createdAt: Date.now() - 3_600_000 });
  assert.deepEqual(await register(parts, form(email), visit), { kind: "taken" });
  assert.ok(server.users.has(email));
});

/** Somebody else uses the invitation while the provider is asked. */
function useUpFirst(signUp: AuthProvider["signUp"], passToken: string): AuthProvider["signUp"] {
  return async (credentials, now) => {
    await worker.query("update accounts.one_time_tokens set used_at = now() where token_hash = $1", [
      hashToken(passToken),
    ]);
    return signUp(credentials, now);
  };
}

function brokenAt(pool: pg.Pool, name: string): pg.Pool {
  const query = (text: string | { text: string }, values?: unknown[]) => {
    const sql = typeof text === "string" ? text : text.text;
    return sql.includes(name) ? Promise.reject(new Error("the database is gone")) : pool.query(text as string, values);
  };
  return { query } as unknown as pg.Pool;
}
