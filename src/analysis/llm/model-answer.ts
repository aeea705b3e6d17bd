import { z } from "zod";
import type { JsonFormat } from "../../chat/chat.ts";
import { categories, techniqueIds } from "../../items/analyzer-result.ts";
import { parseJsonAnswer } from "../../chat/model-text.ts";
import { detectLanguage } from "../detect-language.ts";

const scoreNames = ["framing", "clickbait", "persuasive", "hyper_stimulus", "speculative", "overall"] as const;

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

/** `problems` are sentences for the model; an answer can be usable and have one. */
export type ParsedAnswer<Answer> =
  | { kind: "answer"; answer: Answer; problems: string[] }
  | { kind: "unusable"; why: "bad_json" | "schema"; problems: string[] };

const problemsMax = 10;

/** With fewer letters the language can't be detected. */
const languageCharsMin = 60;

export function parseAnswer(text: string, language: string): ParsedAnswer<ModelAnswer> {
  const json = parseJsonAnswer(text);
  if (json === undefined) return { kind: "unusable", why: "bad_json", problems: ["It is not a JSON object."] };

  const { data, error } = modelAnswerSchema.safeParse(withNumbers(json));
  if (data === undefined) return { kind: "unusable", why: "schema", problems: describe(error.issues) };
  const isForeign = isInOtherLanguage(data, language);
  return { kind: "answer", answer: data, problems: isForeign ? [`Its texts are not in “${language}”.`] : [] };
}

export function isInOtherLanguage(
  { title_corrected, summary }: Pick<ModelAnswer, "title_corrected" | "summary">,
  language: string,
): boolean {
  return isForeignText(`${title_corrected}\n${summary}`, language);
}

/** False for a text that is too short to tell. */
export function isForeignText(text: string, language: string): boolean {
  return language !== "und" && text.length >= languageCharsMin && detectLanguage(text, language) !== language;
}

/** "0.7" means 0.7. Nothing else is guessed: the model must fix a score of 7 or null. */
function withNumbers(json: unknown): unknown {
  const fields: Record<string, unknown> = { ...(json as object) };
  for (const name of scoreNames) {
    const value = fields[name];
    if (typeof value === "string" && /^[01](\.\d{1,10})?$/.test(value)) fields[name] = Number(value);
  }
  return fields;
}

/** For a question that asks for one text. */
export function parseSmallAnswer<Name extends string>(
  text: string,
  name: Name,
  language: string,
): ParsedAnswer<Record<Name, string>> {
  const json = parseJsonAnswer(text);
  const found = z.record(z.string(), z.unknown()).safeParse(json).data;
  if (found === undefined) return { kind: "unusable", why: "bad_json", problems: ["It is not a JSON object."] };
  const value = found[name];
  if (typeof value !== "string" || value.trim() === "") {
    return { kind: "unusable", why: "schema", problems: [`${name}: it must be a text.`] };
  }
  const isForeign = isForeignText(value, language);
  const answer = { [name]: value } as Record<Name, string>;
  return { kind: "answer", answer, problems: isForeign ? [`Its text is not in “${language}”.`] : [] };
}

export function smallFormat(name: string): JsonFormat {
  const schema = { type: "object", properties: { [name]: { type: "string" } }, required: [name] };
  return { name, schema: { ...schema, additionalProperties: false } };
}

function describe(issues: readonly { path: PropertyKey[]; message: string }[]): string[] {
  return issues.slice(0, problemsMax).map(({ path, message }) => `${path.map(String).join(".")}: ${message}`);
}
