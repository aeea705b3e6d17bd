import { after } from "node:test";
import { pino } from "pino";
import { createClient, type Parts } from "../../src/assemble.ts";
import { createSecretBox } from "../../src/database/secret-box.ts";
import { noHooks } from "../../src/fetching/hooks.ts";
import { createTrustedClient } from "../../src/http-client/trusted-client.ts";
import { loadConfig } from "../../src/load-config.ts";
import { createDatabaseClock } from "../../src/database/open-database.ts";
import { createModels } from "../../src/analysis/create-models.ts";
import { createInsideModels } from "../../src/models/inside/inside-models.ts";
import { createMetrics } from "../../src/telemetry/metrics.ts";
import type { TestDatabase } from "./test-database.ts";

/** The parts of a process, with loopback allowed; `lines` is its log. */
export function testParts(
  database: TestDatabase,
  settings: Record<string, string> = {},
  changes: Partial<Parts> = {},
): Parts & { lines: string[] } {
  const { config } = loadConfig({ FETCH_ALLOW_NETWORKS: "127.0.0.0/8", ...settings }, {});
  const lines: string[] = [];
  const log = pino({ level: "debug", base: null }, { write: (line: string) => void lines.push(line) });
  const { worker, web, connection } = database;
  const client = createClient(config);
  const trusted = createTrustedClient();
  const secrets = createSecretBox("k".repeat(32));
  const db = {
    worker,
    web,
    connection,
    migrated: [],
    rights: { surplus: [], missing: [], left: [] },
    close: async () => undefined,
  };
  const clock = changes.clock ?? createDatabaseClock(worker);
  const inside = createInsideModels({ config, userAgent: "Test", now: clock.now, onEvent: () => undefined });
  after(() => Promise.all([client.close(), trusted.close(), inside.close()]));
  return {
    config,
    log,
    lines,
    metrics: createMetrics(),
    db,
    version: "0.0.0",
    publicOrigin: "http://127.0.0.1:8080",
    identity: { version: "0.0.0", contactUrl: "http://127.0.0.1:8080/about-fetcher" },
    client,
    secrets,
    hooks: noHooks,
    clock,
    trusted,
    models: createModels({ config, pool: worker, now: clock.now, trusted, secrets, inside }),
    inside,
    ...changes,
  };
}
