import { languages } from "../../accounts/preferences.ts";
import { buildBriefText } from "../../briefs/build-brief-mail.ts";
import { mailTexts } from "../../briefs/mail-texts.ts";
import type { ListedBrief } from "../../briefs/brief-store.ts";
import type { ShownBrief } from "../../briefs/shown-brief-store.ts";
import { copyButton } from "../kit/copy-button.ts";
import { fullDay, hourOf, weekday } from "../kit/dates.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { previousIcon, printIcon } from "../kit/icons.ts";
import { pageLinks } from "../kit/page-links.ts";
import { shell } from "../kit/shell.ts";
import { type LatestView, stateOfNext, writeForm } from "./brief-state.ts";
import { letter } from "./letter.ts";
import { settingsForm, type SettingsView } from "./settings-form.ts";

type LatestPage = { settings: SettingsView; publicOrigin: string };

/** The latest brief, and what the person wants of the next ones. */
export function latestPage(frame: Frame, view: LatestView, { settings, publicOrigin }: LatestPage): Html {
  const texts = frame.texts.brief;
  return briefShell(frame, {
    title: texts.title,
    brief: view.brief,
    publicOrigin,
    column: html`<div id="summary-container">${latestLetter(frame, view)}</div>`,
    rail: html`<section class="panel">
      <h2>${texts.yours}</h2>
      ${settingsForm(frame, settings)}
    </section>`,
  });
}

/** The content of `#summary-container` on the page of briefs. */
export function latestLetter(frame: Frame, view: LatestView): Html {
  const texts = frame.texts.brief;
  const state = html`<div class="line write">${writeForm(frame, view, "letter")}</div>
    ${stateOfNext(frame, view, "letter")}`;
  if (view.brief !== null) return letter(frame, view.brief, view.now, state);
  return html`<div class="empty">
    <h1>${texts.emptyTitle}</h1>
    <p>${texts.emptyWhy}</p>
    ${state}
  </div>`;
}

type PastPage = { now: Date; publicOrigin: string };

/** One brief of the past. */
export function pastPage(frame: Frame, brief: ShownBrief, { now, publicOrigin }: PastPage): Html {
  return briefShell(frame, {
    title: frame.texts.brief.ofDay(fullDay(frame, brief.createdAt)),
    brief,
    publicOrigin,
    column: letter(frame, brief, now, null),
    rail: null,
  });
}

/** `page` counts from 0. */
export type HistoryView = { listed: ListedBrief[]; page: number; hasMore: boolean };

export function historyPage(frame: Frame, { listed, page, hasMore }: HistoryView): Html {
  const texts = frame.texts.brief;
  return shell(frame, {
    title: texts.all,
    place: "brief",
    width: "reading",
    body: html`${crumb(frame)}
      <h1>${texts.all}</h1>
      ${listed.length === 0 && html`<p class="note">${texts.historyEmpty}</p>`}
      <ul class="briefs" role="list">
        ${listed.map((brief) => row(frame, brief))}
      </ul>
      ${pageLinks("/brief/all", {
        page,
        hasNext: hasMore,
        label: texts.historyPages,
        previous: texts.newer,
        next: texts.older,
      })}`,
  });
}

export function settingsPage(frame: Frame, settings: SettingsView): Html {
  const texts = frame.texts.brief;
  return shell(frame, {
    title: texts.yours,
    place: "brief",
    width: "reading",
    body: html`${crumb(frame)}
      <div class="measure">
        <h1>${texts.yours}</h1>
        ${settingsForm(frame, settings)}
      </div>`,
  });
}

type BriefShell = {
  title: string;
  brief: ShownBrief | null;
  publicOrigin: string;
  column: Html;
  rail: Html | null;
};

function briefShell(frame: Frame, { title, brief, publicOrigin, column, rail }: BriefShell): Html {
  return shell(frame, {
    title,
    place: "brief",
    width: "reading",
    body: html`${crumb(frame, brief && { before: brief.before, tools: tools(frame, brief, publicOrigin) })}
      <div class="split">
        ${column}
        ${rail !== null && html`<aside class="side rail" aria-label="${frame.texts.brief.yours}">${rail}</aside>`}
      </div>`,
  });
}

/** Both need a script, which shows them (buttons.js). */
function tools(frame: Frame, brief: ShownBrief, publicOrigin: string): Html {
  const { print, copyText } = frame.texts.brief;
  const { texts, timeZone } = frame;
  const language = languages.find((known) => known === texts.frame.language) ?? "en";
  const text = buildBriefText(brief, { texts: mailTexts[language], timeZone, publicOrigin });
  return html`<button
      class="btn quiet square needs-print"
      type="button"
      data-print=""
      aria-label="${print}"
      title="${print}"
    >
      ${printIcon}</button
    >${copyButton(frame, { text, label: copyText })}`;
}

type Crumb = { before: ShownBrief["before"]; tools: Html | null };

function crumb(frame: Frame, shown: Crumb | null = null): Html {
  const texts = frame.texts.brief;
  const before = shown?.before ?? null;
  return html`<nav class="crumb" aria-label="${texts.all}">
    ${
      before !== null &&
      html`<a class="btn quiet" href="/brief/${before.id}" title="${fullDay(frame, before.createdAt)}"
        >${previousIcon}${weekday(frame, before.createdAt)}</a
      >`
    }
    <div class="end">
      ${shown?.tools} ${frame.path !== "/brief" && html`<a class="btn quiet" href="/brief">${texts.yours}</a>`}
      ${frame.path !== "/brief/all" && html`<a class="btn quiet" href="/brief/all">${texts.all}</a>`}
      ${frame.path !== "/brief/settings" && html`<a class="btn quiet" href="/brief/settings">${texts.settings}</a>`}
    </div>
  </nav>`;
}

function row(frame: Frame, brief: ListedBrief): Html {
  const texts = frame.texts.brief;
  const { id, createdAt, itemCount, writtenBy } = brief;
  const by = writtenBy === "extract" ? texts.withoutModel : texts.byModel(writtenBy);
  return html`<li>
    <a href="/brief/${id}">${fullDay(frame, createdAt)}</a> ${hourOf(frame, createdAt)}
    <p dir="auto">${openingOf(brief)}</p>
    <small class="note">${texts.fromItems(itemCount)}, ${by}</small>
  </li>`;
}

/** Without the notice that an extract of an older version begins with. */
function openingOf({ opening }: ListedBrief): string {
  const paragraphs = opening.split(/\n+/).filter((paragraph) => /\[\d+\]/.test(paragraph));
  return (paragraphs[0] ?? opening).replaceAll(/\s*\[\d+\]/gu, "").trim();
}
