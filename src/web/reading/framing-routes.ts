import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { isUuid } from "../../ids.ts";
import { feedsPerPage, findFeedSpreads, findFeedWeeks } from "../../items/framing-store.ts";
import { earlier, weekMs } from "../../time.ts";
import { problem } from "../problem.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { feedFramingPage, framingPage } from "./framing-page.ts";
import { parsePage } from "./page-links.ts";
import { asReader, type ReadingParts } from "./reading-parts.ts";

const spreadWeeks = 4;
const weeksShown = 12;

export function framingRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/framing", (c) => showFeeds(parts, c));
  app.get("/framing/:feed", (c) => showFeed(parts, c));
  return app;
}

async function showFeeds(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const page = parsePage(c.req.query("page"));
  if (page === null) throw new HTTPException(400, { message: textsOf(c).reading.badQuestion });
  const found = await asReader(parts, c, (tx, now) => {
    return findFeedSpreads(tx, { since: weeksBefore(now, spreadWeeks), page, feedId: null });
  });
  const feeds = found.slice(0, feedsPerPage);
  return c.html(framingPage(parts.frame(c), { feeds, page, hasNext: found.length > feeds.length }).text);
}

async function showFeed(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const feedId = c.req.param("feed") ?? "";
  const found = isUuid(feedId)
    ? await asReader(parts, c, async (tx, now) => ({
        feeds: await findFeedSpreads(tx, { since: weeksBefore(now, spreadWeeks), page: 0, feedId }),
        weeks: await findFeedWeeks(tx, feedId, weeksBefore(now, weeksShown)),
      }))
    : null;
  const [feed] = found?.feeds ?? [];
  const { gone, goneWhy } = textsOf(c).reading.framing;
  if (found === null || feed === undefined) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  return c.html(feedFramingPage(parts.frame(c), feed, found.weeks).text);
}

function weeksBefore(now: Date, weeks: number): Date {
  return earlier(now, weeks * weekMs);
}
