import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { briefFacts, type BriefOutcome, type BriefParts, writeBrief, writeExtract } from "../../digests/write-brief.ts";
import { asPerson } from "../as-person.ts";
import { problem } from "../problem.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { briefPanelPage } from "./brief-page.ts";
import { briefPanel, type BriefPanelView } from "./brief-panel.ts";
import type { BriefRouteParts } from "./brief-routes.ts";
import { loadLatestBrief } from "./load-brief.ts";

/** The latest brief and the writing of the next: SUM-*. */
export function summaryRoutes(parts: BriefRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { db, writing, refuse, isDatabaseUnavailable } = parts;
  const briefs: BriefParts = { ...writing, inPerson: (id, work) => asPerson(db, id, work) };

  app.get("/summaries/latest", (c) => showPanel(parts, c, 200, null));
  app.post("/summaries", async (c) => {
    // A reader who leaves loses nothing: only the stop of the server ends it.
    const outcome = await writeBrief(briefs, sessionOf(c).person.id, c.env.stopping);
    return answer(parts, c, outcome);
  });
  app.post("/summaries/extract", async (c) => answer(parts, c, await writeExtract(briefs, sessionOf(c).person.id)));

  app.onError((error, c) => {
    // What is not about briefs is left to the rest of the program.
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

/** Always with the latest brief: what went wrong takes nothing away. */
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
  const isNavigation = c.req.header("HX-Request") !== "true" && (c.req.header("Accept") ?? "").includes("text/html");
  return c.html((isNavigation ? briefPanelPage(frame(c), view) : briefPanel(frame(c), view)).text, status);
}
