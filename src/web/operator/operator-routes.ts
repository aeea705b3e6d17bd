import { Hono } from "hono";
import { liveRoute } from "../dashboard/live-route.ts";
import { requirePerson } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";
import { deadLetterRoutes } from "./dead-letter-routes.ts";
import { feedListRoutes } from "./feed-list-routes.ts";
import { feedSettingsRoutes } from "./feed-settings-routes.ts";
import type { OperatorParts } from "./operator-parts.ts";
import { overviewRoutes } from "./overview-routes.ts";
import { peopleRoutes } from "./people-routes.ts";
import { requireOperator } from "./require-operator.ts";
import { spendRoutes } from "./spend-routes.ts";

/** For operators alone: what the command line shows and does, as pages. */
export function operatorRoutes(parts: OperatorParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  for (const path of ["/operator", "/operator/*"]) app.use(path, requirePerson(parts.refuse), requireOperator());
  for (const routes of [
    overviewRoutes,
    deadLetterRoutes,
    feedListRoutes,
    feedSettingsRoutes,
    spendRoutes,
    peopleRoutes,
  ]) {
    app.route("/", routes(parts));
  }
  const live = { ...parts.feeds.live, watch: parts.operations.live.watch };
  app.route("/operator", liveRoute({ ...parts, feeds: { ...parts.feeds, live } }));
  return app;
}
