import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import type { AccountParts } from "../../src/accounts/account-parts.ts";
import { changePassword } from "../../src/accounts/change-password.ts";
import { deleteAccount } from "../../src/accounts/delete-account.ts";
import { findLiveSession } from "../../src/accounts/live-session.ts";
import { logIn, logOut } from "../../src/accounts/log-in.ts";
import { setPersonDisabled } from "../../src/accounts/people-store.ts";
import { register } from "../../src/accounts/register.ts";
import { supabaseProvider } from "../../src/accounts/supabase-provider.ts";
import { secretBox } from "../../src/database/secret-box.ts";
import { requestJson } from "../../src/http-client/request-json.ts";
import { createTrustedClient } from "../../src/http-client/trusted-client.ts";
import { type Gotrue, gotrue } from "../ground/gotrue.ts";
import { testDatabase } from "../ground/test-database.ts";
import { accountParts } from "../web/web-parts.ts";
import { form, goodPassword, registered } from "./auth-provider-contract.ts";

const { web, worker } = await testDatabase();
const client = createTrustedClient();
after(() => client.close());
const visit = { address: null, userAgent: null, sessionToken: null };

type Options = { admitsStrangers?: boolean; serviceRoleKey?: string | null };

async function onSupabase(options: Options = {}): Promise<{ server: Gotrue; parts: AccountParts }> {
  const server = await gotrue();
  const provider = supabaseProvider({
    db: web,
    send: (request) => requestJson(client, request),
    now: () => new Date(),
    url: `${server.url}/`,
    anonKey: server.anonKey,
    serviceRoleKey: options.serviceRoleKey === undefined ? server.serviceRoleKey : options.serviceRoleKey,
    admitsStrangers: options.admitsStrangers ?? false,
  });
  return { server, parts: accountParts(web, { provider }) };
}

/** As if the access token of an hour had run out, while its issuer's clock goes on. */
async function runOut(token: string): Promise<void> {
  await worker.query(
    "update accounts.sessions set tokens_expire_at = now() - interval '1 second' where token_hash = sha256($1::bytea)",
    [Buffer.from(token)],
  );
}

test("tokens lie in the session's row encrypted, never readable", async () => {
  const { parts } = await onSupabase();
  const { person } = await registered(parts);
  const { rows } = await worker.query("select provider_tokens from accounts.sessions where user_id = $1", [person.id]);
  const sealed: Buffer = rows[0].provider_tokens;
  assert.ok(!sealed.toString("latin1").includes("eyJ"));
  assert.match(parts.secrets.open(sealed), /"access":"eyJ/);
});

test("a token that has run out is refreshed once, though ten requests come at the same moment", async () => {
  const { server, parts } = await onSupabase();
  const { token } = await registered(parts);
  await runOut(token);
  const found = await Promise.all(Array.from({ length: 10 }, () => findLiveSession(parts, token)));
  assert.deepEqual(new Set(found.map(({ kind }) => kind)), new Set(["live"]));
  assert.equal(server.requests.filter((request) => request.includes("refresh_token")).length, 1);
});

test("the rotated token is saved: the session lives through many refreshes", async () => {
  const { server, parts } = await onSupabase();
  const { token } = await registered(parts);
  for (let hour = 0; hour < 4; hour += 1) {
    await runOut(token);
    assert.equal((await findLiveSession(parts, token)).kind, "live", `hour ${hour}`);
  }
  assert.equal(server.requests.filter((request) => request.includes("refresh_token")).length, 4);
  assert.equal(server.sessions(), 1);
});

test("a refresh that died after the provider had rotated is made good by the next request", async () => {
  const { server, parts } = await onSupabase();
  const { token } = await registered(parts);
  await runOut(token);
  const { rows } = await worker.query(
    "select token_hash, provider_tokens from accounts.sessions where provider_tokens is not null",
  );
  assert.equal((await findLiveSession(parts, token)).kind, "live");
  for (const row of rows) {
    await worker.query("update accounts.sessions set provider_tokens = $2 where token_hash = $1", [
      row.token_hash,
      row.provider_tokens,
    ]);
  }
  await runOut(token);
  assert.equal((await findLiveSession(parts, token)).kind, "live");
  assert.equal(server.sessions(), 1);
});

test("who is banned or removed there is out here when the token runs out", async () => {
  const { server, parts } = await onSupabase();
  const { email, token } = await registered(parts);
  const user = server.users.get(email);
  assert.ok(user !== undefined);
  user.isBanned = true;
  assert.equal((await findLiveSession(parts, token)).kind, "live");
  await runOut(token);
  assert.equal((await findLiveSession(parts, token)).kind, "none");
  assert.deepEqual(await logIn(parts, { email, password: goodPassword }, visit), { kind: "wrong" });
});

test("while the provider is down nobody is let in on a token that has run out, and nobody is logged out", async () => {
  const { server, parts } = await onSupabase();
  const { email, token } = await registered(parts);
  await runOut(token);
  for (const status of [500, 429, 401]) {
    server.settings.failsWith = status;
    assert.equal((await findLiveSession(parts, token)).kind, "unavailable");
    assert.equal((await logIn(parts, { email, password: goodPassword }, visit)).kind, "unavailable");
    assert.equal((await register(parts, form(`${randomUUID()}@example.org`), visit)).kind, "unavailable");
  }
  server.settings.failsWith = null;
  assert.equal((await findLiveSession(parts, token)).kind, "live");
});

test("a session sealed with another SECRET_KEY ends instead of failing for ever", async () => {
  const { parts } = await onSupabase();
  const { token } = await registered(parts);
  await runOut(token);
  const changed = { ...parts, secrets: secretBox("another key that has enough characters") };
  assert.equal((await findLiveSession(changed, token)).kind, "none");
});

test("a new signing key is fetched when its first token comes", async () => {
  const { server, parts } = await onSupabase();
  const { email } = await registered(parts);
  await server.newSigningKey();
  // Not within half a minute of the last look: a forger could make us ask for ever.
  assert.equal((await logIn(parts, { email, password: goodPassword }, visit)).kind, "unavailable");
  const provider = supabaseProvider({
    db: web,
    send: (request) => requestJson(client, request),
    now: clockAfter(40_000),
    url: server.url,
    anonKey: server.anonKey,
    serviceRoleKey: null,
    admitsStrangers: false,
  });
  const later = { ...parts, provider };
  assert.equal((await logIn(later, { email, password: goodPassword }, visit)).kind, "logged-in");
  await server.newSigningKey();
  assert.equal((await logIn(later, { email, password: goodPassword }, visit)).kind, "logged-in");
});

/** Each time it is asked, so much later. */
function clockAfter(stepMs: number): () => Date {
  let steps = 0;
  return () => new Date(Date.now() + stepMs * (steps += 1));
}

test("a token of another issuer opens nothing", async () => {
  const { server, parts } = await onSupabase();
  server.settings.issuer = "https://elsewhere.example/auth/v1";
  const result = await register(parts, form(`${randomUUID()}@example.org`), visit);
  assert.equal(result.kind, "unavailable");
});

test("where the provider wants the email confirmed, registering says so to everybody alike", async () => {
  const { server, parts } = await onSupabase();
  server.settings.confirmsEmail = true;
  const email = `${randomUUID()}@example.org`;
  assert.deepEqual(await register(parts, form(email), visit), { kind: "confirm-first" });
  assert.deepEqual(await register(parts, form(email), visit), { kind: "confirm-first" });
  assert.deepEqual(await logIn(parts, { email, password: goodPassword }, visit), { kind: "unconfirmed" });
  const user = server.users.get(email);
  assert.ok(user !== undefined);
  user.isConfirmed = true;
  assert.equal((await logIn(parts, { email, password: goodPassword }, visit)).kind, "logged-in");
});

test("somebody the project knows and we do not comes in only where registration is open", async () => {
  for (const admitsStrangers of [true, false]) {
    const { server, parts } = await onSupabase({ admitsStrangers });
    const email = `${randomUUID()}@example.org`;
    server.users.set(email, { id: randomUUID(), email, password: goodPassword, isConfirmed: true, isBanned: false });
    const result = await logIn(parts, { email, password: goodPassword }, visit);
    assert.equal(result.kind, admitsStrangers ? "logged-in" : "wrong");
  }
});

test("an email changed there is known here at the next login; one that another has here is refused", async () => {
  const { server, parts } = await onSupabase();
  const [anna, ben] = [await registered(parts), await registered(parts)];
  const user = server.users.get(anna.email);
  assert.ok(user !== undefined);
  const fresh = `${randomUUID()}@example.org`;
  for (const [email, kind] of [
    [ben.email, "unavailable"],
    [fresh, "logged-in"],
  ] as const) {
    const moved = { ...user, email };
    server.users.set(`moved-${email}`, moved);
    assert.equal((await logIn(parts, { email: `moved-${email}`, password: goodPassword }, visit)).kind, kind);
  }
});

test("a person disabled here stays out though the provider lets them in", async () => {
  const { parts } = await onSupabase();
  const { email, person } = await registered(parts);
  await setPersonDisabled(worker, person.id, true, new Date());
  assert.deepEqual(await logIn(parts, { email, password: goodPassword }, visit), { kind: "wrong" });
});

test("logging out ends the provider's session too, and works while it is down", async () => {
  const { server, parts } = await onSupabase();
  const [anna, ben] = [await registered(parts), await registered(parts)];
  await logOut(parts, anna.token);
  assert.equal(server.sessions(), 1);
  server.settings.failsWith = 503;
  await logOut(parts, ben.token);
  assert.equal((await findLiveSession(parts, ben.token)).kind, "none");
});

test("without the service key an account ends here and its login stays there", async () => {
  const { server, parts } = await onSupabase({ serviceRoleKey: null });
  const { email, person } = await registered(parts);
  assert.deepEqual(await deleteAccount(parts, person, goodPassword, visit), { kind: "deleted" });
  assert.ok(server.users.has(email));
  assert.deepEqual(await logIn(parts, { email, password: goodPassword }, visit), { kind: "wrong" });
});

test("a password the provider does not take is told as one, at registering and at changing it", async () => {
  const { parts } = await onSupabase();
  const password = "a quiet lake at dawn, ".repeat(4);
  assert.deepEqual(await register(parts, form(`${randomUUID()}@example.org`, { password }), visit), { kind: "unfit" });
  const { person } = await registered(parts);
  const change = { current: goodPassword, password, repeated: password };
  assert.deepEqual(await changePassword(parts, person, change, visit), { kind: "unfit" });
});

test("the service key goes to the administration of users and nowhere else", async () => {
  const { server, parts } = await onSupabase();
  const { person } = await registered(parts);
  await deleteAccount(parts, person, goodPassword, visit);
  assert.equal(server.requests.at(-1), `DELETE /admin/users/${person.id}`);
  assert.equal(server.serviceKeyUses, 1);
});
