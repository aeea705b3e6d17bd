import { parseJsonAnswer } from "../../chat/parse-json-answer.ts";
import { detectLanguage } from "../detect-language.ts";
import { modelAnswerSchema, scoreNames, type ModelAnswer } from "./model-answer.ts";

/** `problems` are sentences for the model; an answer can be usable and have one. */
export type ParsedAnswer =
  | { kind: "answer"; answer: ModelAnswer; problems: string[] }
  | { kind: "unusable"; why: "bad_json" | "schema"; problems: string[] };

const problemsMax = 10;

/** With fewer letters the language can't be detected. */
const languageCharsMin = 60;

export function parseAnswer(text: string, language: string): ParsedAnswer {
  const json = parseJsonAnswer(text);
  if (json === undefined) return { kind: "unusable", why: "bad_json", problems: ["It is not a JSON object."] };

  const { data, error } = modelAnswerSchema.safeParse(withNumbers(json));
  if (data === undefined) return { kind: "unusable", why: "schema", problems: describe(error.issues) };
  const isForeign = isInOtherLanguage(data, language);
  return { kind: "answer", answer: data, problems: isForeign ? [`Its texts are not in “${language}”.`] : [] };
}

export function isInOtherLanguage({ title_corrected, summary }: ModelAnswer, language: string): boolean {
  const text = `${title_corrected}\n${summary}`;
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

function describe(issues: readonly { path: PropertyKey[]; message: string }[]): string[] {
  return issues.slice(0, problemsMax).map(({ path, message }) => `${path.map(String).join(".")}: ${message}`);
}
