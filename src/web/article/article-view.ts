import type { ExplainedMark } from "../../analysis/article/open-article.ts";
import type { OlderAnalysis } from "../../items/analysis-store.ts";
import type { ArticleFacts } from "../../items/article-store.ts";
import type { ItemVersion, ListedItem, StoryReport } from "../../items/listed-item-store.ts";
import { absoluteUrl } from "../../publishing/present-feed.ts";
import { printableLine } from "../../text/characters.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { headlineOf } from "../reading/describe-item.ts";
import type { Translations } from "../reading/reading-parts.ts";
import type { SignMedia } from "./article-files.ts";
import type { ArticleList } from "./article-list.ts";
import type { LookOf } from "../kit/outlet.ts";

/** The cleaned text with `<mark data-mark="n">` around the words of `marks[n]`. */
export type ArticleBody = { html: string; language: string; isRead: boolean; marks: readonly ExplainedMark[] };

export type ArticleView = {
  item: ListedItem;
  facts: ArticleFacts;
  body: ArticleBody;
  reports: readonly StoryReport[];
  /** How many other reports of the story this opening marked as read. */
  alsoRead: number;
  otherRatings: readonly number[];
  /** Other reports of the story that speak where the item has no plain sentence of its own. */
  forSummary: ListedItem | null;
  forFacts: ListedItem | null;
  versions: readonly ItemVersion[];
  older: readonly OlderAnalysis[];
  /** Of the item, and of the report that speaks for it. */
  translations: Translations;
  list: ArticleList;
  previous: ListedItem | null;
  next: ListedItem | null;
  lookOf: LookOf;
  sign: SignMedia;
  /** Where the person can send the item to. `isSent`: it was just sent. */
  targets: readonly { id: string; name: string }[];
  isSent: boolean;
  now: Date;
};

const titleCharsMax = 300;

/** The title as the person wants titles: plain, or as it was published. */
export function titleOf({ texts, preferences }: Frame, item: ListedItem): string {
  const published = preferences.plainTitles ? "" : printableLine(item.title, titleCharsMax);
  return published || headlineOf(item, texts.reading.untitled);
}

export function standInNote({ texts: { article: texts } }: Frame, standIn: ListedItem | null): Html | null {
  if (standIn === null) return null;
  return html`<p class="note">${texts.standIn} <a href="/items/${standIn.id}" dir="auto">${standIn.feedName}</a></p>`;
}

/** The address of the original, if it is one that may be linked. */
export function originalOf({ item }: ArticleView): string | null {
  return absoluteUrl(item.url ?? "");
}
