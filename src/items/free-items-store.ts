import type { Queryable } from "../database/transaction.ts";

/**
 * Frees items whose worker died; `leases` are the first and the last id its leases can have. Only what waits is looked
 * through, by its own index: the table may hold millions.
 */
export async function freeItems(tx: Queryable, leases: [string, string]): Promise<number> {
  const free = "update items set analysis_lease = null, analysis_locked_until = null";
  const mine = "analysis_lease between $1 and $2";
  const pending = await tx.query(`${free} where analysis_status = 'pending' and ${mine}`, leases);
  const pages = await tx.query(`${free} where page_at is not null and ${mine}`, leases);
  const upgrades = await tx.query(`${free} where upgrade_at is not null and ${mine}`, leases);
  return (pending.rowCount ?? 0) + (pages.rowCount ?? 0) + (upgrades.rowCount ?? 0);
}
