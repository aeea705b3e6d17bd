import assert from "node:assert/strict";
import { after, test } from "node:test";
import { findLiveSession } from "../../../src/accounts/sessions.ts";
import { createTrustedClient } from "../../../src/http-client/trusted-client.ts";
import { goodPassword, registered } from "../../accounts/auth-provider-contract.ts";
import { supabaseAccounts } from "../../accounts/supabase-accounts.ts";
import { eventually } from "../../ground/eventually.ts";
import type { RecoveryMail } from "../../ground/gotrue-state.ts";
import { strangerHeaders } from "../../ground/signed-in.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { authApp } from "./auth-app.ts";

const { web, worker } = await testDatabase();
const client = createTrustedClient();
after(() => client.close());
const password = "rain on a tin roof";
const returnTo = "http://127.0.0.1:8080/auth/recover";

async function recovering() {
  const { server, parts: accounts } = await supabaseAccounts(web, client);
  server.settings.redirectsAllowed.push(returnTo);
  const page = authApp(web, accounts);
  const person = await registered(accounts);
  const askedFor = async (email = person.email): Promise<RecoveryMail> => {
    const before = server.mails.length;
    const answer = await page.post("/auth/forgot", { email });
    assert.match(await answer.text(), /If there is an account with this address, we have sent it a link/);
    await eventually(() => assert.equal(server.mails.length, before + 1));
    const mail = server.mails.at(-1);
    assert.ok(mail !== undefined);
    return mail;
  };
  return { ...page, server, accounts, person, askedFor };
}

/** What a browser keeps of an answer's cookies. */
function withCookie(parts: Parameters<typeof strangerHeaders>[0], answer: Response): Record<string, string> {
  const headers = strangerHeaders(parts);
  const cookie = (answer.headers.get("Set-Cookie") ?? "").split(";")[0];
  return { ...headers, Cookie: `${headers["Cookie"]}; ${cookie}` };
}

test("a forgotten password is replaced by the link of the provider's usual mail, from asking to logging in", async () => {
  const { get, post, parts, accounts, server, person, askedFor } = await recovering();
  assert.match(await (await get("/auth/login")).text(), /href="\/auth\/forgot"/);
  const feed = await worker.query(
    `insert into personal_feeds (id, user_id, token_hash, name) values (gen_random_uuid(), $1, sha256('x'), 'n') returning id`,
    [person.person.id],
  );
  const mail = await askedFor();
  const followed = await fetch(mail.link, { redirect: "manual" });
  const back = new URL(followed.headers.get("Location") ?? "");
  assert.equal(back.origin + back.pathname, returnTo);

  const entered = await get(back.pathname + back.search);
  assert.equal(entered.status, 303);
  assert.equal(entered.headers.get("Location"), "/auth/recover/password");
  assert.match(
    entered.headers.get("Set-Cookie") ?? "",
    /^__Host-recovery=.*Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const headers = withCookie(parts, entered);
  assert.equal((await get("/auth/recover/password", headers)).status, 200);
  const short = await post("/auth/recover/password", { password: "short", repeated: "shorter" }, { headers });
  assert.equal(short.status, 400);
  assert.match(await short.text(), /at least 15 characters/);

  const done = await post("/auth/recover/password", { password, repeated: password }, { headers });
  assert.equal(done.headers.get("Location"), "/auth/login?done=reset");
  assert.equal((await findLiveSession(accounts, person.token)).kind, "none");
  assert.equal(server.sessions(), 0, "every session there has ended too");
  const { rows } = await worker.query("select ended_at is not null as ended from personal_feeds where id = $1", [
    feed.rows[0].id,
  ]);
  assert.deepEqual(rows, [{ ended: true }]);
  assert.equal((await post("/auth/login", { email: person.email, password: goodPassword })).status, 401);
  assert.equal((await post("/auth/login", { email: person.email, password })).status, 303);
  const again = await post(
    "/auth/recover/password",
    { password: `${password}!`, repeated: `${password}!` },
    { headers },
  );
  assert.equal(again.status, 404, "what the link gave has been used");
});

test("a template that links to us with token_hash works too, and only once its button is pressed", async () => {
  const { get, post, parts, server, person, askedFor } = await recovering();
  const { token } = await askedFor();
  const looked = await get(`/auth/recover?token_hash=${token}&type=recovery`);
  assert.match(await looked.text(), new RegExp(`name="token_hash" value="${token}"`));
  assert.equal(server.mails.length, 1, "looking spends nothing");
  const entered = await post("/auth/recover", { token_hash: token });
  assert.equal(entered.status, 303);
  const headers = withCookie(parts, entered);
  assert.equal((await post("/auth/recover/password", { password, repeated: password }, { headers })).status, 303);
  assert.equal((await post("/auth/login", { email: person.email, password })).status, 303);
  assert.equal((await post("/auth/recover", { token_hash: token })).status, 404);
});

test("links that are used, invented or from elsewhere do not work", async () => {
  const { get, post, askedFor } = await recovering();
  const { link } = await askedFor();
  const back = new URL((await fetch(link, { redirect: "manual" })).headers.get("Location") ?? "");
  assert.equal((await get(back.pathname + back.search)).status, 303);
  const second = new URL((await fetch(link, { redirect: "manual" })).headers.get("Location") ?? "");
  for (const search of [back.search, second.search, "", "?code=x", "?code=%00", "?error_code=otp_expired"]) {
    assert.equal((await get(`/auth/recover${search}`)).status, 404, search);
  }
  assert.equal((await get("/auth/recover/password")).status, 404);
  const forged = { ...strangerHeadersOf(), Cookie: "__Host-recovery=AAAA" };
  assert.equal((await get("/auth/recover/password", forged)).status, 404);
  assert.equal((await post("/auth/recover", { token_hash: "" })).status, 404);
});

function strangerHeadersOf(): Record<string, string> {
  return { Accept: "text/html" };
}

test("the right that a link gives lasts 15 minutes", async () => {
  const { get, accounts, parts, askedFor } = await recovering();
  const { link } = await askedFor();
  const back = new URL((await fetch(link, { redirect: "manual" })).headers.get("Location") ?? "");
  const headers = withCookie(parts, await get(back.pathname + back.search));
  const later = authApp(web, { ...accounts, now: () => new Date(Date.now() + 16 * 60_000) });
  assert.equal((await later.get("/auth/recover/password", headers)).status, 404);
  assert.equal((await get("/auth/recover/password", headers)).status, 200);
});

test("an unknown address gets the same answer and no mail, and a failing service is only logged", async () => {
  const { post, server, lines, person } = await recovering();
  const answers = await Promise.all(
    ["nobody@example.org", "no email", person.email].map(async (email) =>
      (await post("/auth/forgot", { email })).text(),
    ),
  );
  assert.equal(new Set(answers.map((page) => page.replaceAll(/value="[\w-]{43}"/g, ""))).size, 1);
  await eventually(() => assert.equal(server.mails.length, 1));
  server.settings.failsWith = 503;
  assert.equal((await post("/auth/forgot", { email: person.email })).status, 200);
  await eventually(() => assert.ok(lines.some(({ reason }) => String(reason).startsWith("no mail was sent"))));
});

test('a login that fails because of a setting says so instead of "try again"', async () => {
  const { post, server, person, lines } = await recovering();
  server.settings.issuer = "https://elsewhere.example";
  const page = await post("/auth/login", { email: person.email, password: goodPassword });
  assert.equal(page.status, 500);
  assert.match(await page.text(), /because of a wrong setting.*plainwire doctor/);
  assert.ok(lines.some(({ reason }) => String(reason).includes("SUPABASE_URL")));
});
