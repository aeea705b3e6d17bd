import { Hono } from "hono";
import { readBackups } from "../../backups/backup-store.ts";
import { countFetchHours, listBlockedLanes } from "../../feeds/lists/overview-store.ts";
import { findComplaints } from "../../schedule/read-health.ts";
import { listHostScores, readTotalScore } from "../../schedule/host-score-store.ts";
import { readWorkersAlive } from "../../schedule/heartbeat-store.ts";
import { readQueueFacts, readQueueStatus } from "../../schedule/queue-status-store.ts";
import { isHtmx } from "../kit/htmx.ts";
import type { WebEnv } from "../web-env.ts";
import type { OperatorParts } from "./operator-parts.ts";
import { fetchesPart, firstHour, overviewPage, type OverviewView, type PolitenessView } from "./overview-page.ts";

export function overviewRoutes({ operations, frame }: OperatorParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const readHours = (now: Date) => countFetchHours(operations.pool, firstHour(now));

  app.get("/operator", async (c) => {
    const now = operations.now();
    // Live refreshes leave out the chart and the hosts: counting a day's log takes a second on a large installation.
    const hours = isHtmx(c) ? null : await readHours(now);
    const politeness = isHtmx(c) ? null : await readPoliteness(operations);
    const backup = isHtmx(c) ? null : { ...(await readBackups(operations.pool)), at: operations.backupAt };
    const view = { ...(await readView(operations, now)), hours, politeness, backup };
    return c.html(overviewPage(frame(c), view).text);
  });

  app.get("/operator/fetches", async (c) => {
    const now = operations.now();
    return c.html(fetchesPart(frame(c), await readHours(now), now).text);
  });
  return app;
}

async function readPoliteness({ pool }: OperatorParts["operations"]): Promise<PolitenessView> {
  return { total: await readTotalScore(pool), hosts: await listHostScores(pool) };
}

type LiveView = Omit<OverviewView, "hours" | "politeness" | "backup">;

async function readView({ pool }: OperatorParts["operations"], now: Date): Promise<LiveView> {
  const [facts, alive] = [await readQueueFacts(pool, now), await readWorkersAlive(pool, now)];
  return {
    status: await readQueueStatus(pool, now),
    blocked: await listBlockedLanes(pool, now),
    complaints: findComplaints(facts, alive),
    workers: alive.workers,
    now,
  };
}
