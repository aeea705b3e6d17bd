import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { createWebApp } from "../../../src/web/app.ts";
import { goodPassword, registered } from "../../accounts/auth-provider-contract.ts";
import { connectionFrom, signedIn, strangerHeaders } from "../../ground/signed-in.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { webParts } from "../web-parts.ts";
import { authApp } from "./auth-app.ts";

const { web, worker } = await testDatabase();
const newEmail = () => `${randomUUID()}@example.org`;

const { post, get, parts } = authApp(web);
const filled = { password: goodPassword, repeated: goodPassword, privacy: "accepted" };
const known = await registered(parts.accounts);

type Row = {
  what: string;
  path: string;
  fields: Record<string, string>;
  status: number;
  text?: string;
  headers?: Record<string, RegExp>;
};

const session = /^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax, __Host-browser=/;
const register = (fields: Record<string, string>, rest: Omit<Row, "path" | "fields" | "what">, what: string): Row => ({
  what: `registering ${what}`,
  path: "/auth/register",
  fields: { email: newEmail(), ...filled, ...fields },
  ...rest,
});
const logIn = (fields: Record<string, string>, rest: Omit<Row, "path" | "fields" | "what">, what: string): Row => ({
  what: `logging in ${what}`,
  path: "/auth/login",
  fields: { email: known.email, password: goodPassword, ...fields },
  ...rest,
});
const toDashboard = { Location: /^\/dashboard$/, "Set-Cookie": session };

const rows: Row[] = [
  register({}, { status: 303, headers: toDashboard }, "logs in and leads to the dashboard"),
  register({ email: "no email" }, { status: 400, text: "Please enter a valid email address" }, "with no email"),
  register({ email: "" }, { status: 400, text: "Please enter a valid email address" }, "with an empty email"),
  register({ email: `${"a".repeat(300)}@example.org` }, { status: 400, text: "valid email" }, "with an endless email"),
  register({ email: "a\0b@example.org" }, { status: 400, text: "valid email" }, "with a control character"),
  register({ password: "", repeated: "" }, { status: 400, text: "Please enter a password" }, "without password"),
  register({ password: "short", repeated: "short" }, { status: 400, text: "at least 15 characters" }, "too short"),
  register(
    { password: "x y".repeat(50), repeated: "x y".repeat(50) },
    { status: 400, text: "at most 128 characters" },
    "with too long a password",
  ),
  register(
    { password: "passwordpassword", repeated: "passwordpassword" },
    { status: 400, text: "too easy to guess" },
    "with a common password",
  ),
  register({ repeated: "another one" }, { status: 400, text: "The passwords do not match" }, "with two passwords"),
  register({ privacy: "" }, { status: 400, text: "You must accept the privacy policy" }, "without the privacy policy"),
  register(
    { email: known.email.toUpperCase() },
    { status: 409, text: "An account with this email already exists" },
    "with an email that is there",
  ),
  register({ token: "A".repeat(43) }, { status: 403, text: "has expired or was already used" }, "by an unknown link"),
  register(
    { email: "<script>alert(1)</script>" },
    { status: 400, text: 'value="&lt;script&gt;alert(1)&lt;/script&gt;"' },
    "with markup, which is shown as text",
  ),
  logIn({}, { status: 303, headers: toDashboard }, "leads to the dashboard"),
  logIn({ email: "" }, { status: 400, text: "Please enter your email" }, "without email"),
  logIn({ password: "" }, { status: 400, text: "Please enter your password" }, "without password"),
  logIn({ password: "wrong" }, { status: 401, text: "Invalid email or password" }, "with a wrong password"),
  logIn({ email: newEmail() }, { status: 401, text: "Invalid email or password" }, "with an unknown email"),
  logIn(
    { email: "x\0", password: "\0" },
    { status: 401, text: "Invalid email or password" },
    "with control characters",
  ),
];
for (const { what, path, fields, status, text, headers = {} } of rows) {
  test(`${what}: ${status}`, async () => {
    const answer = await post(path, fields);
    const page = await answer.text();
    assert.equal(answer.status, status, page);
    if (text !== undefined) assert.ok(page.includes(text), page);
    for (const [name, form] of Object.entries(headers)) assert.match(answer.headers.get(name) ?? "", form);
    if (status !== 303) {
      assert.equal(answer.headers.get("Set-Cookie"), null);
      assert.ok(!page.includes(goodPassword));
    }
  });
}

test("registering and logging in are recorded as events, failing is not", async () => {
  const email = newEmail();
  await post("/auth/register", { email, ...filled });
  await post("/auth/login", { email, password: "wrong" });
  await post("/auth/login", { email, password: goodPassword });
  const { rows: events } = await worker.query(
    `select event_type, metadata from events e join accounts.users u on u.id = e.user_id
     where u.email = $1 order by e.created_at`,
    [email],
  );
  assert.deepEqual(events, [
    { event_type: "user_registered", metadata: {} },
    { event_type: "user_login", metadata: {} },
  ]);
});

test("if the login service fails, the person is told to try again, and the log says why", async () => {
  const down = () => Promise.resolve({ kind: "unavailable", reason: "connect ECONNREFUSED" } as const);
  const provider = { ...parts.accounts.provider, signUp: down, signIn: down };
  const { post: postThere, lines } = authApp(web, { provider });
  for (const [path, fields] of [
    ["/auth/login", { email: known.email, password: goodPassword }],
    ["/auth/register", { email: newEmail(), ...filled }],
  ] as const) {
    const answer = await postThere(path, fields);
    assert.equal(answer.status, 500);
    const page = await answer.text();
    assert.match(page, /Something went wrong\. Please try again later\./);
    assert.ok(!page.includes("ECONNREFUSED"));
  }
  assert.equal(lines.filter(({ reason }) => reason === "connect ECONNREFUSED").length, 2);
});

test("without mail, the page for a forgotten password says whom to ask and has no form", async () => {
  assert.match(await (await get("/auth/forgot")).text(), /Its operator can create a reset link for you/);
  assert.equal((await post("/auth/forgot", { email: known.email })).status, 405);
});

test("public pages are open to everyone, and send a logged-in person to the dashboard", async () => {
  for (const path of ["/auth/login", "/auth/register", "/auth/privacy", "/auth/forgot"]) {
    assert.equal((await get(path)).status, 200);
  }
  const { headers } = await signedIn(parts);
  for (const path of ["/auth/login", "/auth/register"]) {
    const answer = await get(path, headers);
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get("Location"), "/dashboard");
  }
});

test("a login leads back to the requested page, even after a mistake", async () => {
  const asked = await get("/items?search=a%26b&show=unread");
  const location = asked.headers.get("Location") ?? "";
  const next = "/items?search=a%26b&show=unread";
  assert.equal(location, `/auth/login?next=${encodeURIComponent(next)}`);
  const field = '<input type="hidden" name="next" value="/items?search=a%26b&amp;show=unread" />';
  assert.ok((await (await get(location)).text()).includes(field));

  const { email } = known;
  const mistaken = await post("/auth/login", { email, password: "", next });
  assert.equal(mistaken.status, 400);
  assert.ok((await mistaken.text()).includes(field));
  const done = await post("/auth/login", { email, password: goodPassword, next });
  assert.deepEqual([done.status, done.headers.get("Location")], [303, next]);
  const { headers } = await signedIn(parts);
  assert.equal((await get(location, headers)).headers.get("Location"), next);
});

test("a login leads nowhere but to a page of our own", async () => {
  const { headers } = await signedIn(parts);
  for (const next of hostileNexts) {
    const path = `/auth/login?next=${encodeURIComponent(next)}`;
    assert.ok(!(await (await get(path)).text()).includes('name="next"'), next);
    assert.equal((await get(path, headers)).headers.get("Location"), "/dashboard", next);
  }
  const done = await post("/auth/login", { email: known.email, password: goodPassword, next: "//evil.example" });
  assert.equal(done.headers.get("Location"), "/dashboard");
});

const hostileNexts = [
  "https://evil.example/",
  "javascript:alert(1)",
  "evil.example",
  "@evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/items\\x",
  "/.//evil.example",
  "/a/..//evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/items\r\nSet-Cookie: a=b",
  "/items\0",
  "/items\u0085",
  " /items",
  "/auth/logout",
  "/auth",
  "/./auth/login",
  "/items/../auth/login",
  "/%2e/auth/login",
  "/%61uth/login",
  "/%",
  `/${"a".repeat(2000)}`,
];

test("logging out ends the session and deletes the cookie, even twice", async () => {
  const { headers } = await signedIn(parts);
  for (let count = 1; count <= 2; count += 1) {
    const answer = await post("/auth/logout", {}, { headers });
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get("Location"), "/auth/login");
    assert.match(answer.headers.get("Set-Cookie") ?? "", /^__Host-session=; Max-Age=0; Path=\/;.*Secure/);
  }
  assert.equal((await get("/settings", headers)).status, 303);
});

test("a login replaces the session the browser came with", async () => {
  const { headers } = await signedIn(parts);
  const answer = await post("/auth/login", { email: known.email, password: goodPassword }, { headers });
  assert.equal(answer.status, 303);
  assert.equal((await get("/settings", headers)).status, 303);
});

test("cookies that cannot be secure have other names", async () => {
  const { parts: plain } = webParts({ accounts: parts.accounts, cookieSecure: false });
  const body = new URLSearchParams({ email: known.email, password: goodPassword });
  const request = { method: "POST", headers: strangerHeaders(plain), body };
  const answer = await createWebApp(plain).request("/auth/login", request, connectionFrom("10.6.0.1"));
  assert.match(
    answer.headers.get("Set-Cookie") ?? "",
    /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax, browser=/,
  );
});

test("without a session, a browser and htmx are sent to the login, and a program gets 401", async () => {
  const browser = await get("/account");
  assert.equal(browser.status, 303);
  assert.equal(browser.headers.get("Location"), "/auth/login?next=%2Faccount");
  const expired = { ...strangerHeaders(parts), "HX-Request": "true" };
  const htmx = await get("/account", expired);
  assert.equal(htmx.status, 401);
  assert.equal(htmx.headers.get("HX-Redirect"), "/auth/login");
  assert.match(await htmx.text(), /^<p class="alert" role="alert">/);
  const program = await get("/account", { Accept: "application/json" });
  assert.equal(program.status, 401);
  assert.equal(program.headers.get("Content-Type"), "application/problem+json");
});

test("if the session ended before a form is sent, the person is sent to the login, not refused", async () => {
  const { headers } = await signedIn(parts);
  await worker.query("update accounts.sessions set expires_at = now() - interval '1 second'");
  const form = await post("/account/password", {}, { headers });
  assert.equal(form.status, 303);
  assert.equal(form.headers.get("Location"), "/auth/login");
  const htmx = await post("/account/sessions/end-others", {}, { headers: { ...headers, "HX-Request": "true" } });
  assert.equal(htmx.status, 401);
  assert.equal(htmx.headers.get("HX-Redirect"), "/auth/login");
});

test("htmx in a page whose session has ended is sent to the login, and from there to where the person was", async () => {
  const { headers: session } = await signedIn(parts);
  const stream = "https://news.example/stream?view=all#item-1";
  const headers = { ...session, "HX-Request": "true", "HX-Current-URL": stream };
  await worker.query("update accounts.sessions set expires_at = now() - interval '1 second'");
  const address = (path: string) => `/auth/login?ended=1&next=${encodeURIComponent(path)}`;
  const sentTo = async (answer: Response | Promise<Response>) => (await answer).headers.get("HX-Redirect");
  const opened = get("/items/1?list=a", { ...headers, "HX-Request-Type": "full" });
  assert.equal(await sentTo(opened), address("/items/1?list=a"));
  assert.equal(await sentTo(get("/stream/shelf?in=none", headers)), address("/stream?view=all#item-1"));
  // Logged out in another window, which now has another cookie.
  const out = { ...headers, Cookie: strangerHeaders(parts).Cookie ?? "" };
  const marked = await post("/items/1/star", {}, { headers: out });
  assert.deepEqual([marked.status, await sentTo(marked)], [403, address("/stream?view=all#item-1")]);
  const page = await (await get(address("/stream?view=all#item-1"))).text();
  assert.match(page, /You are logged out\. Log in again\./);
  assert.match(page, /name="next" value="\/stream\?view=all#item-1"/);
  const foreign = { ...headers, "HX-Current-URL": "https://evil.example//evil" };
  assert.equal(await sentTo(get("/stream", foreign)), "/auth/login");
});

test("an unreadable form is 400, and without the database every personal page is 503", async () => {
  const headers = { ...strangerHeaders(parts), "Content-Type": "multipart/form-data; boundary=x" };
  const { app } = authApp(web);
  const broken = await app.request(
    "/auth/login",
    { method: "POST", headers, body: "no parts" },
    connectionFrom("10.5.0.1"),
  );
  assert.equal(broken.status, 400);

  const gone = webParts({ isDatabaseUnavailable: () => true });
  const down = createWebApp(gone.parts);
  const cookie = { Accept: "text/html", Cookie: `__Host-session=${"A".repeat(43)}` };
  for (const path of ["/", "/settings", "/auth/login"]) {
    const answer = await down.request(path, { headers: cookie });
    assert.equal(answer.status, 503);
    assert.match(await answer.text(), /The database is not responding/);
  }
});
