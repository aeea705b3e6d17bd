import { type Xml, xml } from "../publishing/xml.ts";
import { type Html, html } from "../web/kit/html.ts";
import type { NewsItem } from "./build-edition.ts";
import type { Outlet } from "./outlets.ts";

type BuiltFeed = { contentType: string; body: string };

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
  return xml`<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>${name}</title><link>${origin}/</link><description>${name}</description><language>${language}</language>${items.map(
    ({ path, title, lead, publishedAt, files, markup }) =>
      xml`\n<item><title>${title}</title><link>${origin}${path}</link><guid>${origin}${path}</guid><pubDate>${publishedAt.toUTCString()}</pubDate><description>${lead}</description>${markup === null ? [] : xml`<content:encoded>${markup.text}</content:encoded>`}${files.map(
        (file) => xml`<enclosure url="${origin}${file.path}" type="${file.type}" length="${file.bytes}"/>`,
      )}</item>`,
  )}\n</channel></rss>`;
}

function atom({ name, language }: Outlet, origin: string, items: readonly NewsItem[]): Xml {
  const updated = items[0]?.publishedAt ?? new Date(0);
  return xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}"><title>${name}</title><id>${origin}/</id><link href="${origin}/"/><updated>${updated.toISOString()}</updated>${items.map(
    ({ path, title, lead, publishedAt, files }) =>
      xml`\n<entry><title>${title}</title><id>${origin}${path}</id><link href="${origin}${path}"/><updated>${publishedAt.toISOString()}</updated><summary>${lead}</summary>${files.map(
        (file) => xml`<link rel="enclosure" href="${origin}${file.path}" type="${file.type}" length="${file.bytes}"/>`,
      )}</entry>`,
  )}\n</feed>`;
}

function jsonFeed({ name, language }: Outlet, origin: string, items: readonly NewsItem[]): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: name,
    language,
    home_page_url: `${origin}/`,
    items: items.map(({ path, title, lead, publishedAt, files }) => ({
      id: origin + path,
      url: origin + path,
      title,
      content_text: lead,
      date_published: publishedAt.toISOString(),
      attachments: files.map((file) => ({ url: origin + file.path, mime_type: file.type, size_in_bytes: file.bytes })),
    })),
  });
}

/** The item's page on the publisher's site, with more text than the feed. */
export function buildItemPage(outlet: Outlet, item: NewsItem): string {
  return page(
    outlet,
    { title: item.title, date: item.publishedAt },
    html`<article>
      <h1>${item.title}</h1>
      ${item.paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
    </article>`,
  );
}

export function buildFrontPage(outlet: Outlet, items: readonly NewsItem[], feedPath: string): string {
  return page(
    outlet,
    { title: outlet.name, date: items[0]?.publishedAt ?? null, feedPath },
    html`<ul>
      ${items.map(({ path, title, lead }) => html`<li><a href="${path}">${title}</a><br />${lead}</li>`)}
    </ul>`,
  );
}

const feedTypes = { rss: "application/rss+xml", atom: "application/atom+xml", json: "application/feed+json" };

/** `feedPath`: only the front page names its feed. */
type Head = { title: string; date: Date | null; feedPath?: string };

function page({ name, language, voice, format }: Outlet, { title, date, feedPath }: Head, body: Html): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="stylesheet" href="/style.css" />
        ${feedPath !== undefined && html`<link rel="alternate" type="${feedTypes[format]}" title="${name}" href="${feedPath}" />`}
      </head>
      <body class="${voice}">
        <header>
          <a href="/">${name}</a>
          ${date !== null && html`<time datetime="${date.toISOString()}">${date.toUTCString()}</time>`}
        </header>
        <main>${body}</main>
        <footer>Written for the Plainwire demo. Places, people and events are made up.</footer>
      </body>
    </html> `.text;
}

export const outletStyle = `
body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 1.1rem/1.6 Georgia, serif; color: #1c1c1c; background: #fff }
header a { color: inherit; font-size: 1.6rem; font-weight: 700; text-decoration: none }
header { border-bottom: 3px double; margin-bottom: 2rem }
h1 { line-height: 1.2 }
li { margin-block: 1rem; list-style: none }
ul { padding: 0 }
header time, footer { color: #666; font-size: .85rem }
.loud { font-family: Impact, "Arial Black", sans-serif; font-weight: 400 }
.loud header { background: #c8102e; color: #fff; border: 0; padding: .5rem 1rem }
.loud time { color: inherit }
.loud p, .loud footer, .loud time { font-family: Arial, sans-serif }
`;
