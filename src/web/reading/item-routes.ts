import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { isUuid } from "../../ids.ts";
import { findItemPage, type ListQuestion } from "../../items/item-list-store.ts";
import { findReports, findVersions, loadListedItems, wantPage } from "../../items/listed-item-store.ts";
import { parseSearch } from "../../items/search-words.ts";
import { findFeedName } from "../../items/subscribed-feed-store.ts";
import { problem } from "../problem.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { itemPage } from "./item-page.ts";
import { itemsPage } from "./items-page.ts";
import { type ListQuery, parseListQuery, parseTime } from "./parse-list-query.ts";
import { asReader, type ReadingParts } from "./reading-parts.ts";

/** The list and the page of an item. */
export function itemRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/items", (c) => showItems(parts, c));
  app.get("/items/:id", (c) => showItem(parts, c));
  return app;
}

async function showItems(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const query = parseListQuery(c.req.query());
  if (query === null) throw new HTTPException(400, { message: textsOf(c).reading.badQuestion });
  const question = toQuestion(query);
  return asReader(parts, c, async (tx, now) => {
    const page = question === null ? { ids: [], next: null } : await findItemPage(tx, question, now);
    const items = await loadListedItems(tx, page.ids);
    const view = {
      query,
      feedName: query.feedId === null ? null : await findFeedName(tx, query.feedId),
      items,
      reports: await findReports(
        tx,
        items.flatMap(({ storyId }) => storyId ?? []),
      ),
      next: page.next,
      marked: markedOf(c),
      isSearchEmpty: question === null,
      now,
    };
    return c.html(itemsPage(parts.frame(c), view).text);
  });
}

/** Null where the search has no word in it that an item could have. */
function toQuestion({ search, ...query }: ListQuery): ListQuestion | null {
  if (search === "") return { ...query, tsquery: null };
  const parsed = parseSearch(search);
  return parsed.kind === "empty" ? null : { ...query, tsquery: parsed.tsquery };
}

/** What a redirect after marking all of a list tells the page. */
function markedOf(c: Context<WebEnv>): { count: number; at: Date | null } | null {
  const { marked = "", at = "" } = c.req.query();
  return /^\d{1,9}$/.test(marked) ? { count: Number(marked), at: parseTime(at) } : null;
}

async function showItem(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const found = isUuid(id)
    ? await asReader(parts, c, async (tx, now) => {
        // Opening it is the wish to read it: first, so that the page says so.
        await wantPage(tx, id, now);
        const [item] = await loadListedItems(tx, [id]);
        if (item === undefined) return null;
        const reports = item.storyId === null ? [] : await findReports(tx, [item.storyId]);
        const versions = item.versions === 0 ? [] : await findVersions(tx, id, now);
        return { item, reports, versions, now };
      })
    : null;
  const { gone, goneWhy } = textsOf(c).reading;
  if (found === null) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  return c.html(itemPage(parts.frame(c), found).text);
}
