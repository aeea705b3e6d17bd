import type { FetchMetrics } from "./metrics.ts";
import type { Log } from "./log.ts";

/** What the observer needs to know about a fetch; it does not know feeds. */
type Attempt = {
  claim: { feedId: string; url: string };
  completedAt: Date;
  plan: { status: string | null; nextRunAt: Date | null };
  log: {
    startedAt: Date;
    outcome: string;
    httpStatus: number | null;
    errorClass: string | null;
    error: string | null;
    errorDetail: string | null;
    wireBytes: number | null;
    unchanged: number;
  };
};
type Saved = { created: string[]; updated: string[] };

export type FetchObserver = {
  /** Due feeds were found and queued. */
  queued: (count: number) => void;
  started: (claim: { feedId: string; url: string }) => void;
  fetched: (attempt: Attempt, saved: Saved) => void;
  leaseLost: (claim: { feedId: string; url: string }) => void;
  /** Feeds whose lease had ended are idle again. */
  recovered: (recovered: Recovered) => void;
  /** Feeds, lanes and items of a dead worker, or of this process before it was suspended, were released. */
  released: (worker: ReleasedWorker, work: ReleasedWork) => void;
  /** Feeds were quarantined because they killed their workers. */
  quarantined: (feedIds: string[]) => void;
  /** A named message for a feed that does not exist. */
  unknown: (feedId: string) => void;
  /** `feedId`: the feed it happened to, if any. */
  error: (error: unknown, feedId?: string) => void;
  /** Sums up what happened since the last call, and starts counting again. */
  cycle: () => void;
};
type Recovered = { feedIds: string[]; queued: number; fetching: number };
type ReleasedWork = Recovered & { lanes: number; items: number };
type ReleasedWorker = { id: string; host: string; pid: number } | "this process";
type Tally = {
  queued: number;
  fetched: number;
  notModified: number;
  created: number;
  updated: number;
  errors: Record<string, number>;
};

/** Records each fetch once: in the log, the metrics, and the summary of the cycle. */
export function createFetchObserver(log: Log, metrics: FetchMetrics): FetchObserver {
  let tally = emptyTally();
  return {
    queued: (found) => {
      metrics.queued.inc(found);
      tally.queued += found;
      if (found > 0) log.debug({ count: found }, "due feeds found");
    },
    started: ({ feedId, url }) => log.debug({ feedId, host: new URL(url).host }, "fetch started"),
    fetched: (attempt, saved) => {
      count(tally, attempt, saved);
      measure(metrics, attempt, saved);
      const facts = factsOf(attempt, saved);
      if (attempt.log.outcome === "failed") log.info(facts, "fetch failed");
      else log.info(facts, "feed fetched");
    },
    leaseLost: ({ feedId }) =>
      log.warn({ feedId }, "lease lost: nothing of this fetch is saved, somebody else may have the feed"),
    recovered: (recovered) => {
      const { queued, fetching } = recovered;
      countRecovered(metrics, recovered);
      const facts = { feedIds: firstIds(recovered) };
      if (queued > 0) log.warn(facts, `Reset ${queued} stuck QUEUED feeds`);
      if (fetching > 0) log.warn(facts, `Reset ${fetching} stuck FETCHING feeds`);
    },
    released: (worker, work) => {
      const { feedIds, queued, fetching, lanes, items } = work;
      countRecovered(metrics, work);
      const why = worker === "this process" ? "it gave no sign of life in time" : "its worker is dead";
      const facts = { worker, why, queued, fetching, lanes, items, feedIds: firstIds(work) };
      log.warn(facts, `Reset ${feedIds.length} stuck feeds`);
    },
    quarantined: (feedIds) => {
      metrics.quarantined.inc(feedIds.length);
      for (const feedId of feedIds) log.warn({ feedId }, "Dead letter: its workers died while fetching this feed");
    },
    unknown: (feedId) => log.warn({ feedId }, "Feed not found"),
    error: (error, feedId) => log.error({ feedId, err: error }, "internal error while fetching"),
    cycle: () => {
      // Don't log a cycle in which nothing was due.
      log[tally.fetched + tally.queued > 0 ? "info" : "debug"](tally, "cycle");
      tally = emptyTally();
    },
  };
}

function countRecovered(metrics: FetchMetrics, { queued, fetching }: Recovered): void {
  metrics.recovered.inc({ state: "QUEUED" }, queued);
  metrics.recovered.inc({ state: "FETCHING" }, fetching);
}

const idsLoggedMax = 20;

function firstIds({ feedIds }: Recovered): string[] {
  return feedIds.slice(0, idsLoggedMax);
}

function emptyTally(): Tally {
  return { queued: 0, fetched: 0, notModified: 0, created: 0, updated: 0, errors: {} };
}

function count(tally: Tally, { log }: Attempt, saved: Saved): void {
  tally.fetched += 1;
  if (log.outcome === "not-modified") tally.notModified += 1;
  tally.created += saved.created.length;
  tally.updated += saved.updated.length;
  if (log.errorClass !== null) tally.errors[log.errorClass] = (tally.errors[log.errorClass] ?? 0) + 1;
}

function measure(metrics: FetchMetrics, { log, completedAt }: Attempt, saved: Saved): void {
  metrics.processed.inc({ success: String(log.outcome !== "failed") });
  metrics.outcomes.inc({ outcome: log.errorClass ?? log.outcome });
  metrics.duration.observe((completedAt.getTime() - log.startedAt.getTime()) / 1000);
  if (log.wireBytes !== null) metrics.wireBytes.inc(log.wireBytes);
  if (saved.created.length > 0) metrics.items.inc({ change: "created" }, saved.created.length);
  if (saved.updated.length > 0) metrics.items.inc({ change: "updated" }, saved.updated.length);
}

function factsOf({ claim, completedAt, plan, log }: Attempt, saved: Saved): Record<string, unknown> {
  return {
    feedId: claim.feedId,
    host: new URL(claim.url).host,
    outcome: log.outcome,
    httpStatus: log.httpStatus,
    // The message for people hides why our own policy refused; other details may quote a body, which must not be logged.
    error: log.errorClass === "blocked" ? log.errorDetail : log.error,
    ms: completedAt.getTime() - log.startedAt.getTime(),
    items: saved.created.length + saved.updated.length + log.unchanged,
    created: saved.created.length,
    updated: saved.updated.length,
    nextRunAt: plan.nextRunAt,
  };
}
