/**
 * One request as the origin saw it. `endedAt` is when the answer was handed over or the client vanished, Infinity while
 * neither has happened; `number` goes out as the header Server, which the fetch log keeps, so that each request can be found
 * there again. `key` is the feed's, -1 for pages.
 */
export type ChaosRequest = {
  number: number;
  host: string;
  path: string;
  key: number;
  startedAt: number;
  endedAt: number;
  status: number;
  retryAfterMs: number;
};

/** What became of the requests that left a row in fetch_logs, by their number. */
export type SavedFetch = { number: number; status: string };
