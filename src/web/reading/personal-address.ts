import type { FeedFormat } from "../public/feed-formats.ts";

/** Where a reader finds a personal feed. The secret is in the path, where the log recognises it by its length. */
export function personalAddress(token: string, { path }: FeedFormat): string {
  return `/personal/${token}${path}`;
}
