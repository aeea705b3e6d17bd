import { randomUUID } from "node:crypto";
import type { Queryable } from "../../database/transaction.ts";
import { later, minuteMs } from "../../time.ts";
import type { ListenRequest } from "./read-request.ts";

/** What somebody listens to. Of a personal feed, `topic` is a name, and its address is sealed. */
export type ListenedFeed =
  | { topic: string; feedId: string; personal: null }
  | { topic: string; feedId: null; personal: { id: string; personId: string; sealedTopic: Buffer } };

type StoredRequest = Omit<ListenRequest, "of" | "topic" | "secret"> & ListenedFeed & { secret: Buffer | null };

/** So many may wait to be verified, in all and at one host: nobody can make us call a stranger's server all day. */
const waitingMax = 500;
const waitingPerHostMax = 20;
const listenersPerHostMax = 1_000;
const listenersPerFeedMax = 1_000;
/** Each is built for itself. */
const listenersPerPersonMax = 20;

/** False: there are too many. */
export async function addRequest(worker: Queryable, request: StoredRequest, now: Date): Promise<boolean> {
  const { feedId, personal, topic, callback, host, mode, secret, leaseSeconds } = request;
  const { rowCount } = await worker.query(
    `insert into hub_requests (id, feed_id, topic, callback, host, mode, secret, lease_seconds, due_at, created_at,
       personal_feed_id, sealed_topic)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $14::uuid, $15::bytea
     where (select count(*) from hub_requests) < $10
       and (select count(*) from hub_requests where host = $5) < $11
       and (select count(*) from hub_listeners where host = $5) < $12
       and (select count(*) from hub_listeners where feed_id = $2) < $13
       and ($16::uuid is null or (
         select count(*) from hub_listeners l join personal_feeds p on p.id = l.personal_feed_id
         where p.user_id = $16 and (l.topic, l.callback) <> ($3, $4)
       ) < $17)
     on conflict (md5(topic), md5(callback)) do update set id = excluded.id, mode = excluded.mode, secret = excluded.secret,
       lease_seconds = excluded.lease_seconds, due_at = excluded.due_at, created_at = excluded.created_at,
       sealed_topic = excluded.sealed_topic`,
    [
      randomUUID(),
      feedId,
      topic,
      callback,
      host,
      mode,
      secret,
      leaseSeconds,
      now,
      waitingMax,
      waitingPerHostMax,
      listenersPerHostMax,
      listenersPerFeedMax,
      personal?.id ?? null,
      personal?.sealedTopic ?? null,
      personal?.personId ?? null,
      listenersPerPersonMax,
    ],
  );
  return rowCount === 1;
}

/** If the worker dies, another one goes on after this. */
const claimMs = 2 * minuteMs;

/** `sealedTopic` null: `topic` is the address. */
export type WaitingRequest = Pick<StoredRequest, "topic" | "callback" | "mode" | "leaseSeconds"> & {
  id: string;
  sealedTopic: Buffer | null;
};

export async function claimRequests(worker: Queryable, now: Date, count: number): Promise<WaitingRequest[]> {
  const { rows } = await worker.query<WaitingRequest>(
    `update hub_requests r set due_at = $2 from (
       select id from hub_requests where due_at <= $1 order by due_at, id limit $3 for update skip locked
     ) c where r.id = c.id returning r.id, r.topic, r.callback, r.mode, r.lease_seconds as "leaseSeconds",
       r.sealed_topic as "sealedTopic"`,
    [now, later(now, claimMs), count],
  );
  return rows;
}

/** The callback confirmed it: from now on it listens, or not any more. A new lease replaces the old one with its secret. */
export async function confirmRequest(worker: Queryable, id: string, now: Date): Promise<void> {
  await worker.query(
    `with done as (delete from hub_requests where id = $1 returning *),
     gone as (
       delete from hub_listeners l using done d
       where d.mode = 'unsubscribe' and md5(l.topic) = md5(d.topic) and md5(l.callback) = md5(d.callback)
     )
     insert into hub_listeners (id, feed_id, topic, callback, host, secret, lease_until, sent_etag, due_at, created_at,
       personal_feed_id, sealed_topic, stale)
     select d.id, d.feed_id, d.topic, d.callback, d.host, d.secret, $2::timestamptz + make_interval(secs => d.lease_seconds),
       c.etag, $2, $2, d.personal_feed_id, d.sealed_topic, d.personal_feed_id is not null
     from done d left join cached_feeds c on c.id = d.feed_id where d.mode = 'subscribe'
     on conflict (md5(topic), md5(callback)) do update set secret = excluded.secret, lease_until = excluded.lease_until,
       due_at = excluded.due_at, attempts = 0, sealed_topic = excluded.sealed_topic`,
    [id, now],
  );
}

export async function dropRequest(worker: Queryable, id: string): Promise<void> {
  await worker.query("delete from hub_requests where id = $1", [id]);
}

/** In SQL: anybody may read the clean feed of `f`, as the policies of anon say. */
const isPublic = "f.published and f.enabled and f.deleted_at is null and f.owner_id is null";

/** Feeds with listeners whose clean feed is out of date. */
export async function listChangedFeeds(worker: Queryable, now: Date, count: number): Promise<string[]> {
  const { rows } = await worker.query<{ feed_id: string }>(
    `select distinct l.feed_id from hub_listeners l join stale_feeds s on s.feed_id = l.feed_id
     join feeds f on f.id = l.feed_id where l.lease_until > $1 and ${isPublic} limit $2`,
    [now, count],
  );
  return rows.map(({ feed_id: feedId }) => feedId);
}

export type DueListener = {
  id: string;
  feedId: string;
  topic: string;
  callback: string;
  secret: Buffer | null;
  attempts: number;
};

/** Who has not what is published now; one of each host, so that a slow one holds up nobody else. */
export async function claimListeners(worker: Queryable, now: Date, count: number): Promise<DueListener[]> {
  const { rows } = await worker.query<DueListener>(
    `with first as (
       select distinct on (l.host) l.id from hub_listeners l join cached_feeds c on c.id = l.feed_id
       join feeds f on f.id = l.feed_id
       where l.due_at <= $1 and l.lease_until > $1 and l.sent_etag is distinct from c.etag
         and ${isPublic}
       order by l.host, l.due_at, l.id
     ),
     chosen as (
       select l.id from hub_listeners l join first on first.id = l.id
       where l.due_at <= $1 order by l.due_at, l.id limit $3 for update of l skip locked
     )
     update hub_listeners l set due_at = $2, attempts = l.attempts + 1 from chosen where l.id = chosen.id
     returning l.id, l.feed_id as "feedId", l.topic, l.callback, l.secret, l.attempts`,
    [now, later(now, claimMs), count],
  );
  return rows;
}

export async function readPublished(worker: Queryable, feedId: string): Promise<{ xml: string; etag: string } | null> {
  const { rows } = await worker.query<{ xml: string; etag: string }>(
    "select xml_content as xml, etag from cached_feeds where id = $1 and xml_content is not null",
    [feedId],
  );
  return rows[0] ?? null;
}

/** `etag` null: it did not arrive. */
export async function saveSent(
  worker: Queryable,
  id: string,
  { etag, dueAt }: { etag: string | null; dueAt: Date },
): Promise<void> {
  await worker.query(
    `update hub_listeners set due_at = $2, sent_etag = coalesce($3, sent_etag),
       attempts = case when $3::text is null then attempts else 0 end where id = $1`,
    [id, dueAt, etag],
  );
}

export async function dropListener(worker: Queryable, id: string): Promise<void> {
  await worker.query("delete from hub_listeners where id = $1", [id]);
}

export async function dropExpired(worker: Queryable, now: Date): Promise<void> {
  await worker.query("delete from hub_listeners where lease_until <= $1", [now]);
}
