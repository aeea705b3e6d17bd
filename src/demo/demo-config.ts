import { type Config, settings } from "../config.ts";

type Own = { dataDir: string; port: number; origins: string[] };

/**
 * The person's settings, except those that would connect the demo to the outside. Everyone knows its password, so it only
 * listens on this machine. Its feeds can reach the newsroom's addresses and no other private ones.
 */
export function demoConfig(config: Config, { dataDir, port, origins }: Own): Config {
  return {
    ...config,
    dataDir,
    port,
    host: "127.0.0.1",
    publicOrigin: null,
    databaseUrl: null,
    databaseDirectUrl: null,
    secretKey: null,
    queue: "postgres",
    authProvider: "local",
    aiType: "heuristic",
    // A model is what is set up in the demo, if any.
    given: new Set(),
    smtpUrl: null,
    fetchAllowNetworks: settings.fetchAllowNetworks.parse(networksOf(origins)),
    ...pace,
  };
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
