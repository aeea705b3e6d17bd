import { parseJson } from "../text/parse-json.ts";

/** With more opening braces than this, the text is not an answer with some words around it. */
const openingsMax = 20;

/**
 * Finds the JSON object in a model's answer, whatever is around it: a code fence, a sentence, the thoughts of a reasoning
 * model. undefined: there is none. The longest object counts, because a short one may be an example.
 */
export function parseJsonAnswer(text: string): unknown {
  // Without thoughts, from the start.
  const answer = text.slice(text.lastIndexOf("</think>") + 1);
  const objects: { length: number; value: unknown }[] = [];
  let at = answer.indexOf("{");
  for (let openings = 0; at >= 0 && openings < openingsMax; openings += 1) {
    const end = findEnd(answer, at);
    const value = end === null ? undefined : parseJson(answer.slice(at, end));
    if (value !== undefined) objects.push({ length: end! - at, value });
    at = answer.indexOf("{", value === undefined ? at + 1 : end!);
  }
  return objects.toSorted((a, b) => b.length - a.length)[0]?.value;
}

/** Where the brace at `start` is closed; braces in strings do not count. */
function findEnd(text: string, start: number): number | null {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (isInString) {
      if (char === "\\") at += 1;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === "{") depth += 1;
    else if (char === "}" && --depth === 0) return at + 1;
  }
  return null;
}
