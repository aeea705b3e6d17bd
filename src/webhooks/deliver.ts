import type pg from "pg";
import type { SendMail } from "../accounts/mailer.ts";
import { type Language, languages } from "../accounts/preferences.ts";
import type { SecretBox } from "../database/secret-box.ts";
import type { GuardedSender, SendResult } from "../http-client/guarded-sender.ts";
import { parseJson } from "../text/parse-json.ts";
import { later, minuteMs } from "../time.ts";
import { buildRequests, type Outgoing, type Payload } from "./build-requests.ts";
import {
  claimDeliveries,
  disableWebhook,
  queueFailingFeeds,
  saveAttempt,
  type WaitingDelivery,
} from "./delivery-store.ts";
import { type Attempt, isGivenUp, planAttempt } from "./retry-policy.ts";
import type { Credentials } from "./webhook.ts";
import { webhookMails } from "./webhook-mails.ts";

export type DeliverParts = {
  pool: pg.Pool;
  now: () => Date;
  post: GuardedSender["post"];
  secrets: SecretBox;
  userAgent: string;
  publicOrigin: string;
  /** Null without SMTP_URL: then only the settings page tells that a webhook was switched off. */
  sendMail: SendMail | null;
  report: (delivery: WaitingDelivery, attempt: Attempt) => void;
};

/** Each may hold a connection for ten seconds. */
const atOnce = 20;

// Asks for every feed of the people who want to know: not with each of the thousands of deliveries that may wait.
const failingFeedsEveryMs = minuteMs;

export type Delivering = {
  /** Starts what is due, as far as there is room. Returns how many it started; `ended` is called after each. */
  look: (signal: AbortSignal, ended: () => void) => Promise<number>;
  /** Until nothing is on its way. */
  drain: () => Promise<void>;
};

/**
 * Sends what waits, one delivery of each webhook at a time. A look does not wait for answers: a receiver that takes its ten
 * seconds would hold up all the others.
 */
export function createDelivering(parts: DeliverParts): Delivering {
  const { pool, now } = parts;
  const running = new Map<string, Promise<void>>();
  let lookAt = new Date(0);
  let failure: { error: unknown } | null = null;
  // The loop of the stage knows what to do after an error.
  const throwFailure = () => {
    const failed = failure;
    failure = null;
    if (failed !== null) throw failed.error;
  };
  const start = (delivery: WaitingDelivery, signal: AbortSignal, ended: () => void) => {
    const { id } = delivery.webhook;
    const sent = deliverOne(parts, delivery, signal)
      .catch((error: unknown) => void (failure = { error }))
      .finally(() => {
        running.delete(id);
        ended();
      });
    running.set(id, sent);
  };
  return {
    look: async (signal, ended) => {
      throwFailure();
      if (now() >= lookAt) {
        await queueFailingFeeds(pool, now());
        lookAt = later(now(), failingFeedsEveryMs);
      }
      const room = atOnce - running.size;
      const deliveries = room > 0 ? await claimDeliveries(pool, now(), room, [...running.keys()]) : [];
      for (const delivery of deliveries) start(delivery, signal, ended);
      return deliveries.length;
    },
    drain: async () => {
      while (running.size > 0) await Promise.all(running.values());
      throwFailure();
    },
  };
}

async function deliverOne(parts: DeliverParts, delivery: WaitingDelivery, signal: AbortSignal): Promise<void> {
  const { pool, now, report } = parts;
  const attempt = await tryDelivery(parts, delivery, signal);
  // Stopped: nobody knows what the receiver did. The lease ends, and it is sent again.
  if (signal.aborted) return;
  report(delivery, attempt);
  const plan = planAttempt(attempt, delivery.attempts, now());
  await saveAttempt(pool, delivery, { attempt, plan, now: now() });
  const { id, failingSince } = delivery.webhook;
  const isOver =
    plan.kind === "gone" || (plan.kind !== "delivered" && failingSince !== null && isGivenUp(failingSince, now()));
  if (isOver && (await disableWebhook(pool, id, now()))) await tellOwner(parts, delivery, attempt);
}

async function tryDelivery(parts: DeliverParts, delivery: WaitingDelivery, signal: AbortSignal): Promise<Attempt> {
  const { webhook } = delivery;
  const credentials = openCredentials(parts.secrets, delivery.secret);
  if (credentials === null)
    return unanswered("Its secrets cannot be read: SECRET_KEY has changed. Delete it and add it again.");
  const payload = describe(delivery, parts.publicOrigin);
  const requests = payload && buildRequests({ ...webhook, credentials }, payload, parts.now());
  if (!requests) return { ...unanswered("There is nothing that this service could take."), isUnsendable: true };
  const { first, next } = requests;
  const answered = await post(parts, first, signal);
  if (next === undefined || !isTaken(answered)) return attemptOf(answered);
  const second = next(parseJson(answered.body.toString("utf8")));
  if (second === null) return unanswered("The service gave no token.");
  return attemptOf(await post(parts, second, signal));
}

function post({ post: send, userAgent }: DeliverParts, { url, headers, body }: Outgoing, signal: AbortSignal) {
  return send({ url, headers: { ...headers, "user-agent": userAgent }, body, signal });
}

function isTaken(answered: SendResult): answered is Extract<SendResult, { kind: "response" }> {
  return answered.kind === "response" && answered.status >= 200 && answered.status < 300;
}

function attemptOf(answered: SendResult): Attempt {
  if (answered.kind !== "response") return unanswered(answered.failure.kind);
  const { status, headers, snippet } = answered;
  return { status, answer: snippet ?? "", retryAfter: headers["retry-after"] };
}

/** `why` stands where the receiver's answer would. */
function unanswered(why: string): Attempt {
  return { status: null, answer: why };
}

function openCredentials(secrets: SecretBox, sealed: Buffer): Credentials | null {
  try {
    const credentials: unknown = parseJson(secrets.open(sealed));
    return typeof credentials === "object" ? credentials : null;
  } catch {
    return null;
  }
}

const openingCharsMax = 300;

/** Null: what it was about has been deleted since. */
function describe(delivery: WaitingDelivery, publicOrigin: string): Payload | null {
  const { id, event, createdAt, item, brief, feed } = delivery;
  const what = { id, event, at: createdAt.toISOString() };
  if (event === "test") return what;
  if (item !== null) {
    const { title, plainTitle, summary, overall, pubDate, feedTitle, folder } = item;
    const described = {
      id: item.id,
      url: item.url,
      title: plainTitle || title,
      original_title: title,
      summary: summary ?? "",
      overall,
      published_at: new Date(pubDate).toISOString(),
      feed: { title: feedTitle, folder },
    };
    return { ...what, item: described };
  }
  if (brief !== null) {
    const opening = [...brief.content].slice(0, openingCharsMax).join("");
    return { ...what, brief: { id: brief.id, url: `${publicOrigin}/summaries/${brief.id}`, opening } };
  }
  return feed === null ? null : { ...what, feed: { ...feed, error: feed.error ?? "" } };
}

async function tellOwner(
  { sendMail, publicOrigin, report }: DeliverParts,
  delivery: WaitingDelivery,
  attempt: Attempt,
): Promise<void> {
  if (sendMail === null) return;
  const { owner, webhook } = delivery;
  const language: Language = languages.find((known) => known === owner.language) ?? "en";
  const mail = webhookMails[language](webhook.name, `${publicOrigin}/settings/webhooks`, attempt.answer);
  // The settings page says it too, so a mail that is lost is no reason to stop.
  await sendMail({ to: owner.email, ...mail }).catch((error: unknown) => {
    report(delivery, unanswered(`no mail: ${String(error)}`));
  });
}
