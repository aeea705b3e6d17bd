import type pg from "pg";
import type { SecretBox } from "../database/secret-box.ts";
import { relyOnPush } from "../feeds/push-store.ts";
import { announceNews } from "./announce-news.ts";
import { secretFor } from "./callback.ts";
import { findSignature } from "./check-signature.ts";
import {
  denySubscription,
  findSubscription,
  type HubSubscription,
  savePush,
  verifySubscription,
} from "./hub-subscription-store.ts";
import { keepPush } from "./kept-push-store.ts";
import { missedMax, parseLease, planLease } from "./lease-policy.ts";

export type HearHubParts = {
  pool: pg.Pool;
  now: () => Date;
  secrets: SecretBox;
  /** A larger push is not read: as large as a feed may be that we fetch. */
  bodyBytesMax: number;
  report: (feedId: string, event: string) => void;
};

/** The parameters of a hub's GET, as they stand in the address. */
export type HubQuestion = {
  token: string;
  mode: string | undefined;
  topic: string | undefined;
  challenge: string | undefined;
  lease: string | undefined;
  reason: string | undefined;
};

const challengeCharsMax = 2_000;

/**
 * A hub asks whether we want what somebody asked for in our name. Returns what to answer: the challenge, if we do. Null: we
 * do not, and the hub must forget it.
 */
export async function answerHub({ pool, now, report }: HearHubParts, question: HubQuestion): Promise<string | null> {
  const { token, mode, topic, challenge = "", lease: written, reason } = question;
  if (topic === undefined || hasNul(topic) || hasNul(token)) return null;
  if (mode === "denied") {
    const why = reason === undefined || reason === "" ? "The hub refused and named no reason." : reason;
    const feedId = await denySubscription(pool, { token, topic, reason: why });
    if (feedId === null) return null;
    await relyOnPush(pool, feedId, null);
    report(feedId, "a hub refused a subscription");
    return "";
  }
  const seconds = parseLease(written);
  const isComplete = challenge !== "" && challenge.length <= challengeCharsMax && seconds !== null;
  // We never ask to be forgotten: a hub learns from 410 that nobody listens.
  if (mode !== "subscribe" || !isComplete) return null;
  const at = now();
  const lease = { now: at, ...planLease(seconds, at) };
  return (await verifySubscription(pool, { token, topic }, lease)) ? challenge : null;
}

/** Anybody may call us. PostgreSQL has no text with NUL and would make an error of it; nothing of ours is called that. */
function hasNul(text: string): boolean {
  return text.includes("\0");
}

/** Whether somebody listens at this address; asked before the body is read. */
export async function findListening({ pool, now }: HearHubParts, token: string): Promise<HubSubscription | null> {
  const found = hasNul(token) ? null : await findSubscription(pool, token);
  const isActive = found?.state === "active" && found.leaseUntil !== null && found.leaseUntil > now();
  return isActive ? found : null;
}

/** As it came. `link`: its header Link. */
export type Push = {
  body: Uint8Array;
  signature: string | undefined;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  link: string | undefined;
};

/**
 * A hub says that something is new, or sends it along. What can be read of it waits for the stage pushes; in any doubt the feed is
 * fetched from its publisher, so that a forged or repeated push costs one request at most. From its first push on, the hub is relied
 * on, unless it missed too much in this lease.
 */
export async function takePush(parts: HearHubParts, to: HubSubscription, push: Push): Promise<void> {
  const { pool, now, secrets, report } = parts;
  const { feedId, token, leaseUntil, missed } = to;
  const method = findSignature(push.body, push.signature, secretFor(secrets, token));
  if (method === null) return report(feedId, "a push without a right signature was dropped");
  await savePush(pool, token, now());
  if (missed < missedMax) await relyOnPush(pool, feedId, leaseUntil);
  if (mayRead(parts, push, method) && (await keepPush(pool, to, push, now()))) {
    return report(feedId, "a hub sent something new");
  }
  await announceNews(pool, feedId, now());
  report(feedId, "a hub announced something new");
}

// An entry in RSS, Atom or JSON Feed. A feed with its own prefix for these is fetched.
const entryMarks = ["<item", "<entry", '"items"'];

/** Most pushes without entries are known at once: fetched now, they need no place in a table. */
function mayRead({ bodyBytesMax }: HearHubParts, { body, contentEncoding }: Push, method: string): boolean {
  // For a fetch sha1 is enough: the publisher has the last word. What becomes an item asks for more.
  if (method === "sha1" || contentEncoding !== undefined || body.byteLength > bodyBytesMax) return false;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return entryMarks.some((mark) => bytes.includes(mark));
}
