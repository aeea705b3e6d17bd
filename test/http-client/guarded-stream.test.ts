import assert from "node:assert/strict";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { after, test } from "node:test";
import { text } from "node:stream/consumers";
import { createGuardedStreams, type GuardedStreamOptions } from "../../src/http-client/guarded-stream.ts";
import { parseAllowedNetworks } from "../../src/http-client/address-policy.ts";
import { fileOrigin } from "../media/media-world.ts";
import { causeOf } from "./loopback-client.ts";

const origin = await fileOrigin();
const enough = "x".repeat(100);

function open(path: string, changes: Partial<GuardedStreamOptions> = {}, signal = new AbortController().signal) {
  const streams = createGuardedStreams({
    allowNetworks: parseAllowedNetworks("127.0.0.0/8"),
    redirectsMax: 3,
    startTimeoutMs: 60_000,
    silenceMsMax: 60_000,
    totalMsMax: 60_000,
    bytesMax: 1_000_000,
    connectionsPerHostMax: 4,
    resolve: async () => ["127.0.0.1"],
    ...changes,
  });
  after(streams.close);
  const url = path.startsWith("/") ? origin.url(path) : path;
  return streams.open({ url, userAgent: "Plainwire/test", accept: "*/*", headers: {}, signal });
}

async function opened(path: string, changes: Partial<GuardedStreamOptions> = {}) {
  const answer = await open(path, changes);
  if (answer.kind === "failed") assert.fail(JSON.stringify(answer));
  return answer;
}

const silent = (_: unknown, response: ServerResponse) => void response.writeHead(200).write(enough);

test("a stream begins with its first bytes, and they are in its body too", async () => {
  origin.serve("/whole", (_, response) => response.end(enough));
  const { start, body, status } = await opened("/whole");
  assert.equal(status, 200);
  assert.equal(start.toString(), enough);
  assert.equal(await text(body), enough);
});

test("a server that sends too little to begin with is given up", async () => {
  origin.serve("/few", (_, response) => void response.writeHead(200).write("few"));
  origin.serve("/none", () => undefined);
  for (const path of ["/few", "/none"]) {
    assert.equal(causeOf(await open(path, { startTimeoutMs: 100 })), "timeout total", path);
  }
});

test("a server that falls silent is given up, and so is one that never ends", async () => {
  origin.serve("/silent", silent);
  await assert.rejects(text((await opened("/silent", { silenceMsMax: 100 })).body), /after 100 ms/);

  origin.serve("/endless", (_, response) => {
    const drip = setInterval(() => response.write(enough), 5);
    response.once("close", () => clearInterval(drip));
  });
  await assert.rejects(text((await opened("/endless", { totalMsMax: 200 })).body), /after 200 ms/);
});

test("more bytes than allowed end the stream, and so does a lost connection", async () => {
  origin.serve("/large", (_, response) => response.end("x".repeat(5_000)));
  // Before or after its start, as the bytes happen to arrive.
  const large = await open("/large", { bytesMax: 1_000 });
  if (large.kind === "response") await assert.rejects(text(large.body), /more than 1000 bytes/);
  else assert.equal(causeOf(large), "too-large wire");

  origin.serve("/lost", (_, response) => {
    response.writeHead(200, { "content-length": 5_000 }).write(enough);
    setImmediate(() => response.destroy());
  });
  const lost = await open("/lost");
  if (lost.kind === "response") await assert.rejects(text(lost.body));
  else assert.equal(causeOf(lost), "connect lost");
});

test("a signal ends a stream before and after its start", async () => {
  origin.serve("/never", () => undefined);
  const early = new AbortController();
  const waiting = open("/never", {}, early.signal);
  early.abort();
  assert.equal(causeOf(await waiting), "aborted");

  const closed = Promise.withResolvers<void>();
  origin.serve("/open", (request, response) => {
    response.once("close", () => closed.resolve());
    silent(request, response);
  });
  const late = new AbortController();
  const answer = await open("/open", {}, late.signal);
  late.abort();
  await closed.promise;
  assert.ok(answer.kind === "response" && answer.body.destroyed);
});

test("every hop of a redirect is checked, and there are not endless ones", async () => {
  const to = (path: string, location: string) =>
    origin.serve(path, (_, response) => response.writeHead(302, { location }).end());
  to("/private", "http://10.0.0.1/");
  to("/file", "file:///etc/passwd");
  to("/loop", "/loop");
  for (let n = 0; n < 5; n += 1) to(`/long-${n}`, `/long-${n + 1}`);
  assert.equal(causeOf(await open("/private")), "blocked address");
  assert.equal(causeOf(await open("/file")), "blocked scheme");
  assert.equal(causeOf(await open("/loop")), "redirect loop");
  assert.equal(causeOf(await open("/long-0")), "redirect too-many");
  assert.equal(causeOf(await open("http://inside.test/", { resolve: async () => ["192.168.0.1"] })), "blocked address");
});

test("a body that nobody wants closes its connection", async () => {
  const closed = Promise.withResolvers<void>();
  origin.serve("/unwanted", (request, response) => {
    response.once("close", () => closed.resolve());
    silent(request, response);
  });
  const { body } = await opened("/unwanted");
  body.destroy();
  await once(body, "close");
  await closed.promise;
});
