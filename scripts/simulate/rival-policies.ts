import { countPublished, dayMs, hourMs, minuteMs } from "./publisher.ts";
import type { Policy, Visit } from "./run-policy.ts";

const weekMs = 7 * dayMs;

/** What many readers do: every hour, whatever the server asks. */
export function fixedHourly(): Policy {
  return ({ nowMs }) => nowMs + hourMs;
}

// Miniflux, as miniflux.1 and the release notes describe it, with its defaults: SCHEDULER_ROUND_ROBIN_MIN_INTERVAL 60,
// SCHEDULER_ENTRY_FREQUENCY_MIN_INTERVAL 5, _MAX_INTERVAL 1440, _FACTOR 1; ttl, Cache-Control, Expires and Retry-After
// may lengthen an interval up to the maximum of 1440 minutes. In its favour, we fetch a feed the moment it is due and not
// at the next tick of POLLING_FREQUENCY.
const minifluxMax = dayMs;

export function minifluxRoundRobin(): Policy {
  return (visit) => minifluxNext(visit, hourMs);
}

export function minifluxEntryFrequency(): Policy {
  return (visit) => {
    const { publishedAtMs, nowMs, seen } = visit;
    const weekly = seen - countPublished(publishedAtMs, nowMs - weekMs);
    return minifluxNext(visit, weekly <= 0 ? minifluxMax : Math.max(weekMs / weekly, 5 * minuteMs));
  };
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

export function commaFeed(): Policy {
  let refusals = 0;
  return ({ answer, nowMs, publishedAtMs, seen }) => {
    if (answer.kind === "refused") {
      refusals += 1;
      const backoffMs = refusals < 3 ? commaFeedMin : (refusals - 2) * hourMs;
      const askedMs = (answer.retryAfterAt?.getTime() ?? nowMs) - nowMs;
      return nowMs + Math.min(Math.max(backoffMs, askedMs), commaFeedMax);
    }
    refusals = 0;
    const validMs = answer.changed ? (answer.freshnessSeconds ?? 0) * 1000 : 0;
    const activityMs = commaFeedActivity(publishedAtMs.slice(Math.max(0, seen - averagedItems), seen), nowMs);
    return nowMs + Math.min(Math.max(activityMs, validMs, commaFeedMin), commaFeedMax);
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
