import type { Parts } from "./assemble.ts";
import { databaseAnswers } from "./database/database-answers.ts";
import { isDatabaseUnavailable } from "./database/unavailable.ts";
import { userAgent } from "./fetching/user-agent.ts";
import type { Service } from "./run-roles.ts";
import { createWebApp } from "./web/app.ts";
import { startWebServer } from "./web/serve.ts";

// Long enough for a request to end, short enough that a restart is one: after it, connections are cut.
const requestGraceMs = 8_000;
const minuteMs = 60_000;

export async function startWeb(parts: Parts): Promise<Service> {
  const { config, log, metrics, db, version } = parts;
  const app = createWebApp({
    log,
    metrics,
    version,
    metricsToken: config.metricsToken,
    publicOrigin: parts.publicOrigin,
    fetcherManners: {
      userAgent: userAgent(parts.identity, 1),
      contactUrl: config.fetcherContactUrl,
      usualIntervalMs: config.fetcherSuccessIntervalMs,
      intervalMinMs: config.fetcherMinIntervalMinutes * minuteMs,
      intervalMaxMs: config.fetcherMaxIntervalMinutes * minuteMs,
      hostPauseMs: config.fetcherDomainDelayMs,
      domainRequestsMax: config.fetcherDomainLanes,
      redirectsMax: config.fetcherMaxRedirects,
    },
    isDatabaseUnavailable,
    databaseAnswers: () => databaseAnswers(db.worker),
    health: async () => {
      const answers = await databaseAnswers(db.worker);
      return { status: answers ? "UP" : "DOWN", details: { database: answers ? "answers" : "does not answer" } };
    },
  });
  const server = await startWebServer({ app, host: config.host, port: config.port, log });
  log.info({ url: server.url }, `Plainwire is on ${server.url}`);
  return { name: "web", stop: () => server.stop(requestGraceMs) };
}
