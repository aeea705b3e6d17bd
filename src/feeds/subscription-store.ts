import type { Queryable } from "../database/transaction.ts";
import { uuidV7 } from "../ids.ts";
import { laneOf, rootDomainOf } from "../schedule/lane.ts";
import { isNewsletter } from "./newsletter.ts";

/** A feed as a person wants it on their list. `isOwn`: with headers, for them alone (sealed; null keeps those it has). */
export type WantedFeed = { url: string; isOwn: boolean; headers: Buffer | null };

/** `dueAt`: when a feed that is new to the server is first fetched; null is at once. */
export type NewSubscription = { name: string; feed: WantedFeed; dueAt: Date | null; folderId?: string | null };

export type Subscribed = { kind: "added"; id: string; feedId: string } | { kind: "duplicate" } | { kind: "full" };

/** How many lanes a domain has, and the time: what every change of a list needs beside the person's own transaction. */
export type ListChange = { lanes: number; now: Date };

/** Far beyond what anybody reads; it keeps one account from filling the server. */
export const subscriptionsMax = 10_000;

/** One outcome for each, in order. What is read by somebody already is not fetched for it. */
export async function subscribe(
  tx: Queryable,
  subscriptions: NewSubscription[],
  { lanes, now }: ListChange,
): Promise<Subscribed[]> {
  const wanted = subscriptions.map(({ name, feed, dueAt, folderId = null }) => ({
    ...describeFeed(feed, lanes),
    id: uuidV7(now),
    name,
    due_at: dueAt,
    folder_id: folderId,
  }));
  const { rows } = await tx.query<{ outcome: Subscribed["kind"]; feed: string | null }>(
    "select outcome, feed from subscribe($1, $2, $3) order by place",
    [JSON.stringify(wanted), subscriptionsMax, now],
  );
  return rows.map(({ outcome, feed }, index) =>
    outcome === "added" ? { kind: outcome, id: wanted[index]?.id ?? "", feedId: feed ?? "" } : { kind: outcome },
  );
}

export type SubscriptionChange = { id: string; name: string; feed: WantedFeed };
export type ChangedSubscription = "changed" | "duplicate" | "unknown";

/** Another name, or another feed behind it; the one that nobody reads any more goes. */
export async function changeSubscription(
  tx: Queryable,
  { id, name, feed }: SubscriptionChange,
  { lanes, now }: ListChange,
): Promise<ChangedSubscription> {
  const { rows } = await tx.query<{ outcome: ChangedSubscription }>(
    "select change_subscription($1, $2, $3, $4) as outcome",
    [id, name, JSON.stringify(describeFeed(feed, lanes)), now],
  );
  return rows[0]?.outcome ?? "unknown";
}

/** How a person reads feeds; what is not named stays. `folderId` null: no folder. */
export type Arrangement = {
  folderId?: string | null;
  inToday?: boolean;
  paused?: boolean;
  /** Null: as the site asks. */
  intervalMinutes?: number | null;
};

/** Returns how many of them were on the person's list; none if the folder is not theirs. */
export async function arrangeSubscriptions(
  tx: Queryable,
  ids: readonly string[],
  { folderId, inToday, paused, intervalMinutes }: Arrangement,
  now: Date,
): Promise<number> {
  // JSON leaves out what is undefined.
  const changes = JSON.stringify({ folder_id: folderId, in_today: inToday, paused, interval_minutes: intervalMinutes });
  const { rows } = await tx.query<{ changed: number }>("select arrange_subscriptions($1, $2, $3) as changed", [
    ids,
    changes,
    now,
  ]);
  return rows[0]?.changed ?? 0;
}

/** False for what is not on the person's list. */
export async function unsubscribe(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const { rows } = await tx.query<{ done: boolean }>("select unsubscribe($1, $2) as done", [id, now]);
  return rows[0]?.done ?? false;
}

/** False when it was not removed by this person within the last day. */
export async function restoreSubscription(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const { rows } = await tx.query<{ done: boolean }>("select restore_subscription($1, $2) as done", [id, now]);
  return rows[0]?.done ?? false;
}

/** All that this person removed at that moment, with folder, name and settings. Returns how many came back. */
export async function restoreSubscriptions(tx: Queryable, removedAt: Date, now: Date): Promise<number> {
  const { rows } = await tx.query<{ restored: number }>("select restore_subscriptions($1, $2) as restored", [
    removedAt,
    now,
  ]);
  return rows[0]?.restored ?? 0;
}

export async function listSubscribedFeeds(tx: Queryable): Promise<string[]> {
  const { rows } = await tx.query<{ feed_id: string }>("select feed_id from subscriptions");
  return rows.map(({ feed_id: id }) => id);
}

/** Which of this person's feeds have these addresses, or had them before they moved. */
export async function findSubscribedFeeds(
  worker: Queryable,
  personId: string,
  urls: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await worker.query<{ url: string; id: string }>(
    `select f.url, f.id from (
       select w.url, coalesce(find_live_feed(w.url, $1), find_live_feed(w.url, null)) as id from unnest($2::text[]) w(url)
     ) f where exists (select from subscriptions s where s.user_id = $1 and s.feed_id = f.id)`,
    [personId, urls],
  );
  return new Map(rows.map(({ url, id }) => [url, id]));
}

/** They are never due, but every feed has a place in the schedule. */
const newsletterLane = "newsletter/0";

function describeFeed({ url, isOwn, headers }: WantedFeed, lanes: number) {
  return {
    url,
    lane: isNewsletter(url) ? newsletterLane : laneOf(url, lanes),
    root_domain: isNewsletter(url) ? null : rootDomainOf(url),
    is_own: isOwn,
    headers: headers === null ? null : `\\x${headers.toString("hex")}`,
  };
}
