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
