import type { NotAFeed } from "./parsing/parse-result.ts";

/** For the person: what was found in place of a feed, and what to do. `fileKind` is null for text, which may be quoted. */
export function describeNotAFeed({ why, snippet, candidates }: NotAFeed, fileKind: string | null): string {
  if (fileKind !== null) return `This is ${fileKind}, not a feed.`;
  if (candidates.length > 0) return `${sentences[why]} Feeds found on it: ${candidates.length}.`;
  return snippet === "" ? sentences[why] : `${sentences[why]} It begins: “${snippet}”`;
}

const sentences: Record<NotAFeed["why"], string> = {
  empty: "The server's answer is empty.",
  "html-page": "This is a web page, not a feed.",
  "login-page": "The server shows a login page instead of the feed.",
  "bot-wall": "The server takes us for a robot and shows a check page instead of the feed.",
  json: "This is JSON, but not a JSON Feed.",
  "other-xml": "This is XML, but not a feed.",
  text: "This is text, not a feed.",
};
