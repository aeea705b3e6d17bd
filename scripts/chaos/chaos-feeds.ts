import type pg from "pg";
import { addFeeds, type NewFeed } from "../../src/feeds/add-feeds-store.ts";
import { feedHost } from "./chaos-hosts.ts";

/** `trap` redirects to a forbidden address and never returns a feed. */
export type ChaosFeed = { key: number; id: string; url: string; kind: "plain" | "moved" | "trap" };

const lanes = 4;
// Few, because pages are fetched at three a second. It does not divide the number of hosts, so the feeds are spread out.
const fullTextEvery = 31;
const movedEvery = 17;
const trapEvery = 29;

/** Adds published feeds with these keys: some with pages, some that have moved, a few traps. */
export async function addChaosFeeds(
  pool: pg.Pool,
  keys: number[],
  url: (host: string, path: string) => string,
): Promise<ChaosFeed[]> {
  const wanted = keys.map((key) => {
    const kind = kindOf(key);
    const folder = kind === "plain" ? "feed" : kind;
    return { key, kind, url: url(feedHost(key), `/${folder}/${key}`) };
  });
  const added = await addFeeds(pool, wanted.map(toNewFeed), lanes, new Date());
  return wanted.map((feed, index) => ({ ...feed, id: added[index]?.id ?? "" }));
}

function toNewFeed({ key, url }: { key: number; url: string }): NewFeed {
  return {
    url,
    published: true,
    enabled: true,
    polling: true,
    enforceFeedDomain: false,
    fullText: key % fullTextEvery === 0 ? "always" : "never",
    // The minimum, so that every feed is polled again and again.
    intervalMinutes: 1,
  };
}

/** Most are plain. */
export function kindOf(key: number): ChaosFeed["kind"] {
  if (key % trapEvery === trapEvery - 1) return "trap";
  return key % movedEvery === movedEvery - 1 ? "moved" : "plain";
}
