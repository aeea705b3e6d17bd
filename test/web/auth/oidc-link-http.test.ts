import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { test } from "node:test";
import { unlinkIdentity } from "../../../src/accounts/oidc/unlink-identity.ts";
import { createResetPass } from "../../../src/accounts/pass-store.ts";
import { removePasskey } from "../../../src/accounts/passkeys/remove-passkey.ts";
import { findWaysIn } from "../../../src/accounts/ways-in-store.ts";
import { goodPassword, registered } from "../../accounts/auth-provider-contract.ts";
import { hostileClient, hostileOidc } from "../../ground/hostile-oidc.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { oidcApp } from "./oidc-app.ts";
import { newEmail, newSubject, oidcPeople, ticketFor } from "./oidc-people.ts";

const database = await testDatabase();
const { worker } = database;
const provider = await hostileOidc();
const base = { OIDC_ISSUER: provider.issuer, ...hostileClient, OIDC_NAME: "Example ID" };
const open = { ...base, AUTH_AUTO_CREATE: "true", OIDC_ALLOWED_DOMAINS: "example.org" };
const { comes, personOf, logInAs } = oidcPeople(database, provider);

test("a person links the login with their password, logs in with it, and unlinks it", async () => {
  const world = oidcApp(database, base);
  const { travel, post, parts } = world;
  const { email } = await registered(parts.accounts);
  const person = await logInAs(world, email);
  const sub = newSubject();
  comes({ sub, email: "elsewhere@example.com", email_verified: false });

  const { landed, ticket } = await ticketFor(world, person);
  assert.match(landed.text, new RegExp(`elsewhere@example.com will be able to log in to the account ${email}`));
  const wrong = await post("/account/identities", { ticket, confirmation: "not the password" }, person);
  assert.equal(wrong.status, 403);
  assert.match(wrong.text, /This is not your current password/);
  assert.equal((await travel()).status, 403, "nothing is linked yet");
  const linked = await post("/account/identities", { ticket, confirmation: goodPassword }, person);
  assert.deepEqual([linked.status, linked.location], [303, "/settings/login?done=linked"]);

  const again = await travel();
  assert.equal(again.status, 303);
  const page = await world.ask("/settings/login", { Cookie: `__Host-session=${again.cookie}` }, "10.1.0.1");
  assert.match(page.text, new RegExp(email));
  const id = /identities\/([\w-]+)\/unlink/.exec(page.text)?.[1] ?? "";
  const unlinked = await post(`/account/identities/${id}/unlink`, {}, person);
  assert.deepEqual([unlinked.status, unlinked.location], [303, "/settings/login?done=unlinked"]);
  assert.equal((await post(`/account/identities/${id}/unlink`, {}, person)).status, 404);
  assert.equal((await travel()).status, 403);
  const { events } = (await personOf(email)) ?? {};
  assert.deepEqual(
    events?.filter((event) => event.startsWith("identity")),
    ["identity_linked", "identity_unlinked"],
  );
});

test("whatever name somebody has at the provider, the sentence that asks stays ours", async () => {
  const world = oidcApp(database, base);
  const names: [Record<string, unknown>, string][] = [
    [{ email: "\u202Eada@example.org\0<b>" }, "ada@example.org&lt;b&gt;"],
    [{ email: " ", preferred_username: "ada" }, "ada"],
    [{ email: 1, preferred_username: ["x"], name: "\u202E", sub: "sub of nobody" }, "sub of nobody"],
  ];
  for (const [claims, shown] of names) {
    comes(claims);
    const { landed } = await ticketFor(world, await world.signedIn());
    assert.ok(landed.text.includes(`<p>${shown} will be able to log in`), shown);
  }
});

test("a login that opens another account is not linked, and an account has one login of a provider", async () => {
  const world = oidcApp(database, base);
  const [ann, bob] = [await world.signedIn(), await world.signedIn()];
  const subs = [newSubject(), newSubject()];
  const link = async (person: typeof ann, sub = "") => {
    comes({ sub });
    return world.post("/account/identities", { ticket: (await ticketFor(world, person)).ticket }, person);
  };
  assert.equal((await link(ann, subs[0])).status, 303);
  assert.equal((await link(ann, subs[0])).status, 303, "the same once more changes nothing");
  const taken = await link(bob, subs[0]);
  assert.equal(taken.status, 409);
  assert.match(taken.text, /opens another account here/);
  const other = await link(ann, subs[1]);
  assert.equal(other.status, 409);
  assert.match(other.text, /already linked to another login at Example ID/);
});

test("a ticket to link is worth nothing to others, after ten minutes, or if it was made up", async () => {
  let at = Date.now();
  const world = oidcApp(database, base, () => new Date(at));
  const [ann, bob] = [await world.signedIn(), await world.signedIn()];
  comes({ sub: newSubject() });
  const { ticket } = await ticketFor(world, ann);
  const link = (sealed: string, person: typeof ann) => world.post("/account/identities", { ticket: sealed }, person);
  for (const answer of [await link(ticket, bob), await link("x", ann), await link("", ann)]) {
    assert.equal(answer.status, 400);
    assert.match(answer.text, /The confirmation has expired/);
  }
  at += 10 * 60_000;
  assert.equal((await link(ticket, ann)).status, 400);
});

test("who leaves to link and comes back as somebody else, or logged out, links nothing", async () => {
  const { leave, ask, signedIn } = oidcApp(database, open);
  const [ann, bob] = [await signedIn(), await signedIn()];
  comes({ sub: newSubject(), email: newEmail() });
  for (const other of [{}, { Cookie: bob.headers["Cookie"] ?? "" }]) {
    const trip = await leave("/account/identities/link", ann);
    assert.ok(trip.kind === "back");
    const own = /__Host-oidc=[\w-]+/.exec(trip.headers.Cookie)?.[0] ?? "";
    const cookie = [other.Cookie, own].filter(Boolean).join("; ");
    const landed = await ask(trip.path, { Cookie: cookie }, trip.address);
    assert.equal(landed.status, 400);
    assert.equal(landed.cookie, null);
  }
});

test("the only way in cannot be removed; with a password or a passkey it can", async () => {
  const world = oidcApp(database, open);
  const email = newEmail();
  comes({ sub: newSubject(), email });
  const { cookie } = await world.travel();
  const person = await logInAs(world, email, cookie);
  const page = await world.ask("/settings/login", person.headers, "10.1.0.1");
  assert.match(page.text, /It is your only way in, so it cannot be unlinked\./);
  assert.doesNotMatch(page.text, /\/unlink"/);
  const { rows } = await worker.query<{ id: string; user_id: string }>(
    "select i.id, i.user_id from accounts.identities i join accounts.users u on u.id = i.user_id where u.email = $1",
    [email],
  );
  const { id = "", user_id: personId = "" } = rows[0] ?? {};
  const kept = await world.post(`/account/identities/${id}/unlink`, {}, person);
  assert.equal(kept.status, 409);
  assert.match(kept.text, /This is your last way in\. Add another one first\./);

  const form = { password: goodPassword, repeated: goodPassword };
  assert.equal((await world.post("/account/password", form, person)).status, 303);
  const again = await logInAs(world, email, (await world.travel()).cookie);
  assert.equal((await world.post(`/account/identities/${id}/unlink`, {}, again)).status, 303);
  const here = { id: personId, host: "news.example.org", issuers: [provider.issuer] };
  assert.deepEqual(await findWaysIn(worker, here), { password: true, passkeys: 0, identities: 0 });
});

test("of a linked login and the only passkey, removed at once, one stays", async () => {
  const world = oidcApp(database, open);
  const email = newEmail();
  comes({ sub: newSubject(), email });
  await world.travel();
  const { rows } = await worker.query<{ id: string; user_id: string }>(
    "select i.id, i.user_id from accounts.identities i join accounts.users u on u.id = i.user_id where u.email = $1",
    [email],
  );
  const { id: identityId = "", user_id: id = "" } = rows[0] ?? {};
  const passkeyId = randomUUID();
  await worker.query(
    `insert into accounts.passkeys values ($1, $2, 'news.example.org', $3, 'k', -7, 0, '{}', false, 'Key', now())`,
    [passkeyId, id, randomBytes(16)],
  );
  const here = { id, host: "news.example.org", issuers: [provider.issuer] };
  const { accounts } = world.parts;
  const outcomes = await Promise.all([
    unlinkIdentity(accounts, here, identityId),
    removePasskey(accounts, here, passkeyId),
  ]);
  assert.equal(outcomes.filter((outcome) => outcome === "last").length, 1);
  const { passkeys, identities } = await findWaysIn(worker, here);
  assert.equal(passkeys + identities, 1);
});

test("links and unlinks need a recent proof of who somebody is", async () => {
  let at = Date.now();
  const world = oidcApp(database, open, () => new Date(at));
  const person = await world.signedIn();
  comes({ sub: newSubject() });
  at += 15 * 60_000;
  provider.now = () => at;
  const { ticket } = await ticketFor(world, person);
  const linked = await world.post("/account/identities", { ticket }, person);
  assert.deepEqual([linked.status, linked.location], [303, "/settings/login?stale=1"]);
  const unlinked = await world.post(`/account/identities/${randomUUID()}/unlink`, {}, person);
  assert.deepEqual([unlinked.status, unlinked.location], [303, "/settings/login?stale=1"]);
  provider.now = () => Date.now();
});

test("a login at a provider that is no longer used can always be unlinked, and counts for nothing", async () => {
  const world = oidcApp(database, open);
  const email = newEmail();
  comes({ sub: newSubject(), email });
  const person = await logInAs(world, email, (await world.travel()).cookie);
  const later = oidcApp(database, {});
  const page = await later.ask("/settings/login", person.headers, "10.1.0.1");
  assert.match(page.text, new RegExp(`Log in with ${new URL(provider.issuer).host}`));
  const id = /identities\/([\w-]+)\/unlink/.exec(page.text)?.[1] ?? "";
  assert.equal((await later.post(`/account/identities/${id}/unlink`, {}, person)).status, 303);
});

test("without a password, a login of the last 15 minutes sets one or deletes the account; an older one does not", async () => {
  let at = Date.now();
  const world = oidcApp(database, open, () => new Date(at));
  const email = newEmail();
  comes({ sub: newSubject(), email });
  const person = await logInAs(world, email, (await world.travel()).cookie);
  at += 15 * 60_000;
  const form = { password: goodPassword, repeated: goodPassword };
  for (const [path, fields] of [
    ["/account/password", form],
    ["/account/delete", { confirmation: "" }],
  ] as const) {
    const answer = await world.post(path, fields, person);
    assert.equal(answer.status, 403);
    assert.match(answer.text, /You have no password to prove who you are\. Log out, log in again/);
  }
  assert.equal((await personOf(email))?.password_hash, null);
  provider.now = () => at;
  const fresh = await logInAs(world, email, (await world.travel()).cookie);
  assert.match(
    (await world.ask("/settings/delete", fresh.headers, "10.1.0.1")).text,
    /You have no password\. Deleting works/,
  );
  assert.equal((await world.post("/account/delete", {}, fresh)).status, 200);
  assert.equal(await personOf(email), undefined);
  provider.now = () => Date.now();
});

test("a reset of the password unlinks what a thief may have linked, and leaves the login of who had none", async () => {
  const world = oidcApp(database, open);
  const { email: withPassword } = await registered(world.parts.accounts);
  const person = await logInAs(world, withPassword);
  comes({ sub: newSubject() });
  const { ticket } = await ticketFor(world, person);
  await world.post("/account/identities", { ticket, confirmation: goodPassword }, person);
  const without = newEmail();
  const sub = newSubject();
  comes({ sub, email: without });
  await world.travel();

  for (const [email, left] of [
    [withPassword, 0],
    [without, 1],
  ] as const) {
    const token = await createResetPass(worker, email, new Date());
    const form = { password: "rain on a tin roof", repeated: "rain on a tin roof" };
    assert.equal((await world.post(`/auth/reset/${token}`, form, person)).status, 303);
    const { rowCount } = await worker.query(
      "select from accounts.identities i join accounts.users u on u.id = i.user_id where u.email = $1",
      [email],
    );
    assert.equal(rowCount, left, email);
  }
});
