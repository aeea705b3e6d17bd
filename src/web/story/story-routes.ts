import { type Context, Hono } from "hono";
import { isUuid } from "../../ids.ts";
import { markRead } from "../../items/item-state-store.ts";
import { findReports, findTitleVersions, loadListedItems, loadReportTexts } from "../../items/listed-item-store.ts";
import { isPrefetch } from "../kit/htmx.ts";
import { problem } from "../problem.ts";
import { asReader, findLooks, type ReadingParts, translationsFor } from "../reading/reading-parts.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { storyPage } from "./story-page.ts";

export function storyRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/stories/:id", (c) => showStory(parts, c));
  return app;
}

/** Opening a story marks it as read. */
async function showStory(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const storyId = c.req.param("id") ?? "";
  const view = await asReader(parts, c, async (tx, now) => {
    const reports = isUuid(storyId) ? await findReports(tx, [storyId]) : [];
    const ids = reports.map(({ itemId }) => itemId);
    const items = await loadListedItems(tx, ids);
    const [first] = items;
    if (first !== undefined && !isPrefetch(c)) await markRead(tx, first.id, true, now);
    return {
      storyId,
      items,
      fullTexts: await loadReportTexts(tx, ids),
      versions: await findTitleVersions(tx, ids, now),
      translations: await translationsFor(sessionOf(c).person.preferences, tx, ids),
      lookOf: await findLooks(
        parts,
        tx,
        items.map(({ feedId }) => feedId),
      ),
      now,
    };
  });
  const { gone, goneWhy } = textsOf(c).story;
  if (view.items.length === 0) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  return c.html(storyPage(parts.frame(c), view).text);
}
