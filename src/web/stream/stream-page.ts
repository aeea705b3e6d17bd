import type { ListView, Place } from "../../items/item-list-store.ts";
import { shapeOfSearch } from "../../items/search-words.ts";
import { hiddenFields, postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { checkIcon, menuIcon, searchIcon, sortIcon, sortUpIcon } from "../kit/icons.ts";
import { shell } from "../kit/shell.ts";
import type { Texts } from "../texts/en.ts";
import { type Marked, markedToast } from "./marked-toast.ts";
import { type Shelf, shelf } from "./shelf.ts";
import { fromStart, streamAddress, type StreamQuery, wholeStream, writePlace } from "./stream-query.ts";
import { type Row, type RowContext, streamRow } from "./stream-row.ts";
import { wordOfBound } from "../reading/wording-words.ts";

export type StreamView = RowContext & {
  /** Of the feed or folder; null: everything. */
  name: string | null;
  rows: readonly Row[];
  next: Place | null;
  shelf: Shelf;
  marked: Marked | null;
  isSearchEmpty: boolean;
  /** The person asked for the search field. */
  isFinding: boolean;
};

export function streamPage(frame: Frame, view: StreamView): Html {
  const texts = frame.texts.stream;
  const { query } = view;
  return shell(frame, {
    title: placeName(frame, view),
    place: "stream",
    width: "wide",
    body: html`<div class="panes">
        ${shelf(frame, view.shelf, view)}
        <section
          class="list"
          id="list"
          aria-label="${texts.items}"
          data-since="${(query.since ?? view.now).toISOString()}"
          hx-target:inherited="closest .item"
          hx-swap:inherited="outerHTML"
        >
          ${listHead(frame, view)} ${startLink(frame, query)}
          ${view.rows.length === 0 && view.next === null ? nothing(frame, view) : streamRows(frame, view)}
        </section>
        <div class="beside" id="beside">
          <article class="reader" id="article"><p class="empty with-script">${texts.pick}</p></article>
        </div>
      </div>
      ${marksForm(frame, view)}
      ${markedToast(frame, view.marked, { action: "/stream/read/undo", fields: { back: streamAddress(query) } })}`,
  });
}

function placeName({ texts: { stream: texts } }: Frame, { name, query }: StreamView): string {
  if (name !== null) return name;
  return query.view === "starred" || query.view === "hidden" ? texts.views[query.view] : texts.everything;
}

/** A page of rows and the link to the next, which htmx replaces by the next page as soon as it is seen. */
export function streamRows(
  frame: Frame,
  view: Omit<StreamView, "shelf" | "name" | "marked" | "isSearchEmpty" | "isFinding">,
): Html {
  const texts = frame.texts.stream;
  const { rows, next, query, now } = view;
  const last = rows.at(-1);
  const since = query.since ?? now;
  return html`${rows.map((row) => streamRow(frame, row, view))}
    <div class="list-end">
      ${
        last !== undefined &&
        canMark(query) &&
        html`<button
          class="btn quiet"
          form="marks"
          formaction="/stream/read?row=${last.item.id}"
          name="to"
          value="${writePlace(last.place)}"
        >
          ${checkIcon}${texts.markAbove}
        </button>`
      }
      ${
        next !== null &&
        html`<a
          class="btn quiet"
          rel="next"
          data-after="${writePlace(next)}"
          href="${streamAddress({ ...query, after: next, to: null, since })}"
          hx-get="${streamAddress({ ...query, after: next, to: null, since })}"
          hx-trigger="revealed"
          hx-target="closest .list-end"
          hx-swap="outerHTML"
          >${texts.more}</a
        >`
      }
    </div>`;
}

/** Only what stands in the list can be marked with it: what a search leaves out nobody has seen. */
function canMark({ search, view }: StreamQuery): boolean {
  return search === "" && (view === "all" || view === "unread");
}

function listHead(frame: Frame, view: StreamView): Html {
  const texts = frame.texts.stream;
  const { query } = view;
  const name = placeName(frame, view);
  const start = fromStart(query);
  const other = query.order === "newest" ? "oldest" : "newest";
  const show = (shown: ListView) =>
    html`<a href="${streamAddress({ ...start, view: shown })}" aria-current="${query.view === shown && "true"}"
      >${texts.views[shown]}</a
    >`;
  return html`<div class="list-head">
    <button
      class="btn quiet square to-62"
      type="button"
      popovertarget="shelf"
      title="${texts.shelf}"
      aria-label="${texts.shelf}"
    >
      ${menuIcon}
    </button>
    <h1 dir="auto">${name}</h1>
    <nav class="seg" aria-label="${texts.show}">
      ${show("unread")} ${show("all")} ${(query.view === "starred" || query.view === "hidden") && show(query.view)}
    </nav>
    <a
      class="btn quiet square"
      href="${streamAddress({ ...start, order: other })}"
      title="${texts.sortTo[other]}"
      aria-label="${texts.sortTo[other]}"
      >${query.order === "newest" ? sortIcon : sortUpIcon}</a
    >
    ${
      canMark(query) &&
      html`<button
        class="btn quiet square"
        form="marks"
        formaction="/stream/read"
        data-mark-all
        title="${texts.markAll}"
        aria-label="${texts.markAll}"
      >
        ${checkIcon}
      </button>`
    }
    ${searchField(frame, view)}
    ${
      query.maxScore !== null &&
      html`<p class="note">
        ${texts.wordingUpTo(wordOfBound(frame, query.maxScore, "upTo"))}
        <a href="${streamAddress({ ...start, maxScore: null })}">${texts.anyWording}</a>
      </p>`
    }
  </div>`;
}

/** On phones it is shown once it is wanted: the search of the page's head leads here. */
function searchField({ texts: { stream: texts } }: Frame, { query, name, isFinding }: StreamView): Html {
  const label = name === null ? texts.search : texts.searchIn(name);
  return html`<form
    class="find${!isFinding && query.search === "" && " from-48"}"
    id="find"
    role="search"
    action="/stream"
  >
    ${searchIcon}<input
      class="field"
      type="search"
      name="search"
      id="search"
      value="${query.search}"
      aria-label="${label}"
      placeholder="${label}"
      title="${texts.searchHint}"
    />
    ${hiddenFields({
      ...(query.feedId !== null && { feed: query.feedId }),
      ...(query.folderId !== null && { folder: query.folderId }),
      ...(query.maxScore !== null && { max_score: String(query.maxScore) }),
      ...(query.view === "starred" && { view: query.view }),
      ...(query.order !== wholeStream.order && { sort: query.order }),
    })}
  </form>`;
}

function startLink({ texts: { stream: texts } }: Frame, query: StreamQuery): Html | null {
  if (query.after === null) return null;
  return html`<p class="list-end">
    <a class="btn quiet" href="${streamAddress(fromStart(query))}">${texts.toStart[query.order]}</a>
  </p>`;
}

function nothing({ texts: { stream: texts, frame: words } }: Frame, view: StreamView): Html {
  const { query, isSearchEmpty, shelf: shown } = view;
  if (shown.isWhole && shown.feeds.length === 0) {
    const [noFeeds, whatToDo] = texts.noFeeds;
    return html`<div class="empty">
      <h2>${noFeeds}</h2>
      <p>${whatToDo}</p>
      <p class="or"><a class="btn" href="/dashboard">${words.addFeed}</a></p>
    </div>`;
  }
  const isSearch = query.search !== "";
  const [what, why] = isSearchEmpty
    ? texts.noWords
    : isSearch
      ? explainNoMatch(texts, query.search)
      : texts.empty[query.view];
  const everywhere = { ...wholeStream, view: "all" as const, search: query.search };
  return html`<div class="empty">
    <h2>${what}</h2>
    <p>${why}</p>
    ${
      query.view === "unread" &&
      html`<p class="or">
        <a class="btn" href="${streamAddress({ ...fromStart(query), view: "all" })}">${texts.showAll}</a>
      </p>`
    }
    ${
      isSearch &&
      streamAddress(everywhere) !== streamAddress(fromStart(query)) &&
      html`<p class="or"><a class="btn" href="${streamAddress(everywhere)}">${texts.searchEverything}</a></p>`
    }
  </div>`;
}

/** That nothing was found, in words that fit what was asked for. */
function explainNoMatch(texts: Texts["stream"], search: string): readonly [what: string, why: string] {
  const { wanted, hasPhrase, hasUnwanted } = shapeOfSearch(search);
  const [what, why] = texts.noMatch[wanted];
  const rules = [
    wanted === "several" && hasPhrase ? texts.phraseRule : null,
    hasUnwanted ? texts.unwantedRule : null,
  ].filter((rule) => rule !== null);
  return [what, [why, ...rules].join(" ")];
}

/** One form for the buttons of all rows. Without script it leads back to the row. */
function marksForm(frame: Frame, { query, now }: StreamView): Html {
  return postForm(
    frame,
    { action: "/stream/read", id: "marks" },
    html`${hiddenFields({
      back: streamAddress({ ...query, since: query.since ?? now }),
      until: now.toISOString(),
    })}`,
  );
}
