import { type Context, Hono } from "hono";
import { type BriefSchedule, findBriefSchedule, planBriefs } from "../../digests/brief-schedule-store.ts";
import { findSummary, listSummaries } from "../../digests/summary-store.ts";
import { isUuid } from "../../ids.ts";
import { asPerson } from "../as-person.ts";
import { problem } from "../problem.ts";
import { readForm } from "../read-form.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { briefPage } from "./brief-page.ts";
import type { BriefRouteParts } from "./brief-routes.ts";
import { briefsPage, type BriefsView } from "./briefs-page.ts";
import { loadBrief, loadLatestBrief } from "./load-brief.ts";
import { parseSchedule, type ScheduleFault } from "./parse-schedule.ts";

const rowsPerPage = 20;
/** 10,000 pages are five centuries of daily briefs. */
const pageForm = /^[1-9]\d{0,3}$/;

/** All briefs of a person, and when the next are written. */
export function historyRoutes(parts: BriefRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { db, writing, frame, refuse } = parts;

  app.get("/briefs", async (c) => {
    const page = c.req.query("page") ?? "1";
    if (!pageForm.test(page)) return refuse(c, problem(400, textsOf(c).briefs.badPage));
    const view = await loadBriefs(parts, c, Number(page));
    const done = c.req.query("done") === "schedule" ? doneText(c, view.schedule) : null;
    return c.html(briefsPage(frame(c), { ...view, done, fault: null }).text);
  });

  app.post("/briefs/schedule", async (c) => {
    const text = await readForm(c);
    const wanted = parseSchedule(text("at"), text("zone"));
    if (typeof wanted === "string") return refuseSchedule(c, wanted);
    const isPlanned = await asPerson(db, sessionOf(c).person.id, (tx) => planBriefs(tx, wanted, writing.now()));
    return isPlanned ? c.redirect("/briefs?done=schedule", 303) : refuseSchedule(c, "bad-zone");
  });

  app.get("/briefs/:id", async (c) => {
    const { id: personId } = sessionOf(c).person;
    const id = c.req.param("id");
    const brief = await asPerson(db, personId, async (tx) => {
      const summary = isUuid(id) ? await findSummary(tx, personId, id) : null;
      return summary && loadBrief(tx, personId, summary);
    });
    return brief === null ? refuse(c, problem(404, textsOf(c).briefs.gone)) : c.html(briefPage(frame(c), brief).text);
  });

  async function refuseSchedule(c: Context<WebEnv>, fault: ScheduleFault): Promise<Response> {
    const view = await loadBriefs(parts, c, 1);
    return c.html(briefsPage(frame(c), { ...view, done: null, fault }).text, 400);
  }

  return app;
}

async function loadBriefs(
  { db, writing }: BriefRouteParts,
  c: Context<WebEnv>,
  page: number,
): Promise<Omit<BriefsView, "done" | "fault">> {
  const { id } = sessionOf(c).person;
  const now = writing.now();
  return asPerson(db, id, async (tx) => {
    const latest = await loadLatestBrief(tx, id, now);
    const listed = await listSummaries(tx, id, { limit: rowsPerPage + 1, offset: (page - 1) * rowsPerPage });
    return {
      panel: { ...latest, now, hasModel: writing.chat !== null, error: null },
      schedule: await findBriefSchedule(tx),
      listed: listed.slice(0, rowsPerPage),
      page,
      hasMore: listed.length > rowsPerPage,
    };
  });
}

function doneText(c: Context<WebEnv>, { at, timeZone }: BriefSchedule): string {
  const texts = textsOf(c).briefs;
  return at === null ? texts.unplanned : texts.planned(at, timeZone);
}
