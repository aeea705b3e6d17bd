import { hash } from "node:crypto";
import { descriptionCharsMax, titleCharsMax } from "../items/analyzer-result.ts";
import type { AnalysisInput } from "./analyzer.ts";

export const bodyCharsMax = 40_000;

export type PreparedInput = { title: string; description: string; body: string; hash: string; truncated: boolean };

// Cut to the caps and cleaned of what JSONB cannot hold (U+0000, lone surrogates), one unit for one unit: an offset in
// the prepared text is the same offset in the given one.
export function prepareInput(input: AnalysisInput): PreparedInput {
  const title = clean(cut(input.title, titleCharsMax));
  const description = clean(cut(input.description, descriptionCharsMax));
  const body = clean(cut(input.body, bodyCharsMax));
  return {
    title,
    description,
    body,
    hash: hash("sha256", JSON.stringify([title, description, body])),
    truncated:
      title.length < input.title.length ||
      description.length < input.description.length ||
      body.length < input.body.length,
  };
}

function cut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const splitsPair = /[\uD800-\uDBFF]/.test(text[charsMax - 1]!);
  return text.slice(0, splitsPair ? charsMax - 1 : charsMax);
}

function clean(text: string): string {
  return text.replaceAll("\u0000", " ").toWellFormed();
}
