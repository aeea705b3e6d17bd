import { type Context, Hono } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import { requestId } from "hono/request-id";
import type { Registry } from "prom-client";
import { aboutFetcherPage, type FetcherManners } from "./about-fetcher-page.ts";
import { answerProblem } from "./answer-problem.ts";
import { loadAssets } from "./assets.ts";
import { type HealthParts, healthRoutes } from "./health-routes.ts";
import { homePage } from "./home-page.ts";
import { keepPrivate } from "./keep-private.ts";
import { frameOf } from "./layout.ts";
import { limitRequests, type RequestLimits } from "./limit-requests.ts";
import { metricsRoute } from "./metrics-route.ts";
import { observeRequests, type RequestLog } from "./observe-requests.ts";
import { type Problem, problem } from "./problem.ts";
import { problemOfError } from "./problem-of-error.ts";
import { securityHeaders } from "./security-headers.ts";
import type { WebEnv } from "./web-env.ts";

export type WebParts = HealthParts & {
  log: RequestLog;
  metrics: Registry;
  metricsToken: string | null;
  publicOrigin: string;
  version: string;
  fetcherManners: FetcherManners;
  isDatabaseUnavailable: (error: unknown) => boolean;
};

const requestIdLengthMax = 64;
/** Route patterns whose requests may be larger or take longer than usual. */
const limitsByRoute: Record<string, Partial<RequestLimits>> = {};

export function createWebApp(parts: WebParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const assets = loadAssets();
  const frame = (c: Context<WebEnv>) => frameOf(c, assets.urls, parts.version);
  const refuse = (c: Context<WebEnv>, found: Problem) => answerProblem(c, frame(c), found);

  app.use(requestId({ limitLength: requestIdLengthMax }));
  app.use(observeRequests(parts.log, parts.metrics));
  app.use(securityHeaders(parts.publicOrigin));
  app.use(keepPrivate);
  app.use(methodNotAllowed({ app, onMethodNotAllowed: (c, methods) => refuse(c, wrongMethod(c.req.method, methods)) }));
  app.use(limitRequests(limitsByRoute));
  app.notFound((c) => refuse(c, problem(404, "The address may be mistyped, or what was here is gone.")));
  app.onError((error, c) => refuse(c, problemOfError(error, c.req.raw.signal, parts.isDatabaseUnavailable)));

  app.get("/", (c) => c.html(homePage(frame(c)).text));
  app.get("/about-fetcher", (c) => c.html(aboutFetcherPage(frame(c), parts.fetcherManners).text));
  app.get("/metrics", metricsRoute(parts.metrics, parts.metricsToken));
  app.get("/static/:hash/:name", assets.serve);
  app.get("/vendor/:version/:name", assets.serve);
  app.route("/", healthRoutes(parts));
  return app;
}

function wrongMethod(method: string, allowed: string[]): Problem {
  const methods = allowed.join(", ");
  return problem(405, `This address answers ${methods}, not ${method}.`, { Allow: methods });
}
