import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseRobots, robotsAllows, robotsToKeep, unreachableRobots } from "../../src/analysis/page/robots-policy.ts";
import { checkProperty } from "../ground/check-property.ts";

function allows(body: string, path: string): boolean {
  return robotsAllows(parseRobots(body, "plainwire"), new URL(path, "https://site.example"));
}

test("the group that names us applies, in any case and with a version, instead of the group for all", () => {
  const body = "User-agent: *\nDisallow: /\n\nUser-Agent: PlainWire/1.0\nDisallow: /private\n";
  assert.equal(allows(body, "/news"), true);
  assert.equal(allows(body, "/private/x"), false);
});

test("a group that names us and forbids nothing overrides the group for all", () => {
  assert.equal(allows("User-agent: *\nDisallow: /\n\nUser-agent: plainwire\nDisallow:\n", "/news"), true);
});

test("a name that only starts like ours is not ours", () => {
  assert.equal(allows("User-agent: plainwirebot\nDisallow: /\n", "/news"), true);
  assert.equal(allows("User-agent: plain\nDisallow: /\n", "/news"), true);
});

test("several names share a group, and several groups of one name are one", () => {
  const body = "User-agent: other\nUser-agent: plainwire\nDisallow: /a\n\nUser-agent: plainwire\nDisallow: /b\n";
  assert.equal(allows(body, "/a"), false);
  assert.equal(allows(body, "/b"), false);
  assert.equal(allows(body, "/c"), true);
});

test("sitemaps and unknown lines end no group, a crawl-delay does", () => {
  assert.equal(
    allows("User-agent: *\nSitemap: https://site.example/s.xml\nUser-agent: other\nDisallow: /\n", "/x"),
    false,
  );
  assert.equal(allows("User-agent: *\nCrawl-delay: 10\nUser-agent: other\nDisallow: /\n", "/x"), true);
});

test("rules before any name, lines without a colon, HTML and nothing at all forbid nothing", () => {
  for (const body of ["Disallow: /", "User-agent *\nDisallow /", "<html><body>Disallow: /</body></html>", ""]) {
    assert.equal(allows(body, "/x"), true, body);
  }
});

test('the longest match decides, and "allow" wins a tie', () => {
  const body = "User-agent: *\nDisallow: /news\nAllow: /news/open\nDisallow: /same\nAllow: /same\n";
  assert.equal(allows(body, "/news/secret"), false);
  assert.equal(allows(body, "/news/open/1"), true);
  assert.equal(allows(body, "/same"), true);
});

test("a star matches anything, and a dollar at the end matches the end", () => {
  const body = "User-agent: *\nDisallow: /*.pdf$\nDisallow: /a*b*c\nDisallow: /*?print=\nDisallow: /exact$\n";
  assert.equal(allows(body, "/x/y.pdf"), false);
  assert.equal(allows(body, "/x/y.pdf?z"), true);
  assert.equal(allows(body, "/a1b2c3"), false);
  assert.equal(allows(body, "/a1c2b3"), true);
  assert.equal(allows(body, "/n?print=1"), false);
  assert.equal(allows(body, "/exact"), false);
  assert.equal(allows(body, "/exactly"), true);
});

test("the end is matched at the end, not at its first occurrence", () => {
  assert.equal(allows("User-agent: *\nDisallow: /*.php$\n", "/a.php/b.php"), false);
  assert.equal(allows("User-agent: *\nDisallow: /a*a$\n", "/a"), true);
});

test("paths are compared decoded, however they are percent-encoded", () => {
  const table: [pattern: string, path: string, isAllowed: boolean][] = [
    ["/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https://foo.bar", false],
    ["/größe", "/gr%C3%B6%C3%9Fe", false],
    ["/gr%c3%b6%c3%9fe", "/größe", false],
    ["/%7Euser", "/~user", false],
    ["/~user", "/%7euser", false],
    ["/a b", "/a%20b", false],
    ["/a%2Fb", "/a/b", true],
    ["/file*", "/file%2A", false],
    ["/file%2A$", "/file*", false],
    ["/file%2A$", "/fileX", true],
    ["/price$tag", "/price$tag", false],
    ["/price%24", "/price$", false],
  ];
  for (const [pattern, path, isAllowed] of table) {
    assert.equal(allows(`User-agent: *\nDisallow: ${pattern}`, path), isAllowed, `${pattern} ${path}`);
  }
});

test("comments, spaces, a byte order mark and any line ending are accepted", () => {
  const body = "\uFEFF# hello\r\n  USER-AGENT :  *  # all\rdisallow:/x # really\r\n\r\nAllow : /x/y";
  assert.equal(allows(body, "/x"), false);
  assert.equal(allows(body, "/x/y"), true);
});

test("robots.txt itself may always be read", () => {
  assert.equal(allows("User-agent: *\nDisallow: /\n", "/robots.txt"), true);
});

test("a crawl-delay is reported, if it is a number", () => {
  const delay = (value: string) => parseRobots(`User-agent: *\nCrawl-delay: ${value}\n`, "plainwire").crawlDelaySeconds;
  assert.equal(delay("10"), 10);
  assert.equal(delay("0.5"), 0.5);
  assert.equal(delay("soon"), null);
  assert.equal(delay("-1"), null);
});

test("only the first 500 KB are read, and a line cut there is ignored", () => {
  const filler = `# ${"x".repeat(97)}\n`.repeat(5_119);
  const body = `User-agent: *\nAllow: /\n${filler}Disallow: /news/private-${"y".repeat(200)}\nDisallow: /late\n`;
  assert.ok(body.length > 500 * 1024);
  assert.equal(allows(body, "/news/x"), true);
  assert.equal(allows(body, "/late"), true);
});

test("matching agrees with the regular expression that a pattern stands for", () => {
  const pieces = (...from: string[]) =>
    fc.array(fc.constantFrom(...from), { maxLength: 8 }).map((parts) => parts.join(""));
  checkProperty(
    fc.property(pieces("a", "b", "/", "*"), fc.boolean(), pieces("a", "b", "/"), (middle, isWhole, path) => {
      const regex = new RegExp(`^/${middle.replaceAll("*", ".*")}${isWhole ? "$" : ""}`);
      const body = `User-agent: *\nDisallow: /${middle}${isWhole ? "$" : ""}`;
      assert.equal(allows(body, `https://site.example/${path}`), !regex.test(`/${path}`));
    }),
    2_000,
  );
});

test("a pattern of 200,000 stars is matched like any other", () => {
  assert.equal(allows(`User-agent: *\nDisallow: /${"*a".repeat(200_000)}$\n`, `/${"a".repeat(2_000)}`), true);
});

const now = new Date("2031-05-04T12:00:00Z");

function hoursKept(answer: Parameters<typeof robotsToKeep>[0]): { body: string | null; hours: number } {
  const { body, expiresAt } = robotsToKeep(answer, now);
  return { body, hours: (expiresAt.getTime() - now.getTime()) / 3_600_000 };
}

function answered(status: number, freshSeconds: number | null = null): Parameters<typeof robotsToKeep>[0] {
  return { kind: "answered", status, body: "User-agent: *\nDisallow: /x\n\0", freshSeconds };
}

test("a robots.txt is kept as long as the server says, an hour at least and a day at most", () => {
  const body = "User-agent: *\nDisallow: /x\n";
  assert.deepEqual(hoursKept(answered(200)), { body, hours: 24 });
  assert.deepEqual(hoursKept(answered(200, 7_200)), { body, hours: 2 });
  assert.deepEqual(hoursKept(answered(200, 0)), { body, hours: 1 });
  assert.deepEqual(hoursKept(answered(200, 999_999)), { body, hours: 24 });
});

test("a site without one, or that only ever redirects, allows everything for a day", () => {
  for (const status of [400, 401, 403, 404, 410, 451])
    assert.deepEqual(hoursKept(answered(status)), { body: null, hours: 24 });
  assert.deepEqual(hoursKept({ kind: "endless-redirects" }), { body: null, hours: 24 });
});

test("a server in trouble is left alone for an hour", () => {
  const disallowed = { body: unreachableRobots, hours: 1 };
  for (const status of [429, 500, 503]) assert.deepEqual(hoursKept(answered(status, 86_400)), disallowed);
  assert.deepEqual(hoursKept({ kind: "unreachable" }), disallowed);
  assert.equal(allows(unreachableRobots, "/any"), false);
});
