import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type pg from "pg";
import { categories, type Category } from "../../items/analyzer-result.ts";
import { type FeedName, listFeedNames } from "../../items/feed-name-store.ts";
import {
  type FilterAction,
  filterActions,
  type FilterRule,
  matchesRule,
  patternCharsMax,
} from "../../items/filter-rule.ts";
import {
  addFilter,
  deleteFilter,
  filtersMax,
  findRecentItems,
  listFilters,
  recentItemsMax,
} from "../../items/filter-store.ts";
import { judgeItem } from "../../items/judge-item.ts";
import { isPattern } from "../../items/match-pattern.ts";
import { saveVerdicts } from "../../items/verdict-store.ts";
import { doneSentence } from "../kit/notice.ts";
import { type FormText, readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { sessionOf } from "../require-person.ts";
import type { ReadingTexts } from "../texts/en-reading.ts";
import { textsOf } from "../texts/en.ts";
import type { WebEnv } from "../web-env.ts";
import { describeRule, filtersPage, type FiltersView, type Trial } from "./filters-page.ts";
import { uuidPattern } from "./list-query.ts";
import { asReader, type ReadingParts } from "./reading-parts.ts";

const weekMs = 7 * 86_400_000;
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
    const name = describeRule(rule, feeds, reading).slice(0, nameCharsMax).toWellFormed();
    const isAdded = await addFilter(tx, { id: randomUUID(), name, rule, action }, now);
    if (!isAdded) return show({ values, trial, faults: { rule: reading.filters.full(filtersMax) } }, 409);
    await applyFilters(tx, sessionOf(c).person.id, now);
    return c.redirect("/filters?done=saved", 303);
  });
}

async function removeFilter(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const isGone = await asReader(parts, c, async (tx, now) => {
    if (!uuidPattern.test(id) || !(await deleteFilter(tx, id))) return true;
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
  const items = await findRecentItems(tx, new Date(now.getTime() - weekMs));
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
  const items = await findRecentItems(tx, new Date(now.getTime() - weekMs));
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

/** What was typed, to be shown again. */
export type FilterValues = { title: string; feed: string; category: string; score: string; action: string };
export type FilterFaults = { [Field in keyof FilterValues | "rule"]?: string };
type SentFilter =
  | { kind: "right"; rule: FilterRule; action: FilterAction; values: FilterValues }
  | { kind: "wrong"; faults: FilterFaults; values: FilterValues };

const noFilterValues: FilterValues = { title: "", feed: "", category: "", score: "", action: "hide" };

function readFilterForm(form: FormText, feeds: readonly FeedName[], texts: ReadingTexts["filters"]): SentFilter {
  const values: FilterValues = {
    title: form("title")
      .trim()
      .slice(0, 2 * patternCharsMax)
      .toWellFormed(),
    feed: form("feed"),
    category: form("category"),
    score: form("score"),
    action: form("action"),
  };
  const feed = feeds.find(({ feedId }) => feedId === values.feed);
  const category = categories.find((known): known is Category => known === values.category);
  const action = filterActions.find((known) => known === values.action);
  const isAny = values.title === "" && values.feed === "" && values.category === "" && values.score === "";
  const isTitle = values.title === "" || (isPattern(values.title) && values.title.length <= patternCharsMax);

  const faults: FilterFaults = {
    ...(isAny && { rule: texts.nothingAsked }),
    ...(!isTitle && { title: texts.badPattern }),
    ...(values.feed !== "" && feed === undefined && { feed: texts.badFeed }),
    ...(values.category !== "" && category === undefined && { category: texts.badCategory }),
    ...(!/^(?:|0(?:\.\d{1,2})?|1(?:\.00?)?)$/.test(values.score) && { score: texts.badScore }),
    ...(action === undefined && { action: texts.badAction }),
  };
  if (action === undefined || Object.keys(faults).length > 0) return { kind: "wrong", faults, values };
  const rule = {
    ...(values.title !== "" && { title: values.title }),
    ...(feed !== undefined && { feedId: feed.feedId }),
    ...(category !== undefined && { category }),
    ...(values.score !== "" && { scoreMin: Number(values.score) }),
  };
  return { kind: "right", rule, action, values };
}
