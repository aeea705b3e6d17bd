import { type Config, settings } from "../config.ts";

type Own = { dataDir: string; port: number; origins: string[] };

/**
 * The person's settings, except for those that would lead out of the demo or into it. Its password is known to
 * everybody, so it never listens on more than this machine; and feeds may reach the newsroom's addresses and no other
 * private one.
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
    smtpUrl: null,
    fetchAllowNetworks: settings.fetchAllowNetworks.parse(networksOf(origins)),
    ...pace,
  };
}

/** As FETCH_ALLOW_NETWORKS is written. */
function networksOf(origins: string[]): string {
  return [...new Set(origins.map((origin) => `${new URL(origin).hostname}/32`))].join(",");
}

const second = 1_000;

/** The newsroom is ours and waits for nobody: everything at once, and again every minute, for a new item comes in then. */
const pace = {
  ingestionEnabled: true,
  fetcherDomainDelayMs: 0,
  fetcherIntervalMs: 5 * second,
  fetcherSuccessIntervalMs: 60 * second,
  fetcherMinIntervalMinutes: 1,
  fetcherJitterPercent: 0,
  aiConcurrency: 64,
} satisfies Partial<Config>;
