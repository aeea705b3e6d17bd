import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { feedListPage } from "./feed-list-page.ts";
import type { OperatorParts } from "./operator-parts.ts";
import { parseFeedListQuery } from "./parse-feed-list-query.ts";
import { listSharedFeeds } from "./shared-feed-store.ts";

export function feedListRoutes({ operations, frame }: OperatorParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/operator/feeds", async (c) => {
    const query = parseFeedListQuery(c.req.query());
    if (query === null) throw new HTTPException(400, { message: textsOf(c).operator.feeds.badQuestion });
    const listed = await listSharedFeeds(operations.pool, query);
    return c.html(feedListPage(frame(c), { ...listed, query, now: operations.now() }).text);
  });
  return app;
}
