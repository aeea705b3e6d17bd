import { Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { acceptsGzip } from "../accepts-gzip.ts";
import type { WebEnv } from "../web-env.ts";
import { checkParameters } from "./check-parameters.ts";
import { describeFeed, describeSite } from "./describe-routes.ts";
import { feedFormats } from "./feed-formats.ts";
import type { PublicApi } from "./public-api.ts";
import { feedQuery, siteQuery } from "./public-parameters.ts";
import { jsonType, sendDocument } from "./send-document.ts";

export function feedRoutes({ documents }: PublicApi, limit: MiddlewareHandler<WebEnv>): Hono<WebEnv> {
  const routes = new Hono<WebEnv>();
  for (const format of feedFormats) {
    routes.get(format.path, describeFeed(format), limit, checkParameters("query", feedQuery), async (c) => {
      const { url, max_score: maxScore = null } = c.req.valid("query");
      const found = await documents.findFeed({ format, url, maxScore });
      if (found === "missing")
        throw new HTTPException(404, { message: "No clean feed is published for this address." });
      return sendDocument(c, found, format.type);
    });
  }
  routes.get("/api/site", describeSite, limit, checkParameters("query", siteQuery), async (c) => {
    const { root, max_score: maxScore = null } = c.req.valid("query");
    const isGzip = acceptsGzip(c.req.header("Accept-Encoding"));
    const found = await documents.findSite({ root, maxScore, isGzip });
    if (found === "missing") throw new HTTPException(404, { message: "No feed is published for this domain." });
    // A feed that left the site changed it without leaving a date.
    return sendDocument(c, { ...found, updatedAt: null }, jsonType);
  });
  return routes;
}
