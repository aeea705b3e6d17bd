/**
 * One request as the origin saw it. `endedAt` is when the answer was sent or the client disconnected, Infinity until then.
 * `number` is sent as the Server header, which the fetch log keeps, so each request can be found there again. `key` is the
 * feed's, -1 for pages.
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

/** The status of a request that has a row in fetch_logs, by its number. */
export type SavedFetch = { number: number; status: string };
