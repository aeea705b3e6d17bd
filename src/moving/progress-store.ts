import type { Queryable } from "../database/transaction.ts";
import type { Mark } from "./other-reader.ts";

/** How far an import from another reader came: the page that is next, and what was done so far. */
export type MoveProgress = { mark: Mark; after: string | null; report: MarkReport };

export type MarkReport = {
  /** Of these, `stored` were not here and came from the other reader. */
  stars: number;
  stored: number;
  read: number;
  /** Their items have not come yet: they are read when they do. */
  waiting: number;
  /** Marks of items whose feed is not here. */
  withoutFeed: number;
};

export async function findProgress(
  db: Queryable,
  { personId, origin, since }: { personId: string; origin: string; since: Date },
): Promise<MoveProgress | null> {
  const { rows } = await db.query<{ progress: MoveProgress }>(
    "select progress from move_ins where user_id = $1 and origin = $2 and updated_at > $3",
    [personId, origin, since],
  );
  return rows[0]?.progress ?? null;
}

export async function saveProgress(
  db: Queryable,
  { personId, origin, progress }: { personId: string; origin: string; progress: MoveProgress },
  now: Date,
): Promise<void> {
  await db.query(
    `insert into move_ins (user_id, origin, progress, updated_at) values ($1, $2, $3, $4)
     on conflict (user_id, origin) do update set progress = excluded.progress, updated_at = excluded.updated_at`,
    [personId, origin, JSON.stringify(progress), now],
  );
}

export async function deleteProgress(db: Queryable, personId: string, origin: string): Promise<void> {
  await db.query("delete from move_ins where user_id = $1 and origin = $2", [personId, origin]);
}
