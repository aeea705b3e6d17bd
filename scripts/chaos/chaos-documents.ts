import { rss } from "../../test/ground/feed-origin.ts";

const firstDate = Date.parse("2026-01-05T08:00:00Z");
const sentence = "The council met on Monday and spoke about the repair of the old bridge over the river.";

// The number a published feed shows.
const itemsMax = 50;

/** The items of a feed, oldest first. */
export function buildDocument(key: number, items: number, url: (path: string) => string): string {
  return rss(
    Array.from({ length: Math.min(items, itemsMax) }, (_, index) => Math.max(0, items - itemsMax) + index).map((n) => ({
      title: `Item ${n} of feed ${key}`,
      guid: guidOf(key, n),
      link: url(`/page/${key}/${n}`),
      text: `${sentence} This is report ${n} of ${key}.`,
      date: new Date(firstDate + n * 60_000),
    })),
    `Feed ${key}`,
  );
}

export function guidOf(key: number, n: number): string {
  return `${key}#${n}`;
}

export function buildPage(path: string): string {
  const paragraphs = Array.from({ length: 12 }, (_, n) => `<p>${sentence} Paragraph ${n} of ${path}.</p>`);
  return `<!doctype html><html lang="en"><title>${path}</title><article><h1>${path}</h1>${paragraphs.join("")}</article></html>`;
}
