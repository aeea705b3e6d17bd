import { setImmediate as nextTurn } from "node:timers/promises";
import type pg from "pg";
import { asPerson, longStatementMsMax, type Queryable } from "../database/transaction.ts";
import { firstRunAt } from "./add-feeds-store.ts";
import type { FeedList, ListFault, OfferedFeed } from "./parse-feed-list.ts";
import { makeFolders } from "./folder-store.ts";
import { findByUrl } from "./lists/subscription-list-store.ts";
import { nameOf } from "./new-feed.ts";
import {
  arrangeSubscriptions,
  type NewSubscription,
  subscribe,
  type Subscribed,
  subscriptionsMax,
} from "./subscription-store.ts";
import { dayMs, earlier } from "../time.ts";

type RunningImport = {
  id: string;
  personId: string;
  feeds: OfferedFeed[];
  emptyFolders: string[];
  report: ImportReport;
};

export type ImportParts = {
  db: pg.Pool;
  now: () => Date;
  /** FETCHER_DOMAIN_LANES. */
  lanes: number;
  /** New feeds are first fetched within this time, one after another. */
  importSpreadMs: number;
  log: { error: (facts: object, event: string) => void };
};

/** One transaction each: few enough that the progress moves and no lane is locked for long. */
const feedsPerStep = 50;
/** A page of 10,000 lines is 3 MB that nobody reads. Lines beyond these are only counted. */
const linesShownMax = 200;

/** Lets other work run between the steps of a long task. */
export async function inTurns<Result>(work: Generator<undefined, Result, undefined>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await nextTurn();
  }
}

/** Feeds in the file beyond a person's limit are not even looked at. */
export function planImport({
  feeds,
  emptyFolders,
  faults,
  unnamedFaults,
}: FeedList): Pick<RunningImport, "feeds" | "emptyFolders" | "report"> {
  const taken = feeds.slice(0, subscriptionsMax);
  return {
    feeds: taken,
    emptyFolders,
    report: {
      feeds: taken.length,
      done: 0,
      folders: 0,
      leftOut: feeds.length - taken.length,
      totals: { added: 0, duplicate: 0, full: 0 },
      lines: [],
      faults,
      unnamedFaults,
    },
  };
}

/** Continues when the person leaves the page. If the server stops, the report says how far it came. */
export async function runImport(
  parts: ImportParts,
  running: RunningImport,
  stopping: AbortSignal | undefined,
): Promise<FeedImport> {
  const { id, personId, feeds } = running;
  const { db, now } = parts;
  let { report } = running;
  const save = async (state: ImportState): Promise<FeedImport> => {
    await asPerson(db, personId, (tx) => saveImport(tx, id, { state, report }, now()), longStatementMsMax);
    return { state, report };
  };
  try {
    // Once at least: a list may have folders alone.
    do {
      if (stopping?.aborted === true) return await save("broken");
      report = await runStep(parts, running, report);
    } while (report.done < feeds.length);
    return await save("done");
  } catch (error) {
    parts.log.error({ importId: id, err: error }, "import failed");
    // If the database is unavailable, the row stays as it is, and that counts as broken too.
    return await save("broken").catch(() => ({ state: "broken" as const, report }));
  }
}

async function runStep(
  { db, now, lanes, importSpreadMs }: ImportParts,
  { id, personId, feeds, emptyFolders }: RunningImport,
  before: ImportReport,
): Promise<ImportReport> {
  const offered = feeds.slice(before.done, before.done + feedsPerStep);
  const isLast = before.done + offered.length === feeds.length;
  const step = async (tx: Queryable): Promise<ImportReport> => {
    const urls = offered.map(({ url }) => url);
    const onList = await findByUrl(tx, urls);
    // A feed that has a folder stays in it, so the file's folder would be empty.
    const isArranged = (url: string) => (onList.get(url)?.folderId ?? null) !== null;
    const names = offered.flatMap(({ url, folder }) => (isArranged(url) ? [] : (folder ?? [])));
    if (isLast) names.push(...emptyFolders);
    const folders = await makeFolders(tx, { personId, names, now: now() });
    const folderIds = new Map(folders.map((folder) => [folder.name, folder.id]));
    const wanted = offered.map(({ url, settings, folder = "" }, index): NewSubscription => ({
      name: nameOf(settings.name ?? "", url),
      feed: { url, isOwn: false, headers: null },
      // New feeds of one import are fetched one after another, not all at once.
      dueAt: firstRunAt(before.done + index, feeds.length, importSpreadMs, now()),
      folderId: folderIds.get(folder) ?? null,
    }));
    const moved = new Set<string>();
    for (const { feed, folderId = null } of wanted) {
      const known = onList.get(feed.url);
      if (known === undefined || isArranged(feed.url) || folderId === null || moved.has(feed.url)) continue;
      await arrangeSubscriptions(tx, [known.id], { folderId }, now());
      moved.add(feed.url);
    }
    const outcomes = await subscribe(tx, wanted, { lanes, now: now() });
    const made = new Set(folders.flatMap((folder) => (folder.isNew ? [folder.id] : [])));
    const report: ImportReport = {
      ...before,
      folders: before.folders + made.size,
      totals: { ...before.totals },
      lines: [...before.lines],
    };
    const movedInto = (index: number) => {
      const { url = "", folder } = offered[index] ?? {};
      return outcomes[index]?.kind === "duplicate" && moved.has(url) && folder !== undefined ? { folder } : {};
    };
    for (const [index, { name, feed }] of wanted.entries()) {
      const outcome = outcomes[index]?.kind ?? "duplicate";
      report.totals[outcome] += 1;
      report.done += 1;
      if (report.lines.length < linesShownMax) report.lines.push({ name, url: feed.url, outcome, ...movedInto(index) });
    }
    await saveImport(tx, id, { state: "running", report }, now());
    return report;
  };
  return asPerson(db, personId, step, longStatementMsMax);
}

/** `folder`: it was on the list without a folder, and is in this one of the file now. */
export type ImportedFeed = { name: string; url: string; outcome: Subscribed["kind"]; folder?: string };
export type ImportState = "running" | "done" | "broken";

/** `lines` are the first feeds, `leftOut` how many of the file were not looked at; the rest is only counted. */
export type ImportReport = {
  feeds: number;
  done: number;
  /** How many folders were made. */
  folders: number;
  leftOut: number;
  totals: Record<Subscribed["kind"], number>;
  lines: ImportedFeed[];
  faults: ListFault[];
  unnamedFaults: number;
};
export type FeedImport = { state: ImportState; report: ImportReport };

const keptMs = dayMs;
/** A step takes some milliseconds. What has not moved for this long has no process any more. */
const silentMsMax = 60_000;

/** In the person's own transaction, as all of these. Reports of the day before go. */
export async function startImport(
  tx: Queryable,
  { id, personId, report }: { id: string; personId: string; report: ImportReport },
  now: Date,
): Promise<void> {
  await tx.query("delete from feed_imports where created_at < $1", [earlier(now, keptMs)]);
  await tx.query(
    "insert into feed_imports (id, user_id, created_at, updated_at, state, report) values ($1, $2, $3, $3, 'running', $4)",
    [id, personId, now, JSON.stringify(report)],
  );
}

async function saveImport(tx: Queryable, id: string, { state, report }: FeedImport, now: Date): Promise<void> {
  await tx.query("update feed_imports set state = $2, report = $3, updated_at = $4 where id = $1", [
    id,
    state,
    JSON.stringify(report),
    now,
  ]);
}

export async function findImport(tx: Queryable, id: string, now: Date): Promise<FeedImport | null> {
  const { rows } = await tx.query<FeedImport>(
    `select case when state = 'running' and updated_at < $2 then 'broken' else state end as state, report
     from feed_imports where id = $1`,
    [id, earlier(now, silentMsMax)],
  );
  return rows[0] ?? null;
}
