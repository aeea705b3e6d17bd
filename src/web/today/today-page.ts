import type { Folder } from "../../feeds/folder-store.ts";
import type { FeedsInTrouble } from "../../feeds/lists/subscription-list-store.ts";
import { markTitle } from "../../items/mark-title.ts";
import { wordingLevel } from "../../items/plainness.ts";
import { storiesPerPage, type TodayQuestion, type TodayReport, type TodayStory } from "../../items/today-store.ts";
import { firstRun } from "../feeds/start-routes.ts";
import { ago, longDay } from "../kit/dates.ts";
import { hiddenFields, postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { briefIcon, checkIcon, downIcon } from "../kit/icons.ts";
import { alert } from "../kit/notice.ts";
import { type LookOf, type Outlet, outletIcon, outletRow, wordingMark } from "../kit/outlet.ts";
import { shell } from "../kit/shell.ts";
import { withParameters } from "../kit/with-parameters.ts";
import type { Translations } from "../reading/reading-parts.ts";
import { type Marked, markedToast } from "../stream/marked-toast.ts";
import { sinceYesterday } from "./since-yesterday.ts";
import { storyTexts } from "./story-texts.ts";
import { reportTitle, storyTitle } from "./story-title.ts";

/** `stories`: a page and one more, so that it is known whether another follows. */
export type TodayView = {
  question: TodayQuestion;
  isQuestionWrong: boolean;
  stories: readonly TodayStory[];
  folders: readonly Folder[];
  /** Unread stories by folder; under the empty key those of all. */
  unread: ReadonlyMap<string, number>;
  /** Large stories with nothing new for a day, and how often headlines of reports were changed in it. */
  quiet: readonly TodayStory[];
  headlineEdits: ReadonlyMap<string, number>;
  feedsInTrouble: FeedsInTrouble;
  /** Without any, the page says how to begin. */
  hasFeeds: boolean;
  marked: Marked | null;
  translations: Translations;
  lookOf: LookOf;
  /** Our own address of a picture; null if pictures are off. */
  pictureOf: (url: string) => string | null;
  now: Date;
};

export function todayPage(frame: Frame, view: TodayView): Html {
  return shell(frame, {
    title: frame.texts.today.title,
    place: "today",
    body: view.hasFeeds
      ? news(frame, view)
      : html`${wrongQuestion(frame, view)} ${firstRun(frame)} ${rail(frame, view)}`,
  });
}

function wrongQuestion(frame: Frame, { isQuestionWrong }: TodayView): Html | null {
  return isQuestionWrong ? alert(frame.texts.feeds.filterWrong) : null;
}

function news(frame: Frame, view: TodayView): Html {
  return html`${bar(frame, view)} ${wrongQuestion(frame, view)}
    <a class="brief-line to-48" href="/brief">${briefIcon}${frame.texts.today.brief}</a>
    <div class="split">
      <div class="front">${view.stories.length === 0 ? nothing(frame, view) : front(frame, view)}</div>
      ${rail(frame, view)}
    </div>
    ${markedToast(frame, view.marked, {
      action: "/dashboard/read/undo",
      fields: { folder: view.question.folderId ?? "" },
    })}`;
}

function bar(frame: Frame, { folders, question, unread, now }: TodayView): Html {
  const texts = frame.texts.today;
  const tab = (folderId: string | null, name: string) => {
    const count = unread.get(folderId ?? "") ?? 0;
    return html`<a
      href="${todayAddress({ ...question, folderId, page: 0 })}"
      aria-current="${question.folderId === folderId && "page"}"
      dir="auto"
      >${name} ${count > 0 && html`<b>${count}</b>`}</a
    >`;
  };
  const show = (isUnread: boolean, label: string) =>
    html`<a
      href="${todayAddress({ ...question, isUnread, page: 0 })}"
      aria-current="${question.isUnread === isUnread && "true"}"
      >${label}</a
    >`;
  return html`<div class="bar day">
    <h1>${longDay(frame, now)}</h1>
    <nav class="tabs" aria-label="${texts.folders}">
      ${tab(null, frame.texts.stream.everything)} ${folders.map(({ id, name }) => tab(id, name))}
    </nav>
    <div class="end">
      <nav class="seg" aria-label="${texts.show}">${show(false, texts.all)} ${show(true, texts.unreadOnly)}</nav>
      ${markAllButton(frame, question, now)}
    </div>
  </div>`;
}

/** Marks what the page could show: what came in since then stays unread. */
function markAllButton(frame: Frame, { folderId }: TodayQuestion, now: Date): Html {
  const label = frame.texts.stream.markAll;
  return postForm(
    frame,
    { action: "/dashboard/read" },
    html`${hiddenFields({ folder: folderId ?? "", until: now.toISOString() })}<button
        class="btn quiet square"
        title="${label}"
        aria-label="${label}"
      >
        ${checkIcon}
      </button>`,
  );
}

function front(frame: Frame, view: TodayView): Html {
  const { stories, question } = view;
  const shown = stories.slice(0, storiesPerPage);
  const [first, ...others] = shown;
  const isFirstPage = question.page === 0;
  return html`${isFirstPage && first !== undefined && leadStory(frame, view, first)}
    <div class="stories">${(isFirstPage ? others : shown).map((story) => smallStory(frame, view, story))}</div>
    ${
      stories.length > shown.length &&
      html`<p class="or">
        <a class="btn" href="${todayAddress({ ...question, page: question.page + 1 })}">${frame.texts.today.more}</a>
      </p>`
    }`;
}

function leadStory(frame: Frame, view: TodayView, story: TodayStory): Html {
  const loudest = story.reports.at(-1);
  const level = wordingLevel(loudest?.overall ?? null);
  const isLoaded = level === "loaded" || level === "heavy";
  return html`<article class="lead ${story.isUnread ? "is-new" : "is-read"}">
    <div>
      ${storyTexts(frame, story, view.translations, "lead")}
      ${
        loudest !== undefined &&
        story.reports.length > 1 &&
        isLoaded &&
        html`<p class="was from-48"><b dir="auto">${loudest.feedName}</b>${ownWords(frame, loudest)}</p>`
      }
      ${howTheyPutIt(frame, view, story)}
    </div>
    ${picture(frame, view, story, "lead")}
  </article>`;
}

function smallStory(frame: Frame, view: TodayView, story: TodayStory): Html {
  const thumb = picture(frame, view, story, "small");
  return html`<article class="story ${story.isUnread ? "is-new" : "is-read"}">
    ${thumb} ${storyTexts(frame, story, view.translations, thumb === null ? "small" : "besidePicture")}
    ${howTheyPutIt(frame, view, story)}
  </article>`;
}

/** Of the plainest report that came with one. It says nothing that the title does not, so it has no text of its own. */
function picture(
  { preferences }: Frame,
  { pictureOf }: TodayView,
  { reports }: TodayStory,
  kind: "lead" | "small",
): Html | null {
  const url = reports.find(({ pictureUrl }) => pictureUrl !== null)?.pictureUrl ?? null;
  const address = url === null || !preferences.pictures ? null : pictureOf(url);
  if (address === null) return null;
  // Lazy: on a phone the lead's picture is not shown, and then it is not fetched.
  return kind === "lead"
    ? html`<img src="${address}" alt="" width="480" height="320" loading="lazy" decoding="async" />`
    : html`<img class="thumb" src="${address}" alt="" width="84" height="84" loading="lazy" decoding="async" />`;
}

/**
 * The outlets with their wording; opened, what each of them wrote, with the words struck out that the plain title leaves out. One
 * report whose own title is the headline has nothing to open.
 */
function howTheyPutIt(frame: Frame, { lookOf, translations, now }: TodayView, story: TodayStory): Html {
  const texts = frame.texts.today;
  const { reports, newestAt } = story;
  const outlet = ({ feedId, feedName }: TodayReport): Outlet => ({ feedId, name: feedName, ...lookOf(feedId) });
  // Of an outlet with two reports, the plainer one stands for it.
  const outlets = [...Map.groupBy(reports, (report) => report.outlet).values()].flatMap(([report]) =>
    report === undefined ? [] : [{ ...outlet(report), level: wordingLevel(report.overall) }],
  );
  const [only, another] = reports;
  // A report alone is told by its name, which the icon's label says to a screen reader.
  const who =
    only !== undefined && another === undefined
      ? html`<span class="count only" aria-hidden="true" dir="auto">${only.feedName}</span>`
      : html`<span class="count">${texts.outlets(outlets.length)}</span>`;
  const facts = html`${outletRow(frame, outlets)}${who}${ago(frame, newestAt, now)}`;
  const isRepetition = another === undefined && storyTitle(frame, story, translations).title === only?.title.trim();
  if (isRepetition) return html`<p class="meta">${facts}</p>`;
  return html`<details class="more">
    <summary class="meta">
      ${facts}<span class="ask"
        ><span class="from-48">${outlets.length > 1 ? texts.howTheyPutIt : texts.itsOwnWords}</span
        ><span class="to-48">${texts.wording}</span>${downIcon}</span
      >
    </summary>
    <ul class="put" role="list">
      ${reports.map(
        (report) =>
          html`<li>
            ${outletIcon(outlet(report))}<span
              ><small class="who" dir="auto">${report.feedName}</small><span class="sr">: </span
              ><a href="/items/${report.itemId}"
                ><q lang="${report.language}" dir="auto">${ownWords(frame, report)}</q></a
              ></span
            >${wordingMark(frame, wordingLevel(report.overall))}
          </li>`,
      )}
    </ul>
  </details>`;
}

/** The published title, with what our plain title does without struck out. */
function ownWords(frame: Frame, report: TodayReport): Html {
  const { title, plainTitle } = report;
  if (title.trim() === "") return html`${reportTitle(frame, report)}`;
  return html`${markTitle(title, plainTitle ?? title, []).map(({ text, change }) =>
    change === "gone" ? html`<del>${text}</del>` : text,
  )}`;
}

/** The brief is loaded later, so it comes last: it must push nothing down. */
function rail(frame: Frame, view: TodayView): Html {
  const texts = frame.texts.today;
  return html`<aside class="side" aria-label="${texts.brief}">
    ${sinceYesterday(frame, view)} ${troubleLine(frame, view.feedsInTrouble)}
    <div id="summary-container" hx-get="/summaries/latest" hx-trigger="load"></div>
  </aside>`;
}

/** One feed with what is wrong, or the names of the first few. */
function troubleLine({ texts }: Frame, { count, named }: FeedsInTrouble): Html | null {
  const [first] = named;
  if (first === undefined) return null;
  const { needLook, seeWhy } = texts.today;
  const failure = first.error === null ? "" : texts.engine.failure(first.failureClass, first.error);
  const link = ({ id, name }: { id: string; name: string }) => html`<a href="/feeds/${id}" dir="auto">${name}</a>`;
  return html`<section>
    <p class="note">
      <span class="state warn">${needLook(count)}</span><br />${
        count === 1
          ? html`${link(first)}${failure !== "" && html`: <span dir="auto">${failure}</span>`}`
          : html`${named.map((feed, at) => html`${at > 0 && ", "}${link(feed)}`)}${count > named.length && " …"}
              <a href="/feeds?status=error">${seeWhy}</a>`
      }
    </p>
  </section>`;
}

function nothing({ texts: { today: texts } }: Frame, { question }: TodayView): Html {
  if (question.isUnread) {
    return html`<div class="empty">
      <h2>${texts.nothingUnread}</h2>
      <p>${texts.nothingUnreadWhy}</p>
      <p class="or"><a class="btn" href="${todayAddress({ ...question, isUnread: false })}">${texts.showAll}</a></p>
    </div>`;
  }
  return html`<div class="empty">
    <h2>${texts.empty}</h2>
    <p>${texts.emptyWhy}</p>
  </div>`;
}

/** Without parameters that have their default. */
function todayAddress({ folderId, isUnread, page }: TodayQuestion): string {
  const asked = {
    ...(folderId !== null && { folder: folderId }),
    ...(isUnread && { show: "unread" }),
    ...(page > 0 && { page: String(page + 1) }),
  };
  return withParameters("/dashboard", asked);
}
