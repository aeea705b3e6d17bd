import assert from "node:assert/strict";
import { test } from "node:test";
import { createMetrics } from "../../src/telemetry/metrics.ts";
import { isReachable } from "../../src/websub/is-reachable.ts";
import { eventually } from "../ground/eventually.ts";
import { runStages } from "../ground/worker.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { websubWorld } from "./websub-world.ts";

test("WEBSUB=false asks no hub and answers none", async () => {
  const world = await websubWorld({ WEBSUB: "false" });
  const hub = await world.startHub();
  const feed = await world.addFeedWith(hub.url);
  await world.fetchDue();
  assert.equal((await world.feedOf(feed.id)).items, 1);
  assert.equal(await world.subscriptionOf(feed.id), null);
  assert.equal(await world.ask(), 0);
  const address = `${world.reachedAt}/websub/${"x".repeat(43)}`;
  assert.equal((await fetch(`${address}?hub.mode=subscribe&hub.topic=a&hub.challenge=b`)).status, 404);
  assert.equal((await fetch(address, { method: "POST", body: "x" })).status, 410);
});

test("a worker asks the hub and verifies who listens, by its stage", async () => {
  const world = await websubWorld();
  const hub = await world.startHub();
  const feed = await world.addFeedWith(hub.url);
  await world.worker.query("update feeds set published = true where id = $1", [feed.id]);
  await world.fetchDue();
  const listener = await startReceiver();
  const topic = `https://news.example/rss?url=${encodeURIComponent(feed.url)}`;
  const fields = { "hub.mode": "subscribe", "hub.topic": topic, "hub.callback": listener.url };
  const answer = await fetch(`${world.reachedAt}/hub`, { method: "POST", body: new URLSearchParams(fields) });
  assert.equal(answer.status, 202);
  const stage = await runStages({ ...world.parts, metrics: createMetrics() }, ["hubs"]);
  await eventually(() => assert.deepEqual([hub.asked().length, listener.received.length], [1, 1]));
  await stage.stop(AbortSignal.timeout(5_000));
});

test("hubs can call https addresses of public hosts, and nothing else", () => {
  const open = [
    "https://news.example.org",
    "https://news.example.org:8443",
    "https://93.184.215.14",
    "https://[2606:2800::1]",
  ];
  const closed = [
    "http://news.example.org",
    "https://localhost",
    "https://news",
    "https://news.local",
    "https://news.home.arpa",
    "https://a.localhost.",
    "https://192.168.1.5",
    "https://127.0.0.1:8080",
    "https://[::1]",
    "https://[fd00::1]",
  ];
  assert.deepEqual(
    open.filter((origin) => !isReachable(origin)),
    [],
  );
  assert.deepEqual(closed.filter(isReachable), []);
});
