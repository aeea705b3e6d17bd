import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { feedText } from "../ground/hostile-origin-bodies.ts";
import { startHostileOrigin, type HostileOrigin } from "../ground/hostile-origin.ts";
import { causeOf, createLoopbackClient, responseOf, type LoopbackClient } from "./loopback-client.ts";

let origin: HostileOrigin;
let client: LoopbackClient;
/** For responses that would never end. */
let impatient: LoopbackClient;

before(async () => {
  origin = await startHostileOrigin();
  client = createLoopbackClient();
  impatient = createLoopbackClient({ requestTimeoutMs: 250 });
});

after(async () => {
  await client.close();
  await impatient.close();
  await origin.close();
});

suite("a feed arrives whole", () => {
  for (const path of [
    "/feed",
    "/gzip",
    "/x-gzip",
    "/br",
    "/zstd",
    "/deflate-zlib",
    "/deflate-raw",
    "/two-layers",
    "/two-headers",
    "/gz-file",
    "/gz-file-gzipped",
    "/gzip-label-on-plain",
    "/zstd-label-on-plain",
    "/identity",
    "/close-delimited",
    "/endless-redirect-body",
    "/silent-redirect-body",
  ]) {
    test(`from ${path}`, async () => {
      const response = responseOf(await client.get(origin.url(path)));
      assert.equal(response.status, 200);
      assert.equal(response.body.toString(), feedText);
      assert.equal(response.decodedBytes, Buffer.byteLength(feedText));
      assert.equal(response.snippet, null);
    });
  }
});

const expectedFailures = {
  "/three-layers": "bad-encoding",
  "/unknown-encoding": "bad-encoding",
  "/broken-gzip": "bad-encoding",
  "/truncated-gzip": "bad-encoding",
  "/broken-br": "bad-encoding",
  "/broken-deflate": "bad-encoding",
  "/two-zstd-frames": "bad-encoding",
  "/zstd-huge-window": "bad-encoding",
  "/bomb-gzip": "too-large decoded",
  "/bomb-unlabelled": "too-large decoded",
  "/bomb-deflate": "too-large decoded",
  "/bomb-raw-deflate": "too-large decoded",
  "/bomb-br": "too-large decoded",
  "/bomb-zstd": "too-large decoded",
  "/bomb-gzip-in-br": "too-large decoded",
  "/bomb-gzip-in-gzip": "too-large decoded",
  "/endless": "too-large wire",
  "/endless-chunks": "too-large wire",
  "/claims-10-gb": "too-large wire",
  "/one-byte-chunks": "too-large chunks",
  "/endless-chunk-extension": "too-large socket",
  "/pouring-103": "too-large socket",
  "/endless-status-line": "too-large socket",
  "/endless-trailers": "too-large headers",
  "/endless-header": "too-large headers",
  "/many-headers": "too-large headers",
  "/header-60-kb": "too-large headers",
  "/too-short": "connect lost",
  "/truncated-chunk": "connect lost",
  "/reset-mid-body": "connect lost",
  "/reset-at-once": "connect lost",
  "/hang-up": "connect lost",
  "/endless-100": "connect lost",
  "/upgrade": "connect lost",
  "/bad-chunk": "protocol",
  "/nul-in-header": "protocol",
  "/nul-in-name": "protocol",
  "/folded-header": "protocol",
  "/lf-only": "protocol",
  "/http-0-9": "protocol",
  "/http-2-preface": "protocol",
  "/not-http": "protocol",
  "/binary": "protocol",
  "/two-lengths": "protocol",
  "/negative-length": "protocol",
  "/length-and-chunked": "protocol",
};

suite("a misbehaving origin is told apart", () => {
  for (const [path, cause] of Object.entries(expectedFailures)) {
    test(`${path} is ${cause}`, async () => {
      assert.equal(causeOf(await client.get(origin.url(path))), cause);
    });
  }
});

suite("an origin that never finishes meets the deadline", { concurrency: true }, () => {
  for (const path of ["/silence", "/header-drip", "/endless-103", "/dripping", "/stalls"]) {
    test(path, async () => {
      assert.equal(causeOf(await impatient.get(origin.url(path))), "timeout total");
    });
  }
});

suite("an error keeps its status and its headers, whatever its body does", () => {
  for (const [path, status, snippet] of [
    ["/error-dripping", 503, /^wait/],
    ["/error-endless", 500, /^sorry/],
    ["/error-cut-off", 429, /^slow down$/],
    ["/status?code=404", 404, /^an explanation$/],
  ] as const) {
    test(path, async () => {
      const response = responseOf(await client.get(origin.url(path)));
      assert.equal(response.status, status);
      assert.match(response.snippet ?? "", snippet);
      assert.ok((response.snippet ?? "").length <= 2048);
      assert.equal(response.body.length, 0);
    });
  }

  test("a compression bomb in an error page is not unpacked", async () => {
    const response = responseOf(await client.get(origin.url("/bomb-error-page")));
    assert.equal(response.status, 500);
    assert.equal(response.snippet, null);
  });

  test("Retry-After is kept if the body breaks off", async () => {
    assert.equal(responseOf(await client.get(origin.url("/error-cut-off"))).headers["retry-after"], "60");
  });
});

test("an extra response planted after another is never used for the next request", async () => {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    assert.equal(responseOf(await client.get(origin.url("/second-answer"))).body.toString(), "the first");
    assert.equal(responseOf(await client.get(origin.url("/feed"))).body.toString(), feedText);
  }
});

test("a body of exactly the cap is taken, one byte more is refused", async () => {
  const small = createLoopbackClient({ bodyBytesMax: 1000 });
  assert.equal(responseOf(await small.get(origin.url("/sized?bytes=1000"))).body.length, 1000);
  assert.equal(causeOf(await small.get(origin.url("/sized?bytes=1001"))), "too-large wire");
  await small.close();
});

test("a connection that carried three large feeds carries a fourth", async () => {
  const roomy = createLoopbackClient({ bodyBytesMax: 10 * 1024 * 1024 });
  const url = origin.url("/sized?bytes=5000000", "127.0.0.1");
  for (let turn = 0; turn < 5; turn += 1) {
    assert.equal(responseOf(await roomy.get(url)).body.length, 5_000_000);
    // Longer than the interval at which bytes are counted.
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  await roomy.close();
});
