import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { setPersonDisabled } from "../../../src/accounts/person-store.ts";
import { createWebApp } from "../../../src/web/app.ts";
import { createAuthProxy } from "../../../src/web/auth/auth-proxy.ts";
import { clientAddress } from "../../../src/web/client-address.ts";
import { registered } from "../../accounts/auth-provider-contract.ts";
import { connectionFrom, signedIn } from "../../ground/signed-in.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { accountParts, webParts } from "../web-parts.ts";

const { web, worker } = await testDatabase();
const proxy = "10.3.0.1";
const settings = {
  header: "remote-email",
  networks: "10.3.0.0/16, fd00::1",
  publicOrigin: "https://news.example.org",
  autoCreate: false,
  logoutUrl: null,
};

function proxyApp(changes: Partial<typeof settings> | { logoutUrl: string } = {}) {
  const warnings: object[] = [];
  const authProxy = createAuthProxy({ ...settings, ...changes }, (facts) => void warnings.push(facts));
  // The proxy that names people is not one whose X-Forwarded-For is believed, and the other way round.
  const { parts } = webParts({ accounts: accountParts(web), authProxy, addressOf: clientAddress("10.4.0.0/16") });
  const app = createWebApp(parts);
  const ask = async (path: string, headers: Record<string, string>, address = proxy, method = "GET") => {
    const request = { method, headers: { Accept: "text/html", ...headers } };
    const answer = await app.request(path, request, connectionFrom(address));
    const cookie = /__Host-session=([\w-]{43})/.exec(answer.headers.getSetCookie().join())?.[0] ?? null;
    return {
      status: answer.status,
      location: answer.headers.get("Location"),
      text: await answer.text(),
      cookie,
      answer,
    };
  };
  return { ask, parts, warnings };
}

const accounts = accountParts(web);
const newEmail = () => `${randomUUID()}@example.org`;
const eventsOf = async (email: string) =>
  (
    await worker.query<{ event_type: string }>(
      "select event_type from events e join accounts.users u on u.id = e.user_id where u.email = $1 order by e.created_at",
      [email],
    )
  ).rows.map(({ event_type }) => event_type);

test("who the proxy names is logged in with a session as any other, and comes to the page they asked for", async () => {
  const { ask } = proxyApp();
  const { email } = await registered(accounts);
  const entered = await ask("/settings/account?x=1", { "Remote-Email": email.toUpperCase() });
  assert.deepEqual([entered.status, entered.location], [303, "/settings/account?x=1"]);
  const page = await ask("/settings/account", { "Remote-Email": email, Cookie: entered.cookie ?? "" });
  assert.equal(page.status, 200);
  assert.match(page.text, new RegExp(email));
  assert.equal(page.cookie, null, "no second session");
  assert.equal((await eventsOf(email)).at(-1), "user_login");
});

test("the same header from anyone else is ignored, whatever else they send, and told once for each", async () => {
  const { ask, warnings } = proxyApp();
  const { email } = await registered(accounts);
  const lies = { "Remote-Email": email, "X-Forwarded-For": proxy, Forwarded: `for=${proxy}`, "X-Real-IP": proxy };
  for (const address of ["10.4.0.1", "127.0.0.1", "::1", "::ffff:10.4.0.1", "10.30.0.1", ""]) {
    for (const _ of [1, 2]) {
      const answer = await ask("/settings/account", lies, address);
      assert.match(answer.location ?? "", /^\/auth\/login/);
      assert.equal(answer.cookie, null);
    }
  }
  assert.deepEqual(warnings, [
    { peer: "10.4.0.1", header: "remote-email" },
    { peer: "127.0.0.1", header: "remote-email" },
    { peer: "::1", header: "remote-email" },
    { peer: "10.30.0.1", header: "remote-email" },
    { peer: "", header: "remote-email" },
  ]);
});

test("a web page that points its own name at this server is not believed, though its browser is near the proxy", async () => {
  const { ask, warnings } = proxyApp();
  const { email } = await registered(accounts);
  for (const host of ["rebound.example:8080", "news.example.org.rebound.example", "localhost.rebound.example"]) {
    const answer = await ask(`http://${host}/settings/account`, { "Remote-Email": email });
    assert.deepEqual([answer.cookie, answer.status], [null, 303], host);
    assert.match(answer.location ?? "", /^\/auth\/login/);
  }
  assert.deepEqual(warnings[0], { host: "rebound.example", header: "remote-email" });
  // A proxy may pass the name on, or ask by the address or the name that it knows this server by.
  for (const host of [
    "news.example.org",
    "NEWS.example.org:8443",
    "127.0.0.1:8080",
    "[::1]:8080",
    "plainwire:8080",
    "localhost",
  ]) {
    assert.notEqual((await ask(`http://${host}/`, { "Remote-Email": email })).cookie, null, host);
  }
});

test("proxies are known by IPv4, by IPv4 inside IPv6 and by IPv6", async () => {
  const { ask } = proxyApp();
  const { email } = await registered(accounts);
  for (const address of ["10.3.255.255", "::ffff:10.3.0.9", "fd00::1"]) {
    assert.notEqual((await ask("/", { "Remote-Email": email }, address)).cookie, null, address);
  }
});

test("who has no account stays outside, and the login page says who the proxy says they are", async () => {
  const { ask } = proxyApp();
  const disabled = await registered(accounts);
  const { rows } = await worker.query<{ id: string }>("select id from accounts.users where email = $1", [
    disabled.email,
  ]);
  await setPersonDisabled(worker, rows[0]?.id ?? "", true, new Date());
  for (const email of [newEmail(), disabled.email]) {
    const page = await ask("/auth/login", { "Remote-Email": email });
    assert.deepEqual([page.status, page.cookie], [200, null]);
    assert.match(page.text, new RegExp(`says that you are ${email}\\. There is no account with this address`));
    assert.match((await ask("/settings", { "Remote-Email": email })).location ?? "", /^\/auth\/login/);
  }
});

test("by AUTH_AUTO_CREATE somebody new gets an account, which is no operator's", async () => {
  const { ask } = proxyApp({ autoCreate: true });
  const email = newEmail();
  const entered = await ask("/", { "Remote-Email": email });
  assert.notEqual(entered.cookie, null);
  const { rows } = await worker.query("select operator, password_hash from accounts.users where email = $1", [email]);
  assert.deepEqual(rows, [{ operator: false, password_hash: null }]);
  assert.deepEqual(await eventsOf(email), ["user_registered"]);
});

test("what is not one email address logs nobody in, and the login page says what to set", async () => {
  const { ask } = proxyApp({ autoCreate: true });
  const { email } = await registered(accounts);
  for (const value of ["ada", `${email}, ${email}`, `${email},eve@example.org`, "a".repeat(300), "<b>@x"]) {
    const page = await ask("/auth/login", { "Remote-Email": value });
    assert.deepEqual([page.status, page.cookie], [200, null], value);
    assert.match(page.text, /did not send an email address\. The operator has to set AUTH_PROXY_HEADER/);
  }
});

test("when the proxy names somebody else, the session of the one before ends", async () => {
  const { ask, parts } = proxyApp();
  const ann = await signedIn(parts);
  const bob = await registered(accounts);
  const cookie = `${ann.cookie}=${ann.token}`;
  const changed = await ask("/settings/account", { "Remote-Email": bob.email, Cookie: cookie });
  assert.equal(changed.status, 303);
  assert.notEqual(changed.cookie, null);
  assert.match(changed.answer.headers.get("Clear-Site-Data") ?? "", /storage/);
  const back = await ask("/settings/account", { Cookie: cookie }, "192.0.2.1");
  assert.match(back.location ?? "", /^\/auth\/login/, "the old session is gone");
});

test("a request without the header keeps its session, and forms still need their token", async () => {
  const { ask, parts } = proxyApp();
  const ann = await signedIn(parts);
  const cookie = `${ann.cookie}=${ann.token}`;
  assert.equal((await ask("/settings/account", { Cookie: cookie })).status, 200);
  const forged = await ask(
    "/account/sessions/end-others",
    { "Remote-Email": ann.email, Cookie: cookie, "Sec-Fetch-Site": "cross-site" },
    proxy,
    "POST",
  );
  assert.equal(forged.status, 403);
});

test("only pages start a session: a program gets none", async () => {
  const { ask } = proxyApp();
  const { email } = await registered(accounts);
  const answer = await ask("/settings/account", { "Remote-Email": email, Accept: "application/json" });
  assert.deepEqual([answer.status, answer.cookie], [401, null]);
});

test("logging out says that the proxy logs in again, and where to log out there", async () => {
  for (const logoutUrl of [null, "https://auth.example.org/logout"]) {
    const { ask, parts } = proxyApp(logoutUrl === null ? {} : { logoutUrl });
    const ann = await signedIn(parts);
    const left = await ask("/auth/logout", { ...ann.headers, "Remote-Email": ann.email }, proxy, "POST");
    assert.equal(left.status, 200);
    assert.match(left.text, /the next page you open logs you in again/);
    assert.equal(left.text.includes(`href="https://auth.example.org/logout"`), logoutUrl !== null);
    const direct = await signedIn(parts);
    assert.equal((await ask("/auth/logout", direct.headers, "192.0.2.1", "POST")).location, "/auth/login");
  }
});

test("a path that looks like another server does not lead there", async () => {
  const { ask } = proxyApp();
  const { email } = await registered(accounts);
  const { location } = await ask("http://127.0.0.1:8080//elsewhere.example/x", { "Remote-Email": email });
  assert.doesNotMatch(location ?? "", /^\/\//);
});

test("networks of everyone, and what is no network, stop the start", () => {
  for (const networks of ["0.0.0.0/0", "10.0.0.1, ::/0", "10.0.0.0/00"]) {
    assert.throws(() => proxyApp({ networks }), { name: "Refusal", message: /anyone could then log in as anyone/ });
  }
  assert.throws(() => proxyApp({ networks: "proxy.lan" }), { name: "Refusal", message: /AUTH_PROXY_NETWORKS must be/ });
});
