import assert from "node:assert/strict";
import { test } from "node:test";
import { HTTPException } from "hono/http-exception";
import { createWebApp, type WebParts } from "../../src/web/app.ts";
import { DatabaseGone, webParts } from "./web-parts.ts";

const browser = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const htmx = { ...browser, "HX-Request": "true" };

function appWith(changes: Partial<WebParts> = {}) {
  const { parts, lines } = webParts(changes);
  return { app: createWebApp(parts), parts, lines };
}

test("every answer has the strict headers, even a failure", async () => {
  const { app } = appWith();
  app.get("/fails", () => {
    throw new Error("boom");
  });
  for (const path of ["/", "/livez", "/nothing", "/fails"]) {
    const { headers } = await app.request(path);
    assert.equal(
      headers.get("Content-Security-Policy"),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
        "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    assert.equal(headers.get("Referrer-Policy"), "same-origin");
    assert.equal(headers.get("X-Frame-Options"), "DENY");
    assert.equal(headers.get("X-Content-Type-Options"), "nosniff");
    assert.equal(headers.get("Cross-Origin-Opener-Policy"), "same-origin");
    assert.equal(headers.get("Cross-Origin-Resource-Policy"), "same-origin");
    assert.match(headers.get("Permissions-Policy") ?? "", /camera=\(\)/);
    assert.match(headers.get("Cache-Control") ?? "", /no-cache|no-store/);
    assert.equal(headers.get("Strict-Transport-Security"), null);
  }
});

test("HSTS is sent only if the public origin is https", async () => {
  const { app } = appWith({ publicOrigin: "https://news.example.org" });
  assert.equal((await app.request("/")).headers.get("Strict-Transport-Security"), "max-age=15552000");
});

test("the home page and the page about the fetcher have their required content", async () => {
  const { app } = appWith();
  const home = await (await app.request("/")).text();
  assert.match(home, /<title>The news with less spin · Plainwire<\/title>/);
  for (const link of ["/about-fetcher", "/healthz"]) assert.ok(home.includes(`href="${link}"`));

  const about = (await (await app.request("/about-fetcher")).text()).replace(/\s+/g, " ");
  const facts = [
    "Plainwire/0.1 (+https://news",
    "after 1 hour at the earliest",
    "within 5 minutes",
    "a pause of 3 seconds",
    "at most 4",
  ];
  for (const fact of facts) assert.ok(about.includes(fact), fact);
  assert.match(about, /<a href="\/about-fetcher" aria-current="page">/);
  assert.ok(!about.includes("/healthz"), "JSON for operators is in no menu");
});

test("a pause of zero is not mentioned", async () => {
  const { fetcherManners } = webParts().parts;
  const { app } = appWith({ fetcherManners: { ...fetcherManners, hostPauseMs: 0 } });
  const about = (await (await app.request("/bot")).text()).replace(/\s+/g, " ");
  assert.ok(about.includes("One request to a host at once, and at most 4 at once to all"), about);
});

test("the theme cookie decides the theme, and nothing but light and dark is a theme", async () => {
  const { app } = appWith();
  const opening = async (Cookie: string) =>
    /<html([^>]*)>/.exec(await (await app.request("/", { headers: { Cookie } })).text())?.[1]?.trim();
  assert.equal(await opening("theme=dark"), `lang="en" data-theme="dark"`);
  assert.equal(await opening("a=b; theme=light"), `lang="en" data-theme="light"`);
  assert.equal(await opening("theme=%22%3E%3Cscript%3E"), `lang="en"`);
});

test("without a database the process is alive but not ready", async () => {
  const { app } = appWith({
    databaseAnswers: () => Promise.resolve(false),
    health: () => Promise.resolve({ status: "DOWN", details: { database: "does not answer" } }),
  });
  assert.equal((await app.request("/livez")).status, 200);
  assert.equal((await app.request("/readyz")).status, 503);
  const health = await app.request("/healthz");
  assert.equal(health.status, 503);
  assert.deepEqual(await health.json(), { status: "DOWN", details: { database: "does not answer" } });
});

test("a healthy server says so", async () => {
  const { app } = appWith();
  assert.equal((await app.request("/readyz")).status, 200);
  const health = await app.request("/healthz");
  assert.equal(health.status, 200);
  assert.deepEqual(await health.json(), { status: "UP", details: { queue_size: 0 } });
});

test("a probe is answered in time, even if the database never answers", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { app } = appWith({ databaseAnswers: () => new Promise(() => {}), health: () => new Promise(() => {}) });
  const [ready, health] = [app.request("/readyz"), app.request("/healthz")];
  await new Promise(setImmediate);
  t.mock.timers.tick(3_000);
  assert.equal((await ready).status, 503);
  assert.deepEqual(await (await health).json(), { status: "DOWN", details: { health: "no answer within 3000 ms" } });
});

test("probes within a second share one look at the database, also while it has not ended", async (t) => {
  let nowMs = 0;
  t.mock.method(performance, "now", () => nowMs);
  let [asked, status]: [number, "UP" | "DOWN"] = [0, "UP"];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const health = async () => {
    asked += 1;
    await gate;
    return { status, details: {} };
  };
  const { app } = appWith({ health, databaseAnswers: async () => (await health()).status === "UP" });
  const probe = async (path: string) => (await app.request(path)).status;

  for (const path of ["/healthz", "/readyz"]) {
    [nowMs, asked, status] = [nowMs + 1_000, 0, "UP"];
    const crowd = Array.from({ length: 100 }, () => probe(path));
    nowMs += 999;
    open();
    assert.deepEqual(new Set(await Promise.all([...crowd, probe(path)])), new Set([200]));
    assert.equal(asked, 1);
    [nowMs, status] = [nowMs + 1, "DOWN"];
    assert.equal(await probe(path), 503);
  }
});

test("a missing page is answered as a page, a fragment or problem+json, depending on the client", async () => {
  const { app } = appWith();
  const page = await app.request("/nothing", { headers: browser });
  assert.equal(page.status, 404);
  assert.match(await page.text(), /^<!doctype html>[^]*Page not found/);

  const fragment = await app.request("/nothing", { headers: htmx });
  assert.equal(fragment.status, 404);
  assert.match(await fragment.text(), /^<p class="alert" role="alert">/);
  const whole = await app.request("/nothing", { headers: { ...htmx, "HX-Request-Type": "full" } });
  assert.match(await whole.text(), /^<!doctype html>/);

  const program = await app.request("/api/nothing", { headers: { Accept: "application/json", "X-Request-Id": "abc" } });
  assert.equal(program.status, 404);
  assert.equal(program.headers.get("Content-Type"), "application/problem+json");
  assert.equal(program.headers.get("Vary"), "Accept, HX-Request, HX-Request-Type");
  assert.deepEqual(await program.json(), {
    type: "about:blank",
    title: "Not Found",
    status: 404,
    detail: "Check the address. The page may have been removed.",
    requestId: "abc",
  });
});

test("an unexpected error is logged in full and shown without details", async () => {
  const { app, lines } = appWith();
  const secret = new Error("password=hunter2");
  app.get("/fails", () => {
    throw secret;
  });
  const answer = await app.request("/fails", { headers: browser });
  assert.equal(answer.status, 500);
  assert.ok(!(await answer.text()).includes("hunter2"));
  assert.equal(lines.length, 1);
  assert.equal(lines[0]?.["err"], secret);
});

test("a lost database is a 503 with Retry-After", async () => {
  const { app, lines } = appWith();
  app.get("/needs-it", () => {
    throw new DatabaseGone("connect ECONNREFUSED");
  });
  const answer = await app.request("/needs-it", { headers: browser });
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get("Retry-After"), "5");
  assert.match(await answer.text(), /The database is not responding/);
  assert.equal(lines[0]?.["reason"], "connect ECONNREFUSED");
});

test("a statement that reached its limit is a 503 that says so", async () => {
  const { app, lines } = appWith();
  app.get("/takes-long", () => {
    throw Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
  });
  const answer = await app.request("/takes-long");
  assert.deepEqual([answer.status, answer.headers.get("Retry-After")], [503, "120"]);
  const { detail } = (await answer.json()) as { detail: string };
  assert.match(detail, /^The database took too long for this, so it was stopped\. Nothing is lost\./);
  assert.equal(lines[0]?.["reason"], "canceling statement due to statement timeout");
});

test("a refusal of a handler is shown in its own words, escaped", async () => {
  const { app } = appWith();
  app.get("/refuses", () => {
    throw new HTTPException(403, { message: "Not for <you>." });
  });
  const answer = await app.request("/refuses", { headers: htmx });
  assert.equal(answer.status, 403);
  assert.match(await answer.text(), /Not allowed\.<\/strong> Not for &lt;you&gt;\./);
});

test("a wrong method is a 405 that names the right ones", async () => {
  const { app } = appWith();
  for (const method of ["POST", "DELETE", "OPTIONS"]) {
    const answer = await app.request("/about-fetcher", { method });
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get("Allow"), "GET, HEAD");
  }
  assert.equal((await app.request("/nothing", { method: "POST" })).status, 404);
});

test("HEAD answers as GET does, without a body", async () => {
  const { app, lines } = appWith();
  for (const path of ["/", "/livez", "/healthz"]) {
    const answer = await app.request(path, { method: "HEAD" });
    assert.equal(answer.status, 200);
    assert.equal(await answer.text(), "");
  }
  assert.equal(lines[0]?.["method"], "HEAD");
});

test("each request has an id: a sane one from outside is kept, any other is replaced", async () => {
  const { app, lines } = appWith();
  const idFor = async (given: string) =>
    (await app.request("/", { headers: { "X-Request-Id": given } })).headers.get("X-Request-Id");
  assert.equal(await idFor("abc-123"), "abc-123");
  for (const bad of ["a b", "<x>", "a".repeat(65)]) assert.match((await idFor(bad)) ?? "", /^[0-9a-f-]{36}$/);
  assert.equal(lines[0]?.["requestId"], "abc-123");
});

test("each request is one line, without query and without secret tokens", async () => {
  const { app, lines } = appWith();
  await app.request("/about-fetcher?key=secret");
  await app.request(`/personal/${"Sec-re_t".repeat(6)}/feed.xml`);
  assert.deepEqual(
    lines.map(({ event, method, path, status }) => ({ event, method, path, status })),
    [
      { event: "request answered", method: "GET", path: "/about-fetcher", status: 200 },
      { event: "request answered", method: "GET", path: "/personal/[token]/feed.xml", status: 404 },
    ],
  );
  assert.equal(typeof lines[0]?.["ms"], "number");
});

test("a path is logged in printable ASCII: a stranger's characters move no cursor and end no line", async () => {
  const { app, lines } = appWith();
  await app.request("/feeds/%C2%9B31m%E2%80%A8%0A%1B%5B2J%E2%80%AEabc/%C3%BC%F0%9F%97%9E");
  assert.deepEqual(
    lines.map(({ path }) => path),
    ["/feeds/%C2%9B31m%E2%80%A8%0A%1B[2J%E2%80%AEabc/%C3%BC%F0%9F%97%9E"],
  );
});

test("requests are measured by route pattern, never by path", async () => {
  const { app, parts } = appWith();
  app.get("/things/:id", (c) => c.text("x"));
  for (const path of ["/things/1", "/things/2", "/nothing/1", "/nothing/2"]) await app.request(path);
  const text = await parts.metrics.metrics();
  assert.match(text, /http_request_duration_seconds_count\{method="GET",route="\/things\/:id",status="200"\} 2/);
  assert.match(text, /http_request_duration_seconds_count\{method="GET",route="none",status="404"\} 2/);
});
