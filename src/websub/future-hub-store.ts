import type { Queryable } from "../database/transaction.ts";
import { dayMs, later } from "../time.ts";

/** The longest lease that is believed. */
const waitDaysMax = 31;

/** Hubs are asked, and listeners told, as if their time had come. Returns how many rows that were. */
export async function forgetFutureHubTimes(db: Queryable, now: Date): Promise<number> {
  const values = [now, later(now, waitDaysMax * dayMs)];
  // What it told in those years says nothing of whether it tells anything now.
  const subscriptions = await db.query(
    `update hub_subscriptions set due_at = least(due_at, $1), lease_until = least(lease_until, $1),
       leased_at = least(leased_at, $1), pushed_at = least(pushed_at, $1), announced_at = least(announced_at, $1)
     where due_at > $2`,
    values,
  );
  const requests = await db.query("update hub_requests set due_at = $1 where due_at > $2", values);
  const listeners = await db.query("update hub_listeners set due_at = $1 where due_at > $2", values);
  const pushes = await db.query("update hub_pushes set due_at = $1 where due_at > $2", values);
  return [subscriptions, requests, listeners, pushes].reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}
