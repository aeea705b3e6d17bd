import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test, type TestContext } from "node:test";
import { createPageDownloader, downloadPage, type PageParts } from "../../src/analysis/page/download-page.ts";
import { createPageExtractor } from "../../src/analysis/page/page-extractor.ts";
import type { PageOutcome, PageUnavailable } from "../../src/analysis/page/page-outcome.ts";
import { findRobots } from "../../src/analysis/robots-store.ts";
import { decodeBody } from "../../src/fetching/decode-body.ts";
import { createGuardedClient } from "../../src/http-client/guarded-client.ts";
import { parseAllowedNetworks } from "../../src/http-client/address-policy.ts";
import { laneOf } from "../../src/schedule/lane.ts";
import { sentHeader, startHostileOrigin, type Behaviour } from "../ground/hostile-origin.ts";
import { reply, type Reply } from "../ground/hostile-origin-writing.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: db } = await testDatabase();
const extractor = createPageExtractor();
const client = createGuardedClient({
  allowNetworks: parseAllowedNetworks("127.0.0.0/8"),
  requestTimeoutMs: 20_000,
  redirectsMax: 5,
  bodyBytesMax: 10_000_000,
  resolve: async () => ["127.0.0.1"],
});
after(() => Promise.all([extractor.close(), client.close()]));

const html = { "Content-Type": "text/html; charset=utf-8" };
const article: Reply = { headers: html, body: fixture("article-en") };

function fixture(name: string): Buffer {
  return readFileSync(new URL(`../fixtures/pages/${name}.html`, import.meta.url));
}

type Site = {
  url: (path: string) => string;
  asked: () => string[];
  headers: (name: string) => unknown[];
};

let sites = 0;

/** Answers on any name; its own is new for every test, so that nothing is known of its robots.txt. */
async function openSite(context: TestContext, paths: Record<string, Reply>): Promise<Site> {
  const behaviours = Object.entries({ "/robots.txt": { status: 404 }, "/page": article, ...paths }).map(
    ([path, answer]): [string, Behaviour] => [path, (socket) => reply(socket, answer)],
  );
  const origin = await startHostileOrigin(Object.fromEntries(behaviours));
  context.after(() => origin.close());
  sites += 1;
  const name = `site${sites}.example`;
  return {
    url: (path) => origin.url(path, name),
    asked: () => origin.log.map(({ target }) => target),
    headers: (header) => origin.log.map((request) => sentHeader(request, header)),
  };
}

function redirectTo(location: string): Reply {
  return { status: 302, headers: { Location: location } };
}

const noon = new Date("2031-05-04T12:00:00Z");

function afternoon(hours: number): () => Date {
  return () => new Date(noon.getTime() + hours * 3_600_000);
}

function download(
  url: string,
  own: Partial<PageParts> = {},
  signal = new AbortController().signal,
): Promise<PageOutcome> {
  const parts: PageParts = {
    db,
    get: client.get,
    extract: extractor.extract,
    decodeBody,
    enterHost: async () => "go",
    keepPause: () => undefined,
    userAgent: "Plainwire/0.1 (+https://plainwire.example)",
    now: () => noon,
    ...own,
  };
  return downloadPage(parts, url, signal);
}

async function textOf(answer: Promise<PageOutcome>): Promise<string> {
  const outcome = await answer;
  assert.ok(outcome.kind === "text", JSON.stringify(outcome));
  return outcome.page.text;
}

async function refusal(answer: Promise<PageOutcome>): Promise<Pick<PageUnavailable, "why" | "retry">> {
  const outcome = await answer;
  assert.ok(outcome.kind === "unavailable", "the page was read");
  assert.match(outcome.message, /^[A-Z].*\.$/);
  return { why: outcome.why, retry: outcome.retry };
}

test("a page is read after its robots.txt, which is fetched once a day", async (context) => {
  const site = await openSite(context, { "/robots.txt": { body: "User-agent: *\nDisallow: /private\n" } });
  assert.match(await textOf(download(site.url("/page"))), /^The harbour bridge in Northport/);
  await download(site.url("/page"), { now: afternoon(23) });
  await download(site.url("/page"), { now: afternoon(25) });
  assert.deepEqual(site.asked(), ["/robots.txt", "/page", "/page", "/robots.txt", "/page"]);
});

for (const [written, seconds] of [
  ["20", 20],
  ["0.5", 0.5],
  ["86400", 60],
  ["soon", 0],
] as const) {
  test(`with "Crawl-delay: ${written}" the host's lane stays closed for ${seconds} s after a page`, async (context) => {
    const site = await openSite(context, { "/robots.txt": { body: `User-agent: *\nCrawl-delay: ${written}\n` } });
    const shared = { pool: db, get: client.get, extract: extractor.extract, decodeBody, userAgent: "Plainwire/0.1" };
    const read = createPageDownloader({ ...shared, now: () => noon, lanes: 4, delayMs: 0, leaseMsMax: 45_000 });
    const url = site.url("/page");
    await textOf(read(url, new AbortController().signal));
    const { rows } = await db.query("select free_at from lanes where lane = $1", [laneOf(url, 4)]);
    assert.deepEqual(rows, [{ free_at: new Date(noon.getTime() + seconds * 1000) }]);
  });
}

test("the requests say who we are and bring nothing else", async (context) => {
  const site = await openSite(context, {});
  await download(site.url("/page"));
  assert.deepEqual(new Set(site.headers("user-agent")), new Set(["Plainwire/0.1 (+https://plainwire.example)"]));
  for (const name of ["cookie", "referer", "authorization"])
    assert.deepEqual(new Set(site.headers(name)), new Set([undefined]));
});

test("a page that robots.txt forbids is never requested", async (context) => {
  const site = await openSite(context, { "/robots.txt": { body: "User-agent: plainwire\nDisallow: /page\n" } });
  assert.deepEqual(await refusal(download(site.url("/page"))), { why: "robots", retry: false });
  assert.deepEqual(site.asked(), ["/robots.txt"]);
});

test("a site whose robots.txt is in trouble is left alone for an hour, then asked again", async (context) => {
  const site = await openSite(context, { "/robots.txt": { status: 503 } });
  for (const hours of [0, 0.9, 1.1]) {
    const answer = download(site.url("/page"), { now: afternoon(hours) });
    assert.deepEqual(await refusal(answer), { why: "robots-unreachable", retry: true });
  }
  assert.deepEqual(site.asked(), ["/robots.txt", "/robots.txt"]);
});

test("a robots.txt that redirects in a loop counts as missing", async (context) => {
  const site = await openSite(context, { "/robots.txt": redirectTo("/robots.txt") });
  assert.match(await textOf(download(site.url("/page"))), /harbour bridge/);
  assert.equal((await findRobots(db, new URL(site.url("/")).origin, noon))?.body, null);
});

test("before a redirect to another host is followed, that host's robots.txt is read", async (context) => {
  const other = await openSite(context, { "/robots.txt": { body: "User-agent: *\nDisallow: /private\n" } });
  const link = await openSite(context, {
    "/open": redirectTo(other.url("/page")),
    "/closed": redirectTo(other.url("/private/page")),
  });
  const outcome = await download(link.url("/open"));
  assert.ok(outcome.kind === "text");
  assert.equal(outcome.url, other.url("/page"));
  assert.deepEqual(await refusal(download(link.url("/closed"))), { why: "robots", retry: false });
  assert.deepEqual(other.asked(), ["/robots.txt", "/page"]);
});

test("a redirect within the host to a forbidden page is not followed", async (context) => {
  const site = await openSite(context, {
    "/robots.txt": { body: "User-agent: *\nDisallow: /private\n" },
    "/short": redirectTo("/private"),
    "/private": article,
  });
  assert.deepEqual(await refusal(download(site.url("/short"))), { why: "robots", retry: false });
});

test("every request waits for its host's lane", async (context) => {
  const target = await openSite(context, {});
  const site = await openSite(context, { "/link": redirectTo(target.url("/page")) });
  const entered: string[] = [];
  await download(site.url("/link"), {
    enterHost: async (url) => {
      entered.push(url.hostname);
      return "go";
    },
  });
  const [first, second] = [new URL(site.url("/")).hostname, new URL(target.url("/")).hostname];
  assert.deepEqual(entered, [first, first, second, second]);
});

test("a busy host gets no request, at the start or after a redirect", async (context) => {
  const target = await openSite(context, {});
  const site = await openSite(context, { "/link": redirectTo(target.url("/page")) });
  const busyAt = (host: string): Partial<PageParts> => ({
    enterHost: async (url) => (url.host === host ? "busy" : "go"),
  });
  for (const url of [site.url("/"), target.url("/")]) {
    const answer = download(site.url("/link"), busyAt(new URL(url).host));
    assert.deepEqual(await refusal(answer), { why: "host-busy", retry: true });
  }
  assert.deepEqual(target.asked(), []);
});

test("a server error is temporary or permanent, and its Retry-After is passed on", async (context) => {
  const site = await openSite(context, {
    "/gone": { status: 410 },
    "/later": { status: 503, headers: { "Retry-After": "120" } },
    "/slow-down": { status: 429 },
  });
  assert.deepEqual(await refusal(download(site.url("/gone"))), { why: "status", retry: false });
  assert.deepEqual(await refusal(download(site.url("/slow-down"))), { why: "status", retry: true });
  const later = await download(site.url("/later"));
  assert.ok(later.kind === "unavailable" && later.retry);
  assert.deepEqual(later.retryAt, new Date("2031-05-04T12:02:00Z"));
});

test("only web pages are read; one that is sent without a type is known by its beginning", async (context) => {
  const body = article.body ?? "";
  const site = await openSite(context, {
    "/file.pdf": { headers: { "Content-Type": "application/pdf" }, body: "%PDF-1.7" },
    "/feed": { headers: { "Content-Type": "application/rss+xml" }, body },
    "/note": { headers: { "Content-Type": "text/plain" }, body: "<p>not a page" },
    "/xhtml": { headers: { "Content-Type": "application/xhtml+xml" }, body },
    "/untyped": { body },
  });
  for (const path of ["/file.pdf", "/feed", "/note"]) {
    assert.deepEqual(await refusal(download(site.url(path))), { why: "not-html", retry: false }, path);
  }
  for (const path of ["/xhtml", "/untyped"]) assert.match(await textOf(download(site.url(path))), /harbour bridge/);
});

test("a page in an older charset is read as it was written", async (context) => {
  const latin1Page = fixture("article-de")
    .toString()
    .replace('charset="utf-8"', 'charset="iso-8859-1"')
    .replace(/[„“]/g, '"');
  const site = await openSite(context, {
    "/alt": { headers: { "Content-Type": "text/html" }, body: Buffer.from(latin1Page, "latin1") },
  });
  assert.match(await textOf(download(site.url("/alt"))), /Bürgermeisterin Greta Öhlschläger/);
});

test("a page that is too large, behind a wall or without an article is reported as that", async (context) => {
  const site = await openSite(context, {
    "/large": { headers: html, body: Buffer.alloc(3_000_001, "x") },
    "/deep": { headers: html, body: "<div>".repeat(5_000) },
    "/paywall": { headers: html, body: fixture("paywall") },
    "/consent": { headers: html, body: fixture("consent-wall") },
    "/teasers": { headers: html, body: fixture("teasers") },
    "/empty": { headers: html },
  });
  for (const [path, why] of [
    ["/large", "too-large"],
    ["/deep", "too-deep"],
    ["/paywall", "paywall"],
    ["/consent", "consent-wall"],
    ["/teasers", "not-an-article"],
    ["/empty", "not-an-article"],
  ]) {
    assert.deepEqual(await refusal(download(site.url(path ?? ""))), { why, retry: false });
  }
});

test("a forbidden address and an invalid one are not contacted", async () => {
  for (const url of [
    "http://10.0.0.1/page",
    "http://169.254.169.254/",
    "ftp://a.example/",
    "mailto:a@b.example",
    "x",
  ]) {
    assert.deepEqual(await refusal(download(url)), { why: "blocked", retry: false }, url);
  }
});

test("an aborted download does not count as a failure", async (context) => {
  const site = await openSite(context, {});
  assert.deepEqual(await refusal(download(site.url("/page"), {}, AbortSignal.abort())), {
    why: "aborted",
    retry: true,
  });
  assert.equal(await findRobots(db, new URL(site.url("/")).origin, noon), null);
});
