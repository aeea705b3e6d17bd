import type { FeedReference } from "../../../feeds/app-feed-store.ts";

/** What a stream id names. `nothing`: a state that we do not have, such as broadcast or like. */
export type StreamName =
  | { kind: "all" | "read" | "unread" | "starred" | "nothing" }
  | { kind: "feeds"; feeds: FeedReference[] };

const states: Record<string, StreamName> = {
  "reading-list": { kind: "all" },
  read: { kind: "read" },
  unread: { kind: "unread" },
  "kept-unread": { kind: "unread" },
  starred: { kind: "starred" },
};

export const statePrefix = "user/-/state/com.google/";
export const labelPrefix = "user/-/label/";

/** `user/-/…`, `user/<anything>/…`, `feed/<number>`, `feed/<address>` or `splice/a|b`. */
export function parseStreamId(text: string): StreamName {
  const [, state] = /^user\/[^/]*\/state\/com\.google\/(.*)$/s.exec(text) ?? [];
  if (state !== undefined) return Object.hasOwn(states, state) ? (states[state] ?? nothing) : nothing;
  const label = parseLabel(text);
  if (label !== null) return { kind: "feeds", feeds: [{ kind: "folder", name: label }] };
  const feed = parseFeedId(text);
  if (feed !== null) return { kind: "feeds", feeds: [feed] };
  return text.startsWith("splice/") ? parseSplice(text.slice("splice/".length)) : nothing;
}

/** Several streams, none of which is a splice itself: a text of thousands in each other would use up the stack. */
function parseSplice(text: string): StreamName {
  const parts = text.split("|").map((part) => (part.startsWith("splice/") ? nothing : parseStreamId(part)));
  if (parts.some(({ kind }) => kind === "all")) return { kind: "all" };
  return { kind: "feeds", feeds: parts.flatMap((part) => (part.kind === "feeds" ? part.feeds : [])) };
}

const nothing: StreamName = { kind: "nothing" };

export function parseLabel(text: string): string | null {
  return /^user\/[^/]*\/label\/(.+)$/s.exec(text)?.[1]?.trim() ?? null;
}

/** Also `feed/feed/…`, which some apps send for an address. A number that is none of ours is taken for an address. */
export function parseFeedId(text: string): FeedReference | null {
  const [, written = ""] = /^(?:feed\/)+(.+)$/s.exec(text) ?? [];
  if (written === "") return null;
  return /^[1-9]\d{0,17}$/.test(written) ? { kind: "number", number: written } : { kind: "url", url: written };
}
