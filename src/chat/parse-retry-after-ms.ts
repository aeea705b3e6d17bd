import { parseRetryAfter } from "../http-dates.ts";
import { dayMs } from "../time.ts";

/** A model server that asks for more than a day made a mistake. */
const retryAfterMsMax = dayMs;

/** Model servers send seconds, OpenAI milliseconds as well, a gateway in between may send a date. */
export function parseRetryAfterMs(headers: Readonly<Record<string, string>>, now: Date): number | null {
  const waitMs =
    parseNumber(headers["retry-after-ms"]) ??
    parseNumber(headers["retry-after"], 1000) ??
    parseDateMs(headers, now) ??
    0;
  return waitMs > 0 ? Math.min(Math.ceil(waitMs), retryAfterMsMax) : null;
}

function parseDateMs(headers: Readonly<Record<string, string>>, now: Date): number | null {
  const until = parseRetryAfter({ retryAfter: headers["retry-after"] ?? null, date: headers["date"] ?? null }, now);
  return until === null ? null : until.getTime() - now.getTime();
}

function parseNumber(text: string | undefined, unitMs = 1): number | null {
  return text !== undefined && /^\s*\d{1,12}(\.\d{1,6})?\s*$/.test(text) ? Number(text) * unitMs : null;
}
