import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { AssetUrls } from "./assets.ts";
import { type Html, html } from "./html.ts";

/** What surrounds every page; `theme` is null where the person leaves it to the system. */
export type Frame = { assets: AssetUrls; version: string; theme: "light" | "dark" | null; path: string };
type Page = { title: string; body: Html };

export function frameOf(c: Context, assets: AssetUrls, version: string): Frame {
  const theme = getCookie(c, "theme");
  return { assets, version, theme: theme === "light" || theme === "dark" ? theme : null, path: c.req.path };
}

const links = [
  { path: "/about-fetcher", label: "Our fetcher" },
  { path: "/healthz", label: "Health" },
];

export function layout({ assets, version, theme, path }: Frame, { title, body }: Page): Html {
  return html`<!doctype html>
    <html lang="en" data-theme="${theme}">
      <head>
        <meta charset="utf-8" />
        <title>${title} · Plainwire</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="htmx-config" content='{"includeIndicatorCSS": false}' />
        <link rel="preload" as="font" type="font/woff2" href="${assets.textFont}" crossorigin />
        ${assets.stylesheets.map((url) => html`<link rel="stylesheet" href="${url}" />`)}
        <link rel="icon" type="image/svg+xml" href="${assets.icon}" />
        <script src="${assets.htmx}"></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <div class="wrap">
            <a class="brand" href="/" aria-current="${path === "/" && "page"}"><span>Plainwire</span></a>
            <nav class="nav" aria-label="Main">
              ${links.map((link) => html`<a href="${link.path}" aria-current="${path === link.path && "page"}">${link.label}</a>`)}
            </nav>
          </div>
        </header>
        <main class="wrap page" id="main">${body}</main>
        <footer class="wrap foot">Plainwire ${version}, a self-hosted news engine.</footer>
      </body>
    </html>`;
}
