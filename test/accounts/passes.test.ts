import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { resetPassword } from "../../src/accounts/recover-password.ts";
import { findLiveSession, logIn } from "../../src/accounts/sessions.ts";
import {
  becomeOperator,
  findPass,
  createInvitePass,
  createResetPass,
  createSetupPass,
} from "../../src/accounts/pass-store.ts";
import {
  createPerson,
  findPersonByEmail,
  listPeople,
  registerPerson,
  setPersonDisabled,
} from "../../src/accounts/person-store.ts";
import { register } from "../../src/accounts/register.ts";
import { hashToken } from "../../src/accounts/secret-token.ts";
import { signedIn } from "../ground/signed-in.ts";
import { testDatabase } from "../ground/test-database.ts";
import { accountParts, webParts } from "../web/web-parts.ts";
import { form, goodPassword, registered } from "./auth-provider-contract.ts";

const { web, worker } = await testDatabase();
const accounts = accountParts(web);
const { parts } = webParts({ accounts });
const visit = { address: null, userAgent: null, sessionToken: null };
const newEmail = () => `${randomUUID()}@example.org`;
const minuteMs = 60_000;

test("registration by invitation needs an invitation, which works once and in any mode", async () => {
  for (const registration of ["invite", "closed"] as const) {
    const limited = { ...accounts, registration };
    const passToken = await createInvitePass(worker, "guest@example.org", new Date());
    assert.deepEqual(await findPass(web, passToken, new Date()), { purpose: "invite", email: "guest@example.org" });
    const why = registration === "closed" ? "closed" : "uninvited";
    assert.deepEqual(await register(limited, form(newEmail()), visit), { kind: "not-admitted", why });
    assert.equal((await register(limited, form(newEmail(), { passToken }), visit)).kind, "registered");
    for (const token of [passToken, "A".repeat(43), "short", "\0"]) {
      const again = await register(limited, form(newEmail(), { passToken: token }), visit);
      assert.deepEqual(again, { kind: "not-admitted", why: "bad-token" });
    }
  }
});

test("an invitation is not used up if the email is taken", async () => {
  const { email } = await registered(accounts);
  const passToken = await createInvitePass(worker, null, new Date());
  assert.deepEqual(await register(accounts, form(email, { passToken }), visit), { kind: "taken" });
  assert.equal((await register(accounts, form(newEmail(), { passToken }), visit)).kind, "registered");
});

test("if two people use one invitation at the same time, only one gets an account", async () => {
  const passToken = await createInvitePass(worker, null, new Date());
  const results = await Promise.all([1, 2].map(() => register(accounts, form(newEmail(), { passToken }), visit)));
  assert.deepEqual(results.map(({ kind }) => kind).toSorted(), ["not-admitted", "registered"]);
});

test("if two people register one email at the same time, one is told that it is taken", async () => {
  const email = newEmail();
  const results = await Promise.all([1, 2].map(() => register(accounts, form(email), visit)));
  assert.deepEqual(results.map(({ kind }) => kind).toSorted(), ["registered", "taken"]);
});

test("links expire", async () => {
  const { email } = await registered(accounts);
  const now = new Date();
  const reset = await createResetPass(worker, email, now);
  const invite = await createInvitePass(worker, null, now);
  for (const [token, minutes] of [
    [reset ?? "", 30],
    [invite, 7 * 24 * 60],
  ] as const) {
    const before = new Date(now.getTime() + minutes * minuteMs - 1);
    assert.notEqual(await findPass(web, token, before), null);
    const after = new Date(now.getTime() + minutes * minuteMs + 1);
    assert.equal(await findPass(web, token, after), null);
  }
});

test("a reset link sets a password once, ends all sessions, and ends the other reset links", async () => {
  const { email, token: session } = await registered(accounts);
  const [first, second] = [
    await createResetPass(web, email.toUpperCase(), new Date()),
    await createResetPass(web, email, new Date()),
  ];
  assert.ok(first !== null && second !== null);
  const password = "rain on a tin roof";
  const set = (token: string) => resetPassword(accounts, token, { password, repeated: password });
  // As everywhere else: nobody's password is their own address.
  assert.partialDeepStrictEqual(await resetPassword(accounts, first, { password: email, repeated: email }), {
    kind: "invalid",
    faults: { password: { kind: "guessable" } },
  });
  assert.deepEqual(await set(first), { kind: "reset" });
  for (const token of [first, second]) assert.deepEqual(await set(token), { kind: "bad-token" });
  assert.equal((await findLiveSession(accounts, session)).kind, "none");
  assert.deepEqual(await logIn(accounts, { email, password: goodPassword }, visit), { kind: "wrong" });
  assert.equal((await logIn(accounts, { email, password }, visit)).kind, "logged-in");
});

test("no reset link is created for an unknown or disabled person", async () => {
  const { email, person } = await registered(accounts);
  await setPersonDisabled(worker, person.id, true, new Date());
  assert.equal(await createResetPass(worker, email, new Date()), null);
  assert.equal(await createResetPass(worker, "nobody@example.org", new Date()), null);
});

test("an account made by the operator gets its first password by a reset link", async () => {
  const email = newEmail();
  const id = await createPerson(worker, { email, operator: false }, new Date());
  assert.equal(await createPerson(worker, { email: email.toUpperCase(), operator: true }, new Date()), null);
  assert.deepEqual(await findPersonByEmail(worker, email), { id, email, operator: false });
  assert.deepEqual(await logIn(accounts, { email, password: goodPassword }, visit), { kind: "wrong" });
  const token = await createResetPass(worker, email, new Date());
  await resetPassword(accounts, token ?? "", { password: goodPassword, repeated: goodPassword });
  assert.equal((await logIn(accounts, { email, password: goodPassword }, visit)).kind, "logged-in");
  const listed = (await listPeople(worker, 100)).find((person) => person.id === id);
  assert.equal(listed?.subscriptions, 0);
  assert.ok(listed?.lastSeenAt instanceof Date);
});

test("only a setup token makes an operator, and it is created only while there is none", async () => {
  assert.deepEqual(await operators(), []);
  const [first, second] = [await setupToken(), await setupToken()];
  const invite = await createInvitePass(worker, null, new Date());

  const { id } = await signedIn(parts);
  assert.equal(await becomeOperator(web, id, invite, new Date()), false);
  assert.equal(await becomeOperator(web, id, first, new Date()), false, "the newer link has ended the older one");
  assert.equal(await findPass(web, first, new Date()), null);
  assert.equal(await becomeOperator(web, id, second, new Date()), true);
  assert.equal(await becomeOperator(web, id, second, new Date()), false);
  assert.deepEqual(await operators(), [id]);
  assert.equal(await createSetupPass(worker, new Date()), null);
  await demote();
});

test("a person who registers by the setup link is the operator, whatever REGISTRATION says", async () => {
  const closed = { ...accounts, registration: "closed" } as const;
  const result = await register(closed, form(newEmail(), { passToken: await setupToken() }), visit);
  assert.ok(result.kind === "registered");
  const found = await findLiveSession(accounts, result.session.token);
  assert.equal(found.kind === "live" && found.session.person.operator, true);
  await demote();
});

test("no setup link works once there has been an operator, even after that account is deleted", async () => {
  const token = await setupToken();
  const email = newEmail();
  const operator = await createPerson(worker, { email, operator: true }, new Date());
  const { id } = await signedIn(parts);
  // As a row that outlived everything: restored from a backup, say.
  const kept = Buffer.alloc(32, 7).toString("base64url");
  await worker.query(
    "insert into accounts.one_time_tokens (token_hash, purpose, expires_at) values ($1, 'setup', now() + interval '1 day')",
    [hashToken(kept)],
  );
  for (const passToken of [token, kept]) {
    assert.equal(await findPass(web, passToken, new Date()), null);
    assert.equal(await becomeOperator(web, id, passToken, new Date()), false);
    const person = { id: randomUUID(), email: newEmail(), passwordHash: null, providerId: null };
    const outcome = await registerPerson(web, { ...person, passHash: hashToken(passToken) }, new Date());
    assert.equal(outcome, "bad-token");
  }
  assert.deepEqual(await operators(), [operator]);
  await worker.query("delete from accounts.one_time_tokens where token_hash = $1", [hashToken(kept)]);
  await demote();
  assert.equal(await becomeOperator(web, id, token, new Date()), false);
  assert.deepEqual(await operators(), []);
});

test("one setup link used twice at the same time, or two links at once, make only one operator", async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => signedIn(parts)));
  for (let round = 0; round < 5; round += 1) {
    const tokens = await Promise.all([setupToken(), setupToken()]);
    // Both rows, as if the second start had not ended the first one's link.
    await worker.query(
      `insert into accounts.one_time_tokens (token_hash, purpose, expires_at)
       select unnest($1::bytea[]), 'setup', now() + interval '1 day' on conflict do nothing`,
      [tokens.map(hashToken)],
    );
    const uses = [
      ...people.map(({ id }, index) => becomeOperator(web, id, tokens[index % 2] ?? "", new Date())),
      ...tokens.map(async (passToken) => {
        const person = { id: randomUUID(), email: newEmail(), passwordHash: null, providerId: null };
        return (await registerPerson(web, { ...person, passHash: hashToken(passToken) }, new Date())) === "registered";
      }),
    ];
    assert.equal((await Promise.all(uses)).filter(Boolean).length, 1);
    assert.equal((await operators()).length, 1);
    await demote();
  }
});

async function operators(): Promise<string[]> {
  return (await listPeople(worker, 1000)).filter(({ operator }) => operator).map(({ id }) => id);
}

async function setupToken(): Promise<string> {
  const token = await createSetupPass(worker, new Date());
  assert.ok(token !== null);
  return token;
}

async function demote(): Promise<void> {
  await worker.query("update accounts.users set operator = false");
}
