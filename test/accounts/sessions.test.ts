import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { setPersonDisabled } from "../../src/accounts/person-store.ts";
import { endSessionOf, findSession, listSessions, startSession } from "../../src/accounts/session-store.ts";
import { signedIn } from "../ground/signed-in.ts";
import { testDatabase } from "../ground/test-database.ts";
import { webParts, accountParts } from "../web/web-parts.ts";

const { web, worker, admin } = await testDatabase();
const { parts } = webParts({ accounts: accountParts(web) });
const visit = { address: null, userAgent: null, sessionToken: null };
const dayMs = 86_400_000;

test("the database knows only the hash of a session's token", async () => {
  const { token, id } = await signedIn(parts);
  const { rows } = await worker.query("select * from accounts.sessions where user_id = $1", [id]);
  assert.deepEqual(rows[0].token_hash, createHash("sha256").update(token).digest());
  assert.ok(!JSON.stringify(rows).includes(token));
});

test("a session ends after 14 days without a visit", async () => {
  const { token } = await signedIn(parts);
  const start = Date.now();
  const at = (days: number) => findSession(web, token, new Date(start + days * dayMs));
  assert.notEqual(await at(13), null);
  assert.notEqual(await at(26), null);
  assert.equal(await at(26 + 14.01), null);
});

test("a session ends after 30 days, however often it is used", async () => {
  const { token } = await signedIn(parts);
  const start = Date.now();
  for (let day = 1; day <= 29; day += 7) {
    assert.notEqual(await findSession(web, token, new Date(start + day * dayMs)), null, `day ${day}`);
  }
  assert.equal(await findSession(web, token, new Date(start + 30.01 * dayMs)), null);
});

test("a session's last visit is written at most once a minute", async () => {
  const { token, id } = await signedIn(parts);
  const seen = async () => (await listSessions(web, id, new Date()))[0]?.lastSeenAt.getTime();
  const start = await seen();
  assert.ok(start !== undefined);
  await findSession(web, token, new Date(start + 59_000));
  assert.equal(await seen(), start);
  const later = new Date(start + 61_000);
  await findSession(web, token, later);
  assert.equal(await seen(), later.getTime());
});

test("an unknown token, or none, belongs to nobody", async () => {
  for (const token of ["", "x", "A".repeat(43), "\0"]) assert.equal(await findSession(web, token, new Date()), null);
});

test("a disabled person's sessions end immediately", async () => {
  const { token, id } = await signedIn(parts);
  assert.equal(await setPersonDisabled(worker, id, true, new Date()), true);
  assert.equal(await findSession(web, token, new Date()), null);
  await setPersonDisabled(worker, id, false, new Date());
  assert.notEqual(await findSession(web, token, new Date()), null);
});

test("beyond fifty sessions, the one unused for longest ends", async () => {
  const { token, id } = await signedIn(parts);
  for (let count = 1; count <= 50; count += 1) {
    const session = { personId: id, visit: { ...visit, userAgent: `device ${count}` }, tokens: null, event: null };
    await startSession(web, session, new Date(Date.now() + count));
  }
  const listed = await listSessions(web, id, new Date());
  assert.equal(listed.length, 50);
  assert.equal(listed[0]?.userAgent, "device 50");
  assert.equal(await findSession(web, token, new Date()), null);
});

test("a device name of any length and content can be stored", async () => {
  const { id } = await signedIn(parts);
  for (const userAgent of ["🦊".repeat(300), "x".repeat(10_000), "\ud800 half", "<script>alert(1)</script>"]) {
    await startSession(web, { personId: id, visit: { ...visit, userAgent }, tokens: null, event: null }, new Date());
  }
  assert.equal((await listSessions(web, id, new Date())).length, 5);
});

test("nobody can end another person's session", async () => {
  const [anna, ben] = [await signedIn(parts), await signedIn(parts)];
  const annas = (await listSessions(web, anna.id, new Date()))[0]?.id ?? "";
  assert.equal(await endSessionOf(web, ben.id, annas), false);
  assert.notEqual(await findSession(web, anna.token, new Date()), null);
  assert.equal(await endSessionOf(web, anna.id, annas), true);
  assert.equal(await findSession(web, anna.token, new Date()), null);
});

test("the web role can't read accounts, only call its functions; a person's transaction can't even do that", async () => {
  const { rows } = await admin.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'accounts'::regnamespace and relkind = 'r'",
  );
  assert.ok(rows.length >= 4);
  for (const { name } of rows) {
    for (const sql of [`select from accounts.${name}`, `delete from accounts.${name}`]) {
      await assert.rejects(web.query(sql), /permission denied/);
    }
  }
  const client = await web.connect();
  await client.query("begin; set local role authenticated");
  await assert.rejects(client.query("select * from accounts.find_credentials('x')"), /permission denied/);
  await client.query("rollback");
  client.release();
});
