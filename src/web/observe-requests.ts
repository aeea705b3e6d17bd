import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { Histogram, type Registry } from "prom-client";
import type { WebEnv } from "./web-env.ts";

export type RequestLog = {
  info: (facts: object, event: string) => void;
  error: (facts: object, event: string) => void;
};

const durationName = "http_request_duration_seconds";
const bucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type AnsweredRequest = {
  requestId: string;
  method: string;
  /** The pattern, not the path: a label for each path would grow without end. */
  route: string;
  path: string;
  status: number;
  ms: number;
  error?: Error | undefined;
};

/** One log line and one measurement per request, once its answer is known. */
export function observeRequests(log: RequestLog, metrics: Registry): MiddlewareHandler<WebEnv> {
  const observe = requestObserver(log, metrics);
  return async (c, next) => {
    const startMs = performance.now();
    await next();
    const ms = performance.now() - startMs;
    const { method, path } = c.req;
    observe({
      requestId: c.var.requestId,
      method,
      route: answeringRoute(c) ?? "none",
      path,
      status: c.res.status,
      ms,
      error: c.error,
    });
  };
}

/** For the app and the fast lane. All users of a registry share its histogram. */
export function requestObserver(log: RequestLog, metrics: Registry): (answered: AnsweredRequest) => void {
  const known = metrics.getSingleMetric(durationName) as Histogram | undefined;
  const duration =
    known ??
    new Histogram({
      name: durationName,
      help: "Time from request to answer, by method, route pattern and status.",
      labelNames: ["method", "route", "status"],
      buckets: bucketsSeconds,
      registers: [metrics],
    });

  return ({ requestId, method, route, path, status, ms, error }) => {
    duration.observe({ method, route, status }, ms / 1000);
    const facts = { requestId, method, path: withoutTokens(path), status, ms: Math.round(ms * 10) / 10 };
    if (status === 500) log.error({ ...facts, err: error }, "request failed");
    else log.info({ ...facts, ...(error !== undefined && { reason: error.message }) }, "request answered");
  };
}

/**
 * For the log. The secret in a personal address has 43 characters or more. The longest other word in a path, a UUID, has 36. What is
 * not printable ASCII is written as in an address: a terminal that shows the log obeys some of it (U+009B begins a command).
 */
export function withoutTokens(path: string): string {
  return path
    .replace(/[\w-]{40,}/g, "[token]")
    .replace(/[^\x20-\x7e]+/g, (written) => encodeURIComponent(written.toWellFormed()));
}

/**
 * The pattern of the route that answers this request: the first that matches. Others may match too: /feeds/import is
 * also a /feeds/:id. Middleware is registered for all methods and does not count.
 */
export function answeringRoute(c: Context): string | null {
  return matchedRoutes(c).find(({ method }) => method !== "ALL")?.path ?? null;
}
