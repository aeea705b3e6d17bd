import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";

export type Readers = {
  /** How often each status was received; "gone" means no answer. */
  statuses: Map<string, number>;
  /** Statuses that readers must never see, with the path. */
  unexpected: string[];
  stop: () => Promise<void>;
};

const pauseMs = 120;
const askMsMax = 15_000;
// 404: not published yet. 429: these readers ask too often. 503: the database is down, and the answer says so.
const expected = [200, 304, 404, 429, 503];

/** Reads feeds all the time, whatever happens to the server. */
export function startReaders(base: string, pickUrl: () => string | null): Readers {
  const statuses = new Map<string, number>();
  const unexpected: string[] = [];
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
    if (!expected.includes(answer.statusCode)) unexpected.push(`${path}: ${answer.statusCode} ${body.slice(0, 200)}`);
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
    unexpected,
    stop: async () => {
      stopping = true;
      await reading;
    },
  };
}
