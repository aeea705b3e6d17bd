import type pg from "pg";
import { asPerson, inTransaction } from "../database/transaction.ts";
import { type ImportParts, type ImportReport, planImport, runImport, startImport } from "../feeds/import-store.ts";
import { parseFeedUrl } from "../feeds/new-feed.ts";
import type { FeedList } from "../feeds/parse-feed-list.ts";
import { findSubscribedFeeds } from "../feeds/subscription-store.ts";
import { uuidV7 } from "../ids.ts";
import { type MovedItem, saveMovedReads, saveMovedStars } from "../items/moved-item-store.ts";
import { Refusal } from "../refusal.ts";
import { dayMs, earlier, later, minuteMs } from "../time.ts";
import type { Mark, OtherFeed, OtherItem, OtherReader } from "./other-reader.ts";
import { deleteProgress, findProgress, type MarkReport, type MoveProgress, saveProgress } from "./progress-store.ts";

/** `db` is for what the person may do themselves, `worker` for what only the program may: save items. */
export type MoveParts = ImportParts & { worker: pg.Pool };

/** Who moves in, and from where: `origin` names the other reader and its address, for going on after a stop. */
export type Move = {
  personId: string;
  origin: string;
  reader: OtherReader;
  signal: AbortSignal;
  said: (progress: { mark: Mark; done: number; total: number | null }) => void;
};

export type MoveReport = { feeds: ImportReport; needLogin: string[]; marks: MarkReport; isWhole: boolean };

/** A person who reads a hundred items a day has this many in three years. */
const itemsMax: Record<Mark, number> = { starred: 50_000, read: 100_000 };
const itemsPerStep = 250;
/** The newest come first: what was marked since an older attempt would be left out. */
const progressMs = dayMs;

/**
 * Feeds with their folders, then stars, then what was read. It may be stopped after each page and goes on from there. Doing a page
 * twice does no harm.
 */
export async function moveIn(parts: MoveParts, move: Move): Promise<MoveReport> {
  const offered = await move.reader.listFeeds();
  const feeds = await importForPerson(parts, move.personId, toFeedList(offered), move.signal);

  const idOf = await findFeedsOf(parts.worker, move.personId, offered);
  const start: MoveProgress = { mark: "starred", after: null, report: noMarks };
  const since = earlier(parts.now(), progressMs);
  let progress = (await findProgress(parts.worker, { ...move, since })) ?? start;
  let counted: { done: number; total: number | null } = { done: 0, total: null };
  let isWhole = true;
  while (!move.signal.aborted) {
    const { mark, after } = progress;
    const page = await move.reader.readPage(mark, after);
    const report = await savePage(parts, move.personId, { mark, items: page.items, idOf, before: progress.report });
    counted = { done: counted.done + page.items.length, total: counted.total ?? page.total };
    if (page.items.length > 0) move.said({ mark, ...counted });
    const isFull = counted.done >= itemsMax[mark];
    if (isFull && page.next !== null) isWhole = false;
    const isLast = page.next === null || isFull;
    progress = { mark: isLast ? "read" : mark, after: isLast ? null : page.next, report };
    if (isLast && mark === "read") break;
    if (isLast) counted = { done: 0, total: null };
    await saveProgress(parts.worker, { ...move, progress }, parts.now());
  }
  if (move.signal.aborted) isWhole = false;
  else await deleteProgress(parts.worker, move.personId, move.origin);
  const needLogin = offered.filter((feed) => feed.needsLogin).map(({ url }) => url);
  return { feeds, needLogin, marks: progress.report, isWhole };
}

const noMarks: MarkReport = { stars: 0, stored: 0, read: 0, waiting: 0, withoutFeed: 0 };

/** As the page /feeds/import does it, with the same limits. */
export async function importForPerson(
  parts: MoveParts,
  personId: string,
  list: FeedList,
  signal: AbortSignal,
): Promise<ImportReport> {
  const { db, now } = parts;
  const running = { ...planImport(list), id: uuidV7(now()), personId };
  await asPerson(db, personId, (tx) => startImport(tx, running, now()));
  const { state, report } = await runImport(parts, running, signal);
  if (state === "done" || signal.aborted) return report;
  throw new Refusal(`The import stopped after ${report.done} of ${report.feeds} feeds. Run the same command again.`);
}

function toFeedList(offered: OtherFeed[]): FeedList {
  const list: FeedList = { feeds: [], emptyFolders: [], faults: [], unnamedFaults: 0 };
  for (const { url: written, name, folder } of offered) {
    const parsed = parseFeedUrl(written);
    if (parsed.kind === "wrong") list.faults.push({ where: written.slice(0, 200), sentence: parsed.sentence });
    else list.feeds.push({ url: parsed.url, settings: { name }, ...(folder === null ? {} : { folder }) });
  }
  return list;
}

/** Our feed for each of theirs, also for one that has moved to another address here. */
async function findFeedsOf(db: pg.Pool, personId: string, offered: OtherFeed[]): Promise<Map<string, string>> {
  const urls = offered.flatMap(({ id, url }) => {
    const parsed = parseFeedUrl(url);
    return parsed.kind === "url" ? [{ id, url: parsed.url }] : [];
  });
  const found = await findSubscribedFeeds(
    db,
    personId,
    urls.map(({ url }) => url),
  );
  return new Map(
    urls.flatMap(({ id, url }) => {
      const feedId = found.get(url);
      return feedId === undefined ? [] : [[id, feedId] as const];
    }),
  );
}

type MarkedPage = { mark: Mark; items: OtherItem[]; idOf: Map<string, string>; before: MarkReport };

async function savePage(
  { worker, now }: MoveParts,
  personId: string,
  { mark, items, idOf, before }: MarkedPage,
): Promise<MarkReport> {
  const moved = items.flatMap((item) => toMoved(item, idOf.get(item.feedId), now()));
  const report = { ...before, withoutFeed: before.withoutFeed + items.length - moved.length };
  for (let at = 0; at < moved.length; at += itemsPerStep) {
    const step = moved.slice(at, at + itemsPerStep);
    if (mark === "starred") {
      const { starred, known } = await inTransaction(worker, (tx) => saveMovedStars(tx, personId, step, now()));
      report.stars += starred;
      report.stored += starred - known;
    } else {
      const { read, waiting } = await inTransaction(worker, (tx) => saveMovedReads(tx, personId, step, now()));
      report.read += read;
      report.waiting += waiting;
    }
  }
  return report;
}

// Clocks that run ahead are common, and an item from next year would stay on top of every list. PostgreSQL refuses some dates
// before our era that JavaScript has.
const futureMsMax = 10 * minuteMs;
const oldest = new Date("1900-01-01T00:00:00Z");

function toMoved(item: OtherItem, feedId: string | undefined, now: Date): MovedItem[] {
  if (feedId === undefined) return [];
  const past = (date: Date | null) => (date === null || date < oldest || date > later(now, futureMsMax) ? now : date);
  return [{ ...item, feedId, publishedAt: past(item.publishedAt), markedAt: past(item.markedAt) }];
}
