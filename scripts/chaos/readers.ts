import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";

export type Readers = {
  /** How often each status came; "gone" is no answer at all. */
  statuses: Map<string, number>;
  /** Statuses nobody may see, with where they came from. */
  shocks: string[];
  stop: () => Promise<void>;
};

const pauseMs = 120;
const askMsMax = 15_000;
// 404: not published yet. 429: we are the ones who ask too much. 503: the database is away, and says so.
const expected = [200, 304, 404, 429, 503];

/** Somebody who reads feeds all the time, whatever happens to the server. */
export function startReaders(base: string, pickUrl: () => string | null): Readers {
  const statuses = new Map<string, number>();
  const shocks: string[] = [];
  const etags = new Map<string, string>();
  let stopping = false;

  const read = async (): Promise<void> => {
    const feedUrl = pickUrl();
    const path = feedUrl === null ? "/livez" : `/rss?url=${encodeURIComponent(feedUrl)}`;
    const headers: Record<string, string> = {};
    const etag = etags.get(path);
    if (etag !== undefined) headers["if-none-match"] = etag;
    const answer = await request(base + path, { headers, signal: AbortSignal.timeout(askMsMax) });
    const body = await answer.body.text();
    if (!expected.includes(answer.statusCode)) shocks.push(`${path}: ${answer.statusCode} ${body.slice(0, 200)}`);
    const given = answer.headers["etag"];
    if (answer.statusCode === 200 && typeof given === "string") etags.set(path, given);
    count(String(answer.statusCode));
  };
  const count = (status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const reading = (async () => {
    while (!stopping) {
      await read().catch(() => count("gone"));
      await sleep(pauseMs);
    }
  })();
  return {
    statuses,
    shocks,
    stop: async () => {
      stopping = true;
      await reading;
    },
  };
}
