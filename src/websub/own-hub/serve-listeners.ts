import { createHmac, randomBytes } from "node:crypto";
import type pg from "pg";
import type { SecretBox } from "../../database/secret-box.ts";
import type { GuardedClient } from "../../http-client/guarded-client.ts";
import type { GuardedSender } from "../../http-client/guarded-sender.ts";
import { hourMs, later, minuteMs } from "../../time.ts";
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

export type ServeListenersParts = {
  pool: pg.Pool;
  now: () => Date;
  get: GuardedClient["get"];
  post: GuardedSender["post"];
  secrets: SecretBox;
  userAgent: string;
  publicOrigin: string;
  /** Builds a clean feed that is out of date. */
  publish: (feedId: string) => Promise<void>;
  report: (facts: { host: string; status: number | null }, event: string) => void;
};

const atOnce = 10;

/** Verifies who wants to listen, and sends those who do what is new. Returns how many were called. */
export async function serveListeners(parts: ServeListenersParts, signal: AbortSignal): Promise<number> {
  const { pool, now, publish } = parts;
  await dropExpired(pool, now());
  const requests = await claimRequests(pool, now(), atOnce);
  await Promise.all(requests.map((request) => verify(parts, request, signal)));
  for (const feedId of await listChangedFeeds(pool, now(), atOnce)) await publish(feedId);
  const listeners = await claimListeners(pool, now(), atOnce);
  await Promise.all(listeners.map((listener) => send(parts, listener, signal)));
  return requests.length + listeners.length;
}

/** Somebody asked in the name of this callback: only what it confirms itself is done. One try, without redirects. */
async function verify(parts: ServeListenersParts, request: WaitingRequest, signal: AbortSignal): Promise<void> {
  const { pool, now, get, userAgent, report } = parts;
  const { id, topic, callback, mode, leaseSeconds } = request;
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

const waitsMs = [30_000, 5 * minuteMs, hourMs, 6 * hourMs];

/** The whole clean feed, as it is served. What fails is tried again until the lease ends; 410 ends it now. */
async function send(parts: ServeListenersParts, listener: DueListener, signal: AbortSignal): Promise<void> {
  const { pool, now, post, secrets, userAgent, publicOrigin, report } = parts;
  const { id, feedId, topic, callback, attempts } = listener;
  const published = await readPublished(pool, feedId);
  if (published === null) return;
  const { xml, etag } = published;
  const secret = listener.secret === null ? null : openSecret(secrets, listener.secret);
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
  report(
    { host: new URL(callback).host, status },
    isTaken ? "sent a clean feed to a listener" : "a listener took nothing",
  );
  if (status === 410) return dropListener(pool, id);
  const waitMs = waitsMs[Math.min(attempts, waitsMs.length) - 1] ?? 0;
  await saveSent(pool, id, isTaken ? { etag, dueAt: now() } : { etag: null, dueAt: later(now(), waitMs) });
}

/** What a clean feed says of our hub, in the header Link. */
export function hubLinks(publicOrigin: string, self: string): string {
  return `<${publicOrigin}/hub>; rel="hub", <${self}>; rel="self"`;
}

function openSecret(secrets: SecretBox, sealed: Buffer): string | undefined {
  try {
    return secrets.open(sealed);
  } catch {
    return undefined;
  }
}
