import { Hono } from "hono";
import { requirePerson } from "../require-person.ts";
import type { WebEnv } from "../web-env.ts";
import { addedRoute } from "./added-notice.ts";
import { bulkRoutes } from "./bulk-routes.ts";
import { changeRoutes } from "./change-routes.ts";
import type { FeedRouteParts } from "./feed-parts.ts";
import { feedPageRoutes } from "./feed-page-routes.ts";
import { findRoute } from "./find-routes.ts";
import { folderRoutes } from "./folder-routes.ts";
import { importRoute } from "./import-routes.ts";
import { listRoutes } from "./list-routes.ts";
import { liveRoute } from "./live-route.ts";
import { newsletterRoutes } from "./newsletter-routes.ts";
import { startRoute } from "./start-routes.ts";

/** A person's feeds: the list and its changes, the page of each feed. */
export function feedRoutes(parts: FeedRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  for (const path of ["/live", "/feeds", "/feeds/*"]) app.use(path, requirePerson(parts.refuse));
  // Those with a path of their own come first: it also matches a feed's.
  for (const routes of [
    listRoutes,
    importRoute,
    findRoute,
    startRoute,
    newsletterRoutes,
    bulkRoutes,
    folderRoutes,
    changeRoutes,
    addedRoute,
    feedPageRoutes,
    liveRoute,
  ]) {
    app.route("/", routes(parts));
  }
  return app;
}
