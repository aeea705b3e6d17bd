import { type Context, Hono } from "hono";
import { isUuid, uuidV7 } from "../../ids.ts";
import { decodeBody } from "../../fetching/parsing/decode-body.ts";
import { findImport, startImport } from "../../feeds/import-store.ts";
import { parseOpmlInSteps } from "../../feeds/parse-opml.ts";
import { asPerson } from "../as-person.ts";
import { problem } from "../problem.ts";
import { readForm } from "../read-form.ts";
import { sessionOf } from "../require-person.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { answering } from "./answer.ts";
import type { DashboardParts } from "./dashboard-parts.ts";
import { importPage } from "./import-page.ts";
import { inTurns, planImport, runImport } from "./run-import.ts";

/** A list of 10,000 feeds has about 2 MB. */
export const importBytesMax = 8_000_000;

export function importRoute(parts: DashboardParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const failing = { failed: textsOfFailure };
  app.post("/feeds/import", answering(parts, importFile, failing));
  // Somebody who reloads, or follows an old address: the form is there.
  app.get("/feeds/import", (c) => c.redirect("/dashboard", 303));
  app.get("/feeds/import/:id", answering(parts, showImport, failing));
  return app;
}

/** The answer leads to the report, which may be reloaded; the import goes on meanwhile. */
async function importFile(parts: DashboardParts, c: Context<WebEnv>): Promise<Response> {
  // Refuses a form that is none.
  await readForm(c);
  const { opml } = await c.req.parseBody();
  if (!(opml instanceof File) || opml.size === 0) return parts.refuse(c, problem(400, textsOf(c).feeds.importNoFile));
  const { text } = decodeBody(Buffer.from(await opml.arrayBuffer()), null);
  const plan = planImport(await inTurns(parseOpmlInSteps(text)));

  const { db, now } = parts.accounts;
  const running = { ...plan, id: uuidV7(now()), personId: sessionOf(c).person.id };
  await asPerson(db, running.personId, (tx) => startImport(tx, running, now()));
  void runImport(parts, running, c.env?.stopping);
  return c.redirect(`/feeds/import/${running.id}`, 303);
}

async function showImport(parts: DashboardParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const { db, now } = parts.accounts;
  const { person } = sessionOf(c);
  const found = isUuid(id) ? await asPerson(db, person.id, (tx) => findImport(tx, id, now())) : null;
  if (found === null) return parts.refuse(c, problem(404, textsOf(c).feeds.importUnknown));
  return c.html(importPage(parts.frame(c), id, found).text);
}

function textsOfFailure({ importFailed }: { importFailed: string }): string {
  return importFailed;
}
