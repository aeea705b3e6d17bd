import { createHmac, randomBytes } from "node:crypto";
import type pg from "pg";
import type { SecretBox } from "../../database/secret-box.ts";
import type { GuardedClient } from "../../http-client/guarded-client.ts";
import type { GuardedSender } from "../../http-client/guarded-sender.ts";
import { hourMs, later, minuteMs } from "../../time.ts";
import { hubLinks } from "./hub-links.ts";
import {
  claimListeners,
  claimRequests,
  confirmRequest,
  dropExpired,
  type DueListener,
  dropListener,
  dropRequest,
  listChangedFeeds,
  readPublished,
  saveSent,
  type WaitingRequest,
} from "./listener-store.ts";
import { claimPersonalListeners, type DuePersonalListener } from "./personal-listener-store.ts";
import { tokenIn } from "./read-request.ts";

export type ServeListenersParts = {
  pool: pg.Pool;
  now: () => Date;
  get: GuardedClient["get"];
  post: GuardedSender["post"];
  secrets: SecretBox;
  userAgent: string;
  publicOrigin: string;
  /** Builds a clean feed that is out of date. */
  publish: (feedId: string) => Promise<unknown>;
  /** The personal feed that a token opens, at its address. Null: it opens none any more. */
  buildPersonal: (token: string, selfUrl: string) => Promise<BuiltDocument | null>;
  report: (facts: { host: string; status: number | null }, event: string) => void;
};

type BuiltDocument = { xml: string; etag: string };

const atOnce = 10;
/** A personal feed is built for one listener alone, so it is sent no more often than this. */
const personalEveryMs = minuteMs;

/** Verifies who wants to listen, and sends those who do what is new. Returns how many were called. */
export async function serveListeners(parts: ServeListenersParts, signal: AbortSignal): Promise<number> {
  const { pool, now, publish } = parts;
  await dropExpired(pool, now());
  const requests = await claimRequests(pool, now(), atOnce);
  await Promise.all(requests.map((request) => verify(parts, request, signal)));
  for (const feedId of await listChangedFeeds(pool, now(), atOnce)) await publish(feedId);
  const listeners = await claimListeners(pool, now(), atOnce);
  await Promise.all(listeners.map((listener) => sendClean(parts, listener, signal)));
  const personal = await claimPersonalListeners(pool, now(), atOnce);
  await Promise.all(personal.map((listener) => sendPersonal(parts, listener, signal)));
  return requests.length + listeners.length + personal.length;
}

/** Somebody asked in the name of this callback: only what it confirms itself is done. One try, without redirects. */
async function verify(parts: ServeListenersParts, request: WaitingRequest, signal: AbortSignal): Promise<void> {
  const { pool, now, get, secrets, userAgent, report } = parts;
  const { id, callback, mode, leaseSeconds } = request;
  const topic = request.sealedTopic === null ? request.topic : openSecret(secrets, request.sealedTopic);
  if (topic === undefined) return dropRequest(pool, id);
  const challenge = randomBytes(24).toString("base64url");
  const question = new URLSearchParams({ "hub.mode": mode, "hub.topic": topic, "hub.challenge": challenge });
  if (mode === "subscribe") question.set("hub.lease_seconds", String(leaseSeconds));
  const url = appendQuery(callback, question);
  const answered = await get({ url, userAgent, accept: "text/plain, */*", signal, beforeHop: async () => "busy" });
  if (signal.aborted) return;
  const status = answered.kind === "response" ? answered.status : null;
  const isOurs = answered.kind === "response" && status !== null && status >= 200 && status < 300;
  const isConfirmed = isOurs && answered.body.toString("utf8") === challenge;
  report(
    { host: new URL(callback).host, status },
    isConfirmed ? `a listener confirmed: ${mode}` : "a listener was not confirmed",
  );
  await (isConfirmed ? confirmRequest(pool, id, now()) : dropRequest(pool, id));
}

/** The callback keeps a query of its own. */
export function appendQuery(callback: string, question: URLSearchParams): string {
  return `${callback}${callback.includes("?") ? "&" : "?"}${question.toString()}`;
}

/** The whole clean feed, as it is served. */
async function sendClean(parts: ServeListenersParts, listener: DueListener, signal: AbortSignal): Promise<void> {
  const published = await readPublished(parts.pool, listener.feedId);
  if (published !== null) await send(parts, { ...listener, everyMs: 0 }, published, signal);
}

/** The person may have taken the address back, or changed something that does not show in this feed. */
async function sendPersonal(
  parts: ServeListenersParts,
  listener: DuePersonalListener,
  signal: AbortSignal,
): Promise<void> {
  const { pool, now, secrets, buildPersonal } = parts;
  const { id, sealedTopic, sentEtag } = listener;
  const topic = openSecret(secrets, sealedTopic);
  const token = topic === undefined ? null : tokenIn(topic);
  const built = topic === undefined || token === null ? null : await buildPersonal(token, topic);
  if (topic === undefined || built === null) return dropListener(pool, id);
  if (built.etag === sentEtag) return saveSent(pool, id, { etag: sentEtag, dueAt: later(now(), personalEveryMs) });
  await send(parts, { ...listener, topic, everyMs: personalEveryMs }, built, signal);
}

/** `everyMs`: how long nothing is sent after this. */
type Receiver = Pick<DueListener, "id" | "topic" | "callback" | "secret" | "attempts"> & { everyMs: number };

const waitsMs = [30_000, 5 * minuteMs, hourMs, 6 * hourMs];

/** What fails is tried again until the lease ends; 410 ends it now. */
async function send(
  parts: ServeListenersParts,
  { id, topic, callback, secret: sealed, attempts, everyMs }: Receiver,
  { xml, etag }: BuiltDocument,
  signal: AbortSignal,
): Promise<void> {
  const { pool, now, post, secrets, userAgent, publicOrigin, report } = parts;
  const secret = sealed === null ? null : openSecret(secrets, sealed);
  // Sealed under another SECRET_KEY: unsigned it would be dropped, so the listener has to ask again.
  if (secret === undefined) return dropListener(pool, id);
  const headers = {
    "content-type": "application/rss+xml; charset=utf-8",
    link: hubLinks(publicOrigin, topic),
    "user-agent": userAgent,
    ...(secret === null
      ? {}
      : { "x-hub-signature": `sha256=${createHmac("sha256", secret).update(xml).digest("hex")}` }),
  };
  const answered = await post({ url: callback, headers, body: xml, signal });
  if (signal.aborted) return;
  const status = answered.kind === "response" ? answered.status : null;
  const isTaken = status !== null && status >= 200 && status < 300;
  report({ host: new URL(callback).host, status }, isTaken ? "sent a feed to a listener" : "a listener took nothing");
  if (status === 410) return dropListener(pool, id);
  const waitMs = waitsMs[Math.min(attempts, waitsMs.length) - 1] ?? 0;
  await saveSent(
    pool,
    id,
    isTaken ? { etag, dueAt: later(now(), everyMs) } : { etag: null, dueAt: later(now(), waitMs) },
  );
}

function openSecret(secrets: SecretBox, sealed: Buffer): string | undefined {
  try {
    return secrets.open(sealed);
  } catch {
    return undefined;
  }
}
