import type { Context } from "hono";
import { matchedRoutes } from "hono/route";

/**
 * The pattern of the route that answers this request: the first of those that match, since it ends the chain. Others
 * may match after it: /feeds/import is also a /feeds/:id. Middleware is registered for all methods and is no route.
 */
export function answeringRoute(c: Context): string | null {
  return matchedRoutes(c).find(({ method }) => method !== "ALL")?.path ?? null;
}
