import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { changePassword, deleteAccount } from "../../src/accounts/change-account.ts";
import { findLiveSession, logIn, logOut } from "../../src/accounts/sessions.ts";
import { setPersonDisabled } from "../../src/accounts/person-store.ts";
import { register } from "../../src/accounts/register.ts";
import { createSupabaseProvider } from "../../src/accounts/supabase/supabase-provider.ts";
import { createSecretBox } from "../../src/database/secret-box.ts";
import { createTrustedClient, requestJson } from "../../src/http-client/trusted-client.ts";
import { testDatabase } from "../ground/test-database.ts";
import { form, goodPassword, registered } from "./auth-provider-contract.ts";
import { supabaseAccounts, type SupabaseOptions } from "./supabase-accounts.ts";

const { web, worker } = await testDatabase();
const client = createTrustedClient();
after(() => client.close());
const onSupabase = (options: SupabaseOptions = {}) => supabaseAccounts(web, client, options);
const visit = { address: null, userAgent: null, sessionToken: null };

/** As if the access token of an hour had run out, while its issuer's clock goes on. */
async function runOut(token: string): Promise<void> {
  await worker.query(
    "update accounts.sessions set tokens_expire_at = now() - interval '1 second' where token_hash = sha256($1::bytea)",
    [Buffer.from(token)],
  );
}

test("tokens are stored encrypted in the session's row", async () => {
  const { parts } = await onSupabase();
  const { person } = await registered(parts);
  const { rows } = await worker.query("select provider_tokens from accounts.sessions where user_id = $1", [person.id]);
  const sealed: Buffer = rows[0].provider_tokens;
  assert.ok(!sealed.toString("latin1").includes("eyJ"));
  assert.match(parts.secrets.open(sealed), /"access":"eyJ/);
});

test("an expired token is refreshed once, even if ten requests arrive at the same time", async () => {
  const { server, parts } = await onSupabase();
  const { token } = await registered(parts);
  await runOut(token);
  const found = await Promise.all(Array.from({ length: 10 }, () => findLiveSession(parts, token)));
  assert.deepEqual(new Set(found.map(({ kind }) => kind)), new Set(["live"]));
  assert.equal(server.requests.filter((request) => request.includes("refresh_token")).length, 1);
});

test("the rotated token is saved, so the session survives many refreshes", async () => {
  const { server, parts } = await onSupabase();
  const { token } = await registered(parts);
  for (let hour = 0; hour < 4; hour += 1) {
    await runOut(token);
    assert.equal((await findLiveSession(parts, token)).kind, "live", `hour ${hour}`);
    server.pass(3600);
  }
  assert.equal(server.sessions(), 1);
  // The server forgives the parent of its active token forever, so a token that is never saved would be let through.
  const given = server.refreshed.slice(1).map((one) => one.given);
  assert.deepEqual(
    given,
    server.refreshed.slice(0, -1).map(({ issued }) => issued),
  );
  assert.equal(server.refreshed.length, 4);
});

test("an older refresh token ends the session at the provider and here", async () => {
  const { server, parts } = await onSupabase();
  const { token, person } = await registered(parts);
  const read = async () =>
    (await worker.query("select provider_tokens as sealed from accounts.sessions where user_id = $1", [person.id]))
      .rows[0];
  const { sealed } = await read();
  for (let hour = 0; hour < 2; hour += 1) {
    await runOut(token);
    assert.equal((await findLiveSession(parts, token)).kind, "live");
    server.pass(3600);
  }
  await worker.query("update accounts.sessions set provider_tokens = $2 where user_id = $1", [person.id, sealed]);
  await runOut(token);
  assert.equal((await findLiveSession(parts, token)).kind, "none");
});

test("if a refresh crashes after the provider rotated the token, the next request recovers", async () => {
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

test("a person banned or removed at the provider is logged out here when the token expires", async () => {
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

test("while the provider is down, an expired token gives no access, and nobody is logged out", async () => {
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

test("a session sealed with another SECRET_KEY ends instead of failing forever", async () => {
  const { parts } = await onSupabase();
  const { token } = await registered(parts);
  await runOut(token);
  const changed = { ...parts, secrets: createSecretBox("another key that has enough characters") };
  assert.equal((await findLiveSession(changed, token)).kind, "none");
});

test("a new signing key is fetched when its first token comes", async () => {
  const { server, parts } = await onSupabase();
  const { email } = await registered(parts);
  await server.newSigningKey();
  // Not within half a minute of the last lookup: a forger could make us ask forever.
  assert.equal((await logIn(parts, { email, password: goodPassword }, visit)).kind, "unavailable");
  const provider = createSupabaseProvider({
    db: web,
    send: (request) => requestJson(client, request),
    now: clockAfter(40_000),
    url: server.url,
    anonKey: server.anonKey,
    serviceRoleKey: null,
    jwtSecret: null,
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

test("a token of another issuer gives no access, is reported as a wrong setting, and creates no account", async () => {
  const { server, parts } = await onSupabase();
  server.settings.issuer = "https://elsewhere.example/auth/v1";
  const email = `${randomUUID()}@example.org`;
  const result = await register(parts, form(email), visit);
  assert.ok(result.kind === "unavailable" && result.bySetting === true);
  assert.match(
    result.reason,
    /tokens come from https:\/\/elsewhere\.example\/auth\/v1, while SUPABASE_URL makes that http:/,
  );
  assert.equal(server.users.has(email), false);
});

test("a project that signs with HS256 and names no issuer works with its secret, and without it says what is missing", async () => {
  const jwtSecret = "a secret of the project that is long enough";
  const { server, parts } = await onSupabase({ jwtSecret });
  Object.assign(server.settings, { jwtSecret, issuer: null });
  const { email, token } = await registered(parts);
  await runOut(token);
  assert.equal((await findLiveSession(parts, token)).kind, "live");
  for (const [wrong, words] of [
    [null, /signs with HS256, so SUPABASE_JWT_SECRET has to be set/],
    ["another secret that is long enough", /SUPABASE_JWT_SECRET is not the secret/],
  ] as const) {
    const other = await onSupabase({ jwtSecret: wrong, server });
    const result = await logIn(other.parts, { email, password: goodPassword }, visit);
    assert.ok(result.kind === "unavailable" && result.bySetting === true);
    assert.match(result.reason, words);
  }
  server.settings.issuer = server.url;
  assert.equal((await logIn(parts, { email, password: goodPassword }, visit)).kind, "logged-in");
  server.settings.issuer = "https://elsewhere.example";
  assert.equal((await logIn(parts, { email, password: goodPassword }, visit)).kind, "unavailable");
});

test("a public key is never used as a secret", async () => {
  const { server, parts } = await onSupabase();
  const { email } = await registered(parts);
  // A forger signs with HS256 and the key that everyone can read.
  const { keys } = (await (await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)).json()) as { keys: object[] };
  server.settings.jwtSecret = JSON.stringify(keys[0]);
  assert.equal((await logIn(parts, { email, password: goodPassword }, visit)).kind, "unavailable");
});

test("a person known only to the project gets an account only if registration is open", async () => {
  for (const admitsStrangers of [true, false]) {
    const { server, parts } = await onSupabase({ admitsStrangers });
    const email = `${randomUUID()}@example.org`;
    server.users.set(email, { id: randomUUID(), email, password: goodPassword, isConfirmed: true, isBanned: false });
    const result = await logIn(parts, { email, password: goodPassword }, visit);
    assert.equal(result.kind, admitsStrangers ? "logged-in" : "wrong");
  }
});

test("an email changed at the provider is taken over at the next login, unless another account has it", async () => {
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

test("a person disabled here has no access, even if the provider accepts the login", async () => {
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

test("without the service key, an account is deleted here and its login stays at the provider", async () => {
  const { server, parts } = await onSupabase({ serviceRoleKey: null });
  const { email, person } = await registered(parts);
  assert.deepEqual(await deleteAccount(parts, person, goodPassword, visit), { kind: "deleted" });
  assert.ok(server.users.has(email));
  assert.deepEqual(await logIn(parts, { email, password: goodPassword }, visit), { kind: "wrong" });
});

test("a password that the provider refuses is reported as such, when registering and when changing it", async () => {
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
