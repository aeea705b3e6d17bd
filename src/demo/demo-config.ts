import { type Config, settings } from "../config.ts";

type Own = { dataDir: string; port: number; origins: string[] };

/**
 * The defaults, and of the person's settings only what concerns this machine: with the others the demo would read their mailbox, ring
 * their alarm, or write its backups among theirs and delete the oldest. Everyone knows its password, so it only listens on
 * this machine. Its feeds can reach the newsroom's addresses and no other private ones.
 */
export function demoConfig(config: Config, { dataDir, port, origins }: Own): Config {
  const { logLevel, logFormat, databaseConnections, aiInsideThreads, aiInsideMemoryBytes, aiInsideIdleMs } = config;
  return {
    ...defaults(),
    given: new Set(),
    logLevel,
    logFormat,
    databaseConnections,
    aiInsideThreads,
    aiInsideMemoryBytes,
    aiInsideIdleMs,
    dataDir,
    port,
    host: "127.0.0.1",
    fetchAllowNetworks: settings.fetchAllowNetworks.parse(networksOf(origins)),
    ...pace,
  };
}

function defaults(): Omit<Config, "given"> {
  const rows = Object.entries(settings).map(([key, { parse, fallback }]) => [key, parse(fallback)]);
  return Object.fromEntries(rows) as Omit<Config, "given">;
}

/** In the format of FETCH_ALLOW_NETWORKS. */
function networksOf(origins: string[]): string {
  return [...new Set(origins.map((origin) => `${new URL(origin).hostname}/32`))].join(",");
}

const second = 1_000;

/** The newsroom is our own, so there is no need to pause: fetch at once, and every minute, when a new item arrives. */
const pace = {
  ingestionEnabled: true,
  fetcherDomainDelayMs: 0,
  fetcherIntervalMs: 5 * second,
  fetcherSuccessIntervalMs: 60 * second,
  fetcherMinIntervalMinutes: 1,
  fetcherJitterPercent: 0,
  aiConcurrency: 64,
} satisfies Partial<Config>;
