import { type Context, Hono } from "hono";
import { isUuid } from "../../ids.ts";
import { findReports, loadListedItems } from "../../items/listed-item-store.ts";
import { problem } from "../problem.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { asReader, type ReadingParts } from "./reading-parts.ts";
import { storyPage } from "./story-page.ts";

export function storyRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/stories/:id", (c) => showStory(parts, c));
  return app;
}

async function showStory(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const storyId = c.req.param("id") ?? "";
  const view = await asReader(parts, c, async (tx, now) => {
    const reports = isUuid(storyId) ? await findReports(tx, [storyId]) : [];
    return {
      storyId,
      items: await loadListedItems(
        tx,
        reports.map(({ itemId }) => itemId),
      ),
      now,
    };
  });
  const { gone, goneWhy } = textsOf(c).reading.story;
  if (view.items.length === 0) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  return c.html(storyPage(parts.frame(c), view).text);
}
