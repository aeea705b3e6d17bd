import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type pg from "pg";
import { isUuid } from "../../ids.ts";
import { listFeedNames } from "../../items/subscribed-feed-store.ts";
import { type FilterAction, type FilterRule, judgeItem, matchesRule } from "../../items/filter-rule.ts";
import {
  addFilter,
  deleteFilter,
  filtersMax,
  findRecentItems,
  listFilters,
  recentItemsMax,
} from "../../items/filter-store.ts";
import { saveVerdicts } from "../../items/item-state-store.ts";
import { cutText } from "../../text/cut-text.ts";
import { earlier, weekMs } from "../../time.ts";
import { doneSentence } from "../done-sentence.ts";
import { problem } from "../problem.ts";
import { readForm } from "../read-form.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { describeRule } from "./describe-rule.ts";
import { filtersPage, type FiltersView, type Trial } from "./filters-page.ts";
import { noFilterValues, readFilterForm } from "./read-filter-form.ts";
import { asReader, type ReadingParts } from "./reading-parts.ts";

const examplesMax = 5;
const nameCharsMax = 255;

export function filterRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/filters", (c) => showFilters(parts, c));
  app.post("/filters/try", (c) => tryFilter(parts, c));
  app.post("/filters", (c) => saveFilter(parts, c));
  app.post("/filters/:id/delete", (c) => removeFilter(parts, c));
  return app;
}

async function showFilters(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const { saved, deleted } = textsOf(c).reading.filters;
  const done = doneSentence(c, { saved, deleted });
  return asReader(parts, c, async (tx) => (await preparePage(parts, c, tx)).show({ done }));
}

async function tryFilter(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const form = await readForm(c);
  return asReader(parts, c, async (tx, now) => {
    const { feeds, show } = await preparePage(parts, c, tx);
    const sent = readFilterForm(form, feeds, textsOf(c).reading.filters);
    if (sent.kind === "wrong") return show(sent, 400);
    return show({ values: sent.values, trial: await tryOut(tx, sent, now) });
  });
}

async function saveFilter(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const form = await readForm(c);
  const { reading } = textsOf(c);
  return asReader(parts, c, async (tx, now) => {
    const { feeds, show } = await preparePage(parts, c, tx);
    const sent = readFilterForm(form, feeds, reading.filters);
    if (sent.kind === "wrong") return show(sent, 400);
    const { rule, action, values } = sent;
    const trial = await tryOut(tx, sent, now);
    const isAll = trial.all > 0 && trial.matched === trial.all;
    if (isAll && form("everything") !== "yes") {
      return show({ values, trial, faults: { rule: reading.filters.confirmMissing } }, 400);
    }
    const name = cutText(describeRule(rule, feeds, reading), nameCharsMax).toWellFormed();
    const isAdded = await addFilter(tx, { id: randomUUID(), name, rule, action }, now);
    if (!isAdded) return show({ values, trial, faults: { rule: reading.filters.full(filtersMax) } }, 409);
    await applyFilters(tx, sessionOf(c).person.id, now);
    return c.redirect("/filters?done=saved", 303);
  });
}

async function removeFilter(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const isGone = await asReader(parts, c, async (tx, now) => {
    if (!isUuid(id) || !(await deleteFilter(tx, id))) return true;
    await applyFilters(tx, sessionOf(c).person.id, now);
    return false;
  });
  const { gone, goneWhy } = textsOf(c).reading.filters;
  if (isGone) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  return c.redirect("/filters?done=deleted", 303);
}

async function tryOut(
  tx: pg.PoolClient,
  { rule, action }: { rule: FilterRule; action: FilterAction },
  now: Date,
): Promise<Trial> {
  const items = await findRecentItems(tx, earlier(now, weekMs));
  const matching = items.filter((item) => matchesRule(rule, item));
  const titles = matching.map(({ titles: [title = ""] }) => title).filter((title) => title !== "");
  return {
    action,
    matched: matching.length,
    all: items.length,
    isCut: items.length === recentItemsMax,
    examples: titles.slice(0, examplesMax).map((title) => title.slice(0, nameCharsMax)),
  };
}

/** All rules of the person, on the last week as it is now. */
async function applyFilters(tx: pg.PoolClient, personId: string, now: Date): Promise<void> {
  const filters = await listFilters(tx);
  const items = await findRecentItems(tx, earlier(now, weekMs));
  await saveVerdicts(
    tx,
    items.map((item) => ({ personId, itemId: item.id, ...judgeItem(filters, item) })),
    now,
  );
}

type Changes = Partial<Pick<FiltersView, "values" | "faults" | "trial" | "done">>;

async function preparePage(parts: ReadingParts, c: Context<WebEnv>, tx: pg.PoolClient) {
  const [filters, feeds] = [await listFilters(tx), await listFeedNames(tx)];
  const empty = { filters, feeds, values: noFilterValues, faults: {}, trial: null, done: null };
  const show = (changes: Changes, status: ContentfulStatusCode = 200): Response =>
    c.html(filtersPage(parts.frame(c), { ...empty, ...changes }).text, status);
  return { feeds, show };
}
