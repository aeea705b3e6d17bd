import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { asPerson } from "../../database/transaction.ts";
import { isCancelled } from "../../database/unavailable.ts";
import { listBriefs } from "../../briefs/brief-store.ts";
import { loadBrief, loadLatestBrief } from "../../briefs/shown-brief-store.ts";
import { briefFacts, type BriefOutcome, type BriefParts, writeBrief, writeExtract } from "../../briefs/write-brief.ts";
import { isUuid } from "../../ids.ts";
import type { Html } from "../kit/html.ts";
import { wantsPage } from "../kit/htmx.ts";
import { parsePage } from "../kit/page-links.ts";
import { problem } from "../problem.ts";
import { requirePerson, sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { historyPage, latestLetter, latestPage, pastPage } from "./brief-page.ts";
import { briefPanel } from "./brief-panel.ts";
import type { BriefRouteParts } from "./brief-parts.ts";
import type { LatestView } from "./brief-state.ts";
import { loadSettings, settingsRoutes } from "./settings-routes.ts";

export function briefRoutes(parts: BriefRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const paths = ["/summaries", "/brief", "/briefs"].flatMap((path) => [path, `${path}/*`]);
  for (const path of paths) app.use(path, requirePerson(parts.refuse));
  app.route("/", latestRoutes(parts));
  app.route("/", settingsRoutes(parts));
  app.route("/", historyRoutes(parts));
  app.route("/", formerAddresses());
  return app;
}

/** Shows the latest brief and writes the next one. */
function latestRoutes(parts: BriefRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { db, writing, refuse, isDatabaseUnavailable } = parts;
  const briefs: BriefParts = { ...writing, inPerson: (id, work) => asPerson(db, id, work) };

  // Where a browser without script stood after "Write it again".
  app.get("/summaries", (c) => c.redirect("/brief", 303));
  app.get("/summaries/latest", (c) => showLatest(parts, c, 200, null));
  app.post("/summaries", async (c) => {
    // Goes on if the reader leaves: only stopping the server ends it.
    const outcome = await writeBrief(briefs, sessionOf(c).person.id, c.env.stopping);
    return answer(parts, c, outcome);
  });
  app.post("/summaries/extract", async (c) => answer(parts, c, await writeExtract(briefs, sessionOf(c).person.id)));

  app.onError((error, c) => {
    // Other errors are handled by the app.
    if (error instanceof HTTPException || isDatabaseUnavailable(error) || isCancelled(error)) throw error;
    const { failed, loadFailed } = textsOf(c).brief;
    return refuse(c, problem(500, c.req.method === "POST" ? failed : loadFailed));
  });
  return app;
}

async function answer(parts: BriefRouteParts, c: Context<WebEnv>, outcome: BriefOutcome): Promise<Response> {
  const texts = textsOf(c).brief;
  switch (outcome.kind) {
    case "written":
      if (wantsPage(c)) return c.redirect("/brief", 303);
      return showLatest(parts, c, 200, null);
    case "no-items":
      return showLatest(parts, c, 404, { sentence: texts.noItems, helpsWithoutModel: false });
    case "busy":
      return showLatest(parts, c, 409, { sentence: texts.busy, helpsWithoutModel: false });
    case "unavailable":
    case "failed": {
      parts.log.error({ requestId: c.var.requestId, ...briefFacts(outcome) }, "brief not written");
      const [status, sentence] =
        outcome.kind === "unavailable" ? ([503, texts.unavailable] as const) : ([500, texts.failed] as const);
      return showLatest(parts, c, status, { sentence, helpsWithoutModel: true });
    }
  }
}

/** Always shows the latest brief, even after an error. A browser without script gets the page of briefs. */
async function showLatest(
  parts: BriefRouteParts,
  c: Context<WebEnv>,
  status: ContentfulStatusCode,
  error: LatestView["error"],
): Promise<Response> {
  const { frame } = parts;
  const view = await loadLatest(parts, c, error);
  if (wantsPage(c)) return c.html((await latestAsPage(parts, c, view)).text, status);
  const shown = c.req.query("as") === "letter" ? latestLetter(frame(c), view) : briefPanel(frame(c), view);
  return c.html(shown.text, status);
}

async function loadLatest(
  { db, writing }: BriefRouteParts,
  c: Context<WebEnv>,
  error: LatestView["error"],
): Promise<LatestView> {
  const { id } = sessionOf(c).person;
  const now = writing.now();
  const latest = await asPerson(db, id, (tx) => loadLatestBrief(tx, id, now));
  return { ...latest, now, hasModel: (await writing.findChat()) !== null, error };
}

async function latestAsPage(parts: BriefRouteParts, c: Context<WebEnv>, view: LatestView): Promise<Html> {
  const { frame, publicOrigin } = parts;
  return latestPage(frame(c), view, { settings: await loadSettings(parts, c), publicOrigin });
}

const rowsPerPage = 20;

/** The page of briefs, one brief of the past, and the list of all. */
function historyRoutes(parts: BriefRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const { db, writing, frame, refuse, publicOrigin } = parts;

  app.get("/brief", async (c) => c.html((await latestAsPage(parts, c, await loadLatest(parts, c, null))).text));

  app.get("/brief/all", async (c) => {
    const page = parsePage(c.req.query("page"));
    if (page === null) return refuse(c, problem(400, textsOf(c).brief.badPage));
    const { id } = sessionOf(c).person;
    const range = { limit: rowsPerPage + 1, offset: page * rowsPerPage };
    const listed = await asPerson(db, id, (tx) => listBriefs(tx, id, range));
    const view = { listed: listed.slice(0, rowsPerPage), page, hasMore: listed.length > rowsPerPage };
    return c.html(historyPage(frame(c), view).text);
  });

  app.get("/brief/:id", async (c) => {
    const { id: personId } = sessionOf(c).person;
    const id = c.req.param("id");
    const brief = isUuid(id) ? await asPerson(db, personId, (tx) => loadBrief(tx, personId, id)) : null;
    if (brief === null) return refuse(c, problem(404, textsOf(c).brief.gone));
    return c.html(pastPage(frame(c), brief, { now: writing.now(), publicOrigin }).text);
  });
  return app;
}

/** Where briefs used to be: bookmarks and old mails of ours lead there. */
function formerAddresses(): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  app.get("/briefs", (c) => {
    const { search, searchParams } = new URL(c.req.url);
    return c.redirect((searchParams.has("page") ? "/brief/all" : "/brief") + search, 303);
  });
  app.get("/briefs/:id", (c) => c.redirect(`/brief/${encodeURIComponent(c.req.param("id"))}`, 303));
  return app;
}
