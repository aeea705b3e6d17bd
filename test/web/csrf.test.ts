import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { createWebApp } from "../../src/web/app.ts";
import { formTokens } from "../../src/web/csrf.ts";
import { connectionFrom, strangerHeaders } from "../ground/signed-in.ts";
import { webParts } from "./web-parts.ts";

const { parts } = webParts({ publicOrigin: "https://news.example.org" });
const app = createWebApp(parts);
app.on(["POST", "PUT", "PATCH", "DELETE"], "/change", (c) => c.text("changed"));
app.get("/change", (c) => c.text("seen"));

const { Cookie = "", "X-CSRF-Token": token = "" } = strangerHeaders(parts);
const binding = Cookie.split("=")[1] ?? "";
const same = { "Sec-Fetch-Site": "same-origin" };
const bound = { Cookie, "X-CSRF-Token": token };

const cases: [string, Record<string, string>, 200 | 403][] = [
  ["our own page with its token", { ...same, ...bound }, 200],
  ["another site, though it had the token", { ...bound, "Sec-Fetch-Site": "cross-site" }, 403],
  ["a neighbour under the same domain", { ...bound, "Sec-Fetch-Site": "same-site" }, 403],
  ["an address typed by hand", { ...bound, "Sec-Fetch-Site": "none" }, 403],
  [
    "another site whose Origin is ours",
    { ...bound, "Sec-Fetch-Site": "cross-site", Origin: "https://news.example.org" },
    403,
  ],
  ["an old browser on the public origin", { ...bound, Origin: "https://news.example.org" }, 200],
  [
    "an old browser on the host it asked",
    { ...bound, Origin: "http://192.168.1.5:8080", Host: "192.168.1.5:8080" },
    200,
  ],
  ["an old browser on another origin", { ...bound, Origin: "https://evil.example" }, 403],
  ["another port of the same host", { ...bound, Origin: "http://192.168.1.5:81", Host: "192.168.1.5:8080" }, 403],
  ["an origin that is null", { ...bound, Origin: "null" }, 403],
  ["an origin that is none", { ...bound, Origin: "javascript:alert(1)" }, 403],
  ["no word of where it comes from", { ...bound }, 403],
  ["no token", { ...same, Cookie }, 403],
  ["no cookie", { ...same, "X-CSRF-Token": token }, 403],
  ["neither", { ...same }, 403],
  [
    "a token of another visitor",
    { ...same, Cookie, "X-CSRF-Token": formTokens(parts.secretKey).create("x".repeat(43)) },
    403,
  ],
  [
    "a token made with another key",
    { ...same, Cookie, "X-CSRF-Token": formTokens("y".repeat(40)).create(binding) },
    403,
  ],
  ["the cookie itself as token", { ...same, Cookie, "X-CSRF-Token": binding }, 403],
  [
    "a cookie too short to be ours",
    { ...same, Cookie: "__Host-visitor=x", "X-CSRF-Token": formTokens(parts.secretKey).create("x") },
    403,
  ],
  ["a cookie without the prefix", { ...same, Cookie: Cookie.replace("__Host-", ""), "X-CSRF-Token": token }, 403],
  ["an empty token", { ...same, Cookie, "X-CSRF-Token": "" }, 403],
  ["a token in other letters", { ...same, Cookie, "X-CSRF-Token": "ü".repeat(43) }, 403],
];
for (const [what, headers, status] of cases) {
  test(`a change from ${what} is ${status === 200 ? "made" : "refused"}, by every unsafe method`, async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await app.request("/change", { method, headers }, connectionFrom("127.0.0.1"));
      assert.equal(answer.status, status, method);
    }
  });
}

test("a form carries its token in a field, and the field must be a text of the form", async () => {
  const send = (body: string | FormData, headers: Record<string, string> = {}) =>
    app.request("/change", { method: "POST", headers: { ...same, Cookie, ...headers }, body });
  const urlEncoded = { "Content-Type": "application/x-www-form-urlencoded" };
  assert.equal((await send(`csrf=${token}`, urlEncoded)).status, 200);
  assert.equal((await send(`csrf=x&csrf=${token}`, urlEncoded)).status, 200);
  assert.equal((await send(`csrf[]=${token}`, urlEncoded)).status, 403);
  assert.equal((await send(JSON.stringify({ csrf: token }), { "Content-Type": "application/json" })).status, 403);
  const multipart = new FormData();
  multipart.set("csrf", token);
  assert.equal((await send(multipart)).status, 200);
  multipart.set("csrf", new Blob([token]));
  assert.equal((await send(multipart)).status, 403);
});

/** In the first form of a page. */
function tokenIn(page: string): string {
  return /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
}

const statusWith = async (given: string) =>
  (await app.request("/change", { method: "POST", headers: { ...same, Cookie, "X-CSRF-Token": given } })).status;

test("two pages carry different tokens without a common part, and both are valid", async () => {
  const load = async () => tokenIn(await (await app.request("/auth/login", { headers: { Cookie } })).text());
  const [first, second] = [await load(), await load()];
  assert.match(first, /^[\w-]{86}$/);
  assert.deepEqual([await statusWith(first), await statusWith(second)], [200, 200]);
  const halves = [first, second].flatMap((written) => {
    const bytes = Buffer.from(written, "base64url");
    return [bytes.subarray(0, 32).toString("hex"), bytes.subarray(32).toString("hex")];
  });
  assert.equal(new Set(halves).size, 4);
});

test("all forms of one page carry the same token", async () => {
  const page = await (await app.request("/auth/register", { headers: { Cookie } })).text();
  const found = [...page.matchAll(/name="csrf" value="([^"]+)"/g)].map(([, value]) => value);
  assert.equal(new Set(found).size, 1);
});

test("a token with any byte changed is refused, as are a part of it, the secret itself and random bytes", async () => {
  const bytes = Buffer.from(token, "base64url");
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.equal(await statusWith(changed.toString("base64url")), 403, `byte ${at}`);
  }
  const secret = Buffer.from(bytes.subarray(0, 32).map((byte, at) => byte ^ (bytes[32 + at] ?? 0)));
  const pads = { none: secret, half: bytes.subarray(0, 32), long: Buffer.concat([bytes, bytes]) };
  for (const [what, forged] of Object.entries({ ...pads, random: randomBytes(64), zeros: Buffer.alloc(64) })) {
    assert.equal(await statusWith(forged.toString("base64url")), 403, what);
  }
  assert.equal(await statusWith(Buffer.concat([Buffer.alloc(32), secret]).toString("base64url")), 200, "another pad");
});

test("a session's token is valid for that session only, and overrides the visitor's", async () => {
  const session = randomBytes(32).toString("base64url");
  const both = `${Cookie}; __Host-session=${session}`;
  const status = async (given: string) =>
    (await app.request("/change", { method: "POST", headers: { ...same, Cookie: both, "X-CSRF-Token": given } }))
      .status;
  // The database is asked who it is only after the token has passed: it is not there, so that is an error of 500.
  assert.equal(await status(token), 403);
  assert.equal(await status(formTokens(parts.secretKey).create(session)), 500);
});

test("reading needs no token, and unknown routes stay 404 or 405", async () => {
  assert.equal((await app.request("/change")).status, 200);
  assert.equal((await app.request("/change", { method: "OPTIONS" })).status, 405);
  assert.equal((await app.request("/nothing", { method: "POST" })).status, 404);
  assert.equal((await app.request("/auth/privacy", { method: "POST" })).status, 405);
});

test("the refusal says what to do, and the forms of the login are guarded like all others", async () => {
  const send = (path: string, headers: Record<string, string>) =>
    app.request(path, { method: "POST", headers: { Accept: "text/html", ...headers } }, connectionFrom("127.0.0.1"));
  for (const path of ["/auth/login", "/auth/register", "/auth/logout", "/account/delete", "/account/password"]) {
    const foreign = await send(path, { ...bound, "Sec-Fetch-Site": "cross-site" });
    assert.equal(foreign.status, 403);
    assert.match(await foreign.text(), /This request came from another site/);
    const stale = await send(path, { ...same });
    assert.equal(stale.status, 403);
    assert.match(await stale.text(), /This form has expired, or your browser blocks cookies/);
  }
});

test("a form gives a new visitor a cookie, and a token that fits it", async () => {
  const page = await app.request("/auth/login");
  const [, given = ""] =
    /^__Host-visitor=([\w-]{43}); Path=\/; HttpOnly; Secure; SameSite=Lax$/.exec(
      page.headers.get("Set-Cookie") ?? "",
    ) ?? [];
  assert.ok(formTokens(parts.secretKey).fits(tokenIn(await page.text()), given));
  const again = await app.request("/auth/login", { headers: { Cookie: `__Host-visitor=${given}` } });
  assert.equal(again.headers.get("Set-Cookie"), null);
  assert.equal((await app.request("/about-fetcher")).headers.get("Set-Cookie"), null);
});
