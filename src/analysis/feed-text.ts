import type { AnalysisInput } from "./analyzer.ts";
import { cleanHtml, textOfHtml } from "./clean-html.ts";
import { hasPage } from "./upgrade-policy.ts";
import type { WaitingItem } from "../items/waiting-item.ts";

export type FeedText = {
  description: string;
  body: string;
  inputKind: "content" | "description" | "title";
};

/** What a feed gave of an item. */
export type ItemText = Pick<WaitingItem, "title" | "content" | "contentBase" | "summary" | "url" | "language">;

// An address that resolves no relative link to anything, for items that have none themselves.
const noBase = "about:blank";

/** What the feed itself says of an item; markup nobody can read counts as nothing said. */
export function feedText({ content, summary }: Pick<ItemText, "content" | "summary">): FeedText {
  return withKind(textOfHtml(content), summary === null ? null : textOfHtml(summary));
}

/** The same with its HTML, cleaned. */
export function feedHtml(item: ItemText): FeedText & { cleanHtml: string } {
  const base = item.contentBase ?? item.url ?? noBase;
  const content = cleaned(item.content, base);
  const summary = item.summary === null ? null : cleaned(item.summary, base);
  return { ...withKind(content.text, summary?.text ?? null), cleanHtml: content.html || (summary?.html ?? "") };
}

function withKind(body: string, summary: string | null): FeedText {
  const description = summary ?? "";
  if (body !== "") return { description, body, inputKind: summary === null ? "description" : "content" };
  return { description, body, inputKind: description === "" ? "title" : "description" };
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
