import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "prom-client";
import { findPass, listInvites } from "../../../src/accounts/pass-store.ts";
import { createWebApp } from "../../../src/web/app.ts";
import { operatorWorld } from "./operator-world.ts";

const { ask, operator, person, database, parts, lines } = await operatorWorld();
const { worker } = database;
const boss = await operator();
const get = (path: string) => ask(boss.headers, `GET /operator${path}`);
const post = (path: string, form: Record<string, string> = {}) => ask(boss.headers, `POST /operator${path}`, form);

test("an invitation is made, listed without its link, and revoked", async () => {
  const made = await post("/invitations", { email: "friend@example.org" });
  const token = /\/auth\/register\?token=([\w-]+)/.exec(made.text)?.[1] ?? "";
  assert.equal((await findPass(worker, token, new Date()))?.email, "friend@example.org");
  const page = (await get("/people")).text;
  assert.match(page, /friend@example\.org/);
  assert.ok(!page.includes(token));
  assert.match(page, /Valid until <time[^>]*>\d+ \w+ \d{4}, \d\d:\d\d<|Valid until \d+ \w+ \d{4}, \d\d:\d\d/);
  const [invite] = await listInvites(worker, new Date());
  assert.equal(
    (await post(`/invitations/${invite?.id}/revoke`)).headers.get("Location"),
    "/operator/people?done=revoked",
  );
  assert.equal(await findPass(worker, token, new Date()), null);
  assert.equal((await post(`/invitations/${invite?.id}/revoke`)).status, 404);
  const wrong = await post("/invitations", { email: "nonsense" });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /Please enter a valid email address/);
});

test("an account is made with a link for its password, disabled, and enabled again", async () => {
  const made = await post("/people", { email: "new@example.org", operator: "on" });
  const token = /\/auth\/reset\/([\w-]+)/.exec(made.text)?.[1] ?? "";
  assert.equal((await findPass(worker, token, new Date()))?.purpose, "reset");
  assert.match(made.text, /operator · 0 feeds/);
  assert.equal((await post("/people", { email: "NEW@example.org" })).status, 409);
  assert.equal((await post("/people", { email: "new" })).status, 400);

  const reader = await person();
  assert.equal((await post(`/people/${reader.id}/disable`)).headers.get("Location"), "/operator/people?done=disabled");
  assert.equal((await ask(reader.headers, "GET /dashboard")).status, 303);
  lines.length = 0;
  const refused = await post(`/people/${reader.id}/reset`);
  assert.equal(refused.status, 409);
  assert.match(refused.text, /role="alert">[^<]*this account is disabled\. Enable it first\./);
  assert.ok(lines.every((line) => line["change"] !== "reset link made"));
  await post(`/people/${reader.id}/enable`);
  assert.equal((await ask(reader.headers, "GET /dashboard")).status, 200);
  assert.match((await post(`/people/${reader.id}/reset`)).text, /\/auth\/reset\//);
  assert.ok(lines.some((line) => line["change"] === "reset link made" && line["personId"] === reader.id));
});

test("if a login service keeps the passwords, no reset link is offered or created", async () => {
  const provider = { ...parts.accounts.provider, hasher: null };
  const app = createWebApp({ ...parts, metrics: new Registry(), accounts: { ...parts.accounts, provider } });
  const reader = await person();
  const page = await app.request("/operator/people", { headers: boss.headers });
  assert.doesNotMatch(await page.text(), /Reset link/);
  assert.match((await get("/people")).text, /Reset link/);
  const refused = await app.request(`/operator/people/${reader.id}/reset`, { method: "POST", headers: boss.headers });
  assert.equal(refused.status, 409);
  assert.match(await refused.text(), /a login service keeps the password/);
});

test("many accounts are shown by pages and found by email, and what is done to one leads back to it", async () => {
  await worker.query(
    `insert into accounts.users (id, email) select gen_random_uuid(), 'Crowd-' || n || '@example.org'
     from generate_series(1, 120) n`,
  );
  const { rows } = await worker.query<{ all: number }>("select count(*)::int as all from accounts.users");
  const shownOn = (text: string) => text.match(/<strong dir="auto">[^<]*@/g)?.length;
  const { text } = await get("/people");
  assert.ok(text.includes(`${rows[0]?.all} accounts on this server.`));
  assert.equal(shownOn(text), 50);
  const found = (await get("/people?search=crowd-&page=3")).text;
  assert.ok(found.includes(`${rows[0]?.all} accounts on this server.`));
  assert.equal(shownOn(found), 20);
  assert.match(found, /101–120 of 120/);
  assert.match(found, /href="\/operator\/people\?search=crowd-&amp;page=2"/);
  assert.match((await get("/people?search=crowd-&page=99")).text, /101–120 of 120/);
  assert.match((await get("/people?search=%25")).text, /No accounts found\./);

  const action = /action="(\/operator\/people\/[^"]*\/disable[^"]*)"/.exec(found)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const { headers } = await ask(boss.headers, `POST ${action}`, {});
  assert.equal(headers.get("Location"), "/operator/people?search=crowd-&page=3&done=disabled");
});

test("a link that opens an account takes a recent proof, also for one's own, and stays in no cache", async () => {
  const stale = await operator();
  const reader = await person();
  await worker.query(
    "update accounts.sessions set created_at = created_at - interval '16 minutes' where user_id = $1",
    [stale.id],
  );
  const links = async () => {
    const { rows } = await worker.query<{ count: number }>(
      "select count(*)::int from accounts.one_time_tokens where purpose = 'reset' and user_id = any($1)",
      [[stale.id, reader.id]],
    );
    return rows[0]?.count;
  };
  for (const path of [`/people/${stale.id}/reset`, `/people/${reader.id}/reset`, "/people"]) {
    const refused = await ask(stale.headers, `POST /operator${path}`, { email: "late@example.org", operator: "on" });
    assert.deepEqual([refused.status, refused.headers.get("Location")], [303, "/settings/login?stale=1"], path);
  }
  assert.equal(await links(), 0);
  assert.match((await get("/people?search=late@")).text, /No accounts found\./);
  // What opens no account needs none.
  assert.equal((await ask(stale.headers, `POST /operator/people/${reader.id}/disable`, {})).status, 303);
  await ask(stale.headers, `POST /operator/people/${reader.id}/enable`, {});

  await worker.query("update accounts.sessions set confirmed_at = now() where user_id = $1", [stale.id]);
  const made = await ask(stale.headers, `POST /operator/people/${reader.id}/reset`, {});
  assert.deepEqual([made.status, made.headers.get("Cache-Control"), await links()], [200, "no-store", 1]);
  assert.equal((await post("/invitations", {})).headers.get("Cache-Control"), "no-store");
});

test("operators cannot lock themselves out", async () => {
  const refused = await post(`/people/${boss.id}/disable`);
  assert.equal(refused.status, 409);
  assert.match(refused.text, /you would be locked out/);
  assert.equal((await get("")).status, 200);
});
