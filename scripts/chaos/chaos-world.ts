import type pg from "pg";
import { embeddedConnection, createPool } from "../../src/database/connection.ts";
import { allowedNetworks } from "./chaos-hosts.ts";
import type { ChaosFeed } from "./chaos-feeds.ts";
import type { ChaosOrigin } from "./chaos-origin.ts";
import { startChaosOrigin } from "./chaos-origin.ts";
import type { DatabaseFaults } from "./database-faults.ts";
import { databaseFaults } from "./database-faults.ts";
import { freePort } from "../../test/ground/free-port.ts";
import { openEmbeddedWorld } from "./embedded-world.ts";
import type { Fleet } from "./fleet.ts";
import { startFleet } from "./fleet.ts";

export type ChaosWorld = {
  origin: ChaosOrigin;
  fleet: Fleet;
  faults: DatabaseFaults;
  pool: pg.Pool;
  webPool: pg.Pool;
  webUrl: string;
  feeds: ChaosFeed[];
  close: () => Promise<void>;
};

/** How often a feed has a new item, and how many it has at most. */
type News = { publishEveryMs: number; itemsMax: number };

export const hostDelayMs = 500;
export const places = ["worker", "worker", "worker", "web"];

/** An embedded database, an origin and a fleet of processes, all separate from yours and on loopback. */
export async function openChaosWorld(random: () => number, news: News): Promise<ChaosWorld> {
  const embedded = await openEmbeddedWorld();
  const origin = await startChaosOrigin({ random, ...news, itemsAtFirst: 3, misbehaves: true });
  const port = await freePort();
  const fleet = startFleet(places, () => settings(embedded.folder, port));
  await fleet.whole();
  const connection = embeddedConnection(embedded.socket);
  const pool = createPool(connection, "app_worker", 4);
  const webPool = createPool(connection, "app_web", 2);
  return {
    origin,
    fleet,
    pool,
    webPool,
    faults: databaseFaults(embedded.socket, embedded.dataFolder),
    webUrl: `http://127.0.0.1:${port}`,
    feeds: [],
    close: async () => {
      await fleet.stop();
      origin.close();
      await Promise.all([pool.end(), webPool.end()]);
      await embedded.close();
    },
  };
}

function settings(folder: string, port: number): Record<string, string> {
  return {
    DATA_DIR: folder,
    PORT: String(port),
    DB_CONNECTIONS: "6",
    FETCH_ALLOW_NETWORKS: allowedNetworks,
    FETCHER_DOMAIN_DELAY: String(hostDelayMs / 1_000),
    FETCHER_WORKERS: "20",
    FETCHER_INTERVAL: "5",
    FETCHER_SUCCESS_INTERVAL: "60",
    FETCHER_MIN_INTERVAL_MINUTES: "1",
    // No new feeds after the storm.
    FETCHER_MAX_INTERVAL_MINUTES: "5",
    FETCHER_REQUEST_TIMEOUT: "5",
    FETCHER_JOB_TIMEOUT: "8",
    LEASE_SECONDS: "4",
  };
}
