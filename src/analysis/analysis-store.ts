import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import { inTransaction, retrying } from "../database/transaction.ts";
import { column, unnestSql, unnestValues, type Column } from "../database/unnest.ts";
import { uuidV7 } from "../ids.ts";
import type { AnalyzerResult } from "../items/analyzer-result.ts";
import type { ModelWhy, PageWhy } from "../items/reading-state.ts";
import { type ItemScope, scopeCondition } from "./item-scope.ts";
import type { WaitingItem } from "./waiting-item.ts";

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

/** Claims items for a model, newest first, after their page was read. Items that are too old by now are skipped. */
export function claimUpgrades(db: Queryable, claim: ItemClaim & { ageDaysMax: number }): Promise<WaitingItem[]> {
  const days = Math.trunc(claim.ageDaysMax);
  const where = `upgrade_at <= $1 and page_at is null and analysis_status = 'done'
    and pub_date >= $1::timestamptz - interval '${days} days'`;
  return claimItems(db, { name: `claim-upgrades-${days}`, where, order: "pub_date desc" }, claim);
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
  which: { name: string; where: string; order: string },
  claim: ItemClaim,
): Promise<WaitingItem[]> {
  const { name, where, order } = which;
  const { now, count, leaseId, until, scope } = claim;
  const { condition, values } = scopeCondition(scope, 5);
  const text = `
with picked as materialized (
  select id from items where ${where} and ${condition} and (analysis_locked_until is null or analysis_locked_until < $1)
  order by ${order} limit $2 for update skip locked
),
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
    db.query<ItemRow>({ ...named, text, values: [now, count, leaseId, until, ...values] }),
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

/** What to store for one item; null leaves what is stored. */
export type SavedAnalysis = {
  item: WaitingItem;
  status: "done" | "skipped";
  result: AnalyzerResult | null;
  cleanHtml: string | null;
  text: string | null;
  inputKind: WaitingItem["inputKind"];
  upgradeAt: Date | null;
  page: { why: PageWhy; at: Date | null; error: string | null } | null;
  modelWhy: ModelWhy | null;
  now: Date;
};

/**
 * Saves all results and marks each feed's XML as stale, in one statement. Fenced by the lease, which an edit of the item
 * clears: a result for an old text is not written.
 */
export async function saveAnalyses(db: Queryable, analyses: SavedAnalysis[]): Promise<number> {
  const { rows } = await retrying(() =>
    db.query<{ saved: number }>({
      name: "save-analyses",
      text: saveSql,
      values: unnestValues(analysisColumns, analyses),
    }),
  );
  return rows[0]?.saved ?? 0;
}

const analysisColumns: Column<SavedAnalysis>[] = [
  column("id", "uuid", ({ item }) => item.itemId),
  column("lease_id", "uuid", ({ item }) => item.leaseId),
  column("status", "text", ({ status }) => status),
  column("result", "jsonb", ({ result }) => result),
  column("rating", "real", ({ result }) => result?.overall ?? null),
  column("input_hash", "bytea", ({ result }) => (result === null ? null : Buffer.from(result.input_hash, "hex"))),
  column("clean_html", "text", ({ cleanHtml }) => cleanHtml),
  column("body", "text", ({ text }) => text),
  column("input_kind", "text", ({ inputKind }) => inputKind),
  column("upgrade_at", "timestamptz", ({ upgradeAt }) => upgradeAt),
  column("has_page", "boolean", ({ page }) => page !== null),
  column("page_at", "timestamptz", ({ page }) => page?.at ?? null),
  column("page_why", "text", ({ page }) => page?.why ?? null),
  column("page_error", "text", ({ page }) => page?.error ?? null),
  column("model_why", "text", ({ modelWhy }) => modelWhy),
  column("at", "timestamptz", ({ now }) => now),
];

const saveSql = `
with given as materialized (select * from ${unnestSql("g", analysisColumns)}),
saved as (
  update items i set analysis_status = g.status, analyzer_result = coalesce(g.result, i.analyzer_result),
    rating = coalesce(g.rating, i.rating), input_hash = coalesce(g.input_hash, i.input_hash),
    clean_html = coalesce(g.clean_html, i.clean_html), text = coalesce(g.body, i.text),
    input_kind = coalesce(g.input_kind, i.input_kind), upgrade_at = g.upgrade_at,
    page_at = case when g.has_page then g.page_at else i.page_at end, page_why = coalesce(g.page_why, i.page_why),
    page_error = case when g.has_page then g.page_error else i.page_error end,
    model_why = coalesce(g.model_why, i.model_why),
    analyzed_at = case when g.result is null then i.analyzed_at else g.at end,
    analysis_lease = null, analysis_locked_until = null, analysis_error = null
  from given g where i.id = g.id and i.analysis_lease = g.lease_id
  returning i.feed_id, g.at
),
stale as (
  insert into stale_feeds (feed_id, since) select feed_id, max(at) from saved group by feed_id order by feed_id
  on conflict (feed_id) do update set since = excluded.since
)
select count(*)::int as saved from saved`;

export type PutOffPage = { item: WaitingItem; attempts: number; pageAt: Date; error: string };

/** The page could not be read; the next attempt is at `pageAt`. */
export async function putOffPage(db: Queryable, { item, attempts, pageAt, error }: PutOffPage): Promise<void> {
  await db.query(
    `update items set page_attempts = $3, page_at = $4, page_error = $5, analysis_lease = null, analysis_locked_until = null
     where id = $1 and analysis_lease = $2`,
    [item.itemId, item.leaseId, attempts, pageAt, error],
  );
}

export type PutOff = {
  item: WaitingItem;
  attempts: number;
  upgradeAt: Date | null;
  error: string;
  modelWhy: ModelWhy;
};

/** The attempt failed: the next is at `upgradeAt`, or never. The current result stays. */
export async function putOffUpgrade(db: Queryable, putOff: PutOff): Promise<void> {
  const { item, attempts, upgradeAt, error, modelWhy } = putOff;
  await db.query(
    `update items set attempts = $3, upgrade_at = $4, analysis_error = $5, model_why = $6, analysis_lease = null,
       analysis_locked_until = null
     where id = $1 and analysis_lease = $2`,
    [item.itemId, item.leaseId, attempts, upgradeAt, error, modelWhy],
  );
}

/** Gives up: the item becomes a dead letter that an operator can retry. */
export async function giveUpUpgrade(pool: pg.Pool, putOff: PutOff, now: Date): Promise<void> {
  const { item, error } = putOff;
  await inTransaction(pool, async (tx) => {
    await putOffUpgrade(tx, { ...putOff, upgradeAt: null });
    await tx.query(
      "insert into dead_letters (id, kind, feed_id, item_id, reason, created_at) values ($1, 'analysis', $2, $3, $4, $5)",
      [uuidV7(now), item.feedId, item.itemId, error, now],
    );
  });
}

/** An earlier model result for the same text, in this feed or in any (`cache_scope`). */
export async function findModelResult(
  db: Queryable,
  item: WaitingItem,
  inputHash: string,
): Promise<AnalyzerResult | null> {
  if (item.feed.cacheScope === "off") return null;
  const { rows } = await db.query<{ analyzer_result: AnalyzerResult }>(
    `select analyzer_result from items where input_hash = $1 and ($2 or feed_id = $3) and id <> $4
     and analyzer_result ->> 'analyzer' = 'llm' limit 1`,
    [Buffer.from(inputHash, "hex"), item.feed.cacheScope === "global", item.feedId, item.itemId],
  );
  return rows[0]?.analyzer_result ?? null;
}
