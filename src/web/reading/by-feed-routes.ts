import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { findUnreadByFeed } from "../../items/subscribed-feed-store.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { byFeedPage } from "./by-feed-page.ts";
import { parsePage } from "./page-links.ts";
import { asReader, type ReadingParts } from "./reading-parts.ts";

/** The same items, by feed. */
export function byFeedRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/items/feeds", (c) => showFeeds(parts, c));
  return app;
}

async function showFeeds(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const page = parsePage(c.req.query("page"));
  if (page === null) throw new HTTPException(400, { message: textsOf(c).reading.badQuestion });
  const view = await asReader(parts, c, async (tx, now) => ({ feeds: await findUnreadByFeed(tx, page), page, now }));
  return c.html(byFeedPage(parts.frame(c), view).text);
}
