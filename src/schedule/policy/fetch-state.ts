import type { Pace, Published } from "./pace.ts";
import type { WhyNext } from "./why-next.ts";

// What goes into the decision when a feed is next fetched (its state, the limits, the outcome of a fetch), and what comes out.

// RSS <skipHours> and <skipDays>, in GMT: hours 0–23, days 0 (Sunday) – 6.
export type SkipTimes = { skipHours: number[]; skipDays: number[] };

// A hint counts up to a day: a max-age of a year is a mistake for a feed.
export const hintSecondsMax = 86_400;

// What a feed's document says about its pace; null where it says nothing.
export type DocumentHints = SkipTimes & { ttlMinutes: number | null; updatePeriodSeconds: number | null };

// What the server asked for at the last success.
export type ServerHints = DocumentHints & { freshnessSeconds: number | null };

export const noHints: ServerHints = {
  freshnessSeconds: null,
  ttlMinutes: null,
  updatePeriodSeconds: null,
  skipHours: [],
  skipDays: [],
};

// What a kind of failure means for the feed. A temporary one is retried by the backoff table; after
// attemptsMax in a row the circuit opens for circuitMinutes. Any other suspends the feed; `probed` allows the late
// probes of a feed that has worked before.
type FailureRule =
  | { status: "temporary_error"; attemptsMax: number; circuitMinutes: number }
  | { status: "permanent_error" | "unauthorized"; probed: boolean };

export const failureRules = {
  timeout: { status: "temporary_error", attemptsMax: 2, circuitMinutes: 60 },
  connection: { status: "temporary_error", attemptsMax: 3, circuitMinutes: 60 },
  "rate-limited": { status: "temporary_error", attemptsMax: 2, circuitMinutes: 90 },
  "server-error": { status: "temporary_error", attemptsMax: 2, circuitMinutes: 90 },
  // Its server stopped in the middle: half an answer says nothing about the next one.
  "cut-off": { status: "temporary_error", attemptsMax: 2, circuitMinutes: 90 },
  other: { status: "temporary_error", attemptsMax: 2, circuitMinutes: 90 },
  "bad-request": { status: "permanent_error", probed: true },
  "not-found": { status: "permanent_error", probed: true },
  "client-error": { status: "permanent_error", probed: true },
  "not-a-feed": { status: "permanent_error", probed: true },
  "too-large": { status: "permanent_error", probed: true },
  blocked: { status: "permanent_error", probed: true },
  // 410 is the owner's own word that the feed is over: stop for good.
  gone: { status: "permanent_error", probed: false },
  // Credentials do not fix themselves, and asking again looks like guessing them.
  unauthorized: { status: "unauthorized", probed: false },
} satisfies Record<string, FailureRule>;

export type FetchFailure = keyof typeof failureRules;

export type FailurePolicy = "backoff" | "one_strike";

// The shortest interval that a reader set for themselves. isForAll: everybody who reads the feed has set one.
export type ReadersInterval = { minutes: number; isForAll: boolean };

export type FeedFetchState = {
  polling: boolean;
  adaptive: boolean;
  /** What somebody set for this feed; null is as the server is set. */
  ownIntervalMinutes: number | null;
  /** Null: no reader has set one. */
  readersInterval: ReadersInterval | null;
  /** How many people read it. */
  readers: number;
  /** Published, without a reader, and its clean feed was not asked for in a month. */
  isUnread: boolean;
  /** Until then a hub tells us of new items; null: none does. */
  pushUntil: Date | null;
  failurePolicy: FailurePolicy | null;
  memory: FetchMemory;
};

// What is remembered of a feed between two attempts. intervalMinutes is the adaptive interval, null before it starts.
// retryCount counts failures in a row, classFailures those of the same kind; probes are the late probes spent since
// the last success.
export type FetchMemory = {
  intervalMinutes: number | null;
  retryCount: number;
  failureClass: FetchFailure | null;
  classFailures: number;
  circuitOpenedAt: Date | null;
  circuitUntil: Date | null;
  probes: number;
  lastSuccessAt: Date | null;
  notBefore: Date | null;
  hints: ServerHints;
  /** Null: not fetched since we learn it. */
  pace: Pace | null;
};

export const neverFetched: FetchMemory = {
  intervalMinutes: null,
  retryCount: 0,
  failureClass: null,
  classFailures: 0,
  circuitOpenedAt: null,
  circuitUntil: null,
  probes: 0,
  lastSuccessAt: null,
  notBefore: null,
  hints: noHints,
  pace: null,
};

/** A feed just added, with one reader and nothing set. */
export const newFeedState: FeedFetchState = {
  polling: true,
  adaptive: true,
  ownIntervalMinutes: null,
  readersInterval: null,
  readers: 1,
  isUnread: false,
  pushUntil: null,
  failurePolicy: null,
  memory: neverFetched,
};

/** How an interval that nobody fixed is found: from what the feed published, or by a factor after each fetch. */
export type AdaptivePolicy = "learned" | "factors";

export type FetchLimits = {
  adaptive: AdaptivePolicy;
  /** How many minutes of waiting, summed over items, a request is worth to one reader: learned-interval.ts. */
  waitingMinutes: number;
  successIntervalMs: number;
  intervalMinutesMin: number;
  intervalMinutesMax: number;
  increaseFactor: number;
  decreaseFactor: number;
  jitterPercent: number;
  probeSuspended: boolean;
  /** For feeds without one of their own. */
  failurePolicy: FailurePolicy;
};

// What one attempt to fetch a feed brought.
export type FetchOutcome = FetchedOutcome | FailedOutcome | DeferredOutcome;

// freshnessSeconds as parseFreshness gives it, from a 200 and a 304 alike. `changed` says that the digest of the
// items differs, not the body: a moving lastBuildDate is no change.
export type FetchedOutcome =
  | { kind: "fetched"; via: "not-modified" | "same-body"; freshnessSeconds: number | null }
  | {
      kind: "fetched";
      via: "parsed";
      freshnessSeconds: number | null;
      changed: boolean;
      published: Published;
      hints: DocumentHints;
    };

// `message` is for the person; retryAfterAt as parseRetryAfter gives it.
export type FailedOutcome = {
  kind: "failed";
  failure: FetchFailure;
  httpStatus: number | null;
  message: string;
  retryAfterAt: Date | null;
};

// Not the feed's fault, and not counted: a redirect led to a busy host, this process is stopping, the result could not
// be saved, or the server would not take our validators and has not been asked without them yet. `until`: another try before
// that would be in vain.
export type DeferredOutcome = {
  kind: "deferred";
  reason: "host-busy" | "stopping" | "not-saved" | "validators-refused";
  until?: Date | null;
};

export type Circumstances = {
  limits: FetchLimits;
  now: Date;
  random: () => number;
  /** Before that the host has had its requests of the day: lane-policy.ts. */
  hostBudgetUntil?: Date | null;
};

export type PlanRequest<Outcome = FetchOutcome> = Circumstances & { state: FeedFetchState; outcome: Outcome };

export type NextRun = { nextRunAt: Date | null; why: WhyNext };

type FetchStatus = "success" | "temporary_error" | "permanent_error" | "unauthorized";

// What to store after an attempt. status null: the attempt does not count, the stored status and error stay.
// hostBlockedUntil: before this nobody may ask the feed's host, not even for another feed.
export type FetchPlan = NextRun & {
  status: FetchStatus | null;
  error: string | null;
  suspended: boolean;
  /** The host answered 429 or 503. */
  isRefused: boolean;
  hostBlockedUntil: Date | null;
  memory: FetchMemory;
};
