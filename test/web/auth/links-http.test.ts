import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { Registry } from "prom-client";
import { createInvitePass, createResetPass, createSetupPass } from "../../../src/accounts/pass-store.ts";
import { createModelSetup } from "../../../src/analysis/set-up-model.ts";
import { createWebApp } from "../../../src/web/app.ts";
import { liveOperations } from "../../../src/web/feeds/live-feeds.ts";
import { goodPassword, registered } from "../../accounts/auth-provider-contract.ts";
import { signedIn } from "../../ground/signed-in.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { testParts } from "../../ground/test-parts.ts";
import { authApp } from "./auth-app.ts";

const database = await testDatabase();
const { web, worker } = database;
const { post, get, parts } = authApp(web);
const newEmail = () => `${randomUUID()}@example.org`;
const filled = { password: goodPassword, repeated: goodPassword, privacy: "accepted" };

function withOperations() {
  const ai = { stopped: async () => null, askAgain: async () => false };
  const setup = createModelSetup({ ...testParts(database), pool: worker, now: () => new Date() });
  const operations = { pool: worker, now: () => new Date(), live: liveOperations(), setup, backupAt: null, ai };
  return { app: createWebApp({ ...parts, metrics: new Registry(), operations }) };
}

test("if registration is closed or by invitation, the form is not shown without a link", async () => {
  for (const [registration, sentence] of [
    ["closed", "This server does not accept new accounts"],
    ["invite", "You need an invitation"],
  ] as const) {
    const { get: getThere, post: postThere } = authApp(web, { registration });
    const answers = [
      await getThere("/auth/register"),
      await postThere("/auth/register", { email: newEmail(), ...filled }),
    ];
    for (const answer of answers) {
      assert.equal(answer.status, 403);
      assert.ok((await answer.text()).includes(sentence));
    }
    assert.ok(!(await (await getThere("/auth/login")).text()).includes("/auth/register"));

    const token = await createInvitePass(worker, "guest@example.org", new Date());
    const page = await (await getThere(`/auth/register?token=${token}`)).text();
    assert.match(page, /value="guest@example\.org"/);
    assert.ok(page.includes(`value="${token}"`));
    assert.equal((await postThere("/auth/register", { email: newEmail(), ...filled, token })).status, 303);
  }
});

test("the setup link leads a stranger to register and a person to become the operator", async () => {
  const token = await createSetupPass(worker, new Date());
  const stranger = await get(`/auth/setup/${token}`);
  assert.equal(stranger.status, 303);
  assert.equal(stranger.headers.get("Location"), `/auth/register?token=${token}`);
  const saysSo = /This account will run this server/;
  assert.match(await (await get(`/auth/register?token=${token}`)).text(), saysSo);
  assert.match(await (await post("/auth/register", { token: token ?? "" })).text(), saysSo, "also after a mistake");
  assert.doesNotMatch(await (await get("/auth/register")).text(), saysSo);

  const { headers, email } = await signedIn(parts);
  const page = await get(`/auth/setup/${token}`, headers);
  assert.equal(page.status, 200);
  assert.ok((await page.text()).includes(email));
  const done = await post(`/auth/setup/${token}`, {}, { headers });
  assert.equal(done.headers.get("Location"), "/settings/account?done=operator");
  // More rights, another token: a copy of the old cookie has none of them.
  const Cookie = done.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  assert.match((await get("/settings/account", headers)).headers.get("Location") ?? "", /^\/auth\/login/);
  assert.match(
    await (await get("/settings/account", { ...headers, Cookie })).text(),
    /You are an operator of this server/,
  );
  for (const bad of [token, "A".repeat(43), "x"]) {
    assert.equal((await get(`/auth/setup/${bad}`, headers)).status, 404);
    assert.equal((await post(`/auth/setup/${bad}`, {}, { headers })).status, 404);
  }
});

test("while there is no operator, the form for the setup link does not call its account ordinary", async () => {
  const { app } = withOperations();
  await worker.query("update accounts.users set operator = false");
  const token = await createSetupPass(worker, new Date());
  const answer = await app.request(`/auth/register?token=${token}`, { headers: { Accept: "text/html" } });
  const page = await answer.text();
  assert.match(page, /Create the operator’s account/);
  assert.doesNotMatch(page, /ordinary|has no operator/);
});

test("a setup link that does not work says whether there is an operator or the next start prints another", async () => {
  const { app } = withOperations();
  const { person } = await registered(parts.accounts);
  const ordinary = await signedIn(parts);
  // Asked in this order: once there is an operator, the app does not look again.
  for (const [operator, sentence] of [
    [false, /has expired or was already used\. Restart the server to get a new one/],
    [true, /no longer works: this server already has an operator/],
  ] as const) {
    await worker.query("update accounts.users set operator = id = $1 and $2", [person.id, operator]);
    const answer = await app.request(`/auth/setup/${"A".repeat(43)}`, { headers: { Accept: "text/html" } });
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), sentence);
    for (const path of ["/", "/auth/login", "/auth/register"]) {
      const page = await (await app.request(path, { headers: { Accept: "text/html" } })).text();
      assert.equal(page.includes("open the link that it printed"), !operator, path);
      assert.equal(page.includes("plainwire user create --operator"), !operator, path);
      assert.doesNotMatch(page, /\/auth\/setup\//);
      if (path === "/") assert.ok(page.includes('href="/auth/login"'), "there is a way on");
      if (path === "/auth/register") assert.equal(page.includes("Create an ordinary account</button>"), !operator);
    }
    const notFound = await app.request("/operator", { headers: ordinary.headers });
    assert.equal(notFound.status, 404);
    assert.equal((await notFound.text()).includes("open the link that it printed"), !operator);
  }
});

test("a reset that fails on our side leaves its link usable, and out of the log", async () => {
  const busy = { ...parts.accounts.provider, hasher: { hash: async () => null, verify: async () => null } };
  const there = authApp(web, { provider: busy });
  const { person } = await registered(parts.accounts);
  const token = (await createResetPass(worker, person.email, new Date())) ?? "";
  const failed = await there.post(`/auth/reset/${token}`, { password: goodPassword, repeated: goodPassword });
  assert.equal(failed.status, 500);
  assert.ok(there.lines.some(({ event, path }) => event === "login service failed" && path === "/auth/reset/[token]"));
  assert.ok(!JSON.stringify(there.lines).includes(token));
  assert.equal((await get(`/auth/reset/${token}`)).status, 200);
});

test("a reset link shows its form, sets the password once, and then expires", async () => {
  const { email } = await registered(parts.accounts);
  const path = `/auth/reset/${await createResetPass(worker, email, new Date())}`;
  assert.equal((await get(path)).status, 200);
  const password = "rain on a tin roof";
  assert.equal((await post(path, { password: "short", repeated: "short" })).status, 400);
  assert.equal((await post(path, { password, repeated: "other" })).status, 400);
  const done = await post(path, { password, repeated: password });
  assert.equal(done.status, 303);
  assert.equal(done.headers.get("Location"), "/auth/login?done=reset");
  assert.match(await (await get("/auth/login?done=reset")).text(), /Your password has been changed/);
  for (const gone of [path, `/auth/reset/${"A".repeat(43)}`, "/auth/reset/x"]) {
    assert.equal((await get(gone)).status, 404);
    assert.equal((await post(gone, { password, repeated: password })).status, 404);
  }
  assert.equal((await post("/auth/login", { email, password })).status, 303);
});
