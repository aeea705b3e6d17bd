import { hash } from "node:crypto";
import { descriptionCharsMax, titleCharsMax } from "../items/analyzer-result.ts";
import { cutText } from "../text/characters.ts";
import type { AnalysisInput } from "./analyzer.ts";

export const bodyCharsMax = 40_000;

export type PreparedInput = { title: string; description: string; body: string; hash: string; truncated: boolean };

// Cut to the caps and cleaned of what JSONB cannot hold (U+0000, lone surrogates), one unit for one unit: an offset in
// the prepared text is the same offset in the given one.
export function prepareInput(input: AnalysisInput): PreparedInput {
  const title = clean(cutText(input.title, titleCharsMax));
  const description = clean(cutText(input.description, descriptionCharsMax));
  const body = clean(cutText(input.body, bodyCharsMax));
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

function clean(text: string): string {
  return text.replaceAll("\u0000", " ").toWellFormed();
}
