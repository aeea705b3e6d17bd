import { parseHttpDate } from "./parse-http-date.ts";

// C37: never shortened up to seven days; beyond that it is a mistake, not a wish (L29).
const retryAfterMsMax = 7 * 24 * 3_600_000;

export type RetryAfterHeaders = { retryAfter: string | null; date: string | null };

// null: the server named no time to wait for. Zero, a past date and garbage name none either, so that a 429 with
// "Retry-After: 0" is slowed down like a bare one.
export function parseRetryAfter({ retryAfter, date }: RetryAfterHeaders, now: Date): Date | null {
  if (retryAfter === null) return null;

  const waitMs = secondsToMs(retryAfter) ?? dateToMs(retryAfter, date, now) ?? 0;

  return waitMs > 0 ? new Date(now.getTime() + Math.min(waitMs, retryAfterMsMax)) : null;
}

function secondsToMs(text: string): number | null {
  return /^\s*\d+\s*$/.test(text) ? Number(text) * 1000 : null;
}

// By the server's own clock where it tells it: only the difference is the wish.
function dateToMs(text: string, serverDate: string | null, now: Date): number | null {
  const until = parseHttpDate(text);
  if (until === null) return null;
  const serverNow = (serverDate === null ? null : parseHttpDate(serverDate)) ?? now;
  return until.getTime() - serverNow.getTime();
}
