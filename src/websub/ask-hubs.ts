import type pg from "pg";
import type { SecretBox } from "../database/secret-box.ts";
import type { GuardedSender, SendResult } from "../http-client/guarded-sender.ts";
import { callbackUrl, secretFor } from "./callback.ts";
import { claimSubscriptions, type DueSubscription, endSilent, noteHubAsked } from "./hub-subscription-store.ts";
import { leaseSecondsWanted, planRetry, silentLeasesMax } from "./lease-policy.ts";

export type AskHubsParts = {
  pool: pg.Pool;
  now: () => Date;
  post: GuardedSender["post"];
  secrets: SecretBox;
  userAgent: string;
  publicOrigin: string;
  report: (feedId: string, hubHost: string, problem: string | null) => void;
};

const atOnce = 5;

/** Asks hubs for news of feeds: at first, and again before the lease ends. Returns how many were asked. */
export async function askHubs(parts: AskHubsParts, signal: AbortSignal): Promise<number> {
  for (const feedId of await endSilent(parts.pool, parts.now(), silentLeasesMax)) {
    parts.report(feedId, "a hub", "It told nothing for several leases, and is not asked again.");
  }
  const due = await claimSubscriptions(parts.pool, parts.now(), atOnce);
  await Promise.all(due.map((subscription) => askHub(parts, subscription, signal)));
  return due.length;
}

async function askHub(parts: AskHubsParts, subscription: DueSubscription, signal: AbortSignal): Promise<void> {
  const { feedId, hub, attempts, leaseUntil } = subscription;
  const problem = problemOf(await send(parts, subscription, signal));
  // Stopped: nobody knows what the hub did. The claim ends, and it is asked again.
  if (signal.aborted) return;
  parts.report(feedId, new URL(hub).host, problem);
  const againAt = planRetry(attempts, leaseUntil, parts.now());
  await noteHubAsked(parts.pool, subscription, { problem, againAt });
}

const redirectsMax = 3;

/** A hub may have moved. Only 307 and 308 say that the same request is to be sent elsewhere. */
async function send(
  { post, publicOrigin, secrets, userAgent }: AskHubsParts,
  { hub, topic, token }: DueSubscription,
  signal: AbortSignal,
): Promise<SendResult> {
  const body = new URLSearchParams({
    "hub.mode": "subscribe",
    "hub.topic": topic,
    "hub.callback": callbackUrl(publicOrigin, token),
    "hub.lease_seconds": String(leaseSecondsWanted),
    "hub.secret": secretFor(secrets, token),
  }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", "user-agent": userAgent };
  let url = hub;
  for (let redirects = 0; ; redirects += 1) {
    const answered = await post({ url, headers, body, signal });
    const next = redirects < redirectsMax ? movedTo(answered, url) : null;
    if (next === null) return answered;
    url = next;
  }
}

/** Never from https to http: the request holds a secret. */
function movedTo(answered: SendResult, from: string): string | null {
  if (answered.kind !== "response" || (answered.status !== 307 && answered.status !== 308)) return null;
  const url = URL.parse(answered.headers["location"] ?? "", from);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.protocol === "http:" && from.startsWith("https:") ? null : url.href;
}

function problemOf(answered: SendResult): string | null {
  if (answered.kind !== "response") return `The hub could not be asked (${answered.failure.kind}).`;
  const { status, snippet } = answered;
  if (status >= 200 && status < 300) return null;
  return `The hub answered ${status}${snippet === null || snippet === "" ? "." : `: ${snippet}`}`;
}
