import { z } from "zod";
import type { JsonFormat } from "../../chat/chat.ts";
import { categories, techniqueIds } from "../../items/analyzer-result.ts";

export const scoreNames = ["framing", "clickbait", "persuasive", "hyper_stimulus", "speculative", "overall"] as const;

const score = z.number().min(0).max(1);
const text = z.string();

/**
 * What a model is asked for. Offsets, edits, hashes, language and confidence are ours to compute. The order is the
 * order of writing: first what the item says, then what is wrong with it, a reason before its score.
 */
export const modelAnswerSchema = z.object({
  facts: z.array(z.object({ text, quote: text })),
  summary: text,
  techniques: z.array(z.object({ id: z.enum(techniqueIds), text, neutral: text })),
  framing_reason: text,
  framing: score,
  clickbait_reason: text,
  clickbait: score,
  persuasive_reason: text,
  persuasive: score,
  hyper_stimulus_reason: text,
  hyper_stimulus: score,
  speculative_reason: text,
  speculative: score,
  overall_reason: text,
  overall: score,
  title_correction_reason: text,
  title_corrected: text,
  description_correction_reason: text,
  description_corrected: text,
  category: z.enum(categories),
});

export type ModelAnswer = z.infer<typeof modelAnswerSchema>;

export const modelAnswerFormat: JsonFormat = { name: "item_analysis", schema: wireSchema() };

/** Without ranges: several servers reject `minimum` in a strict schema. They stand in the prompt and are checked here. */
function wireSchema(): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(modelAnswerSchema, {
    override: ({ jsonSchema }) => {
      delete jsonSchema.minimum;
      delete jsonSchema.maximum;
    },
  });
  return schema;
}
