import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after } from "node:test";
import type { Mail } from "../../src/accounts/mailer.ts";
import { createSecretBox } from "../../src/database/secret-box.ts";
import { parseAllowedNetworks } from "../../src/http-client/address-policy.ts";
import { createGuardedSender } from "../../src/http-client/guarded-sender.ts";
import { parseSearch } from "../../src/items/search-words.ts";
import { createDelivering, type DeliverParts } from "../../src/webhooks/deliver.ts";
import type { Credentials, WebhookEvent, WebhookKind } from "../../src/webhooks/webhook.ts";
import { addWebhook } from "../../src/webhooks/webhook-store.ts";
import { readingWorld, type Reader } from "../reading/reading-world.ts";

const secrets = createSecretBox("a key for tests that has enough characters");
export const secret = `whsec_${Buffer.from("a secret of thirty-two characters").toString("base64")}`;

type Wanted = {
  kind?: WebhookKind;
  url: string;
  events: WebhookEvent[];
  credentials?: Credentials;
  folderId?: string;
  words?: string;
};

/** Readers with webhooks, and workers that deliver. */
export async function webhookWorld() {
  const world = await readingWorld();
  const { worker } = world.database;
  const sender = createGuardedSender({
    allowNetworks: parseAllowedNetworks("127.0.0.0/8"),
    timeoutMs: 5_000,
    answerBytesMax: 10_000,
  });
  after(() => sender.close());

  const addHook = async (reader: Reader, wanted: Wanted) => {
    const { kind = "webhook", url, events, credentials = { secret }, folderId = null, words = "" } = wanted;
    const id = randomUUID();
    const query = words === "" ? null : parseSearch(words);
    const tsquery = query?.kind === "empty" ? null : (query?.tsquery ?? null);
    const sealed = secrets.seal(JSON.stringify(credentials));
    const hook = { id, name: "My hook", kind, url, secret: sealed, events, folderId, words, tsquery };
    assert.equal(await reader.as((tx) => addWebhook(tx, hook, new Date())), true);
    return id;
  };

  /** A worker with a clock that a test can move. */
  const addDeliverer = (changes: Partial<DeliverParts> = {}) => {
    let shiftMs = 0;
    const mails: Mail[] = [];
    const parts: DeliverParts = {
      pool: worker,
      now: () => new Date(Date.now() + shiftMs),
      post: sender.post,
      secrets,
      userAgent: "Plainwire/test",
      publicOrigin: "https://news.example",
      sendMail: async (mail) => void mails.push(mail),
      report: () => {},
      ...changes,
    };
    const deliver = createDelivering(parts);
    const run = async (signal = new AbortController().signal) => {
      const started = await deliver.look(signal, () => undefined);
      await deliver.drain();
      return started;
    };
    return {
      mails,
      wait: (ms: number) => (shiftMs += ms),
      /** One look that does not wait for answers, as the stage does it. */
      look: (ended: () => void) => deliver.look(new AbortController().signal, ended),
      drain: deliver.drain,
      run,
      runAll: async () => {
        while ((await run()) > 0);
      },
    };
  };
  return { ...world, addHook, addDeliverer };
}
