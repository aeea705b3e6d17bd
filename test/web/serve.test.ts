import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { Refusal } from "../../src/refusal.ts";
import { createWebApp } from "../../src/web/app.ts";
import { type ServeParts, startWebServer } from "../../src/web/serve.ts";
import type { WebEnv } from "../../src/web/web-env.ts";
import { strangerHeaders } from "../ground/signed-in.ts";
import { webParts } from "./web-parts.ts";

// Longer than any test may take (package.json): a stop that needs the forced cut fails.
const graceMs = 600_000;
const log = { error: () => {} };

async function start(t: TestContext, app: ServeParts["app"], changes: Partial<ServeParts> = {}) {
  const server = await startWebServer({ app, host: "127.0.0.1", port: 0, log, ...changes });
  t.after(() => server.stop(0));
  return server;
}

/** Sends bytes as they are and reads until the server closes. */
async function raw(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.end(request);
  return text(socket);
}

test("a port in use gives one sentence that says what to do", async (t) => {
  const { url } = await start(t, new Hono<WebEnv>());
  const port = Number(new URL(url).port);
  await assert.rejects(
    start(t, new Hono<WebEnv>(), { port }),
    new Refusal(`Port ${port} is in use: set PORT to another, or stop the program that uses it.`),
  );
});

test("an address of another machine gives one sentence too", async (t) => {
  await assert.rejects(start(t, new Hono<WebEnv>(), { host: "192.0.2.1" }), /^Refusal: 192\.0\.2\.1 is not an address/);
});

test("stopping lets running requests end, ends our streams and accepts no new requests", async (t) => {
  const app = new Hono<WebEnv>();
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  app.get("/slow", async (c) => {
    arrived.resolve();
    await answer.promise;
    return c.text("done");
  });
  app.get("/stream", (c) =>
    streamSSE(c, async (stream) => {
      await stream.writeSSE({ data: "first" });
      if (!c.env.stopping.aborted) await once(c.env.stopping, "abort");
      await stream.writeSSE({ data: "last" });
    }),
  );
  const server = await start(t, app);
  const slow = fetch(`${server.url}/slow`);
  const stream = await fetch(`${server.url}/stream`);
  await arrived.promise;

  const stopped = server.stop(graceMs);
  await assert.rejects(fetch(`${server.url}/slow`));
  assert.equal(await stream.text(), "data: first\n\ndata: last\n\n");
  answer.resolve();
  assert.equal(await (await slow).text(), "done");
  await stopped;
});

test("a request that does not end in time is cut off", async (t) => {
  const app = new Hono<WebEnv>();
  const arrived = Promise.withResolvers<void>();
  app.get("/never", () => {
    arrived.resolve();
    return new Promise<Response>(() => {});
  });
  const server = await start(t, app);
  const never = assert.rejects(fetch(`${server.url}/never`));
  await arrived.promise;
  await server.stop(50);
  await never;
});

test("malformed requests are refused and the server goes on", async (t) => {
  const { parts, lines } = webParts();
  const server = await start(t, createWebApp(parts), { log: parts.log });
  const refused: Record<string, RegExp> = {
    "GET / HTTP/1.1\r\nHost: a b\r\n\r\n": /^HTTP\/1\.1 400 /,
    "GET /\\..\\app.ts HTTP/1.1\r\nHost: a\r\n\r\n": /^HTTP\/1\.1 400 /,
    "GET / HTTP/1.1\r\n\r\n": /^HTTP\/1\.1 400 /,
    "GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\nhost: a\r\n\r\n": /^HTTP\/1\.1 400 /,
    "GET /livez HTTP/1.1\r\nHost: a\r\nHosts: b\r\nX-Ho: host\r\nConnection: close\r\n\r\n": /^HTTP\/1\.1 200 /,
    "NONSENSE\r\n\r\n": /^HTTP\/1\.1 400 /,
    [`GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`]: /^HTTP\/1\.1 431 /,
    "GET /static/a/../../../package.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n": /^HTTP\/1\.1 404 /,
    "GET /static/%2e%2e/%2e%2e/package.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n": /^HTTP\/1\.1 404 /,
    "TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n": /^HTTP\/1\.1 405 /,
  };
  for (const [request, answer] of Object.entries(refused)) assert.match(await raw(server.url, request), answer);
  assert.equal((await fetch(`${server.url}/livez`)).status, 200);
  assert.ok(lines.every(({ status }) => status !== 500));
});

test("an upload that is too large or breaks off is not a server error", async (t) => {
  const { parts, lines } = webParts();
  const logged = Promise.withResolvers<void>();
  const info = (facts: object, event: string) => {
    parts.log.info(facts, event);
    if ("status" in facts && facts.status === 400) logged.resolve();
  };
  const app = createWebApp({ ...parts, log: { ...parts.log, info } });
  const reading = Promise.withResolvers<void>();
  app.post("/echo", async (c) => {
    reading.resolve();
    return c.text(await c.req.text());
  });
  const server = await start(t, app);
  const headers = strangerHeaders(parts);

  const tooLarge = await fetch(`${server.url}/echo`, { method: "POST", headers, body: "x".repeat(1_000_001) });
  assert.equal(tooLarge.status, 413);

  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /echo HTTP/1.1\r\nHost: a\r\n${head.join("")}Content-Length: 1000\r\n\r\nonly this`);
  await reading.promise;
  socket.destroy();
  await logged.promise;
  assert.deepEqual(
    lines.map(({ status }) => status),
    [413, 400],
  );
});

test("metrics can be read over loopback, and the log says at which address", async (t) => {
  const server = await start(t, createWebApp(webParts().parts), { host: "0.0.0.0" });
  assert.match(server.url, /^http:\/\/localhost:\d+$/);
  assert.equal((await fetch(`${server.url.replace("localhost", "127.0.0.1")}/metrics`)).status, 200);
});

test("a page whose host name points to this machine (DNS rebinding) may not read the metrics", async (t) => {
  const server = await start(t, createWebApp(webParts().parts));
  const { host, port } = new URL(server.url);
  const ask = (name: string) => raw(server.url, `GET /metrics HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
  for (const own of [host, `localhost:${port}`, "localhost", `[::1]:${port}`]) {
    assert.match(await ask(own), /^HTTP\/1\.1 200 /, own);
  }
  for (const foreign of ["evil.example", `127.0.0.1.evil.example:${port}`, "localhost.evil.example", "192.0.2.1"]) {
    assert.match(await ask(foreign), /^HTTP\/1\.1 403 /, foreign);
  }
});
