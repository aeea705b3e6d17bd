import type { AnalysisInput } from "./analyzer.ts";
import { cleanHtml } from "./clean-html.ts";
import { hasPage } from "./upgrade-policy.ts";
import type { WaitingItem } from "../items/waiting-item.ts";

export type FeedText = {
  cleanHtml: string;
  description: string;
  body: string;
  inputKind: "content" | "description" | "title";
};

/** What a feed gave of an item. */
export type ItemText = Pick<WaitingItem, "title" | "content" | "contentBase" | "summary" | "url" | "language">;

// An address that resolves no relative link to anything, for items that have none themselves.
const noBase = "about:blank";

/** What the feed itself says of an item, cleaned; markup nobody can read counts as nothing said. */
export function feedText(item: ItemText): FeedText {
  const base = item.contentBase ?? item.url ?? noBase;
  const content = cleaned(item.content, base);
  const summary = item.summary === null ? { html: "", text: "" } : cleaned(item.summary, base);
  return {
    cleanHtml: content.html || summary.html,
    description: summary.text,
    body: content.text,
    inputKind:
      content.text !== ""
        ? item.summary === null
          ? "description"
          : "content"
        : summary.text !== ""
          ? "description"
          : "title",
  };
}

export function inputOf(
  item: Pick<WaitingItem, "title" | "language"> & { feed: Pick<WaitingItem["feed"], "language"> },
  texts: { description: string; body: string },
  kind: AnalysisInput["kind"],
  now: Date,
): AnalysisInput {
  return { title: item.title, ...texts, kind, languageHint: item.language ?? item.feed.language, now };
}

/** What is stored of an item: its page's text, or the feed's. Nothing is downloaded for it. */
export function storedInput(item: WaitingItem, now: Date): AnalysisInput {
  const { description, body } = feedText(item);
  if (!hasPage(item)) return inputOf(item, { description, body }, "feed", now);
  return inputOf(item, { description, body: item.text ?? "" }, "article", now);
}

function cleaned(html: string, base: string): { html: string; text: string } {
  const clean = cleanHtml(html, base);
  return clean.kind === "clean" ? clean : { html: "", text: "" };
}
