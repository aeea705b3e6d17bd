import { z } from "zod";

// What an analysis leaves with an item (`items.analyzer_result`) and what the API gives out, name by name.
// Offsets count UTF-16 units, as JavaScript strings do. 0 is a score, not an absence.

export const categories = [
  "politics",
  "world",
  "business",
  "sport",
  "culture",
  "technology",
  "health",
  "finance",
  "science",
  "environment",
  "travel",
  "lifestyle",
  "games",
  "history",
  "opinion",
  "other",
] as const;

export const techniqueIds = [
  "loaded_language",
  "name_calling",
  "fear_appeal",
  "emotional_appeal",
  "exaggeration",
  "curiosity_gap",
  "question_headline",
  "listicle",
  "attention_prefix",
  "all_caps",
  "exclamation",
  "speculation",
  "unattributed_claim",
  "one_sided",
  "call_to_action",
  "opinion_marker",
] as const;

/** Why a model's text is not shown, as the article's page and `plainwire item show` say it. */
export const refusalReasons = [
  "injection",
  "empty",
  "talk",
  "prompt",
  "language",
  "command",
  "repeats",
  "number",
  "name",
  "quotation",
  "negation",
  "new_words",
  "too_long",
  "louder",
] as const;

export const titleCharsMax = 1_000;
export const descriptionCharsMax = 4_000;
export const factsMax = 7;
export const techniquesMax = 60;

// A plain word may be longer than the loaded one.
const titleCorrectedCharsMax = 2 * titleCharsMax;
const summaryCharsMax = 2_000;
const factCharsMax = 1_000;
const reasonCharsMax = 300;
// A title of 1,000 characters has at most 500 words.
const editsMax = 600;
const wordsMax = 100;
const nameCharsMax = 200;
export const refusedWordsMax = 3;
export const refusedWordCharsMax = 60;

const score = z.number().min(0).max(1);
const reason = z.string().max(reasonCharsMax);
const count = z.int().min(0);
const name = z.string().max(nameCharsMax);

const span = z.strictObject({
  field: z.enum(["title", "description", "body"]),
  start: count,
  end: count,
  text: z.string().min(1).max(factCharsMax),
});

const technique = z.strictObject({
  id: z.enum(techniqueIds),
  severity: score,
  span: span.optional(),
  neutral: name.optional(),
});

// Where title_original was changed on the way to title_corrected; an insertion has start = end.
const edit = z.strictObject({
  op: z.enum(["replace", "delete", "insert", "case"]),
  start: count,
  end: count,
  text: z.string().max(titleCharsMax),
  with: z.string().max(titleCorrectedCharsMax).optional(),
});

// A text of the model that did not pass the checks: the offline one stands in its place. `words`: what was wrong with it.
const refusedText = z.strictObject({
  field: z.enum(["title", "description", "summary"]),
  why: z.enum(refusalReasons),
  words: z.array(z.string().max(refusedWordCharsMax)).max(refusedWordsMax),
});

const usage = z.strictObject({
  prompt_tokens: count,
  completion_tokens: count,
  cached_tokens: count,
  cost_usd: z.number().min(0),
  latency_ms: z.number().min(0),
  attempts: count,
});

export const analyzerResultSchema = z.strictObject({
  schema_version: z.literal(2),
  analyzer: z.enum(["heuristic", "llm", "local-ml", "mock"]),
  analyzer_version: name,
  llm_model: name.optional(),
  prompt_version: name.optional(),
  language: z.string().min(2).max(35),
  input_kind: z.enum(["article", "feed"]),
  input_hash: z.string().regex(/^[0-9a-f]{64}$/u),
  input_truncated: z.boolean(),
  analyzed_at: z.iso.datetime(),

  title_original: z.string().max(titleCharsMax),
  title_corrected: z.string().max(titleCorrectedCharsMax),
  title_correction_reason: reason,
  title_source: z.enum(["original", "safe_edit", "lead_sentence", "llm"]),
  description_original: z.string().max(descriptionCharsMax),
  description_corrected: z.string().max(descriptionCharsMax),
  description_correction_reason: reason,
  summary: z.string().max(summaryCharsMax),
  // Absent in results of words alone, which write all their texts.
  summary_source: z.enum(["words", "llm"]).optional(),
  refused: z.array(refusedText).max(3).optional(),
  facts: z
    .array(
      z.strictObject({
        text: z.string().min(1).max(factCharsMax),
        quote: z.string().min(1).max(factCharsMax).optional(),
        span: span.optional(),
      }),
    )
    .max(factsMax),

  framing: score,
  framing_reason: reason,
  clickbait: score,
  clickbait_reason: reason,
  persuasive: score,
  persuasive_reason: reason,
  hyper_stimulus: score,
  hyper_stimulus_reason: reason,
  speculative: score,
  speculative_reason: reason,
  // Our own formula over the five, whichever analyzer gave them, so that `max_score` means the same everywhere.
  overall: score,
  overall_reason: reason,
  overall_by_model: score.optional(),
  loaded: score.optional(),
  subjectivity: score.optional(),
  confidence: z.strictObject({
    framing: score,
    clickbait: score,
    persuasive: score,
    hyper_stimulus: score,
    speculative: score,
  }),

  techniques: z.array(technique).max(techniquesMax),
  edits: z.array(edit).max(editsMax),
  category: z.enum(categories),
  entities: z.array(name).max(wordsMax).optional(),
  warnings: z
    .array(z.enum(["injection_suspected", "unsupported_entity", "unsupported_number", "language_mismatch"]))
    .max(wordsMax),
  usage: usage.optional(),
});

export type AnalyzerResult = z.infer<typeof analyzerResultSchema>;
export type Category = (typeof categories)[number];
export type TechniqueId = (typeof techniqueIds)[number];
export type Technique = z.infer<typeof technique>;
export type Span = z.infer<typeof span>;
export type TitleEdit = z.infer<typeof edit>;
export type RefusedText = z.infer<typeof refusedText>;
export type AnalyzerUsage = z.infer<typeof usage>;

/** The number in the version of the offline analyzer: 2 for "h2", 0 for a name without one. Null: a model made the result. */
export function wordsVersion({ analyzer, analyzer_version: version }: AnalyzerResult): number | null {
  return analyzer === "heuristic" ? numberOfVersion(version) : null;
}

/** Versions are compared by it, so that "h10" is newer than "h9". */
export function numberOfVersion(version: string): number {
  return Number(/^h(\d{1,4})$/u.exec(version)?.[1] ?? 0);
}
