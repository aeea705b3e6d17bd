import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { defaultPreferences } from "../../../src/accounts/preferences.ts";
import { listSessions, startSession } from "../../../src/accounts/session-store.ts";
import { createWebApp } from "../../../src/web/app.ts";
import { formTokens } from "../../../src/web/csrf.ts";
import { goodPassword, registered } from "../../accounts/auth-provider-contract.ts";
import { connectionFrom, signedIn } from "../../ground/signed-in.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { accountParts, webParts } from "../web-parts.ts";

const { web, worker } = await testDatabase();
const { parts } = webParts({ accounts: accountParts(web) });
const app = createWebApp(parts);
const otherPassword = "rain on a tin roof";

function headersFor(token: string): Record<string, string> {
  return {
    Accept: "text/html",
    Cookie: `__Host-session=${token}`,
    "Sec-Fetch-Site": "same-origin",
    "X-CSRF-Token": formTokens(parts.secretKey).create(token),
  };
}

function get(path: string, headers: Record<string, string>) {
  return app.request(path, { headers }, connectionFrom("10.1.0.1"));
}

function post(path: string, headers: Record<string, string>, fields: Record<string, string> = {}) {
  return app.request(path, { method: "POST", headers, body: new URLSearchParams(fields) }, connectionFrom("10.1.0.1"));
}

const person = await registered(parts.accounts);
const own = headersFor(person.token);

const refused: [string, string, Record<string, string>, number, string][] = [
  ["a wrong current password", "/account/password", { current: "x" }, 403, "This is not your current password"],
  ["no current password", "/account/password", { current: "" }, 403, "This is not your current password"],
  ["a short new password", "/account/password", { password: "x", repeated: "x" }, 400, "at least 15 characters"],
  ["two new passwords", "/account/password", { repeated: "other" }, 400, "The passwords do not match"],
  [
    "the email as password",
    "/account/password",
    { password: person.email, repeated: person.email },
    400,
    "too easy to guess",
  ],
  ["a wrong password for deleting", "/account/delete", { confirmation: "x" }, 403, "This is not your current password"],
];
for (const [what, path, fields, status, text] of refused) {
  test(`${what} is ${status} and changes nothing`, async () => {
    const good = { current: goodPassword, password: otherPassword, repeated: otherPassword };
    const answer = await post(path, own, { ...good, ...fields });
    assert.equal(answer.status, status);
    assert.ok((await answer.text()).includes(text));
    assert.equal((await get("/settings", own)).status, 200);
  });
}

test("a changed password gives this browser a new session and ends all others", async () => {
  const { token } = await registered(parts.accounts);
  const fields = { current: goodPassword, password: otherPassword, repeated: otherPassword };
  const answer = await post("/account/password", headersFor(token), fields);
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.get("Location"), "/settings/account?done=password");
  const [, fresh = ""] = /^__Host-session=([\w-]{43});/.exec(answer.headers.get("Set-Cookie") ?? "") ?? [];
  assert.notEqual(fresh, token);
  assert.equal((await get("/settings", headersFor(token))).status, 303);
  const page = await get("/settings/account?done=password", headersFor(fresh));
  assert.equal(page.status, 200);
  assert.match(await page.text(), /role="status">Your password has been changed/);
});

test("the account page lists the sessions, with hostile device names as text", async () => {
  const { id, headers } = await signedIn(parts);
  const hostile = "<img src=x onerror=alert(1)>";
  await worker.query(
    `insert into accounts.sessions (token_hash, user_id, user_agent, address, expires_at)
     values (sha256($1::bytea), $2, $3, '2001:db8::1', now() + interval '1 day')`,
    [Buffer.from(randomUUID()), id, hostile],
  );
  const page = await (await get("/settings/sessions", headers)).text();
  assert.ok(page.includes("Firefox, Linux") && page.includes("This session"));
  assert.ok(page.includes("&lt;img src=x onerror=alert(1)&gt;") && !page.includes(hostile));
  assert.ok(page.includes("2001:db8::1"));
});

test("a person can end one other session or all; foreign and malformed ids are 404", async () => {
  const [anna, ben] = [await signedIn(parts), await signedIn(parts)];
  const idsOf = async (id: string) => (await listSessions(web, id, new Date())).map((session) => session.id);
  const [own] = await idsOf(anna.id);
  const visit = { address: null, userAgent: "a phone", sessionToken: null };
  const phone = await startSession(web, { personId: anna.id, visit, tokens: null, event: null }, new Date());
  const phoneId = (await idsOf(anna.id)).find((id) => id !== own);

  for (const id of [...(await idsOf(ben.id)), randomUUID(), "x", "%00", "'--"]) {
    assert.equal((await post(`/account/sessions/${id}/end`, anna.headers)).status, 404, id);
  }
  assert.equal((await get("/settings", ben.headers)).status, 200);
  assert.equal((await get("/settings", headersFor(phone.token))).status, 200);

  const ended = await post(`/account/sessions/${phoneId}/end`, anna.headers);
  assert.equal(ended.headers.get("Location"), "/settings/sessions?done=session");
  assert.equal((await get("/settings", headersFor(phone.token))).status, 303);

  await startSession(web, { personId: anna.id, visit, tokens: null, event: null }, new Date());
  const all = await post("/account/sessions/end-others", anna.headers);
  assert.equal(all.headers.get("Location"), "/settings/sessions?done=sessions");
  assert.deepEqual(await idsOf(anna.id), [own]);
});

test("deleting the account needs the password, says goodbye and leaves no session", async () => {
  const { token, person: gone } = await registered(parts.accounts);
  const answer = await post("/account/delete", headersFor(token), { confirmation: goodPassword });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("Set-Cookie") ?? "", /^__Host-session=; Max-Age=0/);
  const page = await answer.text();
  assert.match(page, /Your account has been deleted/);
  assert.ok(!page.includes("/auth/logout"));
  assert.equal((await get("/settings", headersFor(token))).status, 303);
  const { rowCount } = await worker.query("select from accounts.users where id = $1", [gone.id]);
  assert.equal(rowCount, 0);
});

test("the export has all of a person's own data and nobody else's, however much it is", async () => {
  const [anna, ben] = [await signedIn(parts), await signedIn(parts)];
  for (const { id, email } of [anna, ben]) await fill(id, email);
  const answer = await get("/account/export.json", anna.headers);
  assert.equal(answer.headers.get("Content-Type"), "application/json");
  assert.match(answer.headers.get("Content-Disposition") ?? "", /^attachment; filename="plainwire\.json"$/);
  const text = await answer.text();
  const data = JSON.parse(text);
  assert.equal(data.account.email, anna.email);
  assert.deepEqual(data.account.preferences, defaultPreferences);
  assert.equal(data.sessions.length, 1);
  assert.equal(data.subscriptions.length, 1_234);
  assert.equal(new Set(data.subscriptions.map(({ url }: { url: string }) => url)).size, 1_234);
  assert.deepEqual(
    data.events.map(({ event_type }: { event_type: string }) => event_type),
    ["user_registered"],
  );
  assert.deepEqual(Object.keys(data), [
    "exported_at",
    "account",
    "sessions",
    "identities",
    "passkeys",
    "second_step",
    "folders",
    "subscriptions",
    "item_states",
    "summaries",
    "brief_settings",
    "filters",
    "personal_feeds",
    "app_passwords",
    "webhooks",
    "events",
  ]);
  assert.ok(!text.includes(ben.email) && !text.includes(ben.id));
});

test("the feeds are exported as OPML, with hostile names as text", async () => {
  const { id, email, headers } = await signedIn(parts);
  await fill(id, email, 2);
  await worker.query(`update subscriptions set name = '"><script>&' where user_id = $1 and name like '% 1'`, [id]);
  const answer = await get("/account/export.opml", headers);
  assert.equal(answer.headers.get("Content-Type"), "text/x-opml; charset=utf-8");
  const opml = await answer.text();
  assert.equal(opml.match(/<outline /g)?.length, 2);
  assert.ok(opml.includes("&quot;&gt;&lt;script&gt;&amp;") && !opml.includes("<script>"));
});

test("starred items of more than one page are exported as bookmarks, each once, and only a person's own", async () => {
  const [anna, ben] = [await signedIn(parts), await signedIn(parts)];
  await fill(anna.id, anna.email, 2);
  await worker.query(
    `with made as (
       insert into items (id, feed_id, hash, url, title, content, pub_date, fingerprint)
       select gen_random_uuid(), s.feed_id, encode(sha256((s.name || n)::bytea), 'hex'), 'https://a.example/' || n || '?' || s.name,
         'Item ' || n, '', now(), '' from subscriptions s, generate_series(1, 300) n where s.user_id = $1
       returning id
     )
     insert into item_states (user_id, item_id, starred_at, read_at)
     select $1, id, now(), null from made`,
    [anna.id],
  );
  const answer = await get("/account/starred.html", anna.headers);
  assert.match(answer.headers.get("Content-Disposition") ?? "", /^attachment; filename="starred\.html"$/);
  const text = await answer.text();
  const addresses = [...text.matchAll(/HREF="([^"]+)"/g)].map(([, address]) => address);
  assert.equal(addresses.length, 600);
  assert.equal(new Set(addresses).size, 600);
  assert.equal(text.match(/<H3>/g)?.length, 2);
  assert.doesNotMatch(await (await get("/account/starred.html", ben.headers)).text(), /HREF/);
});

test("the settings say how to move in, with the reader's own address in the command", async () => {
  const { email, headers } = await signedIn(parts);
  const page = await (await get("/settings/import", headers)).text();
  assert.ok(page.includes(`plainwire import miniflux --url https://miniflux.example.org --token - --account ${email}`));
  assert.match(page, /<form[^>]+action="\/feeds\/import"[^>]+multipart\/form-data/);
  assert.match(await (await get("/settings/data", headers)).text(), /href="\/account\/starred\.html"/);
});

async function fill(personId: string, email: string, count = 1_234): Promise<void> {
  await worker.query(
    `with made as (
       insert into feeds (id, url) select gen_random_uuid(), 'https://' || $2 || '.example/' || n from generate_series(1, $3::int) n
       returning id, url
     )
     insert into subscriptions (id, user_id, feed_id, name)
     select gen_random_uuid(), $1, id, $2 || ' ' || split_part(url, '/', 4) from made`,
    [personId, email, count],
  );
}

test("all account pages need a login", async () => {
  const stranger = { Accept: "text/html" };
  for (const path of ["/account", "/account/export.json", "/account/export.opml", "/account/anything"]) {
    const location = (await get(path, stranger)).headers.get("Location");
    assert.equal(location, `/auth/login?next=${encodeURIComponent(path)}`);
  }
});
