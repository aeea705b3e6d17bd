import { forgetFutureReadings } from "./analysis/future-readings-store.ts";
import { forgetFutureBriefs } from "./briefs/future-brief-store.ts";
import { isClockBehind } from "./database/is-clock-behind.ts";
import type { Queryable } from "./database/transaction.ts";
import { forgetFutureNotes } from "./feed-notes/feed-note-store.ts";
import { dateFutureItems, forgetFutureItemTimes } from "./items/future-item-store.ts";
import { forgetFutureIcons } from "./media/icon-store.ts";
import type { Log } from "./telemetry/log.ts";
import { dayMs, later } from "./time.ts";
import { forgetFutureDeliveries } from "./webhooks/delivery-store.ts";
import { forgetFutureHubTimes } from "./websub/future-hub-store.ts";

/** What is dated later than this was dated by a wrong clock. */
const farDays = 365;

/**
 * After a clock was years ahead for a while: nothing waits until that time comes, and nothing leads the lists until then. Each owner of a
 * table repairs its own rows; this is the list of them. Schedules and feeds are repaired where leases are recovered
 * (workers/release-workers.ts), plans of briefs where briefs are written. Nothing is done while the clock seems to be behind: then
 * all that is stored would look like the future, and lose its dates.
 */
export async function forgetFutureTimes(
  { db, log }: { db: Queryable; log: Log },
  now: Date,
  stopping: AbortSignal,
): Promise<void> {
  if (await isClockBehind(db, now)) return;

  const far = later(now, farDays * dayMs);
  const repaired = {
    items: await dateFutureItems(db, { now, far, stopping }),
    waitingItems: await forgetFutureItemTimes(db, now),
    readings: await forgetFutureReadings(db, { now, far }),
    briefs: await forgetFutureBriefs(db, { now, far }),
    deliveries: await forgetFutureDeliveries(db, { now, far }),
    feedNotes: await forgetFutureNotes(db, now),
    hubs: await forgetFutureHubTimes(db, now),
    icons: await forgetFutureIcons(db, now),
  };
  if (Object.values(repaired).some((count) => count > 0)) log.info(repaired, "times of a wrong clock forgotten");
}
