import type { Queryable } from "../database/transaction.ts";
import { cutText, storableText } from "../text/characters.ts";
import { dayMs, earlier, later, minuteMs } from "../time.ts";
import type { Attempt, AttemptPlan } from "./retry-policy.ts";
import type { DeliveryEvent, WebhookKind } from "./webhook.ts";

/** What a worker has taken to send, with what it is about. */
export type WaitingDelivery = {
  id: string;
  event: DeliveryEvent;
  createdAt: Date;
  attempts: number;
  webhook: { id: string; name: string; kind: WebhookKind; url: string; failingSince: Date | null };
  /** Sealed. */
  secret: Buffer;
  owner: { email: string; language: string | null };
  item: WaitingItem | null;
  brief: { id: string; content: string } | null;
  feed: { url: string; title: string; error: string | null } | null;
};
type WaitingItem = {
  id: string;
  url: string | null;
  title: string;
  plainTitle: string | null;
  summary: string | null;
  overall: number | null;
  pubDate: string;
  feedTitle: string;
  folder: string | null;
};

/** If the worker dies, another one sends it after this. The receiver may then get it twice. */
const leaseMs = 2 * minuteMs;

/** The longest-waiting of each webhook, so that one with thousands holds up nobody else. One look into an index for each webhook. */
export async function claimDeliveries(
  worker: Queryable,
  now: Date,
  count: number,
  busyWebhooks: readonly string[],
): Promise<WaitingDelivery[]> {
  const { rows } = await worker.query<WaitingDelivery>(
    `with chosen as (
       select d.id from webhooks w
       cross join lateral (
         select o.id from deliveries o where o.webhook_id = w.id and o.due_at <= $1 order by o.due_at, o.id limit 1
       ) first
       join deliveries d on d.id = first.id
       where w.disabled_at is null and d.due_at <= $1 and w.id <> all($4::uuid[])
       order by d.due_at, d.id limit $3 for update of d skip locked
     ),
     taken as (
       update deliveries d set due_at = $2, attempts = d.attempts + 1 from chosen where d.id = chosen.id returning d.*
     )
     select d.id, d.event, d.created_at as "createdAt", d.attempts, w.secret,
       jsonb_build_object('id', w.id, 'name', w.name, 'kind', w.kind, 'url', w.url, 'failingSince', w.failing_since) as webhook,
       jsonb_build_object('email', u.email, 'language', u.preferences ->> 'language') as owner,
       case when i.id is not null then jsonb_build_object('id', i.id, 'url', i.url, 'title', left(i.title, 1000),
         'plainTitle', i.analyzer_result ->> 'title_corrected', 'summary', i.analyzer_result ->> 'summary',
         'overall', i.rating, 'pubDate', i.pub_date, 'feedTitle', coalesce(s.name, ''), 'folder', fo.name) end as item,
       case when b.id is not null then jsonb_build_object('id', b.id, 'content', left(b.content, 4000)) end as brief,
       case when f.id is not null then jsonb_build_object('url', f.url, 'title', coalesce(sf.name, f.title, f.url),
         'error', f.last_fetch_error) end as feed
     from taken d join webhooks w on w.id = d.webhook_id join accounts.users u on u.id = w.user_id
     left join items i on i.id = d.item_id
     left join subscriptions s on s.user_id = w.user_id and s.feed_id = i.feed_id
     left join folders fo on fo.id = s.folder_id
     left join summaries b on b.id = d.summary_id
     left join feeds f on f.id = d.feed_id
     left join subscriptions sf on sf.user_id = w.user_id and sf.feed_id = f.id`,
    [now, later(now, leaseMs), count, busyWebhooks],
  );
  return rows.map((row) => ({ ...row, webhook: withDate(row.webhook) }));
}

/** JSON has no dates. */
function withDate(webhook: WaitingDelivery["webhook"]): WaitingDelivery["webhook"] {
  const { failingSince } = webhook;
  return { ...webhook, failingSince: failingSince === null ? null : new Date(failingSince) };
}

const answerCharsMax = 500;

/** Nothing is saved if the lease has ended and another worker has tried it since: each attempt has its number. */
export async function saveAttempt(
  worker: Queryable,
  { id, attempts }: WaitingDelivery,
  { attempt, plan, now }: { attempt: Attempt; plan: AttemptPlan; now: Date },
): Promise<void> {
  const isDelivered = plan.kind === "delivered";
  const dueAt = plan.kind === "again" ? plan.at : null;
  const answer = cutText(storableText(attempt.answer), answerCharsMax);
  await worker.query(
    `with ended as (
       update deliveries set due_at = $2::timestamptz, ended_at = case when $2::timestamptz is null then $6::timestamptz end,
         is_delivered = $3, status = $4, answer = $5 where id = $1 and attempts = $7 returning webhook_id
     )
     update webhooks w set failing_since = case when $3 then null else coalesce(w.failing_since, $6) end
     from ended where w.id = ended.webhook_id and not $8`,
    [id, dueAt, isDelivered, attempt.status, answer, now, attempts, attempt.isUnsendable ?? false],
  );
}

/** True for the process that did it: the owner is told once. */
export async function disableWebhook(worker: Queryable, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await worker.query(
    "update webhooks set disabled_at = $2 where id = $1 and disabled_at is null",
    [id, now],
  );
  return rowCount === 1;
}

/** A feed is said to be failing once for each breakage, when it has been broken for a day. */
export async function queueFailingFeeds(worker: Queryable, now: Date): Promise<void> {
  await worker.query(
    `insert into deliveries (webhook_id, event, subject, feed_id, created_at, due_at)
     select w.id, 'feed.failing', f.id || ' ' || extract(epoch from coalesce(f.last_success_at, s.created_at)), f.id, $1, $1
     from webhooks w join subscriptions s on s.user_id = w.user_id join feeds f on f.id = s.feed_id
     where w.disabled_at is null and 'feed.failing' = any(w.events) and s.paused_at is null
       and f.last_fetch_status <> 'success' and f.enabled and f.deleted_at is null
       and coalesce(f.last_success_at, s.created_at) < $2
     on conflict (webhook_id, event, subject) do nothing`,
    [now, earlier(now, dayMs)],
  );
}

/**
 * A page of ended deliveries. Returns how many there were. What was said of a feed that is still broken stays: without it, it would
 * be said again.
 */
export async function deleteOldDeliveries(worker: Queryable, before: Date, countMax: number): Promise<number> {
  const { rowCount } = await worker.query(
    `delete from deliveries where id in (
       select d.id from deliveries d where d.ended_at < $1 and not (d.event = 'feed.failing' and exists (
         select from feeds f where f.id = d.feed_id and f.last_fetch_status <> 'success'))
       order by d.ended_at limit $2 for update skip locked)`,
    [before, countMax],
  );
  return rowCount ?? 0;
}

/** The longest pause between two attempts is a day. */
const waitDaysMax = 3;

/** What a clock that was years ahead planned is due now, and a webhook from that time is sent what is starred from now on. */
export async function forgetFutureDeliveries(
  worker: Queryable,
  { now, far }: { now: Date; far: Date },
): Promise<number> {
  const webhooks = await worker.query("update webhooks set created_at = $1 where created_at > $2", [now, far]);
  const deliveries = await worker.query("update deliveries set due_at = $1 where due_at > $2", [
    now,
    later(now, waitDaysMax * dayMs),
  ]);
  return (webhooks.rowCount ?? 0) + (deliveries.rowCount ?? 0);
}
