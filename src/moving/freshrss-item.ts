import { z } from "zod";
import { limitItem, type OtherItem } from "./other-reader.ts";

const link = z.object({ href: z.string() });

/** An item as Google Reader wrote it, which FreshRSS answers and exports. */
export const freshrssItemSchema = z.object({
  guid: z.string().optional(),
  title: z.string().catch(""),
  author: z.string().optional(),
  published: z.number().nullable().catch(null),
  timestampUsec: z.string().optional(),
  canonical: z.array(link).optional(),
  alternate: z.array(link).optional(),
  summary: z.object({ content: z.string() }).optional(),
  content: z.object({ content: z.string() }).optional(),
  categories: z.array(z.string()).catch([]),
  origin: z.object({
    streamId: z.string().catch(""),
    feedUrl: z.string().optional(),
    title: z.string().optional(),
  }),
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
