import { z } from "zod";
import { analyzerResultSchema } from "../../items/analyzer-result.ts";
import { currentAnalysis } from "../../items/published-item.ts";
import { publishedScore } from "../../items/published-item.ts";
import { type PresentedFacts, presentFacts } from "../../publishing/present-item.ts";
import type { PublicItem } from "../../publishing/public-item-store.ts";
import { printableLine } from "../../text/characters.ts";

const moment = z.string().meta({ format: "date-time" });

// Without costs, prompts and raw answers: those are for the operator.
const analysisAnswer = z
  .object(
    analyzerResultSchema.pick({
      analyzer: true,
      analyzer_version: true,
      llm_model: true,
      language: true,
      input_kind: true,
      analyzed_at: true,
      title_original: true,
      title_corrected: true,
      title_correction_reason: true,
      title_source: true,
      summary: true,
      facts: true,
      framing: true,
      framing_reason: true,
      clickbait: true,
      clickbait_reason: true,
      persuasive: true,
      persuasive_reason: true,
      hyper_stimulus: true,
      hyper_stimulus_reason: true,
      speculative: true,
      speculative_reason: true,
      overall: true,
      overall_reason: true,
      confidence: true,
      techniques: true,
      edits: true,
      category: true,
      warnings: true,
    }).shape,
  )
  .extend({ analyzed_at: moment })
  .meta({
    id: "Analysis",
    description:
      "What the analyzer found. Scores go from 0 (neutral) to 1, and 0 is a score. Places count UTF-16 units: those of edits in title_original, those of spans in the field they name.",
  });

export const pageAnswer = z
  .object({
    hash: z
      .string()
      .meta({ description: "SHA-256 of the page’s address without fragment and tracking parameters, in hexadecimal." }),
    status: z.enum(["pending", "done", "failed", "skipped"]).meta({
      description:
        "pending: not analysed yet, or edited since. failed: tried in vain, scores are those of a simpler analyzer if any. skipped: switched off for the feed.",
    }),
    rating: z.number().min(0).max(1).nullable().meta({
      description: "The overall score in two decimals, which max_score is compared with; null where there is none.",
    }),
    title: z.string().meta({ description: "The neutral title; the original one where nothing was changed." }),
    original_title: z.string(),
    analysis: analysisAnswer.nullable(),
  })
  .meta({ id: "Page", description: "The analysis of a page, without its address." });

export const itemAnswer = pageAnswer
  .extend({
    url: z.string().nullable().meta({ description: "Where the publisher has it." }),
    feed: z.object({ url: z.string(), title: z.string().nullable() }),
    author: z.string().nullable(),
    published_at: moment,
    updated_at: moment,
    categories: z.array(z.string()).meta({ description: "The publisher’s own." }),
  })
  .meta({ id: "Item", description: "An item of a published feed." });

export type PageAnswer = z.infer<typeof pageAnswer>;
export type ItemAnswer = z.infer<typeof itemAnswer>;

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
