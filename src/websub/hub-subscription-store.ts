import type { Queryable } from "../database/transaction.ts";
import { cutText, storableText } from "../text/characters.ts";
import { earlier, later, minuteMs } from "../time.ts";

export type HubState = "wanted" | "asked" | "active" | "denied";

export type HubSubscription = {
  feedId: string;
  hub: string;
  topic: string;
  token: string;
  state: HubState;
  attempts: number;
  leaseUntil: Date | null;
  pushedAt: Date | null;
  missed: number;
  note: string | null;
};

const columns = `s.feed_id as "feedId", s.hub, s.topic, s.token, s.state, s.attempts, s.lease_until as "leaseUntil",
  s.pushed_at as "pushedAt", s.missed, s.note`;

/**
 * A feed names this hub. Another one than before means a new subscription, with a new token: the old hub is then told that
 * nobody listens. True: it is new, and the hub is to be asked.
 */
export async function wantSubscription(
  worker: Queryable,
  { feedId, hub, topic, token }: Pick<HubSubscription, "feedId" | "hub" | "topic" | "token">,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await worker.query(
    `insert into hub_subscriptions as s (feed_id, hub, topic, token, state, due_at, created_at)
     values ($1, $2, $3, $4, 'wanted', $5, $5)
     on conflict (feed_id) do update set hub = excluded.hub, topic = excluded.topic, token = excluded.token,
       state = 'wanted', due_at = excluded.due_at, attempts = 0, asked_at = null, lease_until = null, pushed_at = null,
       announced_at = null, missed = 0, note = null, leased_at = null, unannounced = false, silent_leases = 0, created_at = excluded.created_at
     where (s.hub, s.topic) is distinct from (excluded.hub, excluded.topic)`,
    [feedId, hub, topic, token, now],
  );
  return rowCount === 1;
}

/** The feed names no hub any more. */
export async function dropSubscription(worker: Queryable, feedId: string): Promise<void> {
  await worker.query("delete from hub_subscriptions where feed_id = $1", [feedId]);
}

/** If the worker dies, another one asks after this. Hubs take the same request twice. */
const claimMs = 2 * minuteMs;

export type DueSubscription = HubSubscription & { claimedUntil: Date };

/** Only for feeds that are fetched: who does not fetch a feed needs no news of it. */
export async function claimSubscriptions(worker: Queryable, now: Date, count: number): Promise<DueSubscription[]> {
  const claimedUntil = later(now, claimMs);
  const { rows } = await worker.query<HubSubscription>(
    `with chosen as (
       select s.feed_id from hub_subscriptions s join feeds f on f.id = s.feed_id
       where s.due_at <= $1 and f.enabled and f.polling and not f.suspended and f.deleted_at is null
       order by s.due_at, s.feed_id limit $3 for update of s skip locked
     )
     update hub_subscriptions s set due_at = $2, attempts = s.attempts + 1, asked_at = $1
     from chosen c where s.feed_id = c.feed_id returning ${columns}`,
    [now, claimedUntil, count],
  );
  return rows.map((row) => ({ ...row, claimedUntil }));
}

/** `problem` null: the hub took the request. A verification that came meanwhile has set its own time, and stays. */
export async function noteHubAsked(
  worker: Queryable,
  { feedId, token, claimedUntil }: DueSubscription,
  { problem, againAt }: { problem: string | null; againAt: Date },
): Promise<void> {
  await worker.query(
    `update hub_subscriptions set due_at = $4, note = $5,
       state = case when state = 'wanted' and $5::text is null then 'asked' else state end
     where feed_id = $1 and token = $2 and due_at = $3`,
    [feedId, token, claimedUntil, againAt, problem === null ? null : noteOf(problem)],
  );
}

export async function findSubscription(worker: Queryable, token: string): Promise<HubSubscription | null> {
  const { rows } = await worker.query<HubSubscription>(
    `select ${columns} from hub_subscriptions s where s.token = $1`,
    [token],
  );
  return rows[0] ?? null;
}

/** For people who look at the feed. */
export async function readSubscription(worker: Queryable, feedId: string): Promise<HubSubscription | null> {
  const { rows } = await worker.query<HubSubscription>(
    `select ${columns} from hub_subscriptions s where s.feed_id = $1`,
    [feedId],
  );
  return rows[0] ?? null;
}

/** The hub asks whether it was us. True: we had asked for exactly this, and the lease counts from now. */
export async function verifySubscription(
  worker: Queryable,
  { token, topic }: { token: string; topic: string },
  { now, leaseUntil, renewAt }: { now: Date; leaseUntil: Date; renewAt: Date },
): Promise<boolean> {
  const { rowCount } = await worker.query(
    `update hub_subscriptions set state = 'active', leased_at = $5, lease_until = $3, due_at = $4, attempts = 0, missed = 0,
       note = null, unannounced = false, silent_leases = case when pushed_at >= leased_at then 0
         when unannounced then silent_leases + 1 else silent_leases end
     where token = $1 and topic = $2 and asked_at is not null and state <> 'denied'`,
    [token, topic, leaseUntil, renewAt, now],
  );
  return rowCount === 1;
}

/**
 * A fetch found items that no push had announced since the fetch before, in a lease that began before both. Also of a hub that
 * is not relied on yet: one that never says anything is given up.
 */
export async function noteUnannounced(worker: Queryable, feedId: string, fetchedBefore: Date | null): Promise<void> {
  await worker.query(
    `update hub_subscriptions set unannounced = true
     where feed_id = $1 and state = 'active' and not unannounced and leased_at <= $2 and (pushed_at is null or pushed_at <= $2)`,
    [feedId, fetchedBefore],
  );
}

/** Those that would be renewed, and told nothing for so many leases in a row. They are not asked again. Returns their feeds. */
export async function endSilent(worker: Queryable, now: Date, leasesMax: number): Promise<string[]> {
  const { rows } = await worker.query<{ feed_id: string }>(
    `update hub_subscriptions set state = 'denied', due_at = null, lease_until = null, note = $3
     where due_at <= $1 and state = 'active' and unannounced and silent_leases + 1 >= $2
       and (pushed_at is null or pushed_at < leased_at)
     returning feed_id`,
    [now, leasesMax, `It told nothing in ${leasesMax} leases, although the feed published.`],
  );
  return rows.map(({ feed_id: id }) => id);
}

/** Returns the feed, if there was such a subscription. */
export async function denySubscription(
  worker: Queryable,
  { token, topic, reason }: { token: string; topic: string; reason: string },
): Promise<string | null> {
  const { rows } = await worker.query<{ feed_id: string }>(
    `update hub_subscriptions set state = 'denied', due_at = null, lease_until = null, note = $3
     where token = $1 and topic = $2 returning feed_id`,
    [token, topic, noteOf(reason)],
  );
  return rows[0]?.feed_id ?? null;
}

export async function savePush(worker: Queryable, token: string, now: Date): Promise<void> {
  await worker.query("update hub_subscriptions set pushed_at = $2 where token = $1", [token, now]);
}

/** A push has the feed fetched: what that fetch finds is announced. */
export async function noteAnnounced(worker: Queryable, feedId: string, now: Date): Promise<void> {
  await worker.query("update hub_subscriptions set announced_at = $2 where feed_id = $1", [feedId, now]);
}

/** A push that is read while the feed is fetched has announced what the fetch finds, too. */
const atOnceMs = 10 * minuteMs;

/** A fetch found items. True: no push had it made since the fetch before, and none came just now. */
export async function countMissed(
  worker: Queryable,
  feedId: string,
  { fetchedBefore, now }: { fetchedBefore: Date | null; now: Date },
): Promise<boolean> {
  const { rowCount } = await worker.query(
    `update hub_subscriptions set missed = missed + 1
     where feed_id = $1 and (announced_at is null or announced_at <= $2) and (pushed_at is null or pushed_at <= $3)`,
    [feedId, fetchedBefore, earlier(now, atOnceMs)],
  );
  return rowCount === 1;
}

const noteCharsMax = 500;

function noteOf(text: string): string {
  return cutText(storableText(text), noteCharsMax);
}
