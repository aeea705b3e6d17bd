import assert from "node:assert/strict";
import { test } from "node:test";
import { createWebApp } from "../../src/web/app.ts";
import { webParts } from "./web-parts.ts";

async function statusFor(peer: string, headers: Record<string, string> = {}, metricsToken: string | null = null) {
  const app = createWebApp(webParts({ metricsToken }).parts);
  const env = { incoming: { socket: { remoteAddress: peer } } };
  return (await app.request("/metrics", { headers }, env)).status;
}

test("this machine may read the metrics", async () => {
  for (const peer of ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"]) assert.equal(await statusFor(peer), 200);
});

test("other machines may not, whatever headers they send", async () => {
  for (const peer of ["192.0.2.1", "::2", "::ffff:10.0.0.1", ""]) {
    assert.equal(await statusFor(peer), 403);
    assert.equal(await statusFor(peer, { "X-Forwarded-For": "127.0.0.1", Authorization: "Bearer " }), 403);
  }
});

test("a request that a proxy on this machine forwarded is not from this machine", async () => {
  for (const name of ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"]) {
    assert.equal(await statusFor("127.0.0.1", { [name]: "127.0.0.1" }), 403);
  }
});

test("with the token, any machine may read; a wrong or missing token does not help", async () => {
  assert.equal(await statusFor("192.0.2.1", { Authorization: "Bearer right" }, "right"), 200);
  for (const Authorization of ["Bearer wrong", "Bearer righ", "right", "Basic right"]) {
    assert.equal(await statusFor("192.0.2.1", { Authorization }, "right"), 403);
  }
  assert.equal(await statusFor("192.0.2.1", { Authorization: "Bearer null" }, null), 403);
});

test("the metrics are Prometheus text", async () => {
  const app = createWebApp(webParts().parts);
  const answer = await app.request("/metrics", {}, { incoming: { socket: { remoteAddress: "::1" } } });
  assert.match(answer.headers.get("Content-Type") ?? "", /^text\/plain; version=/);
  assert.match(await answer.text(), /# TYPE http_request_duration_seconds histogram/);
});
