import assert from "node:assert/strict";
import { test } from "node:test";
import PostalMime from "postal-mime";
import { createMailer, type SendMail } from "../../../src/accounts/mailer.ts";
import { beginTotp } from "../../../src/accounts/second-step/change-second-step.ts";
import { totpCode } from "../../../src/accounts/second-step/totp.ts";
import { createWebApp } from "../../../src/web/app.ts";
import { formTokens } from "../../../src/web/csrf.ts";
import { goodPassword, registered } from "../../accounts/auth-provider-contract.ts";
import { eventually } from "../../ground/eventually.ts";
import { hostileClient, hostileOidc } from "../../ground/hostile-oidc.ts";
import { connectionFrom, signedIn } from "../../ground/signed-in.ts";
import { smtpInbox } from "../../ground/smtp-inbox.ts";
import { softwarePasskey } from "../../ground/software-passkey.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { accountParts, webParts } from "../web-parts.ts";
import { oidcApp } from "./oidc-app.ts";
import { newSubject, oidcPeople, ticketFor } from "./oidc-people.ts";

const database = await testDatabase();
const { web, worker } = database;
const inbox = await smtpInbox();
const publicOrigin = "https://news.example.org";
const sendMail = createMailer(inbox.url, "Plainwire <no-reply@news.example.org>");

function appWith(changes: { sendMail: SendMail | null }) {
  const { parts, lines } = webParts({ accounts: accountParts(web), publicOrigin, ...changes });
  const app = createWebApp(parts);
  const post = async (path: string, headers: Record<string, string>, fields: Record<string, string> = {}) => {
    const request = { method: "POST", headers, body: new URLSearchParams(fields) };
    return app.request(path, request, connectionFrom("10.7.0.1"));
  };
  return { parts, lines, post };
}

const { parts, post } = appWith({ sendMail });

/** The one mail that `act` has sent, as its reader sees it. */
async function mailOf(act: () => Promise<unknown>) {
  const letter = inbox.next();
  await act();
  const { to, text } = await letter;
  const { subject = "", text: body = "" } = await PostalMime.parse(text);
  return { to, subject, body };
}

async function addPasskey(me: { id: string; headers: Record<string, string> }, at = post): Promise<Response> {
  const asked = (await (await at("/settings/login/passkeys/challenge", me.headers)).json()) as { challenge: string };
  const answer = softwarePasskey({ id: "news.example.org", origin: publicOrigin }, me.id).create(asked.challenge);
  return at("/settings/login/passkeys", me.headers, { name: "https://evil.example/", answer });
}

test("each change of how an account is opened is mailed to its person, with when and where to look", async () => {
  const me = await signedIn(parts);
  const added = await mailOf(() => addPasskey(me));
  assert.deepEqual(added.to, [me.email]);
  assert.equal(added.subject, "A change to how your Plainwire account is opened");
  assert.match(
    added.body,
    /^A passkey was added\.\n\nAccount: .+@example\.org\nTime: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\n/,
  );
  assert.match(added.body, /https:\/\/news\.example\.org\/settings\/login\n/);
  assert.doesNotMatch(added.body, /evil/);

  const asks = (wanted: string) => post("/settings/login/second-step/passkey", me.headers, { asks: wanted });
  assert.match((await mailOf(() => asks("yes"))).body, /^A passkey is asked for after the password from now on\./);
  assert.match((await mailOf(() => asks("no"))).body, /^A passkey is no longer asked for after the password\./);

  const { secret, setup } = beginTotp(parts.accounts, me.id);
  const code = totpCode(secret, Math.floor(Date.now() / 30_000));
  const on = await mailOf(() => post("/settings/login/codes", me.headers, { setup, code }));
  assert.match(on.body, /^Codes from an app were turned on as the second step\./);
  const off = await mailOf(() => post("/settings/login/codes/end", me.headers));
  assert.match(off.body, /^Codes from an app were turned off as the second step\./);

  await mailOf(() => addPasskey(me));
  const { rows } = await worker.query<{ id: string }>("select id from accounts.passkeys where user_id = $1", [me.id]);
  const removed = await mailOf(() => post(`/settings/login/passkeys/${rows[0]?.id}/remove`, me.headers));
  assert.match(removed.body, /^A passkey was removed\./);

  const made = await mailOf(() =>
    post("/settings/apps", me.headers, { name: "Phone", protocol: "greader", access: "all", titles: "plain" }),
  );
  assert.match(made.body, /^An app password was created\.[^]*https:\/\/news\.example\.org\/settings\/apps\n/);
});

test("a login that is linked and unlinked is mailed too", async () => {
  const provider = await hostileOidc();
  const settings = { OIDC_ISSUER: provider.issuer, ...hostileClient, OIDC_NAME: "Example ID" };
  const world = oidcApp(database, settings, undefined, { sendMail });
  const { comes, logInAs } = oidcPeople(database, provider);
  const { email } = await registered(world.parts.accounts);
  const person = await logInAs(world, email);
  comes({ sub: newSubject(), email: "elsewhere@example.com", email_verified: false });
  const { ticket } = await ticketFor(world, person);
  const linked = await mailOf(() => world.post("/account/identities", { ticket, confirmation: goodPassword }, person));
  assert.deepEqual(linked.to, [email]);
  assert.match(linked.body, /^A login at another server was linked\./);
  const { rows } = await worker.query<{ id: string }>(
    "select i.id from accounts.identities i join accounts.users u on u.id = i.user_id where u.email = $1",
    [email],
  );
  const unlinked = await mailOf(() => world.post(`/account/identities/${rows[0]?.id}/unlink`, {}, person));
  assert.match(unlinked.body, /^A login at another server was unlinked\./);
});

test("a password that is removed is mailed too", async () => {
  const { person, token } = await registered(parts.accounts);
  const headers = {
    Accept: "text/html",
    Cookie: `__Host-session=${token}`,
    "Sec-Fetch-Site": "same-origin",
    "X-CSRF-Token": formTokens(parts.secretKey).create(token),
  };
  await mailOf(() => addPasskey({ id: person.id, headers }));
  const { to, body } = await mailOf(() => post("/settings/login/password/remove", headers));
  assert.deepEqual(to, [person.email]);
  assert.match(body, /^The password was removed\./);
});

test("a password that is changed is mailed with where to set another one, and so are new recovery codes", async () => {
  const { person, token } = await registered(parts.accounts);
  const headersOf = (session: string) => ({
    Accept: "text/html",
    Cookie: `__Host-session=${session}`,
    "Sec-Fetch-Site": "same-origin",
    "X-CSRF-Token": formTokens(parts.secretKey).create(session),
  });
  await mailOf(() => addPasskey({ id: person.id, headers: headersOf(token) }));
  await mailOf(() => post("/settings/login/second-step/passkey", headersOf(token), { asks: "yes" }));
  const codes = await mailOf(() => post("/settings/login/recovery-codes", headersOf(token)));
  assert.match(codes.body, /^New recovery codes were made\./);

  const password = "rain on a tin roof";
  const form = { current: goodPassword, password, repeated: password };
  await post("/account/password", headersOf(token), { ...form, current: "wrong" });
  const { to, body } = await mailOf(() => post("/account/password", headersOf(token), form));
  assert.deepEqual(to, [person.email]);
  // Whoever changed it has logged the owner out: the settings are no help.
  assert.match(body, /^The password was changed\.[^]*https:\/\/news\.example\.org\/auth\/forgot\n/);
  assert.doesNotMatch(body, /settings|rain on/);
});

test("the mail is in the person's language", async () => {
  for (const [language, sentence] of [
    ["de", /^Ein Passkey wurde hinzugefügt\./],
    ["pl", /^Dodano klucz dostępu\./],
  ] as const) {
    const me = await signedIn(parts);
    me.headers["Accept-Language"] = language;
    assert.match((await mailOf(() => addPasskey(me))).body, sentence);
  }
});

test("what changed nothing, and what was refused, is not mailed", async () => {
  const me = await signedIn(parts);
  const before = inbox.letters.length;
  await post("/settings/login/codes/end", me.headers);
  await post("/settings/login/second-step/passkey", me.headers, { asks: "no" });
  await post("/settings/login/second-step/passkey", me.headers, { asks: "yes" });
  await post("/settings/login/passkeys", me.headers, { name: "x", answer: "forged" });
  await post("/settings/apps", me.headers, { name: "", protocol: "greader" });
  // The next mail is the next change's.
  await mailOf(() => addPasskey(me));
  assert.equal(inbox.letters.length, before + 1);
});

test("a mail server that is away, or takes nothing, stops no change; without one nothing is sent", async () => {
  const failing = async () => Promise.reject(new Error("no such mailbox"));
  const away = appWith({ sendMail: failing });
  const me = await signedIn(away.parts);
  const added = await addPasskey(me, away.post);
  assert.equal(added.headers.get("Location"), "/settings/login?done=passkey-added");
  await eventually(async () =>
    assert.ok(away.lines.some(({ reason }) => reason === "no mail was sent: no such mailbox")),
  );

  const hanging = appWith({ sendMail: () => new Promise(() => undefined) });
  assert.equal((await addPasskey(await signedIn(hanging.parts), hanging.post)).status, 303);
  const without = appWith({ sendMail: null });
  assert.equal((await addPasskey(await signedIn(without.parts), without.post)).status, 303);
});

test("a thief who changes things back and forth fills no mailbox", async () => {
  const sent: string[] = [];
  const counting = appWith({ sendMail: async ({ to }) => void sent.push(to) });
  const me = await signedIn(counting.parts);
  await addPasskey(me, counting.post);
  for (let turn = 0; turn < 24; turn += 1) {
    await counting.post("/settings/login/second-step/passkey", me.headers, { asks: turn % 2 === 0 ? "yes" : "no" });
  }
  await eventually(async () => {
    const { rows } = await worker.query<{ hits: number }>(
      "select hits from accounts.throttles where key like 'notice mail %'",
    );
    assert.ok(rows.some(({ hits }) => hits === 25));
  });
  assert.equal(sent.length, 20);
});
