import assert from "node:assert/strict";
import { test } from "node:test";
import { Hono } from "hono";
import { Registry } from "prom-client";
import { createWebApp } from "../../src/web/app.ts";
import { limitRequests } from "../../src/web/request-rules.ts";
import { strangerHeaders } from "../ground/signed-in.ts";
import { webParts } from "./web-parts.ts";

const megabyte = 1_000_000;
const { parts } = webParts();
const headers = strangerHeaders(parts);

function echoApp() {
  const app = createWebApp({ ...parts, metrics: new Registry() });
  app.post("/echo", async (c) => c.text(String((await c.req.text()).length)));
  return app;
}

test("a body up to a megabyte is taken, a larger one is refused with 413", async () => {
  const app = echoApp();
  const send = (length: number) => app.request("/echo", { method: "POST", headers, body: "x".repeat(length) });
  assert.equal(await (await send(megabyte)).text(), "1000000");
  const refused = await send(megabyte + 1);
  assert.equal(refused.status, 413);
  assert.match(await refused.text(), /larger than 1000000 bytes/);
});

test("a stream without a length is cut off at the same limit", async () => {
  let sentBytes = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sentBytes += 65_536;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const request = new Request("http://localhost/echo", { method: "POST", headers, body: endless, duplex: "half" });
  assert.equal((await echoApp().request(request)).status, 413);
  assert.ok(sentBytes < 2 * megabyte);
});

test("a route may have limits of its own", async () => {
  const app = new Hono();
  app.use(limitRequests({ "/import/:kind": { bodyBytesMax: 10 }, "/slow": { answerMs: 20 } }));
  app.post("/import/:kind", (c) => c.text("taken"));
  app.get("/slow", () => new Promise<Response>(() => {}));
  const send = (body: string) => app.request("/import/opml", { method: "POST", body });
  assert.equal((await send("0123456789")).status, 200);
  assert.equal((await send("0123456789+")).status, 413);
  const slow = await app.request("/slow");
  assert.equal(slow.status, 503);
  assert.equal(await slow.text(), "The answer took longer than 0.02 s.");
});
