import { setImmediate } from "node:timers/promises";
import type { PersonalItem } from "../items/personal-feed-store.ts";
import type { PublishedItem } from "../items/published-item.ts";
import { escapeXml } from "./xml.ts";

/** The cleaned text of an item as HTML, "" where there is none. */
export type WriteFullText = (item: PersonalItem, options: { hasPictures: boolean }) => string;

// In bytes as they stand in XML. Fifty usual articles are half a megabyte; readers take 5 to 15 MB.
export const textBytesMax = 150_000;
export const textsBytesMax = 3_000_000;

/**
 * Each item with its full text, the newest first: a longer one is its beginning without markup, because markup cannot be cut, and where
 * there is no more room the older items have none.
 */
export async function withFullTexts(
  items: readonly PersonalItem[],
  write: WriteFullText,
  hasPictures: boolean,
): Promise<PublishedItem[]> {
  const filled: PublishedItem[] = [];
  let left = textsBytesMax;
  for (const item of items) {
    const { fullText, bytes } = left > 0 ? fit(item, write, hasPictures) : { fullText: "", bytes: 0 };
    // What had to be read counts too: scripts and styles take time and leave nothing.
    left -= Math.max(bytes, item.raw?.length ?? 0);
    filled.push({ ...item, fullText: left < 0 ? "" : fullText });
    // A text with many pictures takes milliseconds: other requests need not wait for fifty of them.
    await setImmediate();
  }
  return filled;
}

function fit(item: PersonalItem, write: WriteFullText, hasPictures: boolean): { fullText: string; bytes: number } {
  const whole = write(item, { hasPictures });
  const bytes = xmlBytes(whole);
  if (bytes <= textBytesMax) return { fullText: whole, bytes };
  const beginning = write({ ...item, cleanHtml: null, raw: null }, { hasPictures: false });
  const shorter = xmlBytes(beginning);
  return shorter <= textBytesMax ? { fullText: beginning, bytes: shorter } : { fullText: "", bytes: 0 };
}

function xmlBytes(html: string): number {
  return Buffer.byteLength(escapeXml(html));
}
