import assert from "node:assert/strict";
import { Socket } from "node:net";
import { after, before, suite, test } from "node:test";
import { reply } from "../ground/hostile-origin-writing.ts";
import { sentHeader, startHostileOrigin, type HostileOrigin, type LoggedRequest } from "../ground/hostile-origin.ts";
import { causeOf, createLoopbackClient, failureOf, responseOf, type LoopbackClient } from "./loopback-client.ts";

let origin: HostileOrigin;
let client: LoopbackClient;

before(async () => {
  origin = await startHostileOrigin({
    "/etag-of": (socket, _request, args) => reply(socket, { headers: { ETag: "x".repeat(Number(args.get("chars"))) } }),
  });
  client = createLoopbackClient();
});

after(async () => {
  await client.close();
  await origin.close();
});

suite("what is sent", () => {
  test("is a GET with the exact path and query, and no header that nobody asked for", async () => {
    await client.get(origin.url("/echo?b=2&a=1&null&x=%2f#part"));
    const request = lastRequest();
    assert.equal(request.method, "GET");
    assert.equal(request.target, "/echo?b=2&a=1&null&x=%2f");
    assert.deepEqual(request.headers.map(([name]) => name.toLowerCase()).sort(), [
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);
    assert.equal(sentHeader(request, "user-agent"), "Plainwire/test");
    assert.equal(sentHeader(request, "accept-encoding"), "gzip, deflate, br, zstd");
  });

  test("is never a cookie, not even one that the server has set", async () => {
    await client.get(origin.url("/cookies"));
    await client.get(origin.url("/redirect?to=/echo"));
    assert.equal(sentHeader(lastRequest(), "cookie"), undefined);
    assert.equal(sentHeader(lastRequest(), "referer"), undefined);
  });

  test("is a feed's own headers to its own origin, and never again once a redirect has left it", async () => {
    const customHeaders = { Authorization: "Bearer secret", Cookie: "session=1" };
    const home = encodeURIComponent(origin.url("/feed", "home.test"));
    const away = encodeURIComponent(origin.url(`/redirect?to=${home}`, "away.test"));
    const from = origin.log.length;

    responseOf(
      await client.get(origin.url(`/redirect?to=/redirect%3Fto=${encodeURIComponent(away)}`, "home.test"), {
        customHeaders,
      }),
    );

    const sent = origin.log.slice(from).map((request) => [request.host, sentHeader(request, "authorization")]);
    assert.deepEqual(sent, [
      ["home.test", "Bearer secret"],
      ["home.test", "Bearer secret"],
      ["away.test", undefined],
      ["home.test", undefined],
    ]);
  });

  test("is not a header to another port or scheme of the same host", async () => {
    const other = await startHostileOrigin();
    const url = origin.url(`/redirect?to=${encodeURIComponent(other.url("/feed"))}`);
    responseOf(await client.get(url, { customHeaders: { Authorization: "secret" } }));
    assert.equal(sentHeader(other.log[0] ?? assert.fail("no request"), "authorization"), undefined);
    await other.close();
  });
});

suite("validators", () => {
  const oddForms = ["unquoted", 'W/"weak"', 'W/W/"twice"', '""', '"with spaces "', '"é"', '"a","b"'];
  for (const etag of oddForms) {
    test(`${etag.slice(0, 20)} comes back byte for byte`, async () => {
      const url = origin.url(`/validators?etag=${encodeURIComponent(etag)}&modified=yesterday`);
      const first = responseOf(await client.get(url));
      assert.equal(first.status, 200);

      const { etag: given, lastModified } = first;
      const again = responseOf(await client.get(url, { validators: { url: first.url, etag: given, lastModified } }));
      assert.equal(again.status, 304);
      assert.equal(sentHeader(lastRequest(), "if-none-match"), Buffer.from(etag).toString("latin1"));
      assert.equal(sentHeader(lastRequest(), "if-modified-since"), "yesterday");
    });
  }

  test("of which there are several: the first counts", async () => {
    const response = responseOf(await client.get(origin.url("/validators?etag=one&etag=two&modified=m1&modified=m2")));
    assert.equal(response.etag, "one");
    assert.equal(response.lastModified, "m1");
  });

  test("are sent to the URL that gave them and to no other, wherever it stands in a chain", async () => {
    const validators = { url: origin.url("/feed", "b.test"), etag: '"v1"', lastModified: null };
    const from = origin.log.length;
    await client.get(origin.url(`/redirect?to=${encodeURIComponent(validators.url)}`, "a.test"), { validators });
    await client.get(origin.url("/feed", "c.test"), { validators });
    const sent = origin.log.slice(from).map((request) => [request.host, sentHeader(request, "if-none-match")]);
    assert.deepEqual(sent, [
      ["a.test", undefined],
      ["b.test", '"v1"'],
      ["c.test", undefined],
    ]);
  });

  test("that are longer than a server would take back are not given out", async () => {
    assert.equal(responseOf(await client.get(origin.url("/etag-of?chars=2048"))).etag?.length, 2048);
    assert.equal(responseOf(await client.get(origin.url("/etag-of?chars=2049"))).etag, null);
    assert.equal(responseOf(await client.get(origin.url("/validators?etag=&modified="))).lastModified, null);
  });

  test("on a 304 are those of the 304, and its Content-Length is no size", async () => {
    const response = responseOf(await client.get(origin.url("/not-modified-long")));
    assert.equal(response.status, 304);
    assert.equal(response.etag, '"v2"');
    assert.equal(response.snippet, null);
  });
});

suite("what comes back", () => {
  test("joins repeated list headers and takes the first of the others", async () => {
    const { headers } = responseOf(await client.get(origin.url("/repeated-fields")));
    assert.equal(headers["cache-control"], "max-age=60, private");
    assert.equal(headers["retry-after"], "5");
  });

  test("cannot reach an object's prototype by a header's name", async () => {
    const { headers } = responseOf(await client.get(origin.url("/proto-header")));
    assert.equal(headers["__proto__"], "x");
    assert.equal(headers["constructor"], "y");
    assert.equal(headers["toString"], undefined);
  });

  test("names every hop with its status and times that follow each other", async () => {
    const result = await client.get(origin.url("/chain?statuses=301,302"));
    assert.deepEqual(
      result.hops.map(({ url, status }) => [new URL(url).pathname, status]),
      [
        ["/chain", 301],
        ["/chain", 302],
        ["/feed", 200],
      ],
    );
    const times = result.hops.flatMap(({ startedAt, endedAt }) => [startedAt.getTime(), endedAt.getTime()]);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    assert.ok(result.durationMs > 0);
  });

  test("counts bytes on the wire apart from decoded ones", async () => {
    const response = responseOf(await client.get(origin.url("/gzip")));
    assert.ok(response.wireBytes > 0 && response.wireBytes < response.decodedBytes);
  });
});

suite("waiting for a redirect's turn", () => {
  const toOther = () => `/redirect?to=${encodeURIComponent(origin.url("/feed", "other.test"))}`;

  test("is asked for before every request but the first, on the same host too", async () => {
    const asked: string[] = [];
    const beforeHop = async (url: URL) => {
      asked.push(url.hostname);
      return "go" as const;
    };
    const askedFor = () => asked.splice(0);
    responseOf(await client.get(origin.url("/feed", "first.test"), { beforeHop }));
    assert.deepEqual(askedFor(), []);
    responseOf(await client.get(origin.url("/chain?statuses=302,302", "first.test"), { beforeHop }));
    assert.deepEqual(askedFor(), ["first.test", "first.test"]);
    responseOf(await client.get(origin.url(toOther(), "first.test"), { beforeHop }));
    assert.deepEqual(askedFor(), ["other.test"]);

    const backAndForth = ["/feed", "first.test", "other.test", "third.test", "other.test"].reduce(
      (target, host, index) => `/redirect?n=${index}&to=${encodeURIComponent(origin.url(target, host))}`,
    );
    responseOf(await client.get(origin.url(backAndForth, "first.test"), { beforeHop }));
    assert.deepEqual(askedFor(), ["other.test", "third.test", "other.test", "first.test"]);
  });

  test("that does not come ends the fetch as busy, without a request", async () => {
    const from = origin.log.length;
    const result = await client.get(origin.url(toOther(), "first.test"), { beforeHop: async () => "busy" });
    assert.equal(causeOf(result), "host-busy");
    assert.deepEqual(
      origin.log.slice(from).map(({ host }) => host),
      ["first.test"],
    );
    assert.equal(result.hops.length, 1);
  });

  test("does not use up the deadline, and what follows still has to meet it", async () => {
    const impatient = createLoopbackClient({ requestTimeoutMs: 4_000 });
    let waitedMs = 0;
    const beforeHop = async () => {
      const startedAtMs = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 4_100));
      waitedMs = performance.now() - startedAtMs;
      return "go" as const;
    };
    const startedAtMs = performance.now();
    const result = await impatient.get(origin.url(toOther(), "first.test"), { beforeHop });
    assert.equal(responseOf(result).status, 200);
    assert.ok(result.durationMs + waitedMs <= performance.now() - startedAtMs);

    const toSilence = `/redirect?to=${encodeURIComponent(origin.url("/silence", "other.test"))}`;
    assert.equal(
      causeOf(await impatient.get(origin.url(toSilence, "first.test"), { beforeHop: async () => "go" })),
      "timeout total",
    );
    await impatient.close();
  });

  test("ends with the caller's signal", async () => {
    const stop = new AbortController();
    const beforeHop = async (_url: URL, signal: AbortSignal) => {
      stop.abort();
      assert.ok(signal.aborted);
      return "go" as const;
    };
    const result = await client.get(origin.url(toOther(), "first.test"), { beforeHop, signal: stop.signal });
    assert.equal(causeOf(result), "aborted");
  });
});

test("the message for people contains no address; the log's detail does", async () => {
  const inside = createLoopbackClient({ resolve: async () => ["10.1.2.3"] });
  const failure = failureOf(await inside.get("http://intranet.test/"));
  assert.equal(failure.message, "This address cannot be fetched.");
  assert.equal(
    failure.detail,
    "intranet.test is a private address (10.1.2.3); to fetch it, add its network to FETCH_ALLOW_NETWORKS",
  );
  await inside.close();
});

test("a closed port is a refused connection", async () => {
  const gone = await startHostileOrigin();
  await gone.close();
  const failure = failureOf(await client.get(gone.url("/feed")));
  assert.equal(`${failure.kind} ${"what" in failure ? failure.what : ""}`, "connect refused");
  assert.doesNotMatch(failure.message, /127/);
});

test("our own errors, such as no free file descriptor, are thrown and not blamed on the feed", async () => {
  const exhausted = createLoopbackClient({
    dial: () => new Socket().destroy(Object.assign(new Error("connect EMFILE"), { code: "EMFILE" })),
  });
  await assert.rejects(exhausted.get(origin.url("/feed")), /EMFILE/);
  await exhausted.close();
});

function lastRequest(): LoggedRequest {
  return origin.log.at(-1) ?? assert.fail("no request was made");
}
