import type pg from "pg";
import { createLaneLeases, type LaneLease, type LaneLeaseOptions } from "../../schedule/lease-lane-store.ts";
import type { ReadPageParts } from "../read-page.ts";
import { downloadPage, type PageParts } from "./download-page.ts";

type Options = Pick<PageParts, "get" | "userAgent" | "now" | "extract" | "decodeBody"> &
  Pick<LaneLeaseOptions, "lanes" | "delayMs" | "leaseMsMax" | "newLeaseId"> & { pool: pg.Pool };

/** Pages keep the same pace per host as feeds do, and come after them: one request at a time, the next after the delay. */
export function createPageDownloader(options: Options): ReadPageParts["downloadPage"] {
  const { pool, get, userAgent, now, extract, decodeBody } = options;
  const lanes = createLaneLeases({ ...options, yieldsToFeeds: true });
  return async (url, signal) => {
    let current: LaneLease | null = null;
    let blockedUntil: Date | null = null;
    const leave = async () => {
      const lease = current;
      current = null;
      await lease?.release(blockedUntil);
    };
    try {
      const outcome = await downloadPage(
        {
          db: pool,
          get,
          userAgent,
          now,
          extract,
          decodeBody,
          enterHost: async (page, hopSignal) => {
            await leave();
            const lease = await lanes.take(page.href, new Map(), hopSignal);
            if (lease === "busy") return "busy";
            current = lease;
            return "go";
          },
        },
        url,
        signal,
      );
      if (outcome.kind === "unavailable") blockedUntil = outcome.retryAt;
      return outcome;
    } finally {
      await leave();
    }
  };
}
