import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";

/** Status 0 means no answer. */
export type SoakReaders = { statuses: Map<number, number>; stop: () => Promise<void> };

const readersAtOnce = 6;
const pauseMs = 150;
const streamMs = 500;
// The second request for a feed sends the ETag of the first.
const visits: ((feedUrl: string) => string)[] = [
  (feedUrl) => `/rss?url=${feedUrl}`,
  (feedUrl) => `/rss?url=${feedUrl}`,
  () => "/dashboard",
  () => "/stream",
  () => "/readyz",
  () => "/live",
];

/**
 * Readers that request clean feeds with and without validators, the API, their own pages, and a page's live stream that they
 * leave again. Each has its own address, because the public API limits requests per address.
 */
export function startSoakReaders(webUrl: string, feedUrls: string[], cookie: string): SoakReaders {
  const statuses = new Map<number, number>();
  let stopping = false;
  const readers = Array.from({ length: readersAtOnce }, async (_, reader) => {
    const dispatcher = new Agent({ connect: { localAddress: `127.40.0.${reader + 1}` } });
    let etag = "";
    for (let round = 0; !stopping; round += 1) {
      const feedUrl = feedUrls[Math.floor(round / visits.length) % feedUrls.length] ?? "";
      const path = visits[round % visits.length]?.(encodeURIComponent(feedUrl)) ?? "/";
      const signal = AbortSignal.timeout(path === "/live" ? streamMs : 10_000);
      try {
        const answer = await request(webUrl + path, {
          dispatcher,
          signal,
          headers: { cookie, accept: "text/html", "if-none-match": etag },
        });
        statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
        etag = path.startsWith("/rss") ? String(answer.headers["etag"] ?? "") : "";
        await answer.body.dump();
      } catch {
        // Leaving a stream is intended; anything else counts as no answer.
        if (path !== "/live") statuses.set(0, (statuses.get(0) ?? 0) + 1);
      }
      await sleep(pauseMs);
    }
    await dispatcher.close();
  });
  return {
    statuses,
    stop: async () => {
      stopping = true;
      await Promise.all(readers);
    },
  };
}
