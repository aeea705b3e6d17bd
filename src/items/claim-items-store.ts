import type { Queryable } from "../database/transaction.ts";
import { retrying } from "../database/transaction.ts";
import type { AnalyzerResult } from "./analyzer-result.ts";
import { type ItemScope, scopeCondition, type WaitingItem } from "./waiting-item.ts";

export type ItemClaim = { now: Date; count: number; leaseId: string; until: Date; scope?: ItemScope | undefined };

/** Claims new or edited items, oldest first; leased, so that any number of processes can work on them. */
export function claimPendingItems(db: Queryable, claim: ItemClaim): Promise<WaitingItem[]> {
  return claimItems(db, { name: "claim-pending", where: "analysis_status = 'pending'", order: "first_seen_at" }, claim);
}

/** Claims items whose page is to be read: first those that a person waits for, then in order. */
export function claimPages(db: Queryable, claim: ItemClaim): Promise<WaitingItem[]> {
  const where = "page_at <= $1 and analysis_status = 'done'";
  return claimItems(db, { name: "claim-pages", where, order: "page_at, pub_date desc" }, claim);
}

/**
 * Claims items for a model, after their page was read: first reports of the stories that lead the front pages, then what
 * somebody has not read yet, then the rest; the newest first in each. Items that are too old by now are skipped.
 */
export function claimUpgrades(db: Queryable, claim: ItemClaim & { ageDaysMax: number }): Promise<WaitingItem[]> {
  const days = Math.trunc(claim.ageDaysMax);
  const where = `upgrade_at <= $1 and page_at is null and analysis_status = 'done'
    and pub_date >= $1::timestamptz - interval '${days} days'`;
  return claimItems(db, { name: `claim-upgrades-${days}`, where, order: "pub_date desc", rank: readersFirst }, claim);
}

/** Of more that wait, only the newest are put in order. */
const rankedMax = 1_000;
/** Others may be claiming the same ones at this moment. */
const rankedSpare = 64;
/** The stories of a front page's first screens, ranked as today-store.ts does. */
const frontStoriesMax = 24;
const frontPageHours = 36;
const halfLifeSeconds = 8 * 3_600;

/** `front`: the stories of `placed` (story_id, is_unread) that lead the front pages, with their place. $1 is the time. */
export const frontStories = `front as materialized (
  select p.story_id, row_number() over (order by t.weight desc, p.story_id) as place
  from (select distinct story_id from placed where story_id is not null and is_unread) p cross join lateral (
    select count(distinct f.outlet) * exp(-ln(2) * extract(epoch from $1::timestamptz - least(max(y.pub_date), $1))
      / ${halfLifeSeconds}) as weight
    from item_index y join feeds f on f.id = y.feed_id
    where y.story_id = p.story_id and y.pub_date >= $1::timestamptz - interval '${frontPageHours} hours'
      and exists (select from subscriptions b where b.feed_id = y.feed_id and b.in_today)
  ) t where t.weight > 0 order by t.weight desc, p.story_id limit ${frontStoriesMax}
)`;

/** `waiting` has the ids of what may be claimed; `ranked` gives each a place. */
const readersFirst = `
waiting as materialized (select id, feed_id, pub_date from claimable order by pub_date desc limit ${rankedMax}),
placed as materialized (
  select w.id, w.pub_date, x.story_id,
    exists (select from subscriptions b left join item_states s on s.item_id = w.id and s.user_id = b.user_id
      where b.feed_id = w.feed_id and s.read_at is null) as is_unread
  from waiting w left join item_index x on x.item_id = w.id
),
${frontStories},
ranked as materialized (
  select p.id, row_number() over (order by f.place nulls last, p.is_unread desc, p.pub_date desc, p.id) as place
  from placed p left join front f on f.story_id = p.story_id
)`;

/** Some item waits for its first reading. */
export async function hasPendingItems(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>({
    name: "has-pending-items",
    text: "select exists (select from items where analysis_status = 'pending') as found",
  });
  return rows[0]?.found ?? false;
}

/**
 * Claims items that an older version of the offline analyzer read, published since then, newest first. Each version is looked
 * up by itself: an index has no entries for "another version than this one", and would be read from end to end.
 */
export function claimOldReadings(
  db: Queryable,
  claim: ItemClaim & { version: number; since: Date },
): Promise<WaitingItem[]> {
  const where = `analysis_status = 'done' and words_version < $5 and id in (
    select o.id from generate_series(0, $5::int - 1) v(version) cross join lateral (
      select id, pub_date from items
      where words_version = v.version and pub_date >= $6 and analysis_status = 'done'
        and (analysis_locked_until is null or analysis_locked_until < $1)
      order by pub_date desc limit $2
    ) o order by o.pub_date desc limit $2)`;
  const values = [claim.version, claim.since];
  return claimItems(db, { name: "claim-old-readings", where, order: "pub_date desc", values }, claim);
}

/** Items that the offline analyzer has read, whatever its version, and not since `startedAt`. */
export type Readings = { since: Date; startedAt: Date };

/** Parameters from `first` on: since, startedAt. An old program that still runs does not write words_version. */
function isReading(first: number): string {
  return `analysis_status = 'done' and pub_date >= $${first} and analyzed_at < $${first + 1}
    and analyzer_result ->> 'analyzer' = 'heuristic'`;
}

export async function countReadings(db: Queryable, { since, startedAt }: Readings): Promise<number> {
  const { rows } = await db.query<{ items: number }>(`select count(*)::int as items from items where ${isReading(1)}`, [
    since,
    startedAt,
  ]);
  return rows[0]?.items ?? 0;
}

/** Claims some of them, newest first; only items published before `before`, so that a batch does not pass the last ones again. */
export function claimReadings(db: Queryable, claim: ItemClaim & Readings & { before: Date }): Promise<WaitingItem[]> {
  const where = `${isReading(5)} and pub_date < $7`;
  const values = [claim.since, claim.startedAt, claim.before];
  return claimItems(db, { name: "claim-readings", where, order: "pub_date desc", values }, claim);
}

const lettingGoMax = 500;

/** Items that got too old while they waited for a model are dropped from the queue and marked as such. */
export async function letGoOld(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query({
    name: "let-go-old",
    text: `update items set upgrade_at = null, model_why = 'too-old' where id in (
      select id from items where upgrade_at is not null and pub_date < $1 and analysis_lease is null limit $2)`,
    values: [before, lettingGoMax],
  });
  return rowCount ?? 0;
}

async function claimItems(
  db: Queryable,
  which: { name: string; where: string; order: string; rank?: string; values?: unknown[] },
  claim: ItemClaim,
): Promise<WaitingItem[]> {
  const { name, where, order, rank, values: own = [] } = which;
  const { now, count, leaseId, until, scope } = claim;
  const { condition, values } = scopeCondition(scope, 5 + own.length);
  const free = `${where} and ${condition} and (analysis_locked_until is null or analysis_locked_until < $1)`;
  const picked =
    rank === undefined
      ? `picked as materialized (select id from items where ${free} order by ${order} limit $2 for update skip locked)`
      : `claimable as not materialized (select id, feed_id, pub_date from items where ${free}), ${rank},
first as materialized (select array(select id from ranked order by place limit $2::int + ${rankedSpare}) as ids),
picked as materialized (
  select id from items where ${free} and id = any((select ids from first)::uuid[])
  order by array_position((select ids from first)::uuid[], id) limit $2 for update skip locked
)`;
  const text = `
with ${picked},
leased as (
  update items i set analysis_lease = $3, analysis_locked_until = $4 from picked where i.id = picked.id
  returning i.id, i.feed_id, i.url, i.title, i.content, i.content_base, i.summary, i.language, i.text, i.input_kind, i.attempts,
    i.analyzer_result ->> 'analyzer' as analyzer,
    case when i.analyzer_result ->> 'analyzer' = 'heuristic' then i.analyzer_result end as by_words, i.pub_date, i.upgrade_at, i.page_attempts, i.page_why
)
select l.*, f.full_text, f.analyzer as feed_analyzer, f.prompt, f.cache_scope, f.language as feed_language,
  f.published or exists (select from subscriptions s where s.feed_id = f.id) as is_read
from leased l join feeds f on f.id = l.feed_id`;
  // A prepared statement's name belongs to one text, so only the usual query has one.
  const named = scope === undefined ? { name } : {};
  const { rows } = await retrying(() =>
    db.query<ItemRow>({ ...named, text, values: [now, count, leaseId, until, ...own, ...values] }),
  );
  return rows.map((row) => toWaitingItem(row, leaseId));
}

type ItemRow = {
  id: string;
  feed_id: string;
  url: string | null;
  title: string;
  content: string;
  content_base: string | null;
  summary: string | null;
  language: string | null;
  text: string | null;
  input_kind: WaitingItem["inputKind"];
  attempts: number;
  analyzer: WaitingItem["analyzer"];
  by_words: AnalyzerResult | null;
  pub_date: Date;
  upgrade_at: Date | null;
  page_attempts: number;
  page_why: WaitingItem["pageWhy"];
  full_text: WaitingItem["feed"]["fullText"];
  feed_analyzer: string | null;
  prompt: string | null;
  cache_scope: WaitingItem["feed"]["cacheScope"];
  feed_language: string | null;
  is_read: boolean;
};

function toWaitingItem(row: ItemRow, leaseId: string): WaitingItem {
  const { url, title, content, summary, language, text, attempts, analyzer, prompt } = row;
  return {
    itemId: row.id,
    feedId: row.feed_id,
    leaseId,
    url,
    title,
    content,
    contentBase: row.content_base,
    summary,
    language,
    text,
    inputKind: row.input_kind,
    attempts,
    analyzer,
    byWords: row.by_words,
    pageAttempts: row.page_attempts,
    pageWhy: row.page_why,
    pubDate: row.pub_date,
    upgradeAt: row.upgrade_at,
    feed: {
      fullText: row.full_text,
      isRead: row.is_read,
      analyzer: row.feed_analyzer,
      prompt,
      cacheScope: row.cache_scope,
      language: row.feed_language,
    },
  };
}
