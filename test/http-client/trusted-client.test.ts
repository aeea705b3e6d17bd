import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, suite, test } from "node:test";
import { createTrustedClient, requestJson, type TrustedClient } from "../../src/http-client/trusted-client.ts";
import { reply } from "../ground/hostile-origin-writing.ts";
import { startHostileOrigin, type HostileOrigin } from "../ground/hostile-origin.ts";
import { causeOf } from "./loopback-client.ts";

const limits = { timeoutMs: 5_000, bodyBytesMax: 100_000 };
let origin: HostileOrigin;
let client: TrustedClient;

before(async () => {
  origin = await startHostileOrigin({
    "/json": (socket) => reply(socket, { body: '{"answer":42}' }),
    "/gateway-error": (socket) => reply(socket, { status: 502, headers: { "Retry-After": "7" }, body: "<html>bad" }),
  });
  client = createTrustedClient();
});

after(async () => {
  await client.close();
  await origin.close();
});

test("loopback is reached, with the headers given and no others of ours", async () => {
  const result = await client.request({
    url: origin.url("/json"),
    method: "GET",
    headers: { "x-key": "k" },
    ...limits,
  });
  assert.ok(result.kind === "response");
  assert.equal(result.status, 200);
  assert.equal(result.body.toString(), '{"answer":42}');
  assert.deepEqual(
    origin.log.at(-1)?.headers.map(([name]) => name),
    ["host", "connection", "x-key"],
  );
});

test("a redirect is an answer like any other", async () => {
  const from = origin.log.length;
  const result = await client.request({ url: origin.url("/redirect?to=/json"), method: "GET", ...limits });
  assert.ok(result.kind === "response");
  assert.equal(result.status, 302);
  assert.equal(origin.log.length, from + 1);
});

suite("a bad endpoint is a value", () => {
  const cases = {
    "/endless": "too-large wire",
    "/claims-10-gb": "too-large wire",
    "/bomb-gzip": "too-large decoded",
    "/reset-mid-body": "connect lost",
    "/not-http": "protocol",
  };
  for (const [path, cause] of Object.entries(cases)) {
    test(`${path} is ${cause}`, async () => {
      assert.equal(causeOf(await client.request({ url: origin.url(path), method: "GET", ...limits })), cause);
    });
  }

  for (const path of ["/silence", "/stalls", "/dripping"]) {
    test(`${path} meets the deadline`, async () => {
      const result = await client.request({ url: origin.url(path), method: "GET", ...limits, timeoutMs: 200 });
      assert.equal(causeOf(result), "timeout total");
    });
  }

  test("a closed port is a refused connection", async () => {
    const gone = await startHostileOrigin();
    await gone.close();
    const result = await client.request({ url: gone.url("/json"), method: "GET", ...limits });
    assert.equal(causeOf(result), "connect refused");
  });

  test("a request above the limit is not sent", async () => {
    const from = origin.log.length;
    const body = "x".repeat(limits.bodyBytesMax + 1);
    const result = await client.request({ url: origin.url("/json"), method: "POST", body, ...limits });
    assert.equal(causeOf(result), "too-large request");
    assert.equal(origin.log.length, from);
  });

  test("a header that HTTP does not allow is not sent", async () => {
    const from = origin.log.length;
    for (const authorization of ["Bearer łódź", "Bearer a\r\nx-more: b", "Bearer \0"]) {
      const result = await client.request({
        url: origin.url("/json"),
        method: "GET",
        headers: { authorization },
        ...limits,
      });
      assert.equal(causeOf(result), "blocked header");
    }
    assert.equal(origin.log.length, from);
  });

  test("the caller's signal ends it", async () => {
    const stop = new AbortController();
    const result = client.request({ url: origin.url("/silence"), method: "GET", signal: stop.signal, ...limits });
    setImmediate(() => stop.abort());
    assert.equal(causeOf(await result), "aborted");
  });
});

suite("requestJson", () => {
  test("sends and reads JSON", async () => {
    const server = createServer((request, response) => {
      let received = "";
      request.setEncoding("utf8");
      request.on("data", (text: string) => (received += text));
      request.on("end", () =>
        response.end(JSON.stringify({ received, type: request.headers["content-type"], method: request.method })),
      );
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const result = await requestJson(client, { url, method: "POST", json: { größe: 1 }, ...limits });
    assert.ok(result.kind === "response");
    assert.deepEqual(result.json, { received: '{"größe":1}', type: "application/json", method: "POST" });
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });

  test("keeps status, headers and text of an answer that is not JSON", async () => {
    const result = await requestJson(client, { url: origin.url("/gateway-error"), method: "GET", ...limits });
    assert.ok(result.kind === "response");
    assert.equal(result.status, 502);
    assert.equal(result.json, undefined);
    assert.equal(result.text, "<html>bad");
    assert.equal(result.headers["retry-after"], "7");
  });

  test("hands on a failure", async () => {
    assert.equal(
      causeOf(await requestJson(client, { url: origin.url("/not-http"), method: "GET", ...limits })),
      "protocol",
    );
  });
});
