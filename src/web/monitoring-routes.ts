import { createHash, timingSafeEqual } from "node:crypto";
import { type Context, type Handler, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Registry } from "prom-client";
import type { WebEnv } from "./web-env.ts";

type HealthReport = { status: "UP" | "DOWN"; details: Record<string, unknown> };

/** Both report a missing database by their result; neither throws. */
export type HealthParts = { health: () => Promise<HealthReport>; databaseAnswers: () => Promise<boolean> };

// Probes usually give up after a few seconds: a "no" in time is better than no answer.
const probeMs = 3_000;

export function healthRoutes(parts: HealthParts): Hono<WebEnv> {
  const routes = new Hono<WebEnv>();
  const [health, databaseAnswers] = [shared(parts.health), shared(parts.databaseAnswers)];
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

// Anyone may ask, as often as they like, and the connections are those of the workers' jobs.
const lookEveryMs = 1_000;

/** All who ask within a second of a look get what it finds. */
function shared<Answer>(look: () => Promise<Answer>): () => Promise<Answer> {
  let last: { answer: Promise<Answer>; askedMs: number } | null = null;
  return () => {
    const nowMs = performance.now();
    if (last === null || nowMs - last.askedMs >= lookEveryMs) last = { answer: look(), askedMs: nowMs };
    return last.answer;
  };
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

/** Metrics for Prometheus, for this machine and for anyone who has the token. */
export function metricsRoute(metrics: Registry, token: string | null): Handler<WebEnv> {
  return async (c) => {
    if (!bearsToken(c, token) && !isLocal(c)) {
      throw new HTTPException(403, {
        message: "Metrics are available from this machine, or with METRICS_TOKEN as bearer token.",
      });
    }
    return c.body(await metrics.metrics(), 200, { "Content-Type": metrics.contentType });
  };
}

function bearsToken(c: Context<WebEnv>, token: string | null): boolean {
  const given = /^Bearer +(.+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
  return token !== null && given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/**
 * A proxy on this machine is a loopback peer too, so a forwarded request is not local. Neither is one for another host
 * name: a web page can point its own name to 127.0.0.1 (DNS rebinding).
 */
function isLocal(c: Context<WebEnv>): boolean {
  const isForwarded = ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"].some(
    (name) => c.req.header(name) !== undefined,
  );
  const peer = c.env.incoming.socket.remoteAddress ?? "";
  const isOwnName = /^(?:localhost|\[::1\]|127\.[\d.]+)$/.test(new URL(c.req.url).hostname);
  return !isForwarded && isOwnName && /^(?:::1|(?:::ffff:)?127\.[\d.]+)$/.test(peer);
}
