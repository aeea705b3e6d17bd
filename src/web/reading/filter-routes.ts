import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type pg from "pg";
import { isUuid } from "../../ids.ts";
import { removeFilter, saveFilter, tryFilter } from "../../items/filters/change-filters.ts";
import { type FilterAction, type FilterRule, patternCharsMax } from "../../items/filters/filter-rule.ts";
import { filtersMax, listFilters } from "../../items/filters/filter-store.ts";
import { type FilterFault, parseFilter, type WrittenFilter } from "../../items/filters/parse-filter.ts";
import { type FeedName, listFeedNames } from "../../items/subscribed-feed-store.ts";
import { cutText, storableText } from "../../text/characters.ts";
import { doneSentence } from "../kit/notice.ts";
import { type FormText, readForm } from "../kit/read-form.ts";
import { problem } from "../problem.ts";
import { sessionOf } from "../require-person.ts";
import type { ReadingTexts } from "../texts/en-reading.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { describeRule, type FilterFaults, filtersPage, type FiltersView } from "./filters-page.ts";
import { asReader, type ReadingParts } from "./reading-parts.ts";

const nameCharsMax = 255;

export function filterRoutes(parts: ReadingParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/filters", (c) => showFilters(parts, c));
  app.post("/filters/try", (c) => answerTry(parts, c));
  app.post("/filters", (c) => answerSave(parts, c));
  app.post("/filters/:id/delete", (c) => answerDelete(parts, c));
  return app;
}

async function showFilters(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const { saved, deleted } = textsOf(c).reading.filters;
  const done = doneSentence(c, { saved, deleted });
  return asReader(parts, c, async (tx) => (await preparePage(parts, c, tx)).show({ done }));
}

async function answerTry(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const form = await readForm(c);
  return asReader(parts, c, async (tx, now) => {
    const { feeds, show } = await preparePage(parts, c, tx);
    const sent = readFilter(form, feeds, textsOf(c).reading.filters);
    if (sent.kind === "wrong") return show(sent, 400);
    const trial = { action: sent.action, ...(await tryFilter(tx, sent.rule, now)) };
    return show({ values: sent.values, trial });
  });
}

async function answerSave(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const form = await readForm(c);
  const { reading } = textsOf(c);
  return asReader(parts, c, async (tx, now) => {
    const { feeds, show } = await preparePage(parts, c, tx);
    const sent = readFilter(form, feeds, reading.filters);
    if (sent.kind === "wrong") return show(sent, 400);
    const { rule, action, values } = sent;
    const trial = { action, ...(await tryFilter(tx, rule, now)) };
    const isAll = trial.all > 0 && trial.matched === trial.all;
    if (isAll && form("everything") !== "yes") {
      return show({ values, trial, faults: { rule: reading.filters.confirmMissing } }, 400);
    }
    const name = cutText(describeRule(rule, feeds, parts.frame(c)), nameCharsMax).toWellFormed();
    const isSaved = await saveFilter(tx, sessionOf(c).person.id, { name, rule, action }, now);
    if (!isSaved) return show({ values, trial, faults: { rule: reading.filters.full(filtersMax) } }, 409);
    return c.redirect("/filters?done=saved", 303);
  });
}

async function answerDelete(parts: ReadingParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const isDeleted =
    isUuid(id) && (await asReader(parts, c, (tx, now) => removeFilter(tx, sessionOf(c).person.id, id, now)));
  const { gone, goneWhy } = textsOf(c).reading.filters;
  if (!isDeleted) return parts.refuse(c, { ...problem(404, goneWhy), heading: gone });
  return c.redirect("/filters?done=deleted", 303);
}

type Changes = Partial<Pick<FiltersView, "values" | "faults" | "trial" | "done">>;

const noFilterValues: WrittenFilter = { title: "", feed: "", category: "", score: "", action: "hide" };

async function preparePage(parts: ReadingParts, c: Context<WebEnv>, tx: pg.PoolClient) {
  const [filters, feeds] = [await listFilters(tx), await listFeedNames(tx)];
  const empty = { filters, feeds, values: noFilterValues, faults: {}, trial: null, done: null };
  const show = (changes: Changes, status: ContentfulStatusCode = 200): Response =>
    c.html(filtersPage(parts.frame(c), { ...empty, ...changes }).text, status);
  return { feeds, show };
}

type SentFilter = { values: WrittenFilter } & (
  | { kind: "right"; rule: FilterRule; action: FilterAction }
  | { kind: "wrong"; faults: FilterFaults }
);

/** Keeps what was typed, so that the form can show it again. */
function readFilter(form: FormText, feeds: readonly FeedName[], texts: ReadingTexts["filters"]): SentFilter {
  const values: WrittenFilter = {
    title: storableText(
      form("title")
        .trim()
        .slice(0, 2 * patternCharsMax),
    ),
    feed: form("feed"),
    category: form("category"),
    score: form("score"),
    action: form("action"),
  };
  const parsed = parseFilter(values, feeds);
  if (parsed.kind === "right") return { ...parsed, values };
  const sentences: Record<FilterFault, string> = {
    rule: texts.nothingAsked,
    title: texts.badPattern,
    feed: texts.badFeed,
    category: texts.badCategory,
    score: texts.badScore,
    action: texts.badAction,
  };
  return { kind: "wrong", values, faults: Object.fromEntries(parsed.faults.map((field) => [field, sentences[field]])) };
}
