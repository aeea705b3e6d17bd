import { Hono } from "hono";
import type { Parts } from "./assemble.ts";
import { databaseAnswers } from "./database/unavailable.ts";
import { readHealth } from "./scheduling/read-health.ts";
import type { Service } from "./service.ts";
import { healthRoutes, metricsRoute } from "./web/monitoring-routes.ts";
import { startWebServer } from "./web/serve.ts";
import type { WebEnv } from "./web/web-env.ts";

const requestGraceMs = 2_000;

/** For a process without web pages: its health and its metrics, for monitoring. */
export async function startMonitor({ config, log, metrics, db, clock }: Parts, port: number): Promise<Service> {
  const app = new Hono<WebEnv>();
  app.get("/metrics", metricsRoute(metrics, config.metricsToken));
  app.route(
    "/",
    healthRoutes({
      databaseAnswers: () => databaseAnswers(db.worker),
      health: () => readHealth(db.worker, clock.now()),
    }),
  );
  const server = await startWebServer({ app, host: config.host, port, log });
  log.info({ url: server.url }, `health and metrics are on ${server.url}`);
  return { name: "monitor", stop: () => server.stop(requestGraceMs) };
}
