import { type Html, html } from "../web/kit/html.ts";
import type { NewsItem } from "./build-edition.ts";
import type { Outlet } from "./outlets.ts";

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

export function buildFrontPage(outlet: Outlet, items: readonly NewsItem[]): string {
  return page(
    outlet,
    { title: outlet.name, date: items[0]?.publishedAt ?? null },
    html`<ul>
      ${items.map(({ path, title, lead }) => html`<li><a href="${path}">${title}</a><br />${lead}</li>`)}
    </ul>`,
  );
}

type Head = { title: string; date: Date | null };

function page({ name, language, voice }: Outlet, { title, date }: Head, body: Html): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="stylesheet" href="/style.css" />
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
