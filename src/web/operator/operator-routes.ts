import { Hono, type MiddlewareHandler } from "hono";
import { listRaisedAlerts } from "../../alerts/alert-store.ts";
import { liveRoute } from "../feeds/live-route.ts";
import { requirePerson } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";
import { deadLetterRoutes } from "./dead-letter-routes.ts";
import { feedListRoutes } from "./feed-list-routes.ts";
import { feedSettingsRoutes } from "./feed-settings-routes.ts";
import { insideRoutes } from "./inside-routes.ts";
import { modelRoutes } from "./model-routes.ts";
import { type OperatorParts, requireOperator } from "./operator-parts.ts";
import { overviewRoutes } from "./overview-routes.ts";
import { peopleRoutes } from "./people-routes.ts";
import { spendRoutes } from "./spend-routes.ts";

/** Pages for operators: what the command line shows and does. */
export function operatorRoutes(parts: OperatorParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  for (const path of ["/operator", "/operator/*"]) {
    app.use(path, requirePerson(parts.refuse), requireOperator(parts), loadAlerts(parts));
  }
  for (const routes of [
    overviewRoutes,
    deadLetterRoutes,
    feedListRoutes,
    feedSettingsRoutes,
    modelRoutes,
    insideRoutes,
    spendRoutes,
    peopleRoutes,
  ]) {
    app.route("/", routes(parts));
  }
  const live = { ...parts.feeds.live, watch: parts.operations.live.watch };
  app.route("/operator", liveRoute({ ...parts, feeds: { ...parts.feeds, live } }));
  return app;
}

/** For the alert banner on every operator page. Parts of pages and form posts do not need it. */
function loadAlerts({ operations: { pool } }: OperatorParts): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    const isPage = c.req.method === "GET" && c.req.path !== "/operator/live";
    if (isPage)
      c.set(
        "alerts",
        (await listRaisedAlerts(pool)).map(({ sentence }) => sentence),
      );
    return next();
  };
}
