import assert from "node:assert/strict";
import { test } from "node:test";
import { createResetPass, useResetPass } from "../../../src/accounts/pass-store.ts";
import { appsWorld } from "./apps-world.ts";

const world = await appsWorld();
const { worker } = world.database;

const login = (email: string, password: string, address = "192.0.2.1") =>
  Promise.resolve(
    world.app.request(
      "/accounts/ClientLogin",
      { method: "POST", body: new URLSearchParams({ Email: email, Passwd: password }) },
      { incoming: { socket: { remoteAddress: address } } },
    ),
  );

test("a password is made on the page, shown once with address and user name, and opens the protocol it is for", async () => {
  const reader = await world.addReader();
  const fields = { name: "Reeder <phone>", protocol: "greader", access: "all", titles: "plain" };
  const made = await reader.post("/settings/apps", fields);
  const page = await made.text();
  assert.equal(made.headers.get("Cache-Control"), "no-store");
  const password = /<code>([a-z0-9]{24})<\/code>/.exec(page)?.[1] ?? "";
  assert.ok(page.includes(`<code>${world.parts.publicOrigin}/api/greader.php</code>`));
  assert.ok(page.includes(`<code>${reader.email}</code>`));
  assert.equal((await login(reader.email.toUpperCase(), password)).status, 200);

  const again = await (await reader.ask("/settings/apps")).text();
  assert.ok(!again.includes(password));
  assert.match(again, /Reeder &lt;phone&gt;/);
  assert.match(again, /last used[\s\S]*from 192\.0\.2\.1/);
  const { rows } = await worker.query("select password_hash, fever_hash from app_passwords where user_id = $1", [
    reader.id,
  ]);
  assert.equal(rows[0].password_hash.length, 32);
  assert.equal(rows[0].fever_hash, null);
});

test("a revoked password and its tokens end at once", async () => {
  const app = await world.addApp();
  assert.equal((await app.get("user-info")).status, 200);
  const sent = await app.reader.post(`/settings/apps/${app.passwordId}/delete`);
  assert.equal(sent.headers.get("Location"), "/settings/apps?done=revoked");
  assert.equal((await app.get("user-info")).status, 401);
  assert.equal((await login(app.reader.email, app.password)).status, 401);
  assert.equal((await app.reader.post(`/settings/apps/${app.passwordId}/delete`)).status, 404);
});

test("nobody revokes the password of another person", async () => {
  const [app, stranger] = [await world.addApp(), await world.addReader()];
  assert.equal((await stranger.post(`/settings/apps/${app.passwordId}/delete`)).status, 404);
  assert.equal((await app.get("user-info")).status, 200);
});

test("after a password reset, and while an account is disabled, no app gets in", async () => {
  const [reset, disabled] = [await world.addApp(), await world.addApp()];
  await worker.query("update accounts.users set password_hash = 'x' where id = $1", [reset.reader.id]);
  const { db } = world.parts.accounts;
  const token = await createResetPass(db, reset.reader.email, new Date());
  await useResetPass(db, token ?? "", "y", new Date());
  assert.equal((await reset.get("user-info")).status, 401);
  await worker.query("update accounts.users set disabled_at = now() where id = $1", [disabled.reader.id]);
  assert.equal((await disabled.get("user-info")).status, 401);
});

test("a form with a wrong protocol or name makes no password", async () => {
  const reader = await world.addReader();
  const right = { name: "Phone", protocol: "greader", access: "all", titles: "plain" };
  assert.equal((await reader.post("/settings/apps", { ...right, protocol: "telnet" })).status, 400);
  assert.equal((await reader.post("/settings/apps", { ...right, name: " " })).status, 400);
  assert.match(await (await reader.ask("/settings/apps")).text(), /You have no app password yet/);
});

test("a person has at most 50 app passwords", async () => {
  const reader = await world.addReader();
  await worker.query(
    `insert into app_passwords (id, user_id, name, protocol, password_hash, created_at)
     select gen_random_uuid(), $1, 'x', 'greader', sha256(uuid_send(gen_random_uuid())), now() from generate_series(1, 50)`,
    [reader.id],
  );
  const sent = await reader.post("/settings/apps", { name: "One more", protocol: "greader" });
  assert.equal(sent.status, 409);
  assert.match(await sent.text(), /Revoke one first/);
});

test("guessing is slowed down as at the login, and a right password forgives the tries before it", async () => {
  const { reader, password } = await world.addApp();
  const statuses: number[] = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await login(reader.email, "wrong", "192.0.2.7")).status);
  statuses.push((await login(reader.email, password, "192.0.2.7")).status);
  assert.deepEqual(statuses, [401, 401, 401, 401, 200]);
  for (let n = 0; n < 4; n += 1) await login(reader.email, "wrong", "192.0.2.7");
  await login(reader.email, "wrong", "192.0.2.7");
  const refused = await login(reader.email, password, "192.0.2.7");
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get("Retry-After") ?? "", /^\d+$/);
});

test("the account's own password, another person's name and a password of another protocol open nothing", async () => {
  const { reader, password } = await world.addApp();
  const other = await world.addReader();
  assert.equal((await login(other.email, password, "192.0.2.8")).status, 401);
  const fever = await world.addPassword(reader, { protocol: "fever" });
  assert.equal((await login(reader.email, fever.password, "192.0.2.9")).status, 401);
});

test("the export of an account names its app passwords and no hash of them", async () => {
  const { reader } = await world.addApp({ name: "In the export" });
  const text = await (await reader.ask("/account/export.json")).text();
  const { app_passwords: listed } = JSON.parse(text);
  assert.equal(listed[0].name, "In the export");
  assert.ok(!text.includes("hash"));
});
