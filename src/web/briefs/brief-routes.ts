import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type pg from "pg";
import { asPerson } from "../../database/transaction.ts";
import {
  type BriefSchedule,
  findBriefSchedule,
  parseSchedule,
  planBriefs,
  type ScheduleFault,
} from "../../briefs/brief-schedule-store.ts";
import { listBriefs, loadBrief, loadLatestBrief } from "../../briefs/brief-store.ts";
import { briefFacts, type BriefOutcome, type BriefParts, writeBrief, writeExtract } from "../../briefs/write-brief.ts";
import { isUuid } from "../../ids.ts";
import type { Frame } from "../kit/frame.ts";
import { wantsPage } from "../kit/htmx.ts";
import { readForm } from "../kit/read-form.ts";
import type { RequestLog } from "../observe-requests.ts";
import { problem } from "../problem.ts";
import { type Refuse, requirePerson, sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { briefPanel, type BriefPanelView } from "./brief-panel.ts";
import { briefPage, briefPanelPage, briefsPage, type BriefsView } from "./briefs-page.ts";

/** What the brief pages share. `writing` uses the model that the operator set up. */
export type BriefRouteParts = {
  db: pg.Pool;
  writing: Omit<BriefParts, "inPerson">;
  isDatabaseUnavailable: (error: unknown) => boolean;
  log: RequestLog;
  frame: (c: Context<WebEnv>) => Frame;
  refuse: Refuse;
};

export function briefRoutes(parts: BriefRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  for (const path of ["/summaries", "/summaries/*", "/briefs", "/briefs/*"]) app.use(path, requirePerson(parts.refuse));
  app.route("/", latestRoutes(parts));
  app.route("/", historyRoutes(parts));
  return app;
}

/** Shows the latest brief and writes the next one. */
function latestRoutes(parts: BriefRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { db, writing, refuse, isDatabaseUnavailable } = parts;
  const briefs: BriefParts = { ...writing, inPerson: (id, work) => asPerson(db, id, work) };

  app.get("/summaries/latest", (c) => showPanel(parts, c, 200, null));
  app.post("/summaries", async (c) => {
    // Goes on if the reader leaves: only stopping the server ends it.
    const outcome = await writeBrief(briefs, sessionOf(c).person.id, c.env.stopping);
    return answer(parts, c, outcome);
  });
  app.post("/summaries/extract", async (c) => answer(parts, c, await writeExtract(briefs, sessionOf(c).person.id)));

  app.onError((error, c) => {
    // Other errors are handled by the app.
    if (error instanceof HTTPException || isDatabaseUnavailable(error)) throw error;
    const { failed, loadFailed } = textsOf(c).briefs;
    return refuse(c, problem(500, c.req.method === "POST" ? failed : loadFailed));
  });
  return app;
}

function answer(parts: BriefRouteParts, c: Context<WebEnv>, outcome: BriefOutcome): Promise<Response> {
  const texts = textsOf(c).briefs;
  switch (outcome.kind) {
    case "written":
      return showPanel(parts, c, 200, null);
    case "no-items":
      return showPanel(parts, c, 404, { sentence: texts.noItems, helpsWithoutModel: false });
    case "busy":
      return showPanel(parts, c, 409, { sentence: texts.busy, helpsWithoutModel: false });
    case "unavailable":
    case "failed": {
      parts.log.error({ requestId: c.var.requestId, ...briefFacts(outcome) }, "brief not written");
      const [status, sentence] =
        outcome.kind === "unavailable" ? ([503, texts.unavailable] as const) : ([500, texts.failed] as const);
      return showPanel(parts, c, status, { sentence, helpsWithoutModel: true });
    }
  }
}

/** Always shows the latest brief, even after an error. */
async function showPanel(
  { db, writing, frame }: BriefRouteParts,
  c: Context<WebEnv>,
  status: ContentfulStatusCode,
  error: BriefPanelView["error"],
): Promise<Response> {
  const { id } = sessionOf(c).person;
  const now = writing.now();
  const latest = await asPerson(db, id, (tx) => loadLatestBrief(tx, id, now));
  const view = { ...latest, now, hasModel: writing.chat !== null, error };
  return c.html((wantsPage(c) ? briefPanelPage(frame(c), view) : briefPanel(frame(c), view)).text, status);
}

const rowsPerPage = 20;
/** 10,000 pages are five centuries of daily briefs. */
const pageForm = /^[1-9]\d{0,3}$/;

/** The history of briefs, and the schedule. */
function historyRoutes(parts: BriefRouteParts): Hono<WebEnv> {
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
    const brief = isUuid(id) ? await asPerson(db, personId, (tx) => loadBrief(tx, personId, id)) : null;
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
    const listed = await listBriefs(tx, id, { limit: rowsPerPage + 1, offset: (page - 1) * rowsPerPage });
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
