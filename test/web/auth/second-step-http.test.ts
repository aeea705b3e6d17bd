import assert from "node:assert/strict";
import { after, test } from "node:test";
import { beginTotp, confirmTotp } from "../../../src/accounts/second-step/change-second-step.ts";
import { totpCode } from "../../../src/accounts/second-step/totp.ts";
import { createTrustedClient } from "../../../src/http-client/trusted-client.ts";
import { createWebApp } from "../../../src/web/app.ts";
import { formTokens } from "../../../src/web/csrf.ts";
import { goodPassword, registered } from "../../accounts/auth-provider-contract.ts";
import { supabaseAccounts } from "../../accounts/supabase-accounts.ts";
import { connectionFrom, signedIn, strangerHeaders } from "../../ground/signed-in.ts";
import { type Changes, flags, softwarePasskey } from "../../ground/software-passkey.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { accountParts, webParts } from "../web-parts.ts";
import { authApp } from "./auth-app.ts";

const { web, worker } = await testDatabase();
const client = createTrustedClient();
after(() => client.close());

const origin = "https://news.example.org";
const party = { id: "news.example.org", origin };
let now = () => new Date();

/** The app at an address where browsers offer passkeys. */
function appAt(publicOrigin: string) {
  const { parts } = webParts({ accounts: accountParts(web, { now: () => now() }), publicOrigin });
  const app = createWebApp(parts);
  let visitors = 0;
  const post = (path: string, headers: Record<string, string>, fields: Record<string, string> = {}) => {
    visitors += 1;
    const request = { method: "POST", headers, body: new URLSearchParams(fields) };
    return app.request(path, request, connectionFrom(`10.7.${visitors >> 8}.${visitors & 255}`));
  };
  const get = (path: string, headers: Record<string, string>) =>
    app.request(path, { headers }, connectionFrom("10.8.0.1"));
  return { parts, post, get };
}

const { parts, post, get } = appAt(origin);

/** Adds the cookies of an answer, as a browser does. */
function keep(headers: Record<string, string>, answer: Response): Record<string, string> {
  const fresh = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return { ...headers, Cookie: [headers["Cookie"], ...fresh].join("; ") };
}

const cookiesOf = (answer: Response) => answer.headers.getSetCookie().join("\n");

async function withCodes() {
  const { person } = await registered(parts.accounts);
  const { secret } = beginTotp(parts.accounts, person.id);
  const step = Math.floor(now().getTime() / 30_000);
  const who = { id: person.id, host: party.id, issuers: [] };
  const result = await confirmTotp(parts.accounts, who, secret, totpCode(secret, step - 1));
  assert.ok(result.kind === "changed" && result.codes !== null);
  return { person, codes: result.codes, code: () => totpCode(secret, step) };
}

test("a login with two steps keeps the page that was asked for, and starts its session after the second", async () => {
  const { person, code } = await withCodes();
  const headers = strangerHeaders(parts);
  const fields = { email: person.email, password: goodPassword, next: "/settings/language?a=1" };
  const first = await post("/auth/login", headers, fields);
  assert.equal(first.status, 303);
  assert.equal(first.headers.get("Location"), "/auth/second-step?next=%2Fsettings%2Flanguage%3Fa%3D1");
  assert.doesNotMatch(cookiesOf(first), /session=/);
  assert.match(cookiesOf(first), /__Host-second-step=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax/);
  // Not even the mark that a browser gets which has logged in.
  assert.doesNotMatch(cookiesOf(first), /browser=/);

  const half = keep(headers, first);
  const inside = await get("/settings/account", half);
  assert.match(inside.headers.get("Location") ?? "", /^\/auth\/login/);
  const page = await (await get(first.headers.get("Location") ?? "", half)).text();
  assert.match(page, /name="next" value="\/settings\/language\?a=1"/);
  const wrong = await post("/auth/second-step", half, { code: "12", next: "/settings/language?a=1" });
  assert.equal(wrong.status, 401);
  assert.match(
    await wrong.text(),
    /This code is wrong[^]*name="next" value="\/settings\/language\?a=1"|name="next" value="\/settings\/language\?a=1"[^]*This code is wrong/,
  );
  const second = await post("/auth/second-step", half, { code: code(), next: "/settings/language?a=1" });
  assert.equal(second.headers.get("Location"), "/settings/language?a=1");
  assert.match(cookiesOf(second), /__Host-session=[\w-]{43}/);
  assert.match(cookiesOf(second), /__Host-second-step=; Max-Age=0/);
  const foreign = await post("/auth/login", strangerHeaders(parts), { ...fields, next: "//evil.test" });
  assert.equal(foreign.headers.get("Location"), "/auth/second-step");
});

test("without a begun login the second step leads back to the password, with the page that was asked for", async () => {
  const headers = strangerHeaders(parts);
  const shown = await get("/auth/second-step?next=/stream", headers);
  assert.equal(shown.headers.get("Location"), "/auth/login?late=1&next=%2Fstream");
  const sent = await post("/auth/second-step", headers, { code: "123456" });
  assert.equal(sent.headers.get("Location"), "/auth/login?late=1");
  assert.match(await (await get("/auth/login?late=1", headers)).text(), /That took too long\. Log in again\./);
  assert.equal((await post("/auth/second-step/challenge", headers)).status, 403);
  assert.equal((await post("/auth/second-step/passkey", headers, { answer: "{}" })).status, 303);
});

test("changes need a recent proof; without one nothing changes", async () => {
  const { person, token } = await registered(parts.accounts);
  const headers = { ...headersOf(token) };
  const wasNow = now;
  now = () => new Date(wasNow().getTime() + 16 * 60_000);
  try {
    for (const path of changes) {
      const answer = await post(path, headers, { name: "x", asks: "yes", code: "1" });
      assert.equal(answer.headers.get("Location"), "/settings/login?stale=1", path);
    }
    assert.equal((await get("/settings/login/codes", headers)).headers.get("Location"), "/settings/login?stale=1");
    const page = await (await get("/settings/login?stale=1", headers)).text();
    assert.match(page, /role="alert">Nothing was changed\. Confirm first that it is you\./);
    assert.ok(page.includes(`action="/settings/login/confirm"`));
    for (const path of changes) assert.ok(!page.includes(`action="${path}"`), path);

    const wrong = await post("/settings/login/confirm", headers, { password: "not the password" });
    assert.equal(wrong.status, 403);
    const right = await post("/settings/login/confirm", headers, { password: goodPassword });
    assert.equal(right.headers.get("Location"), "/settings/login?done=confirmed");
    // Under a new token, with the time that was left: a copy of the old cookie, in other hands, is worth nothing now.
    const [, fresh = "", ageSeconds] = /__Host-session=([\w-]{43}); Max-Age=(\d+)/.exec(cookiesOf(right)) ?? [];
    assert.ok(Math.abs(Number(ageSeconds) - (30 * 24 * 60 - 16) * 60) < 60, ageSeconds);
    assert.equal((await get("/settings/login/codes", headersOf(fresh))).status, 200);
    assert.match((await get("/settings/login/codes", headers)).headers.get("Location") ?? "", /^\/auth\/login/);
    const sessions = await worker.query("select from accounts.sessions where user_id = $1", [person.id]);
    assert.equal(sessions.rowCount, 1);
  } finally {
    now = wasNow;
  }
  assert.equal((await worker.query("select from accounts.second_steps where user_id = $1", [person.id])).rowCount, 0);
});

test("a passkey confirms that it is you only if it has checked who holds it", async () => {
  const me = await signedIn(parts);
  const passkey = softwarePasskey(party, me.id);
  const asked = (await (await post("/settings/login/passkeys/challenge", me.headers)).json()) as Options;
  await post("/settings/login/passkeys", me.headers, { name: "Mine", answer: passkey.create(asked.challenge) });
  const path = "/settings/login/confirm";
  const confirm = async (changes: Changes) => {
    const options = (await (await post(`${path}/challenge`, me.headers)).json()) as Options & {
      userVerification: string;
    };
    assert.equal(options.userVerification, "required");
    return post(`${path}/passkey`, me.headers, { answer: passkey.get(options.challenge, changes) });
  };
  const touched = await confirm({ flags: flags.present });
  assert.equal(touched.status, 403);
  assert.doesNotMatch(cookiesOf(touched), /session=/);
  assert.equal((await confirm({})).headers.get("Location"), "/settings/login?done=confirmed");
});

const someId = "01890000-0000-7000-8000-000000000000";
const changes = [
  "/settings/login/passkeys/challenge",
  "/settings/login/passkeys",
  `/settings/login/passkeys/${someId}/rename`,
  `/settings/login/passkeys/${someId}/remove`,
  "/settings/login/codes",
  "/settings/login/codes/end",
  "/settings/login/second-step/passkey",
  "/settings/login/recovery-codes",
  "/settings/login/password/remove",
];

test("a passkey is added and used through the forms, and the last way in stays", async () => {
  const me = await signedIn(parts);
  const passkey = softwarePasskey(party, me.id);
  const asked = (await (await post("/settings/login/passkeys/challenge", me.headers)).json()) as Options;
  assert.deepEqual(
    asked.pubKeyCredParams?.map(({ alg }) => alg),
    [-7, -8, -257],
  );
  assert.equal(asked.authenticatorSelection?.userVerification, "required");
  const nameless = await post("/settings/login/passkeys", me.headers, { name: " ", answer: "" });
  assert.match(await nameless.text(), /Please enter a name of at most 100 characters/);
  const name = "<b>Mine</b>";
  const added = await post("/settings/login/passkeys", me.headers, { name, answer: passkey.create(asked.challenge) });
  assert.equal(added.headers.get("Location"), "/settings/login?done=passkey-added");
  const page = await (await get("/settings/login", me.headers)).text();
  assert.ok(page.includes("&lt;b&gt;Mine&lt;/b&gt;") && !page.includes(name));
  assert.match(page, /It is your only way in, so it cannot be removed\./);
  const { rows } = await worker.query<{ id: string }>("select id from accounts.passkeys where user_id = $1", [me.id]);
  const last = await post(`/settings/login/passkeys/${rows[0]?.id}/remove`, me.headers);
  assert.equal(last.status, 409);
  assert.match(await last.text(), /This is your last way in\. Add another one first\./);
  for (const id of [someId, "x", "%00"]) {
    assert.equal((await post(`/settings/login/passkeys/${id}/remove`, me.headers)).status, 404, id);
  }

  const stranger = strangerHeaders(parts);
  const { challenge, allowCredentials } = (await (await post("/auth/passkey/challenge", stranger)).json()) as Options;
  assert.deepEqual(allowCredentials, []);
  const answer = passkey.get(challenge, { signCount: 1 });
  // The same answer in another browser.
  assert.equal((await post("/auth/passkey", strangerHeaders(parts), { answer })).status, 403);
  const entered = await post("/auth/passkey", stranger, { answer, next: "/stream" });
  assert.equal(entered.headers.get("Location"), "/stream");
  assert.match(cookiesOf(entered), /__Host-session=[\w-]{43}/);
  const replayed = await post("/auth/passkey", stranger, { answer });
  assert.equal(replayed.status, 403);
  assert.match(await replayed.text(), /This answer was used before\. Try again\./);

  const data = (await (await get("/account/export.json", me.headers)).json()) as { passkeys: { name: string }[] };
  assert.deepEqual(
    data.passkeys.map((one) => one.name),
    [name],
  );
});

type Options = {
  challenge: string;
  allowCredentials?: unknown[];
  pubKeyCredParams?: { alg: number }[];
  authenticatorSelection?: { userVerification: string };
};

test("a password can be removed while a passkey is left, and other sessions end", async () => {
  const { person, token } = await registered(parts.accounts);
  const headers = headersOf(token);
  const refused = await post("/settings/login/password/remove", headers);
  assert.equal(refused.status, 409);
  const { challenge } = (await (await post("/settings/login/passkeys/challenge", headers)).json()) as Options;
  const answer = softwarePasskey(party, person.id).create(challenge);
  await post("/settings/login/passkeys", headers, { name: "Key", answer });
  const removed = await post("/settings/login/password/remove", headers);
  assert.equal(removed.headers.get("Location"), "/settings/login?done=password-removed");
  assert.equal((await get("/settings/login", headers)).status, 303);
  const again = await post("/auth/login", strangerHeaders(parts), { email: person.email, password: goodPassword });
  assert.equal(again.status, 401);
});

test("where browsers offer no passkeys the page says why, and the login has no button", async () => {
  const plain = appAt("http://127.0.0.1:8080");
  const me = await signedIn(plain.parts);
  const page = await (await plain.get("/settings/login", me.headers)).text();
  assert.match(page, /Browsers offer passkeys only at an https address with a name, or at localhost/);
  assert.ok(page.includes("http://127.0.0.1:8080"));
  assert.equal((await plain.post("/settings/login/passkeys/challenge", me.headers)).status, 404);
  assert.doesNotMatch(await (await plain.get("/auth/login", strangerHeaders(parts))).text(), /passkey/);
});

test("with Supabase the page says in a sentence that this is its matter", async () => {
  const { parts: accounts } = await supabaseAccounts(web, client);
  const page = authApp(web, accounts);
  const { token } = await registered(accounts);
  const text = await (await page.get("/settings/login", headersOf(token))).text();
  assert.match(
    text,
    /Another service keeps the passwords of this server \(Supabase\)\. Passkeys and codes from an app are off here/,
  );
  assert.doesNotMatch(text, /Set up an app|Add a passkey/);
  assert.doesNotMatch(await (await page.get("/auth/login")).text(), /passkey/);
  assert.equal((await page.get("/auth/second-step")).status, 404);
});

function headersOf(token: string): Record<string, string> {
  const stranger = strangerHeaders(parts);
  const { Cookie: _, ...rest } = stranger;
  return { ...rest, Cookie: `__Host-session=${token}`, "X-CSRF-Token": formTokens(parts.secretKey).create(token) };
}
