import { z } from "zod";
import { limitItem, type OtherItem } from "./other-reader.ts";

const text = z.string().optional().catch(undefined);
const links = z
  .array(z.object({ href: z.string() }))
  .optional()
  .catch(undefined);
const html = z.object({ content: z.string() }).optional().catch(undefined);

/** An item as Google Reader wrote it, which FreshRSS answers and exports. An odd field is left out; the star counts. */
export const freshrssItemSchema = z.object({
  guid: text,
  title: z.string().catch(""),
  author: text,
  published: z.number().nullable().catch(null),
  timestampUsec: text,
  canonical: links,
  alternate: links,
  summary: html,
  content: html,
  categories: z.array(z.string()).catch([]),
  origin: z.object({ streamId: z.string().catch(""), feedUrl: text, title: text }),
});
export type FreshrssItem = z.infer<typeof freshrssItemSchema>;

export const readState = "user/-/state/com.google/read";
export const starredState = "user/-/state/com.google/starred";

export function toOtherItem(item: FreshrssItem, feedId: string): OtherItem {
  const [address] = [...(item.canonical ?? []), ...(item.alternate ?? [])];
  const { published, timestampUsec, categories } = item;
  return limitItem({
    feedId,
    guid: item.guid ?? null,
    url: address?.href ?? null,
    title: item.title,
    author: item.author ?? null,
    content: item.content?.content ?? item.summary?.content ?? "",
    publishedAt: published === null ? null : dateOf(published * 1_000),
    isRead: categories.includes(readState),
    // When it came: FreshRSS does not say when it was starred.
    markedAt: dateOf(Number(timestampUsec) / 1_000),
  });
}

function dateOf(ms: number): Date | null {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date;
}
