import { parseFeedUrl } from "../feeds/parse-feed-url.ts";
import { Refusal } from "../refusal.ts";

export function readUrl(text: string): string {
  const parsed = parseFeedUrl(text);
  if (parsed.kind === "wrong") throw new Refusal(`"${text.slice(0, 200)}": ${parsed.sentence}`, 2);
  return parsed.url;
}
