import type { ChatRequest } from "./chat.ts";
import type { Manner } from "./manner-policy.ts";

/** The system text; with the schema written out where the server will not hold the model to it. */
export function demandJson({ system, format }: ChatRequest, manner: Manner): string {
  if (format === null || manner.format === "schema") return system;
  return `${system}\n\nAnswer with one JSON object and nothing else. Its JSON schema:\n${JSON.stringify(format.schema)}`;
}
