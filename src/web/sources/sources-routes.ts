import { type Context, Hono } from "hono";
import type pg from "pg";
import { HTTPException } from "hono/http-exception";
import { isUuid } from "../../ids.ts";
import {
  findSourceOutlet,
  findSourceWeeks,
  findSourceWords,
  findTitlePairs,
  type RankedSource,
  rankSources,
  sourceTraits,
} from "../../items/source-store.ts";
import { earlier, weekMs } from "../../time.ts";
import { parsePage } from "../kit/page-links.ts";
import { problem } from "../problem.ts";
import { asReader, findLooks, type ReadingParts } from "../reading/reading-parts.ts";
import { requirePerson } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { outletPage, type OutletView } from "./outlet-page.ts";
import { type Period, periods, sourcesPage, type SourcesQuery } from "./sources-page.ts";

const weeksOf: Record<Period, number> = { week: 1, month: 4, year: 52 };
const weeksShown = 12;

/** How the outlets word their news: all of them, and one. /framing is the old address. */
export function sourcesRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const person = requirePerson(parts.refuse);
  app.get("/sources", person, (c) => showSources(parts, c));
  app.get("/sources/:feed", person, (c) => showOutlet(parts, c));
  app.get("/framing", person, (c) => c.redirect("/sources", 303));
  app.get("/framing/:feed", person, (c) => c.redirect(`/sources/${encodeURIComponent(c.req.param("feed"))}`, 303));
  return app;
}

async function showSources(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const query = parseQuery(c);
  if (query === null) throw new HTTPException(400, { message: textsOf(c).sources.badQuestion });
  const { trait, period, page } = query;
  const view = await asReader(parts, c, async (tx, now) => {
    const ranking = await rankSources(tx, { trait, since: earlier(now, weeksOf[period] * weekMs), page });
    const shown = ranking.sources.flatMap(({ feedIds }) => feedIds);
    return { query, ...ranking, lookOf: await findLooks(parts, tx, shown) };
  });
  // A page beyond the last, as after feeds were removed.
  if (view.count === 0 && page > 0) return c.redirect("/sources", 303);
  return c.html(sourcesPage(parts.frame(c), view).text);
}

/** Null if a parameter is wrong. */
function parseQuery(c: Context<WebEnv>): SourcesQuery | null {
  const { by = "loaded", period = "month" } = c.req.query();
  const page = parsePage(c.req.query("page"));
  const trait = sourceTraits.find((known) => known === by);
  const known = periods.find((name) => name === period);
  return page === null || trait === undefined || known === undefined ? null : { trait, period: known, page };
}

async function showOutlet(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const feedId = c.req.param("feed") ?? "";
  const frame = parts.frame(c);
  const found = isUuid(feedId)
    ? await asReader(parts, c, (tx, now) => loadOutlet(parts, tx, feedId, { now, timeZone: frame.timeZone }))
    : null;
  const { gone, goneWhy } = textsOf(c).sources;
  if (found === null) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  return c.html(outletPage(frame, found).text);
}

const kinds = ["loaded", "clickbait", "hedging"] as const;

/** Null: the person does not read it. */
async function loadOutlet(
  parts: ReadingParts,
  tx: pg.PoolClient,
  feedId: string,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<OutletView | null> {
  const outlet = await findSourceOutlet(tx, feedId);
  if (outlet === null) return null;
  const { feedIds } = outlet;
  const since = earlier(now, weeksOf.month * weekMs);
  const byKind: { trait: (typeof kinds)[number]; source: RankedSource | null }[] = [];
  for (const trait of kinds) {
    const [source = null] = (await rankSources(tx, { trait, since, feedId })).sources;
    byKind.push({ trait, source });
  }
  return {
    ...outlet,
    ranked: byKind[0]?.source ?? null,
    kinds: byKind.flatMap(({ trait, source }) => (source === null ? [] : [{ trait, median: source.spread.median }])),
    weeks: await findSourceWeeks(tx, feedIds, earlier(now, weeksShown * weekMs), timeZone),
    words: await findSourceWords(tx, feedIds, since),
    pairs: await findTitlePairs(tx, feedIds, since),
    lookOf: await findLooks(parts, tx, feedIds),
  };
}
