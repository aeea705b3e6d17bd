import type pg from "pg";
import { inTransaction, type Queryable, retrying } from "../database/transaction.ts";
import { unnestValues } from "../database/unnest.ts";
import { addDeadLetter } from "../feeds/dead-letter-store.ts";
import { markStaleSql } from "../feeds/stale-feed-store.ts";
import {
  analysisColumns,
  type PutOff,
  putOffUpgrade,
  saveAnalysesSql,
  type SavedAnalysis,
} from "../items/analysis-store.ts";

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

const saveSql = `with ${saveAnalysesSql},
stale as (
  ${markStaleSql("select s.feed_id, max(s.at) from saved s join feeds f on f.id = s.feed_id where f.published group by s.feed_id order by s.feed_id")}
)
select count(*)::int as saved from saved`;

/** Gives up: the item becomes a dead letter that an operator can retry. */
export async function giveUpUpgrade(pool: pg.Pool, putOff: PutOff, now: Date): Promise<void> {
  const { item, error } = putOff;
  await inTransaction(pool, async (tx) => {
    await putOffUpgrade(tx, { ...putOff, upgradeAt: null });
    await addDeadLetter(tx, { kind: "analysis", feedId: item.feedId, itemId: item.itemId, reason: error }, now);
  });
}
