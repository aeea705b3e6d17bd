import { countPublished, dayMs, hourMs, minuteMs } from "./publisher.ts";
import type { Policy, Visit } from "./run-policy.ts";

const weekMs = 7 * dayMs;

/** What many readers do: every hour, whatever the server asks. */
export function fixedHourly(): Policy {
  return fixedInterval(hourMs);
}

export function fixedInterval(intervalMs: number): Policy {
  return ({ nowMs }) => nowMs + intervalMs;
}

// FreshRSS, as its maintainers describe it (issues 6712, 7571, 7920, 8928): a feed is refreshed every hour unless another
// interval of at least 15 or 20 minutes is set, Cache-Control lengthens that, and so does Retry-After, up to two days. In its
// favour, we fetch a feed the moment it is due and not when cron next runs.
const freshRssAskedMax = 2 * dayMs;

export function freshRss(_random?: () => number, intervalMs = hourMs): Policy {
  return ({ answer, nowMs }) => {
    const askedMs =
      answer.kind === "refused"
        ? Math.min((answer.retryAfterAt?.getTime() ?? nowMs) - nowMs, freshRssAskedMax)
        : Math.min((answer.freshnessSeconds ?? 0) * 1000, dayMs);
    return nowMs + Math.max(intervalMs, askedMs);
  };
}

// Miniflux, as miniflux.1 and the release notes describe it, with its defaults: SCHEDULER_ROUND_ROBIN_MIN_INTERVAL 60,
// SCHEDULER_ENTRY_FREQUENCY_MIN_INTERVAL 5, _MAX_INTERVAL 1440, _FACTOR 1; ttl, Cache-Control, Expires and Retry-After
// may lengthen an interval up to the maximum of 1440 minutes. In its favour, we fetch a feed the moment it is due and not
// at the next tick of POLLING_FREQUENCY.
const minifluxMax = dayMs;

export function minifluxRoundRobin(_random?: () => number, intervalMs = hourMs): Policy {
  return (visit) => minifluxNext(visit, intervalMs);
}

export function minifluxEntryFrequency(_random?: () => number, factor = 1): Policy {
  return (visit) => {
    const weekly = countOfWeek(visit);
    const intervalMs = weekly <= 0 ? minifluxMax : Math.max(weekMs / (weekly * factor), 5 * minuteMs);
    return minifluxNext(visit, Math.min(intervalMs, minifluxMax));
  };
}

function countOfWeek({ datedAtMs, isTrue, nowMs, seen }: Visit): number {
  if (isTrue) return seen - countPublished(datedAtMs, nowMs - weekMs);
  return datedAtMs.filter((at) => at > nowMs - weekMs && at <= nowMs).length;
}

function minifluxNext({ answer, nowMs }: Visit, intervalMs: number): number {
  const askedMs =
    answer.kind === "refused"
      ? (answer.retryAfterAt?.getTime() ?? nowMs) - nowMs
      : Math.max((answer.freshnessSeconds ?? 0) * 1000, (answer.hints.ttlMinutes ?? 0) * minuteMs);
  return nowMs + Math.min(Math.max(intervalMs, askedMs), minifluxMax);
}

// CommaFeed, as its documentation of commafeed.feed-refresh.* and the notes of release 5.6.0 describe it: between 5
// minutes and 4 hours. The longer a feed is silent the slower; otherwise half the average time between its items.
// Cache-Control of a 200 lengthens it up to the maximum; that of a 304 is ignored.
const commaFeedMin = 5 * minuteMs;
const commaFeedMax = 4 * hourMs;
const averagedItems = 30;

export function commaFeed(_random?: () => number, minMs = commaFeedMin): Policy {
  let refusals = 0;
  return ({ answer, nowMs, datedAtMs, isTrue, seen }) => {
    if (answer.kind === "refused") {
      refusals += 1;
      const backoffMs = refusals < 3 ? minMs : (refusals - 2) * hourMs;
      const askedMs = (answer.retryAfterAt?.getTime() ?? nowMs) - nowMs;
      return nowMs + Math.min(Math.max(backoffMs, askedMs), commaFeedMax);
    }
    refusals = 0;
    const validMs = answer.changed ? (answer.freshnessSeconds ?? 0) * 1000 : 0;
    const dates = datedAtMs.slice(Math.max(0, seen - averagedItems), seen);
    const activityMs = commaFeedActivity(isTrue ? dates : dates.toSorted((a, b) => a - b), nowMs);
    return nowMs + Math.min(Math.max(activityMs, validMs, minMs), commaFeedMax);
  };
}

function commaFeedActivity(document: number[], nowMs: number): number {
  const first = document[0];
  const last = document.at(-1);
  if (first === undefined || last === undefined) return commaFeedMax;
  const silentDays = Math.floor((nowMs - last) / dayMs);
  if (silentDays >= 30) return commaFeedMax;
  if (silentDays >= 14) return commaFeedMax / 2;
  if (silentDays >= 7) return commaFeedMax / 4;
  if (document.length < 2) return commaFeedMax;
  const averageMs = (last - first) / (document.length - 1);
  return Math.min(Math.max(averageMs / 2, commaFeedMin), commaFeedMax / 4);
}
