import type pg from "pg";
import { listAppFeeds } from "../../../feeds/app-feed-store.ts";
import { type EntryQuestion, findEntries } from "../../../items/app-entry-store.ts";
import { type AppItem, loadAppItems } from "../../../items/app-stream-store.ts";
import { asOwner, type Call, styleOf } from "../app-call.ts";
import { presentAppItem, withoutMarkupCharacters } from "../present-app-item.ts";
import type { Parameters } from "../read-parameters.ts";

/** Fluent Reader takes a page of fewer for the last one. */
const itemsPerPage = 50;

/** Above `since_id`, upwards; below `max_id`, downwards; those of `with_ids`; or the newest. */
export async function answerItems(call: Call): Promise<object> {
  const { parameters, now } = call;
  const { items, total } = await asOwner(call, async (tx) => {
    const numbers = parameters.has("with_ids")
      ? parseNumbers(parameters.one("with_ids")).slice(0, itemsPerPage)
      : (await findEntries(tx, await questionOf(tx, parameters), now)).numbers;
    const all = await findEntries(tx, { size: 0, isCounted: true }, now);
    return { items: await loadAppItems(tx, numbers), total: all.total };
  });
  return { total_items: total, items: items.map((item) => present(item, call)) };
}

async function questionOf(tx: pg.PoolClient, parameters: Parameters): Promise<EntryQuestion> {
  const [since, below] = [parseNumber(parameters.one("since_id")), parseNumber(parameters.one("max_id"))];
  const page = { feedIds: await feedIdsOf(tx, parameters), size: itemsPerPage, isSettled: true };
  if (parameters.has("since_id")) return { ...page, afterNumber: since ?? "0", direction: "asc" };
  // 0 means the newest, too.
  return { ...page, beforeNumber: below === "0" ? null : below };
}

/** FreshRSS knows these two. Null: all feeds. */
async function feedIdsOf(tx: pg.PoolClient, parameters: Parameters): Promise<string[] | null> {
  if (!parameters.has("feed_ids") && !parameters.has("group_ids")) return null;
  const [feeds, groups] = ["feed_ids", "group_ids"].map((name) => new Set(parseNumbers(parameters.one(name))));
  return (await listAppFeeds(tx))
    .filter(({ number, folderNumber }) => feeds?.has(number) || (folderNumber !== null && groups?.has(folderNumber)))
    .map(({ feedId }) => feedId);
}

/** Larger ones, such as those beyond 64 bits, mean no limit. */
export function parseNumber(text: string): string | null {
  return /^\d{1,18}$/.test(text.trim()) ? BigInt(text).toString() : null;
}

function parseNumbers(text: string): string[] {
  return text.split(",").flatMap((one) => parseNumber(one) ?? []);
}

function present(item: AppItem, call: Call): object {
  const { title, author, url, html } = presentAppItem(item, styleOf(call));
  return {
    id: Number(item.number),
    feed_id: Number(item.subscription),
    title: withoutMarkupCharacters(title),
    author: withoutMarkupCharacters(author),
    html,
    url,
    is_saved: item.isStarred ? 1 : 0,
    is_read: item.isRead ? 1 : 0,
    created_on_time: Math.floor(item.pubDate.getTime() / 1_000),
  };
}
