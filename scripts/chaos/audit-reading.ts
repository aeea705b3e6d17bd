import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import type { Finding } from "./audit-log.ts";
import type { ChaosFeed } from "./chaos-feeds.ts";

// Below the public API's limit for one address (web/public/rate-limit.ts).
const pauseMs = 110;

/** Checks that /rss has every feed with all its items, under the address it was added with, even if it has moved. */
export async function auditReading(
  webUrl: string,
  feeds: ChaosFeed[],
  itemsOf: (key: number) => number,
): Promise<Finding> {
  const broken: string[] = [];
  const wanted = feeds.filter(({ kind }) => kind !== "trap");
  for (const { key, url } of wanted) {
    const { statusCode, body } = await request(`${webUrl}/rss?url=${encodeURIComponent(url)}`);
    const text = await body.text();
    const missing = Array.from({ length: itemsOf(key) }, (_, n) => `/page/${key}/${n}<`).filter(
      (link) => !text.includes(link),
    );
    if (statusCode !== 200 || missing.length > 0)
      broken.push(`${url}: ${statusCode}, ${missing.length} of ${itemsOf(key)} items missing`);
    await sleep(pauseMs);
  }
  return { promise: "/rss has every item of every feed", checked: wanted.length, broken };
}
