import assert from "node:assert/strict";
import { test } from "node:test";
import type { Credentials, WebhookKind } from "../../src/webhooks/webhook.ts";
import { listWebhooks, queueItem } from "../../src/webhooks/webhook-store.ts";
import { startReceiver } from "./receiver.ts";
import { webhookWorld } from "./webhook-world.ts";

const world = await webhookWorld();
const { addHook, addDeliverer } = world;

test("each service is asked as it documents", async () => {
  const anna = await world.addReader();
  const receiver = await startReceiver();
  receiver.reply(({ path }) => ({ status: 200, body: path === "/oauth/v2/token" ? '{"access_token":"fresh"}' : "{}" }));
  const item = await world.addItem(await world.addFeed([anna], "Gazette"), {
    title: "Mayor slams bridge plan!",
    url: "https://harbour.example/1",
  });
  await world.settle();
  const services: [WebhookKind, Credentials, string, string, object][] = [
    [
      "readeck",
      { token: "t1" },
      "/api/bookmarks",
      "Bearer t1",
      { url: "https://harbour.example/1", title: "Mayor criticizes bridge plan" },
    ],
    ["linkding", { token: "t2" }, "/api/bookmarks/", "Token t2", { url: "https://harbour.example/1", unread: true }],
    ["karakeep", { token: "t3" }, "/api/v1/bookmarks", "Bearer t3", { type: "link", url: "https://harbour.example/1" }],
    [
      "ntfy",
      { topic: "news", token: "t4" },
      "/",
      "Bearer t4",
      { topic: "news", title: "Gazette", click: "https://harbour.example/1" },
    ],
    [
      "wallabag",
      { clientId: "c", clientSecret: "s", username: "u", password: "p" },
      "/api/entries.json",
      "Bearer fresh",
      { url: "https://harbour.example/1" },
    ],
  ];
  for (const [kind, credentials, path, authorization, body] of services) {
    const hook = await addHook(anna, { kind, url: `${receiver.origin}/`, events: ["item.saved"], credentials });
    await anna.as((tx) => queueItem(tx, hook, item, new Date()));
    await addDeliverer().runAll();
    const last = receiver.received.at(-1);
    assert.deepEqual([last?.path, last?.headers["authorization"]], [path, authorization], kind);
    assert.partialDeepStrictEqual(JSON.parse(last?.body ?? "{}"), body);
  }
  const token = receiver.received.find(({ path }) => path === "/oauth/v2/token");
  assert.equal(token?.body, "grant_type=password&client_id=c&client_secret=s&username=u&password=p");
});

test("an item without an address is not sent to a service that keeps pages, which is not failing for that", async () => {
  const anna = await world.addReader();
  const receiver = await startReceiver();
  const item = await world.addItem(await world.addFeed([anna], "Gazette"), { title: "The bridge opens" });
  await world.database.worker.query("update items set url = null where id = $1", [item]);
  const service = { kind: "linkding", url: receiver.origin, credentials: { token: "t" } } as const;
  const hook = await addHook(anna, { ...service, events: ["item.saved"] });
  await anna.as((tx) => queueItem(tx, hook, item, new Date()));
  await addDeliverer().runAll();
  const [listed] = await anna.as(listWebhooks);
  assert.equal(receiver.received.length, 0);
  assert.equal(listed?.failingSince, null);
  assert.partialDeepStrictEqual(listed.deliveries, [{ isDelivered: false, attempts: 1, dueAt: null }]);
});

test("a service that gives no token is asked for one again later", async () => {
  const anna = await world.addReader();
  const receiver = await startReceiver();
  receiver.reply(() => ({ status: 200, body: "{}" }));
  const item = await world.addItem(await world.addFeed([anna], "Gazette"), {
    title: "The bridge opens",
    url: "https://harbour.example/2",
  });
  const credentials = { clientId: "c", clientSecret: "s", username: "u", password: "p" };
  const hook = await addHook(anna, { kind: "wallabag", url: receiver.origin, events: ["item.saved"], credentials });
  await anna.as((tx) => queueItem(tx, hook, item, new Date()));
  await addDeliverer().runAll();
  const [listed] = await anna.as(listWebhooks);
  assert.ok(listed?.failingSince);
  assert.equal(listed.deliveries[0]?.answer, "The service gave no token.");
  assert.ok(listed.deliveries[0].dueAt);
});
