/** Beyond a day it is a mistake, not a wish. */
const retryAfterMsMax = 24 * 3_600_000;

/** Model servers send seconds, OpenAI milliseconds as well, a gateway in between may send a date. */
export function parseRetryAfterMs(headers: Readonly<Record<string, string>>, now: Date): number | null {
  const waitMs =
    parseNumber(headers["retry-after-ms"]) ??
    parseNumber(headers["retry-after"], 1000) ??
    Date.parse(headers["retry-after"] ?? "") - now.getTime();
  return waitMs > 0 ? Math.min(Math.ceil(waitMs), retryAfterMsMax) : null;
}

function parseNumber(text: string | undefined, unitMs = 1): number | null {
  return text !== undefined && /^\s*\d{1,12}(\.\d{1,6})?\s*$/.test(text) ? Number(text) * unitMs : null;
}
