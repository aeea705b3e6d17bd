import { type Queryable, retrying } from "../database/transaction.ts";
import { column, unnestSql, unnestValues, type Column } from "../database/unnest.ts";
import { type AnalyzerResult, wordsVersion } from "./analyzer-result.ts";
import type { ModelWhy, PageWhy } from "./reading-state.ts";
import { type ItemScope, scopeCondition, type WaitingItem } from "./waiting-item.ts";

/** What a reading of an item found; null leaves what is stored. */
export type ItemReading = {
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

/** What to store for an item that is stored already. */
export type SavedAnalysis = ItemReading & { item: WaitingItem };

export const analysisColumns: Column<SavedAnalysis>[] = [
  column("id", "uuid", ({ item }) => item.itemId),
  column("lease_id", "uuid", ({ item }) => item.leaseId),
  column("status", "text", ({ status }) => status),
  column("result", "jsonb", ({ result }) => result),
  column("words_version", "int", ({ result }) => (result === null ? null : wordsVersion(result))),
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

/**
 * In SQL: the steps that save analyses; `saved` are the items of those whose lease was still ours. What an older version of the
 * offline analyzer said about the same text is kept: in `kept`, as in all of one statement, items are still as they were before.
 */
export const saveAnalysesSql = `
given as materialized (select * from ${unnestSql("g", analysisColumns)}),
saved as (
  update items i set analysis_status = g.status, analyzer_result = coalesce(g.result, i.analyzer_result),
    words_version = case when g.result is null then i.words_version else g.words_version end,
    rating = coalesce(g.rating, i.rating), input_hash = coalesce(g.input_hash, i.input_hash),
    clean_html = coalesce(g.clean_html, i.clean_html), text = coalesce(g.body, i.text),
    input_kind = coalesce(g.input_kind, i.input_kind), upgrade_at = g.upgrade_at,
    page_at = case when g.has_page then g.page_at else i.page_at end, page_why = coalesce(g.page_why, i.page_why),
    page_error = case when g.has_page then g.page_error else i.page_error end,
    model_why = coalesce(g.model_why, i.model_why),
    analyzed_at = case when g.result is null then i.analyzed_at else g.at end,
    analysis_lease = null, analysis_locked_until = null, analysis_error = null
  from given g where i.id = g.id and i.analysis_lease = g.lease_id
  returning i.id, i.feed_id, g.words_version, g.at
),
kept as (
  insert into older_analyses (item_id, version, analyzer_result, until)
  select i.id, i.words_version, i.analyzer_result, s.at from saved s join items i on i.id = s.id
  where i.words_version < s.words_version
  on conflict (item_id, version) do update set analyzer_result = excluded.analyzer_result, until = excluded.until
)`;

/** A newer version that says the same: only the version moves, and no reader of the item is told. */
export type SameAnalysis = { item: WaitingItem; result: AnalyzerResult; now: Date };

const sameColumns: Column<SameAnalysis>[] = [
  column("id", "uuid", ({ item }) => item.itemId),
  column("lease_id", "uuid", ({ item }) => item.leaseId),
  column("result", "jsonb", ({ result }) => result),
  column("words_version", "int", ({ result }) => wordsVersion(result)),
  column("at", "timestamptz", ({ now }) => now),
];

/** Without `analysis_status`, whose trigger would have the items indexed again. */
export async function saveSameAnalyses(db: Queryable, analyses: SameAnalysis[]): Promise<void> {
  await retrying(() =>
    db.query({
      name: "save-same-analyses",
      text: `update items i set analyzer_result = g.result, words_version = g.words_version, analyzed_at = g.at,
          analysis_lease = null, analysis_locked_until = null
        from ${unnestSql("g", sameColumns)} where i.id = g.id and i.analysis_lease = g.lease_id`,
      values: unnestValues(sameColumns, analyses),
    }),
  );
}

/** What an older version of the offline analyzer said about the text that the item has now. */
export type OlderAnalysis = { analysis: AnalyzerResult; until: Date };

/** The newest first. */
export async function findOlderAnalyses(db: Queryable, itemId: string): Promise<OlderAnalysis[]> {
  const { rows } = await db.query<OlderAnalysis>({
    name: "find-older-analyses",
    text: `select analyzer_result as analysis, until from older_analyses where item_id = $1 order by version desc`,
    values: [itemId],
  });
  return rows;
}

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

const toldMax = 500;

/** Items that wait for a model say whether it is their turn or the service that they wait for. Returns how many did not. */
export async function updateWaitReasons(db: Queryable, isStopped: boolean): Promise<number> {
  const [from, to] = isStopped ? ["waiting", "stopped"] : ["stopped", "waiting"];
  const { rowCount } = await db.query({
    name: "update-wait-reasons",
    text: `update items set model_why = $2 where id in (
      select id from items where upgrade_at is not null and model_why = $1 and analysis_lease is null limit $3)`,
    values: [from, to, toldMax],
  });
  return rowCount ?? 0;
}

/** What waits for a model that was stopped, or for more money, is to be asked about at once. */
export async function retryStoppedItems(db: Queryable, now: Date): Promise<void> {
  await db.query(
    `update items set upgrade_at = $1, model_why = 'waiting'
     where upgrade_at is not null and model_why in ('stopped', 'budget') and analysis_lease is null`,
    [now],
  );
}

/** A model was set up: recent items that came before it are to be asked about. Returns how many; the rest follows. */
export async function wantModel(db: Queryable, since: Date, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `update items set upgrade_at = $1, model_why = 'waiting', attempts = 0 where id in (
       select id from items where pub_date >= $2 and model_why = 'no-model' and analysis_status = 'done'
         and analysis_lease is null order by pub_date desc limit $3)`,
    [now, since, toldMax],
  );
  return rowCount ?? 0;
}

/** Nobody will be asked about what waits for a model. Returns how many were told. */
export async function letGoWithoutModel(db: Queryable): Promise<number> {
  const { rowCount } = await db.query({
    name: "let-go-without-model",
    text: `update items set upgrade_at = null, model_why = 'no-model' where id in (
      select id from items where upgrade_at is not null and analysis_lease is null limit $1)`,
    values: [toldMax],
  });
  return rowCount ?? 0;
}

/**
 * Marks items as new, but keeps page texts. A worker that is analysing one of them loses its lease, and its result is not
 * saved.
 */
export async function markForAnalysis(db: Queryable, scope: ItemScope): Promise<number> {
  const { condition, values } = scopeCondition(scope, 1);
  const { rowCount } = await db.query(
    `update items set analysis_status = 'pending', attempts = 0, upgrade_at = null, analysis_error = null,
       page_at = null, page_attempts = 0, page_why = nullif(page_why, 'failed'), analysis_lease = null, analysis_locked_until = null where ${condition}`,
    values,
  );
  return rowCount ?? 0;
}

/**
 * Frees items whose worker died; `leases` are the first and the last id its leases can have. Only what waits is looked
 * through, by its own index: the table may hold millions.
 */
export async function releaseItems(tx: Queryable, leases: [string, string]): Promise<number> {
  const free = "update items set analysis_lease = null, analysis_locked_until = null";
  const mine = "analysis_lease between $1 and $2";
  const pending = await tx.query(`${free} where analysis_status = 'pending' and ${mine}`, leases);
  const pages = await tx.query(`${free} where page_at is not null and ${mine}`, leases);
  const upgrades = await tx.query(`${free} where upgrade_at is not null and ${mine}`, leases);
  return (pending.rowCount ?? 0) + (pages.rowCount ?? 0) + (upgrades.rowCount ?? 0);
}
