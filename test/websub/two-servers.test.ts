import assert from "node:assert/strict";
import { after, test } from "node:test";
import { publishFeed } from "../../src/publishing/publish-feed.ts";
import { createGuardedSender } from "../../src/http-client/guarded-sender.ts";
import { askHubs } from "../../src/websub/ask-hubs.ts";
import { serveListeners } from "../../src/websub/own-hub/serve-listeners.ts";
import { dayMs, minuteMs, websubWorld } from "./websub-world.ts";

test("two Plainwires: one is hub for its clean feed, the other listens, and gets its items without polling", async () => {
  const [publisher, reader] = [
    await websubWorld({}, "https://one.example"),
    await websubWorld({}, "https://two.example"),
  ];
  // Their public names lead nowhere in a test: what is sent to them goes to their ports.
  const reached = (url: string) =>
    url.replace("https://one.example", publisher.reachedAt).replace("https://two.example", reader.reachedAt);
  const { client, secrets, config } = publisher.parts;
  const sender = createGuardedSender({
    allowNetworks: config.fetchAllowNetworks,
    timeoutMs: 5_000,
    answerBytesMax: 100_000,
  });
  after(() => sender.close());
  const post: typeof sender.post = (request) => sender.post({ ...request, url: reached(request.url) });
  const { signal } = new AbortController();
  const partsOf = ({ worker, clock, parts }: typeof publisher) => ({
    pool: worker,
    now: clock.now,
    secrets,
    userAgent: "Plainwire/test",
    publicOrigin: parts.publicOrigin,
    post,
    report: () => undefined,
  });
  const hubUrl = "https://one.example/hub";
  const serve = () =>
    serveListeners(
      {
        ...partsOf(publisher),
        get: (request) => client.get({ ...request, url: reached(request.url) }),
        publish: (feedId) => publishFeed({ ...partsOf(publisher), hubUrl }, feedId),
        buildPersonal: async () => null,
      },
      signal,
    );

  const source = await publisher.addFeedWith(null);
  await publisher.worker.query("update feeds set published = true where id = $1", [source.id]);
  await publisher.fetchDue();
  const feedId = await reader.follow(`${publisher.reachedAt}/rss?url=${encodeURIComponent(source.url)}`);
  await reader.fetchDue();
  assert.equal((await reader.subscriptionOf(feedId))?.hub, hubUrl);
  assert.equal(await askHubs(partsOf(reader), signal), 1);
  assert.equal(await serve(), 1);
  assert.equal((await reader.subscriptionOf(feedId))?.state, "active");

  source.publish(["One", "Two"]);
  publisher.clock.advance(dayMs);
  await publisher.fetchDue();
  reader.clock.advance(10 * minuteMs);
  assert.deepEqual(await reader.fetchDue(), []);
  assert.equal(await serve(), 1);
  assert.equal(await reader.readPushes(), 1);
  assert.deepEqual(await reader.fetchDue(), []);
  assert.equal((await reader.feedOf(feedId)).items, 2);
  // Relied on from now on: after its next fetch, once a day.
  reader.clock.advance(dayMs);
  assert.deepEqual(await reader.fetchDue(), [feedId]);
  const { items, winner } = await reader.feedOf(feedId);
  assert.deepEqual([items, winner], [2, "push"]);
});
