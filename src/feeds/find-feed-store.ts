import type { Queryable } from "../database/transaction.ts";

/** A feed as somebody named it, with what decides whether anything may be done to it. */
export type NamedFeed = {
  id: string;
  url: string;
  ownerId: string | null;
  enabled: boolean;
  polling: boolean;
  nextRunAt: Date | null;
  deletedAt: Date | null;
  mergedInto: string | null;
};

// More than two are shown to nobody: they only say that the prefix is too short.
const foundMax = 5;
export const idDigits = 32;

/** By address; by a former one only where no live feed has it. */
export async function findFeedsByUrl(db: Queryable, urls: string[]): Promise<NamedFeed[]> {
  return find(
    db,
    `url = any($1::text[]) or id in (select feed_id from feed_aliases where url = any($1::text[])
       and not exists (select from feeds where url = any($1::text[]) and deleted_at is null))`,
    [urls],
  );
}

/** By the first hexadecimal digits of an id. */
export async function findFeedsByIdPrefix(db: Queryable, digits: string): Promise<NamedFeed[]> {
  return find(db, "id between $1 and $2", [digits.padEnd(idDigits, "0"), digits.padEnd(idDigits, "f")]);
}

/** Live feeds first, shared before personal, then the latest deleted. */
async function find(db: Queryable, condition: string, values: unknown[]): Promise<NamedFeed[]> {
  const { rows } = await db.query<NamedFeed>(
    `select id, url, owner_id as "ownerId", enabled, polling, next_run_at as "nextRunAt", deleted_at as "deletedAt",
       merged_into as "mergedInto"
     from feeds join feed_schedules on feed_id = id where ${condition}
     order by deleted_at is not null, owner_id is not null, deleted_at desc, id limit ${foundMax}`,
    values,
  );
  return rows;
}
