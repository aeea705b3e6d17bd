import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import fc from "fast-check";
import { HttpError } from "../../src/http-client/http-failure.ts";
import { followRedirect, startChain, type RedirectChain } from "../../src/http-client/redirect-policy.ts";
import { startHostileOrigin, type HostileOrigin } from "../ground/hostile-origin.ts";
import { causeOf, createLoopbackClient, responseOf, type LoopbackClient } from "./loopback-client.ts";
import { anyCharacter, checkProperty } from "../ground/check-property.ts";

let origin: HostileOrigin;
let client: LoopbackClient;

before(async () => {
  origin = await startHostileOrigin();
  client = createLoopbackClient();
});

after(async () => {
  await client.close();
  await origin.close();
});

suite("a Location", () => {
  const cases = {
    "/feed": "http://a.test/feed",
    feed: "http://a.test/dir/feed",
    "../feed": "http://a.test/feed",
    "?page=2": "http://a.test/dir/?page=2",
    "//b.test/feed": "http://b.test/feed",
    "http://b.test/feed/": "http://b.test/feed/",
    "http://b.test/feed#top": "http://b.test/feed",
    "  http://b.test/feed  ": "http://b.test/feed",
    "HTTP://B.TEST:80/Feed": "http://b.test/Feed",
    "/größe": "http://a.test/gr%C3%B6%C3%9Fe",
    "http://bücher.test/": "http://xn--bcher-kva.test/",
    "/%zz": "http://a.test/%zz",
    "\\feed": "http://a.test/feed",
  };
  for (const [location, expected] of Object.entries(cases)) {
    test(`"${location}" leads to ${expected}`, () => {
      const bytes = Buffer.from(location, "utf8").toString("latin1");
      assert.equal(followRedirect(startChain("http://a.test/dir/"), 302, bytes, 5).url.href, expected);
    });
  }

  test("in latin-1 is not mistaken for UTF-8", () => {
    const next = followRedirect(startChain("http://a.test/"), 302, "/gr\xf6\xdfe", 5);
    assert.equal(next.url.href, "http://a.test/gr%C3%B6%C3%9Fe");
  });

  for (const [location, cause] of [
    [undefined, "redirect bad-location"],
    ["http://", "redirect bad-location"],
    ["http://[::1", "redirect bad-location"],
    ["http://a b/", "redirect bad-location"],
    ["", "redirect loop"],
    ["#part", "redirect loop"],
    ["http://a.test:80/dir/#other", "redirect loop"],
  ] as const) {
    test(`"${location}" is ${cause}`, () => {
      assert.equal(
        causeOfThrown(() => followRedirect(startChain("http://a.test/dir/#x"), 302, location, 5)),
        cause,
      );
    });
  }
});

suite("the permanent address", () => {
  const cases = [
    { statuses: "301", path: "/feed" },
    { statuses: "308", path: "/feed" },
    { statuses: "301,308,301", path: "/feed" },
    { statuses: "302", path: null },
    { statuses: "307,301", path: null },
    { statuses: "303,308", path: null },
    { statuses: "301,302,301", path: "/chain?statuses=302,301" },
    { statuses: "308,301,307", path: "/chain?statuses=307" },
  ];
  for (const { statuses, path } of cases) {
    test(`of ${statuses} is ${path ?? "the old one"}`, async () => {
      const response = responseOf(await client.get(origin.url(`/chain?statuses=${statuses}`)));
      assert.equal(response.permanentUrl, path === null ? null : origin.url(path));
      assert.equal(response.url, origin.url("/feed"));
    });
  }

  test("never goes from https to http, but does the other way", () => {
    const there = walk("http://a.test/", [
      [301, "https://a.test/"],
      [301, "http://a.test/old"],
      [301, "https://a.test/new"],
    ]);
    assert.equal(there.url.href, "https://a.test/new");
    assert.equal(there.permanentUrl, "https://a.test/");
  });

  test("is absolute, without fragment, and keeps its slash", () => {
    assert.equal(walk("http://a.test/x/y", [[301, "../feed/#new"]]).permanentUrl, "http://a.test/feed/");
  });
});

suite("a chain ends", () => {
  for (const path of ["/loop", "/ping", "/redirect?to="]) {
    test(`where ${path} goes round`, async () => {
      assert.equal(causeOf(await client.get(origin.url(path))), "redirect loop");
    });
  }

  test("after as many redirects as are allowed, and ten are the most", async () => {
    const hops = (count: number) => origin.url(`/chain?statuses=${Array.from({ length: count }, () => 302).join(",")}`);
    assert.equal(responseOf(await client.get(hops(5))).status, 200);
    assert.equal(causeOf(await client.get(hops(6))), "redirect too-many");
    assert.equal(causeOf(await client.get(origin.url("/ever-new"))), "redirect too-many");

    const generous = createLoopbackClient({ redirectsMax: 50 });
    assert.equal(responseOf(await generous.get(hops(10))).status, 200);
    assert.equal(causeOf(await generous.get(hops(11))), "redirect too-many");
    await generous.close();
  });

  test("at a 300, 304 or 305, which are no redirects", async () => {
    for (const code of [300, 304, 305, 306]) {
      assert.equal(responseOf(await client.get(origin.url(`/status?code=${code}`))).status, code);
    }
  });

  test("where there is no Location, with the first where there are several", async () => {
    assert.equal(causeOf(await client.get(origin.url("/no-location"))), "redirect bad-location");
    assert.equal(responseOf(await client.get(origin.url("/redirect?to=/feed&to=/loop"))).url, origin.url("/feed"));
  });
});

test("for any Locations, a redirect chain is short, never repeats a URL, and invents none", () => {
  const status = fc.constantFrom(301, 302, 303, 307, 308);
  const location = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.webPath(),
    fc.string({ unit: anyCharacter }),
    fc.constantFrom("", "/", "https://a.test/", "http://a.test/", "//b.test", "https://c.test/x#y"),
  );
  checkProperty(
    fc.property(
      fc.array(fc.tuple(status, location), { maxLength: 20 }),
      fc.integer({ min: 0, max: 10 }),
      (steps, redirectsMax) => {
        const chain = walkWhilePossible("https://a.test/feed", steps, redirectsMax);
        assert.ok(chain.visited.length <= redirectsMax + 1);
        assert.equal(new Set(chain.visited).size, chain.visited.length);
        assert.equal(chain.visited.at(-1), chain.url.href);
        assert.equal(chain.url.hash, "");
        if (chain.permanentUrl === null) return;
        const permanentAt = chain.visited.indexOf(chain.permanentUrl);
        assert.ok(permanentAt > 0);
        assert.ok(steps.slice(0, permanentAt).every(([code]) => code === 301 || code === 308));
        assert.ok(chain.visited.slice(0, permanentAt + 1).every((url) => url.startsWith("https:")));
      },
    ),
  );
});

function walk(start: string, steps: [status: number, location: string][]): RedirectChain {
  return steps.reduce((chain, [status, location]) => followRedirect(chain, status, location, 10), startChain(start));
}

function walkWhilePossible(start: string, steps: [number, string][], redirectsMax: number): RedirectChain {
  let chain = startChain(start);
  try {
    for (const [status, location] of steps) chain = followRedirect(chain, status, location, redirectsMax);
  } catch (error) {
    assert.ok(error instanceof HttpError);
    assert.equal(error.failure.kind, "redirect");
  }
  return chain;
}

function causeOfThrown(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof HttpError);
    return causeOf({ kind: "failed", failure: error.failure });
  }
  return assert.fail("nothing was thrown");
}
