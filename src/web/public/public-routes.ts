import { Hono } from "hono";
import type { WebEnv } from "../web-env.ts";
import { anyOrigin } from "./any-origin.ts";
import { describeApi } from "./describe-api.ts";
import { feedFormats } from "./feed-formats.ts";
import { feedRoutes } from "./feed-routes.ts";
import { itemRoutes } from "./item-routes.ts";
import { limitRate, type RateLimitParts, type RefuseRequest } from "./limit-rate.ts";
import type { PublicApi } from "./public-api.ts";

/** What anybody may read, from any page: clean feeds, and how pages were judged. */
export function publicRoutes(parts: PublicApi & RateLimitParts, refuse: RefuseRequest) {
  const routes = new Hono<WebEnv>();
  const limit = limitRate(parts, refuse);
  const describe = describeApi(routes);
  for (const path of [...feedFormats.map((format) => format.path), "/api/*", "/openapi.json"]) {
    routes.use(path, anyOrigin);
  }
  routes.route("/", feedRoutes(parts, limit));
  routes.route("/", itemRoutes(parts, limit, refuse));
  routes.get("/openapi.json", async (c) => c.json(await describe()));
  return { routes, describe };
}
