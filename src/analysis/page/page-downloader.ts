import type pg from "pg";
import { type HostTurn, hostTurns, type HostTurnsOptions } from "../../schedule/lease-lane.ts";
import type { ReadPageParts } from "../read-page.ts";
import { downloadPage, type PageParts } from "./download-page.ts";

type Options = Pick<PageParts, "get" | "userAgent" | "now" | "extract" | "decodeBody"> &
  Pick<HostTurnsOptions, "lanes" | "delayMs" | "turnMsMax" | "newLeaseId"> & { pool: pg.Pool };

/** Pages keep the same pace per host as feeds do, and come after them: one request at a time, the next after the delay. */
export function createPageDownloader(options: Options): ReadPageParts["downloadPage"] {
  const { pool, get, userAgent, now, extract, decodeBody } = options;
  const turns = hostTurns({ ...options, yieldsToFeeds: true });
  return async (url, signal) => {
    let current: HostTurn | null = null;
    let blockedUntil: Date | null = null;
    const leave = async () => {
      const turn = current;
      current = null;
      await turn?.end(blockedUntil);
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
            const turn = await turns.take(page.href, new Map(), hopSignal);
            if (turn === "busy") return "busy";
            current = turn;
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
