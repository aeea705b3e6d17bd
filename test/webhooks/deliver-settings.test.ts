import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { deliverPartsOf } from "../../src/assemble.ts";
import { createSecretBox } from "../../src/database/secret-box.ts";
import { createDelivering } from "../../src/webhooks/deliver.ts";
import { addWebhook, queueTest } from "../../src/webhooks/webhook-store.ts";
import { testParts } from "../ground/test-parts.ts";
import { readingWorld } from "../reading/reading-world.ts";
import { startReceiver } from "./receiver.ts";

test("WEBHOOK_ALLOW_NETWORKS names the private networks that webhooks may send to", async () => {
  const world = await readingWorld();
  const receiver = await startReceiver();
  const anna = await world.addReader();
  const secrets = createSecretBox("k".repeat(32));
  const hook = {
    id: randomUUID(),
    name: "My hook",
    kind: "webhook",
    url: receiver.url,
    secret: secrets.seal("{}"),
    events: ["item.saved"],
    folderId: null,
    words: "",
    tsquery: null,
  } as const;
  await anna.as((tx) => addWebhook(tx, hook, new Date()));
  // Feeds may reach loopback here, and that says nothing about webhooks.
  for (const [networks, received] of [
    ["", 0],
    ["10.0.0.0/8", 0],
    ["10.0.0.0/8,127.0.0.0/8", 1],
  ] as const) {
    const parts = testParts(world.database, { WEBHOOK_ALLOW_NETWORKS: networks }, { secrets });
    await anna.as((tx) => queueTest(tx, hook.id, new Date()));
    const delivering = createDelivering(deliverPartsOf(parts));
    await delivering.look(new AbortController().signal, () => undefined);
    await delivering.drain();
    assert.equal(receiver.received.length, received, networks);
    await world.database.worker.query("delete from deliveries");
  }
});
