import type pg from "pg";
import { inTrial, retrying } from "../database/transaction.ts";
import { type Column, column, unnestSql, unnestValues } from "../database/unnest.ts";
import { markStaleSql } from "../feeds/stale-feed-store.ts";
import { logFetchSql, noItems, rememberFetchSql } from "../feeds/fetch-log-store.ts";
import { outletOf } from "../feeds/outlet.ts";
import { countedItems, itemColumns, type NewItem, saveItemsSql } from "../items/save-items-store.ts";
import { completeSql } from "../schedule/lease-store.ts";
import { packPace } from "../schedule/pack-pace.ts";
import type { ClaimedFeed } from "../schedule/lease.ts";
import type { LaneMemory } from "../schedule/policy/lane-policy.ts";
import type { FetchPlan } from "../schedule/policy/fetch-state.ts";

/** Everything one attempt saves, in one transaction. */
export type Completion = {
  claim: ClaimedFeed;
  plan: FetchPlan;
  completedAt: Date;
  /** No request to this lane before that time; `laneReason` says why, if a server asked for the wait. */
  laneFreeAt: Date;
  laneReason: string | null;
  laneMemory: LaneMemory;
  /** Requests in that lane, and how many came before the time that the server had asked for. */
  laneRequests: number;
  laneEarly: number;
  /** Null keeps the stored ones. */
  validators: { url: string; etag: string | null; lastModified: string | null } | null;
  document: StoredDocument | null;
  /** Feeds found on a page that is not a feed. */
  discovered: { url: string; title: string | null; type: string | null }[] | null;
  items: NewItem[];
  log: FetchLog;
};

export type StoredDocument = {
  title: string | null;
  siteUrl: string | null;
  description: string | null;
  language: string | null;
  iconUrl: string | null;
  bodyHash: Buffer;
  entriesDigest: Buffer;
  seen: Buffer;
};

export type FetchLog = {
  id: string;
  startedAt: Date;
  outcome: "not-modified" | "same-body" | "parsed" | "failed" | "deferred";
  httpStatus: number | null;
  errorClass: string | null;
  error: string | null;
  errorDetail: string | null;
  request: Record<string, unknown> | null;
  response: Record<string, unknown> | null;
  wireBytes: number | null;
  decodedBytes: number | null;
  unchanged: number;
  discarded: number;
  failed: number;
  metadata: Record<string, unknown> | null;
};

/** `updatedFrom` holds, in the order of `updated`, the ids of the parsed items that changed those stored ones. */
export type SavedIds = { created: string[]; updated: string[]; updatedFrom: string[] };

/** `saved` is false if the lease was lost meanwhile: another worker has the feed, and nothing was written. */
export type CompletionResult = SavedIds & { saved: boolean; nextRunAt: Date | null };

/**
 * Saves the results of many feeds in one statement and one commit: schedules, lanes, feeds, items and the log. Each step comes
 * from the folder that owns its table. It is fenced: a completion that has lost its lease writes nothing. Validators and items
 * commit together, so a crash costs another fetch but never an item. Locks lanes by name, then schedules, then feeds, as every
 * writer does, so that none deadlocks.
 */
export async function saveCompletions(pool: pg.Pool, completions: Completion[]): Promise<CompletionResult[]> {
  const statement = statementOf(completions);
  const { rows } = await retrying(() => pool.query<ResultRow>(statement));

  const saved = new Map(rows.map((row) => [row.feed_id, row]));
  return completions.map(({ claim }) => {
    const row = saved.get(claim.feedId);
    return {
      saved: row !== undefined,
      created: row?.created ?? [],
      updated: row?.updated ?? [],
      updatedFrom: row?.updated_from ?? [],
      nextRunAt: row?.next_run_at ?? null,
    };
  });
}

/** Tries a completion and rolls back. Returns why the database refuses it, or null; other errors are thrown. */
export async function refusalOfCompletion(pool: pg.Pool, completion: Completion): Promise<Error | null> {
  try {
    const statement = statementOf([completion]);
    await inTrial(pool, (tx) => tx.query(statement));
    return null;
  } catch (error) {
    if (!isRefusedData(error)) throw error;
    return error;
  }
}

/**
 * Only errors caused by the values themselves: class 22 (data), 23 (constraint) and 54 (limit). A statement that was cancelled
 * (57014) or waited too long for a lock (55P03) may succeed next time, and treating it as refused would lose its items.
 */
export function isRefusedData(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^(22|23|54)...$/.test(String(error.code));
}

function statementOf(completions: Completion[]): { name: string; text: string; values: Buffer[] } {
  const items = completions.flatMap(({ claim, items }) => items.map((item) => ({ ...item, feedId: claim.feedId })));
  const done = unnestValues(doneColumns, completions);
  return items.length === 0
    ? { name: "complete-304", text: withoutItems, values: done }
    : { name: "complete", text: withItems, values: [...done, ...unnestValues(itemColumns, items)] };
}

type ResultRow = {
  feed_id: string;
  next_run_at: Date | null;
  created?: string[];
  updated?: string[];
  updated_from?: string[];
};

const doneColumns: Column<Completion>[] = [
  column("lane", "text", ({ claim }) => claim.lane),
  column("feed_id", "uuid", ({ claim }) => claim.feedId),
  column("lease_id", "uuid", ({ claim }) => claim.leaseId),
  column("url", "text", ({ claim }) => claim.url),
  column("root_domain", "text", ({ claim }) => claim.rootDomain),
  column("enforce_feed_domain", "boolean", ({ claim }) => claim.enforceFeedDomain),
  column("completed_at", "timestamptz", ({ completedAt }) => completedAt),
  column("lane_free_at", "timestamptz", ({ laneFreeAt }) => laneFreeAt),
  column("lane_reason", "text", ({ laneReason }) => laneReason),
  column("lane_slow_ms", "int", ({ laneMemory }) => laneMemory.slowed?.ms ?? null),
  column("lane_refused_at", "timestamptz", ({ laneMemory }) => laneMemory.slowed?.refusedAt ?? null),
  column("lane_day", "int", ({ laneMemory }) => laneMemory.day),
  column("lane_day_requests", "int", ({ laneMemory }) => laneMemory.dayRequests),
  column("lane_requests", "int", ({ laneRequests }) => laneRequests),
  column("lane_early", "int", ({ laneEarly }) => laneEarly),
  column("next_run_at", "timestamptz", ({ plan }) => plan.nextRunAt),
  column("why", "jsonb", ({ plan }) => plan.why),
  column("status", "text", ({ plan }) => plan.status),
  column("error", "text", ({ plan }) => plan.error),
  column("suspended", "boolean", ({ plan }) => plan.suspended),
  column("own_interval_minutes", "real", ({ claim }) => claim.state.ownIntervalMinutes),
  column("interval_minutes", "real", ({ plan }) => plan.memory.intervalMinutes),
  column("retry_count", "int", ({ plan }) => plan.memory.retryCount),
  column("failure_class", "text", ({ plan }) => plan.memory.failureClass),
  column("class_failures", "int", ({ plan }) => plan.memory.classFailures),
  column("circuit_opened_at", "timestamptz", ({ plan }) => plan.memory.circuitOpenedAt),
  column("circuit_until", "timestamptz", ({ plan }) => plan.memory.circuitUntil),
  column("probes", "int", ({ plan }) => plan.memory.probes),
  column("last_success_at", "timestamptz", ({ plan }) => plan.memory.lastSuccessAt),
  column("not_before", "timestamptz", ({ plan }) => plan.memory.notBefore),
  column("hints", "jsonb", ({ plan }) => plan.memory.hints),
  column("pace", "bytea", ({ plan: { memory } }) => (memory.pace === null ? null : packPace(memory.pace))),
  column("validators_url", "text", ({ validators }) => validators?.url ?? null),
  column("etag", "text", ({ validators }) => validators?.etag ?? null),
  column("last_modified", "text", ({ validators }) => validators?.lastModified ?? null),
  column("body_hash", "bytea", ({ document }) => document?.bodyHash ?? null),
  column("entries_digest", "bytea", ({ document }) => document?.entriesDigest ?? null),
  column("seen", "bytea", ({ document }) => document?.seen ?? null),
  column("title", "text", ({ document }) => document?.title ?? null),
  column("site_url", "text", ({ document }) => document?.siteUrl ?? null),
  column("outlet", "text", ({ claim, document }) => (document ? outletOf(claim.url, document.siteUrl) : null)),
  column("description", "text", ({ document }) => document?.description ?? null),
  column("language", "text", ({ document }) => document?.language ?? null),
  column("icon_url", "text", ({ document }) => document?.iconUrl ?? null),
  column("discovered", "jsonb", ({ discovered }) => discovered),
  column("log_id", "uuid", ({ log }) => log.id),
  column("started_at", "timestamptz", ({ log }) => log.startedAt),
  column("outcome", "text", ({ log }) => log.outcome),
  column("http_status", "int", ({ log }) => log.httpStatus),
  column("error_class", "text", ({ log }) => log.errorClass),
  column("log_error", "text", ({ log }) => log.error),
  column("error_detail", "text", ({ log }) => log.errorDetail),
  column("request", "jsonb", ({ log }) => log.request),
  column("response", "jsonb", ({ log }) => log.response),
  column("wire_bytes", "int", ({ log }) => log.wireBytes),
  column("decoded_bytes", "int", ({ log }) => log.decodedBytes),
  column("unchanged", "int", ({ log }) => log.unchanged),
  column("discarded", "int", ({ log }) => log.discarded),
  column("failed", "int", ({ log }) => log.failed),
  column("metadata", "jsonb", ({ log }) => log.metadata),
];

const completed = `${completeSql(unnestSql("d", doneColumns))},${rememberFetchSql}`;

const withoutItems = `with ${completed},${logFetchSql(noItems)}
select feed_id, next_run_at from scheduled`;

/** In SQL: what was read before it was saved changes the clean feed at once; the rest does so when it was analysed. */
export const staleSql = `
stale as (${markStaleSql(`select a.feed_id, max(a.first_seen_at) from added a join feeds f on f.id = a.feed_id
  where a.analysis_status <> 'pending' and f.published group by a.feed_id order by a.feed_id`)})`;

const withItems = `with ${completed},${saveItemsSql(doneColumns.length + 1)},${staleSql},${logFetchSql(countedItems)}
select s.feed_id, s.next_run_at, coalesce(created_ids.ids, '{}') as created, coalesce(changed_ids.ids, '{}') as updated,
  coalesce(changed_ids.offered, '{}') as updated_from
from scheduled s left join created_ids using (feed_id) left join changed_ids using (feed_id)`;
