import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import { textArray, unnestValues } from "../database/unnest.ts";
import { itemColumns, type NewItem, saveItemsSql } from "../items/save-items-store.ts";
import { changeFeedSchedule } from "../schedule/change-schedule-store.ts";
import { readersOf, storedColumns } from "../schedule/claim-store.ts";
import { type StoredFeed, type StoredRow, toStoredFeed } from "../schedule/lease.ts";
import { type SavedIds, staleSql } from "./completion-store.ts";

// What is not fetched takes no push either.
const isFetched = "f.enabled and f.polling and not f.suspended and f.deleted_at is null";

/** Null: it is not fetched now. */
export async function findFetchedFeed(worker: Queryable, feedId: string, now: Date): Promise<StoredFeed | null> {
  const { rows } = await worker.query<StoredRow>(
    `select ${storedColumns} from feeds f ${readersOf} where f.id = $1 and ${isFetched}`,
    [feedId],
  );
  return rows[0] === undefined ? null : toStoredFeed(rows[0], now);
}

/** "fetching": a worker has the feed. "contradicting": an entry is one stored item by its guid, and another by its address. */
export type SavedPush = ({ kind: "saved" } & SavedIds) | { kind: "fetching" } | { kind: "contradicting" };

/**
 * Saves items of a feed that nobody fetches at this moment, as a completed fetch would. The lock of the feed's lane keeps it so: a
 * claim needs that lock, and what is fetched after it finds these items stored. Neither schedule nor validators change.
 */
export async function savePushedItems(
  pool: pg.Pool,
  feedId: string,
  items: NewItem[],
  now: Date,
): Promise<SavedPush | null> {
  return changeFeedSchedule(pool, { feedId }, async (tx) => {
    const { rows: leases } = await tx.query("select from feed_schedules where feed_id = $1 and lease_id is not null", [
      feedId,
    ]);
    if (leases.length > 0) return { kind: "fetching" };
    if (await contradictsStored(tx, feedId, items)) return { kind: "contradicting" };
    const { rows } = await tx.query<SavedRow>({
      name: "save-pushed-items",
      text: saveSql,
      values: [
        feedId,
        now,
        ...unnestValues(
          itemColumns,
          items.map((item) => ({ ...item, feedId })),
        ),
      ],
    });
    const [row] = rows;
    if (row !== undefined) await tx.query("select pg_notify('plainwire_fetched', $1)", [feedId]);
    const { created, updated, updated_from: updatedFrom } = row ?? nothingSaved;
    return { kind: "saved", created, updated, updatedFrom };
  });
}

type SavedRow = { created: string[]; updated: string[]; updated_from: string[] };
const nothingSaved: SavedRow = { created: [], updated: [], updated_from: [] };

/**
 * A part of a document does not show which addresses and guids its entries share with others. Matched by such a one, an entry would
 * overwrite a neighbour.
 */
async function contradictsStored(tx: Queryable, feedId: string, items: NewItem[]): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from unnest($2::text[], $3::text[]) e(hash, guid)
     join items k on k.feed_id = $1 and k.hash = e.hash and coalesce(k.guid, '') <> e.guid
     union all
     select from unnest($2::text[], $3::text[], $4::bigint[]) e(hash, guid, guid_key)
     join items k on k.feed_id = $1 and k.guid_key = e.guid_key and k.guid = e.guid and k.hash <> e.hash
     limit 1`,
    [
      feedId,
      textArray(items.map(({ hash }) => hash)),
      textArray(items.map(({ guid }) => guid ?? "")),
      items.map(({ guidKey }) => guidKey?.toString() ?? null),
    ],
  );
  return rowCount !== 0;
}

const saveSql = `
with mine as materialized (
  select f.id as feed_id, $2::timestamptz as completed_at from feeds f where f.id = $1 and ${isFetched}
),${saveItemsSql(3)},${staleSql}
select coalesce(created_ids.ids, '{}') as created, coalesce(changed_ids.ids, '{}') as updated,
  coalesce(changed_ids.offered, '{}') as updated_from
from mine left join created_ids using (feed_id) left join changed_ids using (feed_id)`;
