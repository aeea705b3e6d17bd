import type { Queryable } from "../database/transaction.ts";
import { uuidV7 } from "../ids.ts";
import { cutText, storableText } from "../text/characters.ts";
import { later, minuteMs } from "../time.ts";
import type { HubSubscription } from "./hub-subscription-store.ts";

export const pushesChannel = "plainwire_pushes";

/** Beyond these, feeds are fetched as if their pushes were empty: nobody fills the disk with what waits. */
const waitingMax = 500;
const waitingPerFeedMax = 5;
const waitingBytesMax = 100_000_000;

const linkCharsMax = 8_192;
const contentTypeCharsMax = 500;

type PushToKeep = { body: Uint8Array; contentType: string | undefined; link: string | undefined };

/**
 * False: there is no room, or somebody on the way could have read the secret that we gave the hub, but not changed the feed: then the
 * signature proves too little.
 */
export async function keepPush(
  worker: Queryable,
  { feedId, topic, hub }: Pick<HubSubscription, "feedId" | "topic" | "hub">,
  { body, contentType, link }: PushToKeep,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await worker.query(
    `insert into hub_pushes (id, feed_id, topic, link, content_type, body, received_at, due_at)
     select $1, f.id, $3, $4, $5, $6::bytea, $7, $7 from feeds f
     where f.id = $2 and ($8::boolean or f.url like 'http:%') and (select count(*) from hub_pushes where feed_id = $2) < $9
       and (select count(*) < $10 and coalesce(sum(octet_length(body)), 0) + octet_length($6::bytea) <= $11 from hub_pushes)`,
    [
      uuidV7(now),
      feedId,
      topic,
      link === undefined ? null : cutText(storableText(link), linkCharsMax),
      contentType === undefined ? null : cutText(storableText(contentType), contentTypeCharsMax),
      body,
      now,
      hub.startsWith("https:"),
      waitingPerFeedMax,
      waitingMax,
      waitingBytesMax,
    ],
  );
  if (rowCount !== 1) return false;
  await worker.query("select pg_notify($1, '')", [pushesChannel]);
  return true;
}

export type KeptPush = {
  id: string;
  feedId: string;
  topic: string;
  link: string | null;
  contentType: string | null;
  body: Buffer;
  attempts: number;
};

/** If the worker dies, another one reads it after this. */
const leaseMs = 2 * minuteMs;

/** The oldest first. */
export async function claimPushes(worker: Queryable, now: Date, count: number): Promise<KeptPush[]> {
  const { rows } = await worker.query<KeptPush>(
    `update hub_pushes set attempts = attempts + 1, due_at = $2
     where id in (select id from hub_pushes where due_at <= $1 order by due_at, id limit $3 for update skip locked)
     returning id, feed_id as "feedId", topic, link, content_type as "contentType", body, attempts`,
    [now, later(now, leaseMs), count],
  );
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** It was nobody's fault, and counts as no attempt. */
export async function putOffPush(worker: Queryable, id: string, until: Date): Promise<void> {
  await worker.query("update hub_pushes set due_at = $2, attempts = attempts - 1 where id = $1", [id, until]);
}

export async function dropPush(worker: Queryable, id: string): Promise<void> {
  await worker.query("delete from hub_pushes where id = $1", [id]);
}
