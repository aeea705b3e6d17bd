import { Hono } from "hono";
import type { WebEnv } from "./web-env.ts";

export type HealthReport = { status: "UP" | "DOWN"; details: Record<string, unknown> };

/** Both tell of a gone database by their result; neither throws for it. */
export type HealthParts = { health: () => Promise<HealthReport>; databaseAnswers: () => Promise<boolean> };

// Probes commonly give up after a few seconds: better a "no" in time than no answer.
const probeMs = 3_000;

export function healthRoutes({ health, databaseAnswers }: HealthParts): Hono<WebEnv> {
  const routes = new Hono<WebEnv>();
  routes.get("/livez", (c) => c.text("alive\n"));
  routes.get("/readyz", async (c) => {
    const isReady = await within(probeMs, databaseAnswers(), false);
    return isReady ? c.text("ready\n") : c.text("not ready: the database does not answer\n", 503);
  });
  routes.get("/healthz", async (c) => {
    const late: HealthReport = { status: "DOWN", details: { health: `no answer within ${probeMs} ms` } };
    const report = await within(probeMs, health(), late);
    return c.json(report, report.status === "UP" ? 200 : 503);
  });
  return routes;
}

async function within<Answer>(limitMs: number, answer: Promise<Answer>, otherwise: Answer): Promise<Answer> {
  const { promise: late, resolve } = Promise.withResolvers<Answer>();
  const timer = setTimeout(resolve, limitMs, otherwise);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
