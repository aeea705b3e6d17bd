import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { eventually } from "../ground/eventually.ts";
import { startHostileOrigin, type HostileOrigin } from "../ground/hostile-origin.ts";
import { causeOf, createLoopbackClient, type LoopbackClient } from "./loopback-client.ts";

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

suite("stopping", () => {
  test("by the caller's signal takes effect at once and is no failure of the feed", async () => {
    const stop = new AbortController();
    const result = client.get(origin.url("/silence"), { signal: stop.signal });
    setImmediate(() => stop.abort());
    assert.equal(causeOf(await result), "aborted");
  });

  test("before the start sends nothing", async () => {
    const from = origin.log.length;
    assert.equal(causeOf(await client.get(origin.url("/feed"), { signal: AbortSignal.abort() })), "aborted");
    assert.equal(origin.log.length, from);
  });

  test("a request that is still queued behind others settles it, and it is never sent", async () => {
    const sent = () => origin.log.filter(({ host }) => host === "queue.test").map(({ target }) => target);
    const stopBusy = new AbortController();
    const stopQueued = new AbortController();
    // A host has one connection, and that takes one request at a time.
    const busy = client.get(origin.url("/silence", "queue.test"), { signal: stopBusy.signal });
    await eventually(() => assert.equal(sent().length, 1));
    const queued = client.get(origin.url("/feed", "queue.test"), { signal: stopQueued.signal });
    setImmediate(() => stopQueued.abort());
    assert.equal(causeOf(await queued), "aborted");
    stopBusy.abort();
    assert.equal(causeOf(await busy), "aborted");
    // Whatever was queued before this one would have been sent before it.
    await client.get(origin.url("/feed?last", "queue.test"));
    assert.deepEqual(sent(), ["/silence", "/feed?last"]);
  });

  test("on a connection that is ready, a last look sends nothing", async () => {
    const sent = () => origin.log.filter(({ host }) => host === "ready.test").length;
    await client.get(origin.url("/feed", "ready.test"));
    const hosts = ["ready.test", "new.test"];
    const results = hosts.map((host) => {
      const stop = new AbortController();
      return client.get(origin.url("/feed", host), { signal: stop.signal, beforeSend: () => stop.abort() });
    });
    assert.deepEqual((await Promise.all(results)).map(causeOf), ["aborted", "aborted"]);
    await client.get(origin.url("/feed", "last.test"));
    assert.equal(sent(), 1);
    assert.ok(!origin.log.some(({ host }) => host === "new.test"));
  });

  test("a name server that never answers does not hold a request beyond its deadline", async () => {
    const impatient = createLoopbackClient({ requestTimeoutMs: 100, resolve: () => new Promise(() => {}) });
    assert.equal(causeOf(await impatient.get("http://feeds.test/")), "timeout total");
    await impatient.close();
  });

  test("a client ends what is under way, and leaves no connection behind", async () => {
    const alone = await startHostileOrigin();
    const closing = createLoopbackClient();
    const results = [
      closing.get(alone.url("/silence", "a.test")),
      closing.get(alone.url("/dripping", "b.test")),
      closing.get(alone.url("/feed", "c.test")).then(() => closing.get(alone.url("/silence", "c.test"))),
    ];
    await eventually(() => assert.equal(alone.log.length, 4));
    await closing.close();
    assert.deepEqual((await Promise.all(results)).map(causeOf), ["aborted", "aborted", "aborted"]);
    await eventually(async () => assert.equal(await alone.connections(), 0));
    assert.equal(causeOf(await closing.get(alone.url("/feed"))), "aborted");
    await alone.close();
  });
});
