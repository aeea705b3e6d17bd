import assert from "node:assert/strict";
import { test } from "node:test";
import { changePassword } from "../../src/accounts/change-account.ts";
import { markBrowser } from "../../src/accounts/admit-attempt.ts";
import { register } from "../../src/accounts/register.ts";
import { findCredentials } from "../../src/accounts/person-store.ts";
import {
  beginTotp,
  confirmTotp,
  endTotp,
  openTotpSetup,
  renewRecoveryCodes,
} from "../../src/accounts/second-step/change-second-step.ts";
import { hashRecoveryCode } from "../../src/accounts/second-step/recovery-codes.ts";
import { passSecondStep } from "../../src/accounts/second-step/second-step.ts";
import { findSecondStep } from "../../src/accounts/second-step/second-step-store.ts";
import { base32, findTotpStep, totpAddress, totpCode } from "../../src/accounts/second-step/totp.ts";
import type { Visit } from "../../src/accounts/session-store.ts";
import { findLiveSession, logIn } from "../../src/accounts/sessions.ts";
import { createSecretBox } from "../../src/database/secret-box.ts";
import { defaultPreferences } from "../../src/accounts/preferences.ts";
import { testDatabase } from "../ground/test-database.ts";
import { accountParts } from "../web/web-parts.ts";

const { web, worker } = await testDatabase();
let now = new Date("2026-11-17T12:00:10Z");
const parts = accountParts(web, { now: () => now });
const password = "a quiet lake at dawn";
const host = "news.example.org";
let visits = 0;
const from = (changes: Partial<Visit> = {}): Visit => {
  visits += 1;
  return { address: `10.4.${visits >> 8}.${visits & 255}`, userAgent: null, sessionToken: null, ...changes };
};
const stepAt = (at: Date) => Math.floor(at.getTime() / 30_000);

// RFC 6238, appendix B, SHA-1: the last six of its eight digits.
const vectors = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
] as const;

test("codes are those of RFC 6238", () => {
  const secret = Buffer.from("12345678901234567890");
  for (const [seconds, code] of vectors) {
    const at = new Date(seconds * 1000);
    assert.equal(totpCode(secret, stepAt(at)), code);
    assert.equal(findTotpStep(secret, code, at), stepAt(at));
    assert.equal(findTotpStep(secret, `${code.slice(0, 3)} ${code.slice(3)}`, at), stepAt(at));
  }
  assert.equal(base32(secret), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  assert.equal(base32(Buffer.from("fooba")), "MZXW6YTB");
  assert.equal(base32(Buffer.from("foob")), "MZXW6YQ");
});

test("a clock may be one step off, not two", () => {
  const secret = Buffer.from("12345678901234567890");
  const found = [-2, -1, 0, 1, 2].map((off) => findTotpStep(secret, totpCode(secret, stepAt(now) + off), now));
  assert.deepEqual(found, [null, stepAt(now) - 1, stepAt(now), stepAt(now) + 1, null]);
  for (const bad of ["", "12345", "1234567", "abcdef", "１２３４５６", "-12345"]) {
    assert.equal(findTotpStep(secret, bad, now), null, bad);
  }
});

test("the address for apps names the server and the account, whatever they contain", () => {
  const address = totpAddress(Buffer.alloc(20), { host: "news.example.org", email: `o'neil+a:b@"x"&?.test` });
  const url = new URL(address);
  assert.equal(url.searchParams.get("secret"), "A".repeat(32));
  assert.equal(url.searchParams.get("issuer"), "Plainwire news.example.org");
  assert.equal(decodeURIComponent(url.pathname.split(":").at(-1) ?? ""), `o'neil+a b@"x"&?.test`);
});

let people = 0;

async function person() {
  people += 1;
  const email = `p${people}@example.org`;
  const form = { email, password, repeated: password, acceptsPrivacy: true, passToken: "" };
  assert.equal((await register(parts, form, from())).kind, "registered");
  const id = (await findCredentials(web, email))?.id ?? "";
  return { id, email, host, issuers: [] };
}

async function withCodes() {
  const who = await person();
  const { secret } = beginTotp(parts, who.id);
  const result = await confirmTotp(parts, who, secret, totpCode(secret, stepAt(now)));
  assert.ok(result.kind === "changed" && result.codes !== null);
  now = new Date(now.getTime() + 30_000);
  return { ...who, secret, codes: result.codes, code: () => totpCode(secret, stepAt(now)) };
}

async function begin(email: string): Promise<string> {
  const result = await logIn(parts, { email, password }, from());
  assert.ok(result.kind === "second-step");
  return result.token;
}

const pass = async (email: string, code: string, visit = from()) =>
  (await passSecondStep(parts, await begin(email), { code }, visit)).kind;

test("after the right password there is no session before the second step, and one login starts one", async () => {
  const who = await withCodes();
  const before = await countSessions(who.id);
  const token = await begin(who.email);
  assert.equal((await findLiveSession(parts, token)).kind, "none");
  assert.equal(await countSessions(who.id), before);
  const passed = await passSecondStep(parts, token, { code: who.code() }, from());
  assert.ok(passed.kind === "logged-in");
  assert.equal((await findLiveSession(parts, passed.session.token)).kind, "live");
  assert.equal((await passSecondStep(parts, token, { code: who.codes[0] ?? "" }, from())).kind, "ended");
  assert.equal((await passSecondStep(parts, "no token of ours", { code: who.codes[0] ?? "" }, from())).kind, "ended");
});

const countSessions = async (id: string) =>
  (await worker.query("select from accounts.sessions where user_id = $1", [id])).rowCount;

test("a code works once, and neither does an older one after it", async () => {
  const who = await withCodes();
  const older = totpCode(who.secret, stepAt(now) - 1);
  const code = who.code();
  assert.equal(await pass(who.email, older), "wrong", "it confirmed the setup");
  assert.equal(await pass(who.email, code), "logged-in");
  assert.equal(await pass(who.email, code), "wrong");
  now = new Date(now.getTime() + 60_000);
  const late = totpCode(who.secret, stepAt(now) - 1);
  assert.equal(await pass(who.email, who.code()), "logged-in");
  assert.equal(await pass(who.email, late), "wrong");
});

test("of two logins with the same code at once, one gets in", async () => {
  const who = await withCodes();
  const tokens = [await begin(who.email), await begin(who.email)];
  const code = who.code();
  const kinds = await Promise.all(
    tokens.map(async (token) => (await passSecondStep(parts, token, { code }, from())).kind),
  );
  assert.deepEqual(kinds.toSorted(), ["logged-in", "wrong"]);
});

test("a recovery code works once, however it is typed; new ones end the old", async () => {
  const who = await withCodes();
  const [first = "", second = "", third = ""] = who.codes;
  assert.match(first, /^([\da-hjkmnp-tv-z]{4}-){3}[\da-hjkmnp-tv-z]{4}$/);
  assert.equal(await pass(who.email, ` ${first.toUpperCase().replaceAll("-", "").replaceAll("0", "O")} `), "logged-in");
  assert.equal(await pass(who.email, first), "wrong");
  assert.equal(await pass(who.email, second), "logged-in");
  assert.equal((await findSecondStep(web, who.id))?.recoveryCodes, 8);
  const renewed = await renewRecoveryCodes(parts, who);
  assert.equal(await pass(who.email, third), "wrong");
  assert.equal(await pass(who.email, renewed?.[9] ?? ""), "logged-in");
  const other = await withCodes();
  assert.equal(await pass(who.email, other.codes[0] ?? ""), "wrong");
});

test("neither the secret nor a recovery code can be read in the database", async () => {
  const who = await withCodes();
  const { rows } = await worker.query<{ text: string }>(
    `select coalesce(string_agg(encode(s.totp_secret, 'escape') || encode(s.totp_secret, 'hex') || encode(c.code_hash, 'hex'), ' '), '') as text
     from accounts.second_steps s join accounts.recovery_codes c using (user_id) where user_id = $1`,
    [who.id],
  );
  const text = rows[0]?.text ?? "";
  assert.ok(text.length > 500);
  for (const form of ["hex", "base64", "latin1"] as const) assert.ok(!text.includes(who.secret.toString(form)), form);
  assert.ok(!text.includes(Buffer.from(who.codes[0]?.replaceAll("-", "") ?? "").toString("hex")));
});

test("guesses end: five from one network, twenty from all strangers; the owner's own browser still gets in", async () => {
  const who = await withCodes();
  const wrong = totpCode(who.secret, stepAt(now) + 5000);
  const network = from();
  for (let time = 0; time < 5; time += 1) assert.equal(await pass(who.email, wrong, network), "wrong");
  assert.equal(await pass(who.email, who.code(), network), "throttled");
  for (let time = 5; time < 20; time += 1) assert.equal(await pass(who.email, wrong), "wrong");
  assert.equal(await pass(who.email, who.code()), "throttled");
  const browser = markBrowser(parts.secrets, who.email, now);
  assert.equal(await pass(who.email, who.code(), from({ browser })), "logged-in");
  const other = await withCodes();
  assert.equal(await pass(other.email, other.code()), "logged-in");
  const { rowCount } = await worker.query("select from events where user_id = $1 and event_type = 'login_refused'", [
    who.id,
  ]);
  assert.equal(rowCount, 20);
  now = new Date(now.getTime() + 16 * 60_000);
  assert.equal(await pass(who.email, who.code()), "logged-in");
});

test("a begun login ends after ten minutes, and when the password is changed", async () => {
  const who = await withCodes();
  const [first, second] = [await begin(who.email), await begin(who.email)];
  const form = { current: password, password: "rain on a tin roof", repeated: "rain on a tin roof" };
  const owner = { id: who.id, email: who.email, operator: false, timeZone: "UTC", preferences: defaultPreferences };
  assert.equal((await changePassword(parts, owner, form, from())).kind, "changed");
  assert.equal((await passSecondStep(parts, first, { code: who.code() }, from())).kind, "ended");
  assert.equal((await passSecondStep(parts, second, { code: who.code() }, from())).kind, "ended");
  const other = await withCodes();
  const late = await begin(other.email);
  now = new Date(now.getTime() + 10 * 60_000);
  assert.equal((await passSecondStep(parts, late, { code: other.code() }, from())).kind, "ended");
});

test("with another SECRET_KEY codes no longer work, and recovery codes do", async () => {
  const who = await withCodes();
  const others = { ...parts, secrets: createSecretBox("another key that has enough characters") };
  const token = await begin(who.email);
  assert.equal((await passSecondStep(others, token, { code: who.code() }, from())).kind, "wrong");
  assert.equal((await passSecondStep(others, token, { code: who.codes[0] ?? "" }, from())).kind, "logged-in");
});

test("a setup is one person's, for an hour; turning codes off ends the recovery codes", async () => {
  const [who, other] = [await person(), await person()];
  const { secret, setup } = beginTotp(parts, who.id);
  assert.deepEqual(openTotpSetup(parts, who.id, setup), secret);
  assert.equal(openTotpSetup(parts, other.id, setup), null);
  const endsAt = Date.now() + 60_000;
  const forged = parts.secrets.seal(JSON.stringify({ personId: who.id, secret: "AAAA", endsAt })).toString("base64url");
  assert.equal(openTotpSetup(parts, who.id, forged), null, "something else that this server has sealed");
  assert.equal(openTotpSetup(parts, who.id, `${setup.slice(0, -4)}AAAA`), null);
  assert.equal((await confirmTotp(parts, who, secret, "000000")).kind, "wrong");
  assert.equal(await findSecondStep(web, who.id), null);
  now = new Date(now.getTime() + 61 * 60_000);
  assert.equal(openTotpSetup(parts, who.id, setup), null);

  const armed = await withCodes();
  await endTotp(parts, armed);
  assert.equal((await logIn(parts, { email: armed.email, password }, from())).kind, "logged-in");
  assert.equal(await renewRecoveryCodes(parts, armed), null);
  assert.equal((await worker.query("select from accounts.recovery_codes where user_id = $1", [armed.id])).rowCount, 0);
});

test("what cannot be a recovery code is none", () => {
  for (const bad of ["", "123456", "x".repeat(15), "x".repeat(17), "xxxx-xxxx-xxxx-xxx?"]) {
    assert.equal(hashRecoveryCode(bad), null, bad);
  }
});
