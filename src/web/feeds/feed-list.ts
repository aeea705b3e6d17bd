import type { Folder } from "../../feeds/folder-store.ts";
import { type HealthSigns, noSigns } from "../../feeds/lists/feed-health-store.ts";
import {
  type FeedCounts,
  type FeedQuery,
  type GroupCounts,
  type ListedSubscription,
  needsLook,
  type Removal,
  rowsPerPage,
  subscriptionStates,
} from "../../feeds/lists/subscription-list-store.ts";
import type { Activity } from "../../items/feed-items-store.ts";
import { minuteMs } from "../../time.ts";
import { postForm } from "../kit/form.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { downIcon } from "../kit/icons.ts";
import { bulkForm } from "./bulk-form.ts";
import { feedRow } from "./feed-row.ts";
import type { LookOf } from "../kit/outlet.ts";
import { withParameters } from "../kit/with-parameters.ts";

export type FeedListView = {
  rows: ListedSubscription[];
  activity: Activity;
  signs: ReadonlyMap<string, HealthSigns>;
  groups: GroupCounts;
  lookOf: LookOf;
  folders: readonly Folder[];
  removed: Removal[];
  counts: FeedCounts;
  query: FeedQuery;
  pages: number;
  now: Date;
};

/** Feeds removed this recently are shown opened. */
const removedOpenMs = 5 * minuteMs;

/** The content of #feed-list-container. The counts around it come along out of band. */
export function feedList(frame: Frame, view: FeedListView): Html {
  return html`${listBody(frame, view)} ${outOfBand(frame, view)}`;
}

export function listBody(frame: Frame, view: FeedListView): Html {
  return html`<input type="hidden" id="feed-page" name="page" value="${view.query.page}" /> ${removedList(frame, view)}
    ${view.rows.length === 0 ? emptyState(frame, view) : [bulkForm(frame, view.folders), table(frame, view)]}
    ${pagination(frame, view)}`;
}

/** Feeds that need a look come first, then the folders in the person's order; each begins with its name. */
function table(frame: Frame, view: FeedListView): Html {
  const { rows, activity, signs, lookOf, now } = view;
  const { select, feed, twoWeeks, health, next, actions } = frame.texts.feeds.columns;
  const parts = rows.map((row) => (needsLook(row, now) ? "look" : (row.folderId ?? "none")));
  return html`<table class="table feeds">
    <thead>
      <tr>
        <th class="c"><span class="sr">${select}</span></th>
        <th scope="col">${feed}</th>
        <th scope="col" class="opt">${twoWeeks}</th>
        <th scope="col">${health}</th>
        <th scope="col">${next}</th>
        <th scope="col"><span class="sr">${actions}</span></th>
      </tr>
    </thead>
    ${rows.map((row, index) => [
      parts[index] !== parts[index - 1] && groupHead(frame, view, { row, part: parts[index] ?? "none" }),
      feedRow(frame, {
        feed: row,
        activity: activity.get(row.feedId) ?? [],
        signs: signs.get(row.feedId) ?? noSigns,
        look: lookOf(row.feedId),
        now,
      }),
    ])}
  </table>`;
}

type Group = { row: ListedSubscription; part: string };

function groupHead({ texts: { feeds: texts } }: Frame, { groups, folders }: FeedListView, { row, part }: Group) {
  // Who has no folders need not read that their feeds are in none.
  if (part === "none" && folders.length === 0) return null;
  const name = part === "look" ? texts.look : row.folderId === null ? texts.noFolder : row.folderName;
  return html`<tbody>
    <tr>
      <th colspan="6" scope="rowgroup">
        <span dir="auto">${name}</span
        ><span class="note">${texts.feedCount(groups[part] ?? 0)}${part === "look" && html`: ${texts.lookWhy}`}</span>
      </th>
    </tr>
  </tbody>`;
}

/** The address of this part of the list, without parameters that have their default. */
export function listAddress({ search, status, page }: FeedQuery): string {
  const asked = {
    ...(search !== "" && { search }),
    ...(status !== "all" && { status }),
    ...(page > 1 && { page: String(page) }),
  };
  return withParameters("/feeds", asked);
}

function outOfBand({ texts }: Frame, { counts, query }: FeedListView): Html {
  return html`${subscriptionStates.map((status) => html`<b id="count-${status}" hx-swap-oob="innerHTML">${counts[status]}</b>`)}
    <p id="feed-summary" hx-swap-oob="innerHTML">${texts.feeds.summary(counts, counts[query.status])}</p>`;
}

function emptyState({ texts }: Frame, { query }: FeedListView): Html {
  const isFiltered = query.search !== "" || query.status !== "all";
  return html`<p class="empty">${isFiltered ? texts.feeds.noMatch : texts.feeds.noFeeds}</p>`;
}

function removedList(frame: Frame, { removed, now }: FeedListView): Html | null {
  const [latest] = removed;
  if (latest === undefined) return null;
  const texts = frame.texts.feeds;
  const isRecent = now.getTime() - latest.removedAt.getTime() < removedOpenMs;
  const feeds = removed.reduce((sum, removal) => sum + removal.feeds.length, 0);
  return html`<details class="removed" id="feeds-removed" open="${isRecent}" hx-morph-skip>
    <summary class="ask">${texts.removed(feeds)}</summary>
    <ul role="list">
      ${removed.map((removal) => (removal.feeds.length > 1 ? removedTogether(frame, removal) : removal.feeds.map((feed) => removedFeed(frame, feed))))}
    </ul>
  </details>`;
}

const undoHtmx = (post: string) => ({ post, include: "#feed-filters", swap: "none" }) as const;

function removedFeed(frame: Frame, { id, name }: Removal["feeds"][number]): Html {
  const texts = frame.texts.feeds;
  const action = `/feeds/${id}/restore`;
  return html`<li class="line">
    <span dir="auto">${name}</span>
    ${postForm(frame, { action, htmx: undoHtmx(action) }, html`<button class="btn" id="undo-${id}" aria-label="${texts.undoOf(name)}">${texts.undo}</button>`)}
  </li>`;
}

/** What was selected and removed in one go comes back in one go, or one by one. */
function removedTogether(frame: Frame, { removedAt, feeds }: Removal): Html {
  const texts = frame.texts.feeds;
  const action = "/feeds/restore";
  return html`<li>
    <div class="line">
      <span>${texts.removedTogether(feeds.length)}</span>
      ${postForm(
        frame,
        { action, htmx: undoHtmx(action) },
        html`<input type="hidden" name="removed" value="${removedAt.toISOString()}" /><button
            class="btn"
            id="undo-all-${removedAt.getTime()}"
          >
            ${texts.undoAll}
          </button>`,
      )}
    </div>
    <details>
      <summary class="ask">${texts.undoSome}${downIcon}</summary>
      <ul role="list">
        ${feeds.map((feed) => removedFeed(frame, feed))}
      </ul>
    </details>
  </li>`;
}

function pagination({ texts: { feeds: texts } }: Frame, { rows, query, counts, pages }: FeedListView): Html | null {
  if (rows.length === 0) return null;
  const first = (query.page - 1) * rowsPerPage + 1;
  return html`<nav class="or" aria-label="${texts.pages}">
    <p>${texts.range(first, first + rows.length - 1, counts[query.status])}</p>
    ${
      pages > 1 && [
        pageLink(texts.previous, query.page > 1, { ...query, page: query.page - 1 }),
        pageLink(texts.next, query.page < pages, { ...query, page: query.page + 1 }),
      ]
    }
  </nav>`;
}

function pageLink(label: string, exists: boolean, { search, status, page }: FeedQuery): Html {
  if (!exists) return html`<span class="btn" aria-disabled="true">${label}</span>`;
  return html`<a
    class="btn"
    href="/feeds?search=${search}&amp;status=${status}&amp;page=${page}"
    hx-get="/feeds?search=${search}&amp;status=${status}&amp;page=${page}"
    hx-include="#feed-filters"
    hx-target="#feed-list-container"
    hx-swap="innerHTML show:top"
    hx-sync="#feed-list-container:queue all"
    >${label}</a
  >`;
}
