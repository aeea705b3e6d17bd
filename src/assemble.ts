import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Registry } from "prom-client";
import type { Config } from "./config.ts";
import type { OpenDatabase } from "./database/open-database.ts";
import { openDatabase } from "./database/open-database.ts";
import type { FetcherIdentity } from "./fetching/user-agent.ts";
import { createMetrics } from "./telemetry/metrics.ts";
import type { Log } from "./telemetry/log.ts";

/** Everything that is made once per process. Functions ask for the few of these they use. */
export type Parts = {
  config: Config;
  log: Log;
  metrics: Registry;
  db: OpenDatabase;
  version: string;
  publicOrigin: string;
  identity: FetcherIdentity;
};

export async function assemble(config: Config, log: Log): Promise<Parts> {
  const db = await openDatabase(config, (sentence) => log.warn({ part: "database" }, sentence));
  if (db.migrated.length > 0) log.info({ migrations: db.migrated }, "database migrated");
  const version = ownVersion();
  const publicOrigin = config.publicOrigin ?? `http://${config.host}:${config.port}`;
  const identity = { version, contactUrl: config.fetcherContactUrl ?? `${publicOrigin}/about-fetcher` };
  return { config, log, metrics: createMetrics(), db, version, publicOrigin, identity };
}

export function ownVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(resolve(import.meta.dirname, "../package.json"), "utf8"),
  );
  return manifest.version;
}
