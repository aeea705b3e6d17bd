import { z } from "zod";
import { Refusal } from "../refusal.ts";
import { parseJson } from "../text/parse-json.ts";
import { freshrssItemSchema, starredState, toOtherItem } from "./freshrss-item.ts";
import type { OtherFeed, OtherReader } from "./other-reader.ts";

const schema = z.object({ items: z.array(freshrssItemSchema) });

/**
 * The file `starred_….json` or `feed_….json` that FreshRSS exports.
 * Unlike its API it has the items' guids.
 */
export function parseFreshrssFile(text: string, file: string): OtherReader {
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new Refusal(
      `${file} is not an export of FreshRSS: give the file starred_….json from Subscription management → Import/export.`,
    );
  }
  const { items } = parsed.data;
  const feeds = new Map<string, OtherFeed>();
  for (const { origin } of items) {
    const { feedUrl: url, title: name = "" } = origin;
    if (url !== undefined && !feeds.has(url)) feeds.set(url, { id: url, url, name, folder: null, needsLogin: false });
  }
  return {
    listFeeds: () => Promise.resolve([...feeds.values()]),
    readPage: (mark) => {
      const marked = items.map((item) => ({ item, other: toOtherItem(item, item.origin.feedUrl ?? "") }));
      const chosen = marked.filter(({ item, other }) =>
        mark === "starred" ? item.categories.includes(starredState) : other.isRead,
      );
      return Promise.resolve({ items: chosen.map(({ other }) => other), next: null, total: chosen.length });
    },
  };
}
