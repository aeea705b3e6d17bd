import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { createWebApp } from "../../src/web/app.ts";
import { startWebServer } from "../../src/web/serve.ts";
import { connectionFrom } from "../ground/signed-in.ts";
import { webParts } from "./web-parts.ts";

const { parts } = webParts({ publicOrigin: "https://news.example.org" });
const app = createWebApp(parts);
const long = "A sentence that comes again. ".repeat(200);
app.get("/long", (c) => {
  c.header("Set-Cookie", "one=1", { append: true });
  c.header("Set-Cookie", "two=2", { append: true });
  c.header("Vary", "HX-Request", { append: true });
  return c.html(long, 418);
});
app.get("/large", (c) => c.html(long.repeat(20)));
app.get("/short", (c) => c.html("A short page."));
app.get("/none", (c) => c.body(null, 204));
app.get("/tagged", (c) => c.html(long, 200, { ETag: '"abc"' }));
app.get("/packed", (c) => c.body(long, 200, { "Content-Type": "text/html", "Content-Encoding": "zstd" }));
app.get("/events", (c) => c.body(long, 200, { "Content-Type": "text/event-stream" }));
app.get("/export", (c) => c.body(long, 200, { "Content-Type": "application/json" }));
app.get("/picture", (c) => c.body(long, 200, { "Content-Type": "image/png" }));

const ask = (path: string, encoding: string | null, headers: Record<string, string> = {}, target = app) =>
  target.request(
    path,
    { headers: { ...(encoding !== null && { "Accept-Encoding": encoding }), ...headers } },
    connectionFrom("127.0.0.1"),
  );

test("a page is sent as brotli or gzip, as the browser accepts, and otherwise as it is", async () => {
  for (const [encoding, coding, unpack] of [
    ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
    ["gzip, deflate", "gzip", gunzipSync],
    ["br;q=0, gzip", "gzip", gunzipSync],
    ["identity", null, Buffer.from],
    [null, null, Buffer.from],
  ] as const) {
    for (const [path, text] of [
      ["/long", long],
      ["/large", long.repeat(20)],
    ] as const) {
      const answer = await ask(path, encoding);
      const bytes = await answer.arrayBuffer();
      assert.equal(answer.headers.get("Content-Encoding"), coding, `${encoding}`);
      assert.ok(answer.headers.get("Vary")?.includes("Accept-Encoding"));
      assert.equal(unpack(bytes).toString(), text);
      if (coding !== null) assert.equal(answer.headers.get("Content-Length"), String(bytes.byteLength));
    }
  }
});

test("compressing keeps the status, the cookies, the policy and other Vary headers", async () => {
  const answer = await ask("/long", "br");
  assert.equal(answer.status, 418);
  assert.deepEqual(answer.headers.getSetCookie(), ["one=1", "two=2"]);
  assert.equal(answer.headers.get("Vary"), "HX-Request, Accept-Encoding");
  assert.match(answer.headers.get("Content-Security-Policy") ?? "", /default-src 'none'/);
  assert.match(answer.headers.get("Content-Type") ?? "", /^text\/html/);
});

test("error pages are compressed too", async () => {
  const answer = await ask("/no-such-page", "br", { Accept: "text/html" });
  assert.equal(answer.status, 404);
  assert.equal(answer.headers.get("Content-Encoding"), "br");
});

test("short answers, streams of events, exports, pictures and what has an encoding or ETag of its own stay as they are", async () => {
  for (const path of ["/short", "/none", "/tagged", "/events", "/export", "/picture"]) {
    const answer = await ask(path, "br, gzip");
    assert.equal(answer.headers.get("Content-Encoding"), null, path);
  }
  assert.equal(await (await ask("/short", "br")).text(), "A short page.");
  assert.equal((await ask("/tagged", "br")).headers.get("ETag"), '"abc"');
  assert.equal((await ask("/packed", "br")).headers.get("Content-Encoding"), "zstd");
});

test("a page that another site may have asked for is not compressed, so its length reveals nothing", async () => {
  const codingOf = async (headers: Record<string, string>, target = app) =>
    (await ask("/long", "br", headers, target)).headers.get("Content-Encoding");
  const Cookie = "__Host-theme=dark";
  assert.equal(await codingOf({ Cookie, "Sec-Fetch-Site": "same-origin" }), "br");
  assert.equal(await codingOf({ Cookie, "Sec-Fetch-Site": "none" }), "br");
  assert.equal(await codingOf({ Cookie, "Sec-Fetch-Site": "cross-site" }), null);
  assert.equal(await codingOf({ Cookie, "Sec-Fetch-Site": "same-site" }), null);
  assert.equal(await codingOf({ Cookie }), null, "an old browser over https");
  assert.equal(await codingOf({}), "br", "nobody's page");
  const overHttp = createWebApp(webParts({ publicOrigin: "http://news.lan:8080" }).parts);
  overHttp.get("/long", (c) => c.html(long));
  assert.equal(await codingOf({ Cookie }, overHttp), "br", "over http, where anyone can read along");
});

test("HEAD answers with the headers of GET and no body", async () => {
  const get = await ask("/long", "br");
  const head = await app.request("/long", { method: "HEAD", headers: { "Accept-Encoding": "br" } });
  assert.equal((await head.arrayBuffer()).byteLength, 0);
  for (const name of ["Content-Encoding", "Content-Length", "Vary", "Content-Type"]) {
    assert.equal(head.headers.get(name), get.headers.get(name), name);
  }
});

test("a real server sends a compressed page that a client can read, and answers HEAD", async () => {
  const server = await startWebServer({ app, host: "127.0.0.1", port: 0, log: { error: () => undefined } });
  try {
    const answer = await fetch(`${server.url}/large`, { headers: { "Accept-Encoding": "br" } });
    assert.equal(answer.headers.get("Content-Encoding"), "br");
    assert.equal(await answer.text(), long.repeat(20));
    const head = await fetch(`${server.url}/large`, { method: "HEAD", headers: { "Accept-Encoding": "br" } });
    assert.deepEqual([head.status, head.headers.get("Content-Length")], [200, answer.headers.get("Content-Length")]);
  } finally {
    await server.stop(1_000);
  }
});
