import type { Folder } from "../../feeds/folder-store.ts";
import { type ShelfFeed, shelfFeedsMax, unreadCountMax } from "../../items/shelf-store.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { downIcon, feedIcon, folderIcon, starIcon, streamIcon } from "../kit/icons.ts";
import { type LookOf, outletIcon } from "../kit/outlet.ts";
import { type StreamQuery, streamAddress, wholeStream } from "./stream-query.ts";

/**
 * A person's folders and feeds. With few feeds all are here (`isWhole`); with many only those of the open folder, and the
 * other folders bring theirs when they are opened.
 */
export type Shelf = {
  folders: readonly Folder[];
  feeds: readonly ShelfFeed[];
  isWhole: boolean;
  /** The folder that is open; its `id` is null for feeds without a folder. */
  open: { id: string | null } | null;
};
export type ShelfContext = { query: StreamQuery; lookOf: LookOf };

// Beyond this, only the open folder shows its feeds at first.
const openFeedsMax = 40;

/** A column on wide windows, a drawer (`popover`) on others. */
export function shelf(frame: Frame, content: Shelf, context: ShelfContext): Html {
  const texts = frame.texts.stream;
  const { query } = context;
  const { folders, feeds, isWhole } = content;
  const isAll = query.feedId === null && query.folderId === null;
  return html`<nav class="shelf" id="shelf" popover aria-label="${texts.shelf}">
    <a href="/stream" aria-current="${isAll && query.view !== "starred" && query.search === "" && "page"}"
      >${streamIcon}<span class="name">${texts.everything}</span>${isWhole && count(frame, ids.all, feeds)}</a
    >
    <a href="/stream?view=starred" aria-current="${isAll && query.view === "starred" && "page"}"
      >${starIcon}<span class="name">${texts.starred}</span></a
    >
    ${folders.map((folder) => folderPart(frame, content, context, folder))}
    ${folderPart(frame, content, context, { id: null, name: folders.length === 0 ? texts.yourFeeds : texts.noFolder })}
    <div class="foot">
      <a href="/feeds">${feedIcon}<span class="name">${texts.feedsAndFolders}</span></a>
    </div>
  </nav>`;
}

type ShelfFolder = { id: string | null; name: string };

function folderPart(frame: Frame, content: Shelf, context: ShelfContext, folder: ShelfFolder): Html | null {
  const { feeds, isWhole, open } = content;
  const own = feeds.filter(({ folderId }) => folderId === folder.id);
  const isOpen = (isWhole && feeds.length <= openFeedsMax) || (open !== null && open.id === folder.id);
  const isHere = isWhole || isOpen;
  if (isHere && own.length === 0 && folder.id === null) return null;
  return html`<details open="${isOpen}">
    <summary>
      ${downIcon}<span class="name" dir="auto">${folder.name}</span
      >${isHere && count(frame, ids.folder(folder.id), own)}
    </summary>
    ${isHere ? folderFeeds(frame, { folder, feeds: own }, context) : laterFeeds(frame, folder, context)}
  </details>`;
}

/** Fetched when the folder is opened; without script, the folder's own page shows its feeds. */
function laterFeeds(frame: Frame, { id, name }: ShelfFolder, { query }: ShelfContext): Html {
  const address = `/stream/shelf?in=${id ?? "none"}`;
  return html`<div hx-get="${address}" hx-trigger="revealed" hx-swap="outerHTML">
    ${folderLink(frame, { id, name }, query, [])}
  </div>`;
}

/** What stands in an open folder: all of it, then each feed. */
export function folderFeeds(
  frame: Frame,
  { folder, feeds }: { folder: ShelfFolder; feeds: readonly ShelfFeed[] },
  { query, lookOf }: ShelfContext,
): Html {
  const texts = frame.texts.stream;
  return html`${folderLink(frame, folder, query, feeds)}
  ${feeds
    .slice(0, shelfFeedsMax)
    .map(
      ({ feedId, name, unread, state }) =>
        html`<a
          href="${streamAddress({ ...wholeStream, feedId, ...keptOf(query) })}"
          aria-current="${query.feedId === feedId && "page"}"
          >${outletIcon({ name, ...lookOf(feedId) })}<span class="name" dir="auto">${name}</span>${
            state === "fetched"
              ? count(frame, ids.feed(feedId), [{ unread }])
              : html`<b title="${texts.nothingYet[state]}"
                  >${state === "failed" ? "!" : "–"}<span class="sr"> ${texts.nothingYet[state]}</span></b
                >`
          }</a
        >`,
    )}
  ${feeds.length > shelfFeedsMax && html`<a href="/feeds">${texts.moreFeeds}</a>`}`;
}

function folderLink(
  frame: Frame,
  { id, name }: ShelfFolder,
  query: StreamQuery,
  feeds: readonly ShelfFeed[],
): Html | null {
  if (id === null) return null;
  return html`<a
    href="${streamAddress({ ...wholeStream, folderId: id, ...keptOf(query) })}"
    aria-current="${query.folderId === id && "page"}"
    >${folderIcon}<span class="name" dir="auto">${frame.texts.stream.allOf(name)}</span
    >${count(frame, ids.allOf(id), feeds)}</a
  >`;
}

/** A person who reads everything, or the oldest first, does so in the next feed too. */
function keptOf({ view, order, search }: StreamQuery): Pick<StreamQuery, "view" | "order"> {
  return { view: view === "all" && search === "" ? "all" : wholeStream.view, order };
}

/** Of the counts, so that a mark changes them. */
const ids = {
  all: "unread",
  folder: (folderId: string | null) => `unread-in-${folderId ?? "none"}`,
  allOf: (folderId: string) => `unread-of-${folderId}`,
  feed: (feedId: string) => `unread-${feedId}`,
};

/** What is unread in these feeds together. Without any it is empty, and stays there for what comes. */
function count(frame: Frame, id: string, feeds: readonly Pick<ShelfFeed, "unread">[]): Html {
  return html`<b id="${id}">${unreadIn(frame, feeds)}</b>`;
}

function unreadIn({ texts: { stream: texts } }: Frame, feeds: readonly Pick<ShelfFeed, "unread">[]): Html | null {
  const total = feeds.reduce((before, { unread }) => before + unread, 0);
  if (total === 0) return null;
  const isMore = feeds.some(({ unread }) => unread > unreadCountMax);
  // "3012+" would be exact and not exact at once.
  const shown = isMore ? total - (total % unreadCountMax) : total;
  return html`${texts.unread(shown, isMore)}<span class="sr"> ${texts.unreadLabel}</span>`;
}

/** The counts that a mark in these feeds changed. htmx puts each where its id is, and leaves out what is not on the page. */
export function changedCounts(
  frame: Frame,
  { feeds, isWhole }: Pick<Shelf, "feeds" | "isWhole">,
  feedIds: readonly string[],
): Html {
  const changed = feeds.filter(({ feedId }) => feedIds.includes(feedId));
  const folderIds = [...new Set(changed.map(({ folderId }) => folderId))];
  const fresh = (id: string, counted: readonly ShelfFeed[]) =>
    html`<b id="${id}" hx-swap-oob="true">${unreadIn(frame, counted)}</b>`;
  return html`${isWhole && fresh(ids.all, feeds)}
  ${folderIds.map((folderId) => {
    const own = feeds.filter((feed) => feed.folderId === folderId);
    return html`${fresh(ids.folder(folderId), own)}${folderId !== null && fresh(ids.allOf(folderId), own)}`;
  })}
  ${changed.map((feed) => fresh(ids.feed(feed.feedId), [feed]))}`;
}
