import { type Context, Hono } from "hono";
import { asPerson } from "../../database/transaction.ts";
import {
  type FeedImport,
  findImport,
  type ImportReport,
  type ImportState,
  inTurns,
  planImport,
  runImport,
  startImport,
} from "../../feeds/import-store.ts";
import { parseOpmlInSteps } from "../../feeds/opml.ts";
import { decodeBody } from "../../fetching/decode-body.ts";
import { isUuid, uuidV7 } from "../../ids.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { alert } from "../kit/notice.ts";
import { readForm } from "../kit/read-form.ts";
import { shell } from "../kit/shell.ts";
import { problem } from "../problem.ts";
import { sessionOf } from "../require-person.ts";
import type { FeedTexts } from "../texts/en-feeds.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import { answering } from "./answer.ts";
import type { FeedRouteParts } from "./feed-parts.ts";
import { formPage, importForm } from "./feed-form.ts";
import { shortAddress } from "./feed-row.ts";

/** A list of 10,000 feeds is about 2 MB. */
export const importBytesMax = 8_000_000;

export function importRoute(parts: FeedRouteParts): Hono<WebEnv> {
  const app = new Hono<WebEnv>();
  const failing = { failed: (texts: FeedTexts) => texts.importFailed };
  app.post("/feeds/import", answering(parts, importFile, failing));
  app.get("/feeds/import", (c) => {
    const frame = parts.frame(c);
    return c.html(formPage(frame, frame.texts.feeds.importOpml, importForm(frame)).text);
  });
  app.get("/feeds/import/:id", answering(parts, showImport, failing));
  return app;
}

/** Redirects to the report, which can be reloaded while the import runs. */
async function importFile(parts: FeedRouteParts, c: Context<WebEnv>): Promise<Response> {
  // Refuses a body that is not a form.
  await readForm(c);
  const { opml } = await c.req.parseBody();
  if (!(opml instanceof File) || opml.size === 0) return parts.refuse(c, problem(400, textsOf(c).feeds.importNoFile));
  const { text } = decodeBody(Buffer.from(await opml.arrayBuffer()), null);
  const plan = planImport(await inTurns(parseOpmlInSteps(text)));

  const { db, now } = parts.accounts;
  const running = { ...plan, id: uuidV7(now()), personId: sessionOf(c).person.id };
  await asPerson(db, running.personId, (tx) => startImport(tx, running, now()));
  const { feeds, log } = parts;
  void runImport({ db, now, log, ...feeds }, running, c.env?.stopping);
  return c.redirect(`/feeds/import/${running.id}`, 303);
}

async function showImport(parts: FeedRouteParts, c: Context<WebEnv>): Promise<Response> {
  const id = c.req.param("id") ?? "";
  const { db, now } = parts.accounts;
  const { person } = sessionOf(c);
  const found = isUuid(id) ? await asPerson(db, person.id, (tx) => findImport(tx, id, now())) : null;
  if (found === null) return parts.refuse(c, problem(404, textsOf(c).feeds.importUnknown));
  return c.html(importPage(parts.frame(c), id, found).text);
}

/** While the import runs, the report reloads itself. Without script there is a link. */
function importPage(frame: Frame, id: string, { state, report }: FeedImport): Html {
  const { feeds: texts } = frame.texts;
  const address = `/feeds/import/${id}`;
  return shell(frame, {
    title: texts.importOpml,
    body: html`<div class="lede">
        <h1>${texts.importOpml}</h1>
        <p>${texts.importFound(report.feeds)}</p>
      </div>
      <section class="panel stack report" id="report" aria-label="${texts.importReport}">
        ${reportLines(texts, report)} ${reportEnd(texts, state, report)}
        ${state === "running" && askAgain(texts, address)}
      </section>`,
  });
}

function askAgain(texts: FeedTexts, address: string): Html {
  return html`<p
    hx-get="${address}"
    hx-trigger="load delay:1s"
    hx-select="#report"
    hx-target="#report"
    hx-swap="outerHTML"
  >
    <a class="btn" href="${address}">${texts.importReload}</a>
  </p>`;
}

function reportLines(texts: FeedTexts, { lines, done, faults, unnamedFaults, leftOut, feeds }: ImportReport): Html {
  return html`<ol role="list">
      ${faults.map(({ where, sentence }) => reportLine("wrong", texts.outcome.wrong, `${where}: ${sentence}`))}
    </ol>
    ${unnamedFaults > 0 && html`<p>${texts.importMoreFaults(unnamedFaults)}</p>`}
    <ol role="list">
      ${lines.map(({ name, url, outcome, folder }) => {
        const label = folder === undefined ? texts.outcome[outcome] : texts.importMoved(folder);
        return reportLine(outcome, label, name, shortAddress(url));
      })}
    </ol>
    ${done > lines.length && html`<p>${texts.importMoreLines(done - lines.length)}</p>`}
    ${leftOut > 0 && html`<p>${texts.importLeftOut(feeds, leftOut)}</p>`}`;
}

function reportEnd(texts: FeedTexts, state: ImportState, report: ImportReport): Html {
  const { done, feeds, folders, totals, faults, unnamedFaults } = report;
  switch (state) {
    case "running":
      return html`<p class="step" role="status">
        <progress max="${feeds}" value="${done}" aria-label="${texts.importOpml}"></progress>
        ${texts.importProgress(done, feeds)}
      </p>`;
    case "done":
      return html`<p class="step" role="status">
          ${texts.importDone(totals, faults.length + unnamedFaults)} ${folders > 0 && texts.importFolders(folders)}
        </p>
        <p><a class="btn go" href="/feeds">${texts.toFeeds}</a></p>`;
    case "broken":
      return html`${alert(texts.importBroken(done, feeds))}`;
  }
}

const outcomeSigns = { added: "ok", duplicate: "idle", full: "warn", wrong: "bad" } as const;

function reportLine(outcome: keyof typeof outcomeSigns, label: string, name: string, address = ""): Html {
  return html`<li class="${outcome}">
    <span class="state ${outcomeSigns[outcome]}">${label}</span> <span dir="auto">${name}</span>
    <span class="note" dir="ltr">${address}</span>
  </li>`;
}
