import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { ItemReading } from "../items/analysis-store.ts";
import type { NewItem } from "../items/save-items-store.ts";
import type { WaitingItem } from "../items/waiting-item.ts";
import type { FeedReading } from "../schedule/lease.ts";
import type { Models } from "./create-models.ts";
import { detectLanguage } from "./detect-language.ts";
import { feedHtml, feedText, inputOf, type ItemText } from "./feed-text.ts";
import { analyseByWords } from "./heuristic/analyse-by-words.ts";
import { hasPage, planReading, type ReadingLimits } from "./upgrade-policy.ts";

/** What the first reading needs to know of an item, stored or not. */
export type ItemToRead = ItemText & Pick<WaitingItem, "text" | "inputKind" | "pageWhy" | "pubDate" | "feed">;

/**
 * Cleans the HTML and analyses the feed's own text, offline and at once. An edited item starts again: the model's result for
 * its old text is gone. Its page is fetched only once, so it stays.
 */
export function readFirst(item: ItemToRead, now: Date, limits: ReadingLimits): ItemReading {
  const isOff = item.feed.analyzer === "off";
  // The HTML is cleaned when an article is opened, in a tenth of a millisecond; stored, it was a seventh of the database. Only of items
  // without an analysis a clean feed has it.
  const { cleanHtml, description, body, inputKind } = isOff ? feedHtml(item) : { ...feedText(item), cleanHtml: null };
  const ownText = body || description;
  const plan = planReading(item, ownText.length, limits, now);
  const isWanted = { page: plan.page === "waiting", model: plan.model === "waiting" };
  const reading = {
    ...(hasPage(item) ? { cleanHtml: null, text: null, inputKind: null } : { cleanHtml, text: ownText, inputKind }),
    upgradeAt: isWanted.model ? now : null,
    page: { why: plan.page, at: isWanted.page ? now : null, error: null },
    modelWhy: plan.model,
    now,
  };
  if (isOff) return { ...reading, status: "skipped", result: null };

  const input = hasPage(item)
    ? inputOf(item, { description, body: item.text ?? "" }, "article", now)
    : inputOf(item, { description, body }, "feed", now);
  return { ...reading, status: "done", result: analyseByWords(input) };
}

type ReaderParts = {
  models: Pick<Models, "current">;
  ageDaysMax: number;
  now: () => Date;
  onError: (error: unknown) => void;
};
/** `titles`: of its document, if that was read. */
type NewFeed = FeedReading & { subscribers: number; titles?: readonly string[] };

// Which model is set up is a question to the database: not asked for every feed.
const modelKnownMs = 1_000;

/**
 * Reads new items before they are saved, so that each is written once: saved first and read afterwards, an item cost two more
 * writes of the widest row with all its index entries. An item that cannot be read is saved for the stage analyse.
 */
export function createFirstReader({ models, ageDaysMax, now, onError }: ReaderParts) {
  let known = { hasModel: false, untilMs: -Infinity };
  const findModel = async () => {
    if (performance.now() >= known.untilMs) {
      const { modelFor } = await models.current();
      known = { hasModel: modelFor !== null, untilMs: performance.now() + modelKnownMs };
    }
    return known.hasModel;
  };
  const tryToRead = (item: NewItem, feed: WaitingItem["feed"], limits: ReadingLimits) => {
    try {
      return readFirst({ ...item, text: null, inputKind: null, pageWhy: null, feed }, now(), limits);
    } catch (error) {
      onError(error);
      return null;
    }
  };
  return async (
    items: NewItem[],
    { subscribers, published, titles = [], ...settings }: NewFeed,
  ): Promise<NewItem[]> => {
    if (items.length === 0) return items;
    const limits = { hasModel: await findModel(), ageDaysMax };
    // The last two are a model's.
    const feed = { ...settings, isRead: published || subscribers > 0, prompt: null, cacheScope: "off" as const };
    const likely = settings.language === null ? languageOf(titles) : null;
    const read: NewItem[] = [];
    for (const one of items) {
      const item = { ...one, language: one.language ?? likely };
      read.push({ ...item, reading: tryToRead(item, feed, limits) });
      // A millisecond or two each; between them, requests and fetches can run.
      await yieldToOthers();
    }
    return read;
  };
}

const titlesMin = 5;

/**
 * Of a feed that names no language, by several titles together: alone, "Mayor blasts “insane” budget cuts" is read as Tagalog. It is
 * stored with the item, so that it holds when the item is read again.
 */
function languageOf(titles: readonly string[]): string | null {
  if (titles.length < titlesMin) return null;
  const found = detectLanguage(titles.join("\n"), null);
  return found === "und" ? null : found;
}
