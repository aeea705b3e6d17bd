import assert from "node:assert/strict";
import { test } from "node:test";
import { createSetupPass } from "../../../src/accounts/pass-store.ts";
import { setPersonDisabled } from "../../../src/accounts/person-store.ts";
import { registered } from "../../accounts/auth-provider-contract.ts";
import { hostileClient, hostileOidc, liesAbout } from "../../ground/hostile-oidc.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { oidcApp } from "./oidc-app.ts";
import { newEmail, newSubject, oidcPeople } from "./oidc-people.ts";

const database = await testDatabase();
const { worker } = database;
const provider = await hostileOidc();
const base = { OIDC_ISSUER: provider.issuer, ...hostileClient, OIDC_NAME: "Example ID" };
const open = { ...base, AUTH_AUTO_CREATE: "true", OIDC_ALLOWED_DOMAINS: "example.org" };

const { comes, personOf } = oidcPeople(database, provider);

test("the login page has the button, which keeps the way back, and none without OIDC_ISSUER", async () => {
  const { ask } = oidcApp(database, base);
  const page = await ask("/auth/login?next=/feeds%3Fq%3D1", {}, "10.1.0.1");
  assert.match(page.text, /<a class="btn" href="\/auth\/oidc\?next=%2Ffeeds%3Fq%3D1">Log in with Example ID<\/a>/);
  const without = oidcApp(database, {});
  assert.doesNotMatch((await without.ask("/auth/login", {}, "10.1.0.1")).text, /auth\/oidc/);
  assert.equal((await without.ask("/auth/oidc", {}, "10.1.0.1")).status, 404);
});

test("somebody new with an allowed, verified address gets an account that is no operator's, and comes back to it", async () => {
  const { travel, ask } = oidcApp(database, open);
  const [sub, email] = [newSubject(), newEmail()];
  comes({ sub, email });
  const landed = await travel("/auth/oidc?next=/feeds");
  assert.deepEqual([landed.status, landed.location], [303, "/feeds"]);
  const person = await personOf(email);
  assert.deepEqual(person && { ...person, id: "" }, {
    id: "",
    operator: false,
    password_hash: null,
    events: ["user_registered"],
  });
  const cookie = { Cookie: `__Host-session=${landed.cookie}` };
  assert.match((await ask("/settings/login", cookie, "10.1.0.1")).text, new RegExp(`Linked: ${email}`));
  const page = await ask("/settings/account", cookie, "10.1.0.1");
  assert.match(page.text, /Set a password/);
  assert.doesNotMatch(page.text, /Current password/);

  // The address changes there; the account is the same.
  comes({ sub, email: newEmail(), email_verified: false });
  assert.equal((await travel()).location, "/dashboard");
  assert.deepEqual((await personOf(email))?.events, ["user_registered", "user_login"]);
});

test("the way back is one of our own pages, whatever a stranger put into the link", async () => {
  const { travel } = oidcApp(database, open);
  for (const next of ["//elsewhere.example", "https://elsewhere.example", "/auth/logout"]) {
    comes({ sub: "way back", email: "way.back@example.org" });
    assert.equal((await travel(`/auth/oidc?next=${encodeURIComponent(next)}`)).location, "/dashboard");
  }
});

test("without AUTH_AUTO_CREATE nobody new comes in", async () => {
  const { travel } = oidcApp(database, base);
  const email = newEmail();
  comes({ sub: newSubject(), email });
  const landed = await travel();
  assert.equal(landed.status, 403);
  assert.match(
    landed.text,
    /No account here is linked to this login at Example ID\. Log in another way first, then link it/,
  );
  assert.equal(await personOf(email), undefined);
});

test("an account is never opened or linked by its email address, however verified that is", async () => {
  const { travel, parts } = oidcApp(database, open);
  const { email } = await registered(parts.accounts);
  comes({ sub: newSubject(), email: email.toUpperCase() });
  for (const _ of [1, 2]) {
    const landed = await travel();
    assert.equal(landed.status, 403);
    assert.match(landed.text, /There is already an account with your email address/);
    assert.equal(landed.cookie, null);
  }
});

test("the first account that comes from a provider is no operator's, and the setup link still works", async () => {
  const empty = await testDatabase();
  const { travel } = oidcApp(empty, open);
  comes({ sub: newSubject(), email: "first@example.org" });
  assert.equal((await travel()).status, 303);
  const { rows } = await empty.worker.query("select operator from accounts.users");
  assert.deepEqual(rows, [{ operator: false }]);
  assert.notEqual(await createSetupPass(empty.worker, new Date()), null);
});

test("OIDC_ALLOWED_GROUPS is checked at every login, as names or as Keycloak's paths", async () => {
  const { travel } = oidcApp(database, {
    ...base,
    AUTH_AUTO_CREATE: "true",
    OIDC_ALLOWED_GROUPS: "news readers, staff",
  });
  const [sub, email] = [newSubject(), newEmail()];
  const tries: [unknown, number][] = [
    [["staff"], 303],
    [["/staff"], 303],
    ["news readers", 303],
    [["other", "staff "], 403],
    [[], 403],
    [undefined, 403],
    [{ staff: true }, 403],
  ];
  for (const [groups, status] of tries) {
    comes({ sub, email, groups });
    const landed = await travel();
    assert.equal(landed.status, status, JSON.stringify(groups));
    if (status === 403) assert.match(landed.text, /Your groups at Example ID do not allow you to use this server/);
  }
});

test("a disabled account stays closed", async () => {
  const { travel } = oidcApp(database, open);
  const [sub, email] = [newSubject(), newEmail()];
  comes({ sub, email });
  await travel();
  await setPersonDisabled(worker, (await personOf(email))?.id ?? "", true, new Date());
  const landed = await travel();
  assert.equal(landed.status, 403);
  assert.match(landed.text, /This account is disabled/);
});

test("what the ID token leaves out is asked for, and what is signed comes first", async () => {
  const { travel } = oidcApp(database, open);
  const [sub, email] = [newSubject(), newEmail()];
  provider.lies = liesAbout({
    claims: (claims) => ({ ...claims, email: undefined, email_verified: undefined, sub }),
    userinfo: () => ({ sub, email, email_verified: "true" }),
  });
  assert.equal((await travel()).status, 303);
  assert.ok(await personOf(email));
});
