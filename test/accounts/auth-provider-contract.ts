import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { suite, test } from "node:test";
import type { AccountParts } from "../../src/accounts/auth-provider.ts";
import { changePassword, deleteAccount } from "../../src/accounts/change-account.ts";
import { markBrowser } from "../../src/accounts/admit-attempt.ts";
import { findLiveSession, logIn, logOut } from "../../src/accounts/sessions.ts";
import { register } from "../../src/accounts/register.ts";
import type { Person, Visit } from "../../src/accounts/session-store.ts";

export const goodPassword = "a quiet lake at dawn";
const otherPassword = "a loud street at noon";
const visit = { address: "127.0.0.1", userAgent: "test", sessionToken: null };

/** What is true no matter who keeps the passwords. */
export function authProviderContract(name: string, make: () => Promise<AccountParts>): void {
  suite(`with the ${name} provider`, () => {
    test("a new user is logged in immediately and can log in again with any spelling of the email", async () => {
      const parts = await make();
      const { email, person } = await registered(parts);
      assert.equal(person.email, email);
      assert.equal(person.operator, false);
      for (const spelling of [email, email.toUpperCase(), ` ${email} `]) {
        const result = await logIn(parts, { email: spelling, password: goodPassword }, visit);
        assert.equal(result.kind, "logged-in", spelling);
      }
    });

    test("a wrong password, an unknown email and a hostile email get the same answer", async () => {
      const parts = await make();
      const { email } = await registered(parts);
      const wrongs = [
        { email, password: otherPassword },
        { email, password: `${goodPassword} ` },
        { email: "nobody@example.org", password: goodPassword },
        { email: "\0' or 1=1 --", password: "\0" },
        { email: `${"a".repeat(10_000)}@example.org`, password: "x".repeat(100_000) },
      ];
      for (const credentials of wrongs) assert.deepEqual(await logIn(parts, credentials, visit), { kind: "wrong" });
    });

    test("an email can be registered only once", async () => {
      const parts = await make();
      const { email } = await registered(parts);
      const again = await register(parts, form(email.toUpperCase()), visit);
      assert.deepEqual(again, { kind: "taken" });
    });

    test("each login creates a session and replaces the browser's previous one", async () => {
      const parts = await make();
      const { email, token } = await registered(parts);
      const first = await logIn(parts, { email, password: goodPassword }, visit);
      assert.ok(first.kind === "logged-in" && first.session.token !== token);
      const second = await logIn(
        parts,
        { email, password: goodPassword },
        { ...visit, sessionToken: first.session.token },
      );
      assert.ok(second.kind === "logged-in");
      assert.equal((await findLiveSession(parts, first.session.token)).kind, "none");
      assert.equal((await findLiveSession(parts, second.session.token)).kind, "live");
      assert.equal((await findLiveSession(parts, token)).kind, "live");
    });

    test("a session that logged out is gone", async () => {
      const parts = await make();
      const { token } = await registered(parts);
      await logOut(parts, token);
      assert.equal((await findLiveSession(parts, token)).kind, "none");
    });

    test("changing the password ends all sessions, and only the new password works", async () => {
      const parts = await make();
      const { email, person, token } = await registered(parts);
      const change = (current: string) =>
        changePassword(parts, person, { current, password: otherPassword, repeated: otherPassword }, visit);
      assert.deepEqual(await change("not the password"), { kind: "wrong" });
      assert.equal((await findLiveSession(parts, token)).kind, "live");

      const changed = await change(goodPassword);
      assert.ok(changed.kind === "changed");
      assert.equal((await findLiveSession(parts, token)).kind, "none");
      assert.equal((await findLiveSession(parts, changed.session.token)).kind, "live");
      assert.deepEqual(await logIn(parts, { email, password: goodPassword }, visit), { kind: "wrong" });
      assert.equal((await logIn(parts, { email, password: otherPassword }, visit)).kind, "logged-in");
    });

    test("a deleted account is gone with its sessions and its login", async () => {
      const parts = await make();
      const { email, person, token } = await registered(parts);
      assert.deepEqual(await deleteAccount(parts, person, otherPassword, visit), { kind: "wrong" });
      assert.deepEqual(await deleteAccount(parts, person, goodPassword, visit), { kind: "deleted" });
      assert.equal((await findLiveSession(parts, token)).kind, "none");
      assert.deepEqual(await logIn(parts, { email, password: goodPassword }, visit), { kind: "wrong" });
      assert.equal((await register(parts, form(email), visit)).kind, "registered");
    });

    test("too many guesses from one address are refused without a check, even a correct one", async () => {
      const parts = await make();
      const { email } = await registered(parts);
      const results = await guess(parts, email, { ...visit, address: "10.0.0.1" }, 7);
      assert.deepEqual(results.toSorted(), [
        ...Array.from({ length: 2 }, () => "throttled"),
        ...Array.from({ length: 5 }, () => "wrong"),
      ]);
      const right = { email, password: goodPassword };
      const guesser = { ...visit, address: "10.0.0.1" };
      assert.equal((await logIn(parts, right, guesser)).kind, "throttled");
      const afterwards = { ...parts, now: () => new Date(Date.now() + 15 * 60_000 + 1_000) };
      assert.equal((await logIn(afterwards, right, guesser)).kind, "logged-in");
    });

    test("correct passwords do not count as guesses", async () => {
      const parts = await make();
      const { email } = await registered(parts);
      for (let count = 1; count <= 7; count += 1) {
        const result = await logIn(parts, { email, password: goodPassword }, { ...visit, address: "10.0.2.1" });
        assert.equal(result.kind, "logged-in");
      }
    });

    test("guessing does not lock the owner out from another address or a known browser", async () => {
      const parts = await make();
      const { email } = await registered(parts);
      const right = { email, password: goodPassword };
      const attacked = { ...visit, address: "10.0.1.1" };
      await guess(parts, email, attacked, 8);
      assert.equal((await logIn(parts, right, { ...visit, address: "10.0.1.2" })).kind, "logged-in");
      const browser = markBrowser(parts.secrets, email, new Date());
      assert.equal((await logIn(parts, right, attacked)).kind, "throttled");
      assert.equal((await logIn(parts, right, { ...attacked, browser })).kind, "logged-in");
    });

    test("guesses from many addresses are slowed, and the owner still gets in from a clean one", async () => {
      const slept: number[] = [];
      const parts = { ...(await make()), sleep: async (ms: number) => void slept.push(ms) };
      const { email, person } = await registered(parts);
      for (let host = 1; host <= 20; host += 1) await guess(parts, email, { ...visit, address: `10.1.0.${host}` }, 1);
      assert.deepEqual(slept, []);
      await guess(parts, email, { ...visit, address: "10.1.1.1" }, 1);
      assert.ok((slept[0] ?? 0) > 0, "the guess waits for its turn");
      const again = await guess(parts, email, { ...visit, address: "10.1.1.1" }, 1);
      assert.deepEqual(again, ["throttled"]);
      const right = { email, password: goodPassword };
      assert.equal((await logIn(parts, right, { ...visit, address: "10.1.1.2" })).kind, "logged-in");
      const browser = markBrowser(parts.secrets, email, new Date());
      const naps = slept.length;
      const home = { ...visit, address: "10.1.1.1", browser };
      const change = { current: goodPassword, password: otherPassword, repeated: otherPassword };
      assert.equal((await changePassword(parts, person, change, home)).kind, "changed");
      assert.equal(slept.length, naps, "a known browser does not wait");
    });

    test("guesses count the same for existing and unknown accounts", async () => {
      const slept: number[] = [];
      const parts = { ...(await make()), sleep: async (ms: number) => void slept.push(ms) };
      const { email } = await registered(parts);
      const told = [];
      for (const one of [email, `${randomUUID()}@example.org`]) {
        const kinds = await guess(parts, one, { ...visit, address: `10.2.0.${told.length}` }, 6);
        for (let host = 1; host <= 20; host += 1)
          kinds.push(...(await guess(parts, one, { ...visit, address: `10.2.${1 + told.length}.${host}` }, 1)));
        told.push({ kinds: kinds.toSorted(), naps: slept.splice(0).length });
      }
      assert.deepEqual(told[0], told[1]);
    });
  });
}

async function guess(parts: AccountParts, email: string, from: Visit, count: number): Promise<string[]> {
  const tries = Array.from({ length: count }, (_, index) => `wrong password ${index}`);
  const results = await Promise.all(tries.map((password) => logIn(parts, { email, password }, from)));
  return results.map(({ kind }) => kind);
}

export function form(email: string, changes: { password?: string; passToken?: string } = {}) {
  const { password = goodPassword, passToken = "" } = changes;
  return { email, password, repeated: password, acceptsPrivacy: true, passToken };
}

/** Every test its own person from its own address: what one tries is not counted against another. */
export async function registered(
  parts: AccountParts,
  email = `${randomUUID()}@example.org`,
): Promise<{ email: string; person: Person; token: string }> {
  const result = await register(parts, form(email), { ...visit, address: null });
  assert.ok(result.kind === "registered", JSON.stringify(result));
  const found = await findLiveSession(parts, result.session.token);
  assert.ok(found.kind === "live");
  return { email, person: found.session.person, token: result.session.token };
}
