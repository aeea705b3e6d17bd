import { scopeCondition, type ItemScope } from "../../items/waiting-item.ts";
import type { Queryable } from "../../database/transaction.ts";
import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import type { ModelWhy, PageWhy } from "../../items/reading-state.ts";

/** Everything about one item except its texts. */
export type ItemDetails = {
  id: string;
  feedId: string;
  feedUrl: string;
  url: string | null;
  guid: string | null;
  title: string;
  author: string | null;
  language: string | null;
  pubDate: Date;
  firstSeenAt: Date;
  updatedAt: Date;
  versions: number;
  inputKind: string | null;
  textChars: number | null;
  analysisStatus: string;
  analyzedAt: Date | null;
  attempts: number;
  upgradeAt: Date | null;
  analysisError: string | null;
  pageAt: Date | null;
  pageWhy: PageWhy | null;
  pageError: string | null;
  modelWhy: ModelWhy | null;
  rating: number | null;
  analyzerResult: AnalyzerResult | null;
};

// Five are enough to say that the address is in several feeds.
const foundMax = 5;

export function findItemsById(db: Queryable, id: string): Promise<ItemDetails[]> {
  return find(db, "i.id = $1", id);
}

/** By the hash of a page's address: addresses themselves are not indexed. */
export function findItemsByHash(db: Queryable, hash: string): Promise<ItemDetails[]> {
  return find(db, "i.hash = $1", hash);
}

async function find(db: Queryable, condition: string, value: string): Promise<ItemDetails[]> {
  const { rows } = await db.query<ItemDetails>(
    `select i.id, i.feed_id as "feedId", f.url as "feedUrl", i.url, i.guid, i.title, i.author, i.language,
       i.pub_date as "pubDate", i.first_seen_at as "firstSeenAt", i.updated_at as "updatedAt",
       (select count(*)::int from item_versions where item_id = i.id) as versions, i.input_kind as "inputKind",
       length(i.text) as "textChars", i.analysis_status as "analysisStatus", i.analyzed_at as "analyzedAt", i.attempts,
       i.upgrade_at as "upgradeAt", i.analysis_error as "analysisError", i.page_at as "pageAt",
       i.page_why as "pageWhy", i.page_error as "pageError", i.model_why as "modelWhy", i.rating, i.analyzer_result as "analyzerResult"
     from items i join feeds f on f.id = i.feed_id where ${condition} order by i.first_seen_at, i.id limit ${foundMax}`,
    [value],
  );
  return rows;
}

/** `pending` wait for the offline analysis, `due` for their page or a model now, `later` for another try of these. */
export type WaitingAnalyses = { pending: number; due: number; later: number; laterAt: Date | null };

/** `modelsSince`: models are asked about items published since then; null where they are not asked at all. */
export type Waiting = { now: Date; modelsSince: Date | null };

export async function countWaitingAnalyses(
  db: Queryable,
  { now, modelsSince }: Waiting,
  scope?: ItemScope,
): Promise<WaitingAnalyses> {
  const { condition, values } = scopeCondition(scope, 3);
  // Uses three partial indexes, so that items that wait for nothing are not read.
  const { rows } = await db.query<WaitingAnalyses>(
    `select (select count(*)::int from items where analysis_status = 'pending' and ${condition}) as pending,
       count(*) filter (where next_at <= $1)::int as due, count(*) filter (where next_at > $1)::int as later,
       min(next_at) filter (where next_at > $1) as "laterAt"
     from (
       select page_at as next_at from items where page_at is not null and analysis_status = 'done' and ${condition}
       union all
       select upgrade_at from items where upgrade_at is not null and page_at is null and pub_date >= $2::timestamptz
         and analysis_status = 'done' and ${condition}
     ) waiting`,
    [now, modelsSince, ...values],
  );
  return rows[0] ?? { pending: 0, due: 0, later: 0, laterAt: null };
}
