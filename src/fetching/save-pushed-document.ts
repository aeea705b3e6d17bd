import type pg from "pg";
import type { StoredFeed } from "../schedule/lease.ts";
import type { SavedIds } from "./completion-store.ts";
import { decodeBody } from "./decode-body.ts";
import type { FetchParts } from "./fetch-feed.ts";
import { parseLinkHeader } from "./find-hub.ts";
import { processItems, runItemHooks } from "./hooks.ts";
import { parseFeed } from "./parsing/parse-feed.ts";
import type { FeedDocument } from "./parsing/parse-result.ts";
import { findFetchedFeed, savePushedItems } from "./pushed-items-store.ts";
import { selectItems } from "./select-items.ts";

export type PushedDocumentParts = { pool: pg.Pool } & Pick<
  FetchParts,
  "now" | "itemsMax" | "readItems" | "hooks" | "hookFailed"
>;

/** What a hub sent, with a signature that was checked. `link`: its header Link. */
export type PushedDocument = {
  feedId: string;
  topic: string;
  link: string | null;
  contentType: string | null;
  body: Buffer;
};

/** "busy": the feed is being fetched. "refused": fetch it instead. "unwanted": nobody fetches it now. */
export type PushOutcome =
  | ({ kind: "saved" } & SavedIds)
  | { kind: "busy" }
  | { kind: "unwanted" }
  | { kind: "refused"; why: string };

/**
 * The entries of a push, read and saved as those of a fetch. It is a part of the feed: what is missing in it means nothing, and the
 * feed's schedule, validators and pace stay as they are. The next fetch sees the whole.
 */
export async function savePushedDocument(parts: PushedDocumentParts, pushed: PushedDocument): Promise<PushOutcome> {
  const { pool, now, itemsMax, hooks, hookFailed } = parts;
  const feed = await findFetchedFeed(pool, pushed.feedId, now());
  if (feed === null) return { kind: "unwanted" };

  const { text } = decodeBody(pushed.body, pushed.contentType);
  const document = parseFeed(text, { url: feed.url, contentType: pushed.contentType });
  if (document.kind === "not-a-feed") return refused("It is no feed.");
  const why = explainRefusal(document, pushed, feed);
  if (why !== null) return refused(why);

  const answered = { url: feed.url, permanentUrl: null };
  const selection = selectItems(feed, document, { answered, itemsMax, now: now() });
  const processed = await processItems(hooks, feed, selection.items, hookFailed);
  const items = await parts.readItems(processed, { ...feed.reading, subscribers: feed.subscribers });

  const saved = await savePushedItems(pool, feed.feedId, items, now());
  if (saved === null) return { kind: "unwanted" };
  if (saved.kind === "fetching") return { kind: "busy" };
  if (saved.kind === "contradicting") return refused("An entry contradicts what is stored.");
  await runItemHooks(hooks, { feed, items, saved }, hookFailed);
  return saved;
}

function refused(why: string): PushOutcome {
  return { kind: "refused", why };
}

/** Null: it can be read. */
function explainRefusal(document: FeedDocument, { topic, link }: PushedDocument, { url }: StoredFeed): string | null {
  const { feed, items, itemErrors } = document;
  const self = parseLinkHeader(link ?? "", topic).get("self") ?? null;
  const isOwn = (named: string | null) => named === null || isSameUrl(named, topic) || isSameUrl(named, url);
  if (!isOwn(self) || !isOwn(feed.selfUrl)) return "It calls itself another feed.";
  if (items.length === 0) return "It has no entries.";
  if (itemErrors.length > 0) return "Not all of its entries can be read.";
  // Some hubs send titles and addresses only: saved as they are, a known item would lose its text until the next fetch.
  if (items.some(({ content, summary }) => !content && !summary)) return "An entry has no text.";
  return null;
}

function isSameUrl(one: string, other: string): boolean {
  return URL.parse(one)?.href === URL.parse(other)?.href;
}
