import { describeInstant } from "../../text/describe-time.ts";

/** As migrations/functions/public.request_bounds.sql reads it; the five minutes after any attempt are counted there. */
export type ManualFetchState = {
  notBefore: Date | null;
  laneClosedUntil: Date | null;
  fetchedLatelyUntil: Date | null;
};

/** What stands in the way; the one that lasts longest comes first. */
export type ManualFetchPlan =
  | { kind: "now" }
  | { kind: "wait"; until: Date; because: ManualFetchBound[]; message: string };

const sentences = {
  "retry-after": "the server asked for a pause",
  "host-closed": "its host asked for a pause",
  "just-fetched": "it was fetched just now",
};
export type ManualFetchBound = keyof typeof sentences;

// A person's own request (sync, retry) may come before freshness, backoff and circuit, never before a time the server
// named. An operator who forces it need not wait five minutes after the last attempt either.
export function planManualFetch(state: ManualFetchState, now: Date, isForced = false): ManualFetchPlan {
  const { notBefore, laneClosedUntil, fetchedLatelyUntil } = state;
  const bounds: { bound: ManualFetchBound; until: Date | null }[] = [
    { bound: "retry-after", until: notBefore },
    { bound: "host-closed", until: laneClosedUntil },
    { bound: "just-fetched", until: isForced ? null : fetchedLatelyUntil },
  ];
  const inTheWay = bounds
    .flatMap(({ bound, until }) => (until !== null && until > now ? [{ bound, until }] : []))
    .sort((one, other) => other.until.getTime() - one.until.getTime());
  const [longest] = inTheWay;
  if (longest === undefined) return { kind: "now" };

  const because = inTheWay.map(({ bound }) => bound);
  const why = because.map((bound) => sentences[bound]).join(", and ");
  const message = `Possible again at ${describeInstant(longest.until.toISOString())}: ${why}.`;
  return { kind: "wait", until: longest.until, because, message };
}
