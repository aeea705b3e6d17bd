import { type Xml, xml } from "../publishing/xml.ts";
import type { NewsItem } from "./build-edition.ts";
import type { Outlet } from "./outlets.ts";

export type BuiltFeed = { contentType: string; body: string };

/** The items as their publisher sends them: headline and first paragraph. The rest is on the page. */
export function buildOutletFeed(outlet: Outlet, origin: string, items: readonly NewsItem[]): BuiltFeed {
  switch (outlet.format) {
    case "rss":
      return { contentType: "application/rss+xml; charset=utf-8", body: document(rss(outlet, origin, items)) };
    case "atom":
      return { contentType: "application/atom+xml; charset=utf-8", body: document(atom(outlet, origin, items)) };
    case "json":
      return { contentType: "application/feed+json; charset=utf-8", body: jsonFeed(outlet, origin, items) };
  }
}

function document(markup: Xml): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${markup.text}\n`;
}

function rss({ name, language }: Outlet, origin: string, items: readonly NewsItem[]): Xml {
  return xml`<rss version="2.0"><channel><title>${name}</title><link>${origin}/</link><description>${name}</description><language>${language}</language>${items.map(
    ({ path, title, lead, publishedAt }) =>
      xml`\n<item><title>${title}</title><link>${origin}${path}</link><guid>${origin}${path}</guid><pubDate>${publishedAt.toUTCString()}</pubDate><description>${lead}</description></item>`,
  )}\n</channel></rss>`;
}

function atom({ name, language }: Outlet, origin: string, items: readonly NewsItem[]): Xml {
  const updated = items[0]?.publishedAt ?? new Date(0);
  return xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}"><title>${name}</title><id>${origin}/</id><link href="${origin}/"/><updated>${updated.toISOString()}</updated>${items.map(
    ({ path, title, lead, publishedAt }) =>
      xml`\n<entry><title>${title}</title><id>${origin}${path}</id><link href="${origin}${path}"/><updated>${publishedAt.toISOString()}</updated><summary>${lead}</summary></entry>`,
  )}\n</feed>`;
}

function jsonFeed({ name, language }: Outlet, origin: string, items: readonly NewsItem[]): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: name,
    language,
    home_page_url: `${origin}/`,
    items: items.map(({ path, title, lead, publishedAt }) => ({
      id: origin + path,
      url: origin + path,
      title,
      content_text: lead,
      date_published: publishedAt.toISOString(),
    })),
  });
}
