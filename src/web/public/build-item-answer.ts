import { publishedScore } from "../../publishing/present-analysis.ts";
import { presentFacts, type PresentedFacts } from "../../publishing/present-item.ts";
import { printableLine } from "../../text/printable.ts";
import type { PublicItem } from "../../publishing/public-item-store.ts";
import { currentAnalysis } from "../../items/published-item.ts";
import { analysisAnswer, type ItemAnswer, type PageAnswer } from "./item-answer.ts";

const feedTitleCharsMax = 300;

export function buildItemAnswer(item: PublicItem): ItemAnswer {
  const presented = presentFacts(item);
  const { url, author, pubDate, updatedAt, categories } = presented;
  return {
    url,
    ...describePage(item, presented),
    feed: { url: item.feed.url, title: printableLine(item.feed.title ?? "", feedTitleCharsMax) || null },
    author,
    published_at: pubDate.toISOString(),
    updated_at: updatedAt.toISOString(),
    categories,
  };
}

export function buildPageAnswer(item: PublicItem): PageAnswer {
  return describePage(item, presentFacts(item));
}

function describePage(item: PublicItem, { title, originalTitle, status }: PresentedFacts): PageAnswer {
  const result = currentAnalysis(item);
  return {
    hash: item.hash,
    status,
    rating: result && publishedScore(result.overall),
    title,
    original_title: originalTitle,
    analysis: result && pickPublic(result),
  };
}

const publicNames = new Set(Object.keys(analysisAnswer.shape));

function pickPublic(result: object): PageAnswer["analysis"] {
  const picked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(result)) if (publicNames.has(name)) picked[name] = value;
  return picked as PageAnswer["analysis"];
}
