import type pg from "pg";
import { inTrial, retrying } from "../database/transaction.ts";
import type { Column } from "../database/unnest.ts";
import { column, unnestSql, unnestValues } from "../database/unnest.ts";
import { firstDue } from "../schedule/change-schedule-store.ts";
import type { NewItem } from "../items/new-item.ts";
import type { Completion, CompletionResult } from "./completion.ts";

/**
 * Saves the results of many feeds in one statement and one commit: schedules, lanes, feeds, items and the log. It is fenced: a
 * completion that has lost its lease writes nothing. Validators and items commit together, so a crash costs another fetch but
 * never an item. Locks lanes by key, then schedules, then feeds, as every writer does, so that none deadlocks.
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
    if (!isRefusal(error)) throw error;
    return error;
  }
}

/**
 * Only errors caused by the values themselves: class 22 (data), 23 (constraint) and 54 (limit). A statement that was cancelled
 * (57014) or waited too long for a lock (55P03) may succeed next time, and treating it as refused would lose its items.
 */
export function isRefusal(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^(22|23|54)...$/.test(String(error.code));
}

function statementOf(completions: Completion[]): { name: string; text: string; values: Buffer[] } {
  const items = completions.flatMap(({ claim, items }) => items.map((item) => ({ ...item, feedId: claim.feedId })));
  const done = unnestValues(doneColumns, completions);
  return items.length === 0
    ? { name: "complete-304", text: withoutItems, values: done }
    : { name: "complete", text: withItems, values: [...done, ...unnestValues(itemColumns, items)] };
}

const versionsMax = 20;

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
  column("validators_url", "text", ({ validators }) => validators?.url ?? null),
  column("etag", "text", ({ validators }) => validators?.etag ?? null),
  column("last_modified", "text", ({ validators }) => validators?.lastModified ?? null),
  column("body_hash", "bytea", ({ document }) => document?.bodyHash ?? null),
  column("entries_digest", "bytea", ({ document }) => document?.entriesDigest ?? null),
  column("seen", "bytea", ({ document }) => document?.seen ?? null),
  column("title", "text", ({ document }) => document?.title ?? null),
  column("site_url", "text", ({ document }) => document?.siteUrl ?? null),
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

type ItemRow = NewItem & { feedId: string };
const itemColumns: Column<ItemRow>[] = [
  column("feed_id", "uuid", ({ feedId }) => feedId),
  column("id", "uuid", ({ id }) => id),
  column("hash", "text", ({ hash }) => hash),
  column("guid", "text", ({ guid }) => guid),
  column("guid_key", "bigint", ({ guidKey }) => guidKey),
  column("url", "text", ({ url }) => url),
  column("title", "text", ({ title }) => title),
  column("author", "text", ({ author }) => author),
  column("content", "text", ({ content }) => content),
  column("content_base", "text", ({ contentBase }) => contentBase),
  column("summary", "text", ({ summary }) => summary),
  column("categories", "jsonb", ({ categories }) => categories),
  column("enclosures", "jsonb", ({ enclosures }) => (enclosures.length === 0 ? null : enclosures)),
  column("language", "text", ({ language }) => language),
  column("pub_date", "timestamptz", ({ pubDate }) => pubDate),
  column("fingerprint", "bytea", ({ fingerprint }) => fingerprint),
];

// If a person changed the feed's address or domain rule during the fetch, the items were chosen by the old rule. Then we forget
// the validators, so that the next fetch sees the whole document.
const asClaimed =
  "f.url = m.url and f.enforce_feed_domain = m.enforce_feed_domain and f.root_domain is not distinct from m.root_domain";

// Lanes are locked in a step of their own, because PostgreSQL copies all columns joined with a locked row for a recheck, here
// 52. Each step passes on what the next one needs: joining `mine` again would read a batch of 64 rows 64 times. Together this
// saves about 12 % of a 304.
const fence = `
held as materialized (
  select lane, lease_id, feed_id, asked_at from lanes where lane = any($1::text[]) order by lane for update
),
mine as materialized (
  select d.*, h.asked_at from ${unnestSql("d", doneColumns)}
  join held h on h.lane = d.lane and h.lease_id = d.lease_id and h.feed_id = d.feed_id
),
scheduled as (
  update feed_schedules s set
    -- If a fetch was requested while this one ran, fetch once more, but not earlier than the server allows.
    next_run_at = case when s.again_at is null then m.next_run_at
      else least(m.next_run_at, greatest(s.again_at, m.not_before)) end,
    again_at = null, why_next = m.why, runnable = s.runnable and not m.suspended, lost_leases = 0,
    fetch_status = 'IDLE', locked_until = null, lease_id = null, queued_at = null, fetch_started_at = null
  from mine m where s.feed_id = m.feed_id
  returning s.feed_id, s.next_run_at, s.runnable, m.lane, m.lane_free_at, m.lane_reason, m.asked_at
),
freed as (
  update lanes h set lease_id = null, feed_id = null, asked_at = 'infinity', free_at = d.lane_free_at, reason = d.lane_reason,
    ready_at = coalesce(greatest(d.lane_free_at, least(
      case when d.runnable then d.next_run_at end, d.asked_at, ${firstDue("d.lane", "s.feed_id <> d.feed_id")})),
      'infinity')
  from scheduled d where h.lane = d.lane
),
remembered as (
  update feeds f set
    last_fetched_at = m.completed_at,
    last_fetch_status = coalesce(m.status, f.last_fetch_status),
    last_fetch_error = case when m.status is null then f.last_fetch_error else m.error end,
    -- If the interval was set to another value during the fetch, the feed starts from that value.
    suspended = m.suspended, interval_minutes = case
      when f.adaptive and f.own_interval_minutes is not distinct from m.own_interval_minutes then m.interval_minutes end,
    retry_count = m.retry_count, failure_class = m.failure_class, class_failures = m.class_failures,
    circuit_opened_at = m.circuit_opened_at, circuit_until = m.circuit_until, probes = m.probes,
    last_success_at = m.last_success_at, not_before = m.not_before, hints = m.hints,
    validators_url = case when ${asClaimed} then coalesce(m.validators_url, f.validators_url) end,
    etag = case when ${asClaimed} then case when m.validators_url is null then f.etag else m.etag end end,
    last_modified = case when ${asClaimed} then
      case when m.validators_url is null then f.last_modified else m.last_modified end end,
    body_hash = case when ${asClaimed} then coalesce(m.body_hash, f.body_hash) end,
    seen = case when ${asClaimed} then coalesce(m.seen, f.seen) end,
    entries_digest = coalesce(m.entries_digest, f.entries_digest),
    title = case when m.seen is null then f.title else m.title end,
    site_url = case when m.seen is null then f.site_url else m.site_url end,
    description = case when m.seen is null then f.description else m.description end,
    language = case when m.seen is null then f.language else m.language end,
    icon_url = case when m.seen is null then f.icon_url else m.icon_url end,
    discovered = case when m.status is null then f.discovered else m.discovered end
  from mine m where f.id = m.feed_id
)`;

const logged = (created: string, updated: string, same: string, tally: string) => `
logged as (
  insert into fetch_logs (id, feed_id, started_at, completed_at, duration_ms, outcome, status, http_status, error_class, error,
    error_detail, request, response, wire_bytes, decoded_bytes, created, updated, unchanged, discarded, failed, metadata)
  select m.log_id, m.feed_id, m.started_at, m.completed_at,
    (extract(epoch from m.completed_at - m.started_at) * 1000)::int, m.outcome, m.status, m.http_status, m.error_class,
    m.log_error, m.error_detail, m.request, m.response, m.wire_bytes, m.decoded_bytes,
    ${created}, ${updated}, m.unchanged + ${same}, m.discarded, m.failed, m.metadata
  from mine m ${tally}
)`;

const withoutItems = `with ${fence}, ${logged("0", "0", "0", "")}
select feed_id, next_run_at from scheduled`;

// Items match by guid, then by hash. If the text of a stored item changed, the old text is kept as a version and the item is
// analysed again. Its date and the time we first saw it never change, so that it does not come up as news again.
const withItems = `with ${fence},
offered as materialized (
  select i.*, m.completed_at as seen_at, coalesce(same_guid.id, same_hash.id) as known_id,
    coalesce(same_guid.fingerprint, same_hash.fingerprint) as known_fingerprint
  from ${unnestSql("i", itemColumns, doneColumns.length + 1)}
  join mine m on m.feed_id = i.feed_id
  left join lateral (
    select id, fingerprint from items k where k.feed_id = i.feed_id and k.guid_key = i.guid_key and k.guid = i.guid limit 1
  ) same_guid on true
  left join lateral (
    select id, fingerprint from items k where k.feed_id = i.feed_id and k.hash = i.hash limit 1
  ) same_hash on true
),
changed as materialized (
  -- Two parsed items may match the same stored one, one by guid and one by hash: the first wins.
  select distinct on (known_id) * from offered where known_id is not null and known_fingerprint <> fingerprint
),
kept as (
  insert into item_versions (item_id, version, title, content, analyzer_result, rating, seen_until)
  select c.known_id, coalesce((select max(version) from item_versions v where v.item_id = c.known_id), 0) + 1,
    o.title, o.content, o.analyzer_result, o.rating, c.seen_at
  from changed c join items o on o.id = c.known_id
),
-- An item that changes with every fetch must not fill the disk, so we keep a limited number of versions.
forgotten as (
  delete from item_versions v using changed c
  where v.item_id = c.known_id and v.version <= (select max(version) from item_versions w where w.item_id = c.known_id) - ${versionsMax - 1}
),
edited as (
  update items t set title = c.title, author = c.author, content = c.content, content_base = c.content_base, summary = c.summary,
    categories = array(select jsonb_array_elements_text(c.categories)), enclosures = c.enclosures, language = c.language,
    url = c.url, fingerprint = c.fingerprint, updated_at = c.seen_at,
    hash = case when exists (select from items o where o.feed_id = c.feed_id and o.hash = c.hash) then t.hash else c.hash end,
    analysis_status = 'pending', attempts = 0, upgrade_at = null, analysis_lease = null, analysis_locked_until = null
  from changed c where t.id = c.known_id
  returning t.feed_id, t.id, c.id as offered_id
),
added as (
  insert into items (id, feed_id, hash, guid, guid_key, url, title, author, content, content_base, summary, categories,
    enclosures, language, pub_date, first_seen_at, created_at, updated_at, fingerprint)
  select id, feed_id, hash, guid, guid_key, url, title, author, content, content_base, summary,
    array(select jsonb_array_elements_text(categories)), enclosures, language, pub_date, seen_at, seen_at, seen_at, fingerprint
  from offered where known_id is null
  on conflict (feed_id, hash) do nothing
  returning feed_id, id
),
-- Grouped once for all feeds: subqueries per feed would read all items of the batch for each feed, two thirds of the cost.
created_ids as materialized (select feed_id, array_agg(id) as ids from added group by feed_id),
changed_ids as materialized (
  select feed_id, array_agg(id order by id) as ids, array_agg(offered_id order by id) as offered from edited group by feed_id
),
same as materialized (select feed_id, count(*) as n from offered where known_fingerprint = fingerprint group by feed_id),
${logged(
  "coalesce(cardinality(created_ids.ids), 0)",
  "coalesce(cardinality(changed_ids.ids), 0)",
  "coalesce(same.n, 0)",
  "left join created_ids using (feed_id) left join changed_ids using (feed_id) left join same using (feed_id)",
)}
select s.feed_id, s.next_run_at, coalesce(created_ids.ids, '{}') as created, coalesce(changed_ids.ids, '{}') as updated,
  coalesce(changed_ids.offered, '{}') as updated_from
from scheduled s left join created_ids using (feed_id) left join changed_ids using (feed_id)`;
