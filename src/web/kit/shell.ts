import { postForm } from "./form.ts";
import type { Frame } from "./frame.ts";
import { type Html, html, trusted } from "./html.ts";
import {
  briefIcon,
  feedIcon,
  filterIcon,
  keyboardIcon,
  leaveIcon,
  moonIcon,
  personIcon,
  plusIcon,
  searchIcon,
  serverIcon,
  settingsIcon,
  sourcesIcon,
  streamIcon,
  sunIcon,
  todayIcon,
} from "./icons.ts";

type ShellPage = {
  title: string;
  /** Everything in `main`. */
  body: Html;
  /** Which of the four places is marked as the current one. */
  place?: Place;
  /** `wide` uses the whole window, `reading` centres a column and its rail. */
  width?: "wide" | "reading";
};
export type Place = "today" | "stream" | "brief" | "sources";

/** A whole page in the reader's look: the head with its four places, the menu, the list of keys, and the page itself. */
export function shell(frame: Frame, { title, body, place, width }: ShellPage): Html {
  const { assets, theme, texts, person, preferences } = frame;
  return html`<!doctype html>
    <html
      lang="${texts.frame.language}"
      data-theme="${theme}"
      data-density="${preferences.density === "compact" && "compact"}"
      data-text="${preferences.textSize !== "normal" && preferences.textSize}"
      data-keys="${person !== null && (preferences.keys ? "on" : "off")}"
    >
      <head>
        <meta charset="utf-8" />
        <title>${title} · Plainwire</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="htmx-config" content='{"includeIndicatorCSS": false}' />
        <link rel="preload" as="font" type="font/woff2" href="${assets.textFont}" crossorigin />
        <link rel="preload" as="font" type="font/woff2" href="${assets.newsFont}" crossorigin />
        <link rel="stylesheet" href="${assets.stylesheet}" />
        <link rel="icon" type="image/svg+xml" href="${assets.icon}" />
        <link rel="apple-touch-icon" href="${assets.appIcons.small}" />
        <link rel="manifest" href="/manifest.webmanifest" />
        ${themeColours(theme)}
        <script src="${assets.htmx}"></script>
        ${person !== null && html`<script src="${assets.script}"></script>`}
      </head>
      ${openBody(frame, width === "wide" ? "wide" : null)}
        <a class="skip" href="#main">${texts.frame.skip}</a>
        <div class="busy" aria-hidden="true"></div>
        <header class="top">
          <div class="wrap">
            <a class="brand" href="${person === null ? "/" : "/dashboard"}"><span>Plainwire</span></a>
            ${person === null ? strangerHead(frame) : personHead(frame, place)}
          </div>
        </header>
        ${person !== null && [menu(frame, person), keyList(frame)]}
        ${person !== null && html`<p class="saved-copy" id="offline" hidden>${texts.settings.offline.savedCopy}</p>`}
        <main class="${width === "wide" ? "page" : `wrap page${width === "reading" ? " reading" : ""}`}" id="main">
          ${body}
        </main>
        ${person === null && foot(frame)}
        <div id="toast" role="status" data-unreachable="${texts.frame.unreachable}"></div>
      </body>
    </html>`;
}

/** Of the bar at the top, which the window of an installed app continues. */
export const barColours = { light: "#ffffff", dark: "#161a21" };

function themeColours(theme: Frame["theme"]): Html | Html[] {
  if (theme !== null) return html`<meta name="theme-color" content="${barColours[theme]}" />`;
  return [
    html`<meta name="theme-color" content="${barColours.light}" media="(prefers-color-scheme: light)" />`,
    html`<meta name="theme-color" content="${barColours.dark}" media="(prefers-color-scheme: dark)" />`,
  ];
}

/** htmx sends the token with every request. `html` cannot write JSON, so this attribute is checked here. */
export function openBody({ person, csrfToken }: Frame, className: "wide" | null): Html {
  const classes = className === null ? "" : ` class="${className}"`;
  if (person === null) return trusted(`<body${classes}>`);
  const token = csrfToken();
  if (!/^[\w-]+$/.test(token)) throw new Error("The form token is not base64url.");
  return trusted(`<body${classes} hx-headers:inherited='{"X-CSRF-Token": "${token}"}'>`);
}

const places = [
  { place: "today", path: "/dashboard", icon: todayIcon },
  { place: "stream", path: "/stream", icon: streamIcon },
  { place: "brief", path: "/brief", icon: briefIcon },
  { place: "sources", path: "/sources", icon: sourcesIcon },
] as const;

function personHead({ texts: { frame: texts } }: Frame, current: Place | undefined): Html {
  return html`<nav class="nav" aria-label="${texts.mainNavigation}">
      ${places.map(
        ({ place, path, icon }) =>
          html`<a href="${path}" aria-current="${place === current && "page"}">${icon}${texts[place]}</a>`,
      )}
    </nav>
    <div class="end">
      <a class="btn quiet square" href="/stream?find" title="${texts.searchTitle}" aria-label="${texts.search}"
        >${searchIcon}</a
      >
      <a class="btn quiet square" href="/feeds?add" title="${texts.addFeed}" aria-label="${texts.addFeed}"
        >${plusIcon}</a
      >
      <button
        class="btn quiet square"
        type="button"
        popovertarget="menu"
        title="${texts.menu}"
        aria-label="${texts.menu}"
      >
        ${personIcon}
      </button>
    </div>`;
}

/** The page for offline use is kept in the browser and shown to people who are logged in as well. */
function strangerHead({ texts: { frame: texts }, path }: Frame): Html | null {
  if (path === "/offline") return null;
  return html`<nav class="end" aria-label="${texts.mainNavigation}">
    <a class="btn quiet" href="/auth/login" aria-current="${path === "/auth/login" && "page"}">${texts.logIn}</a>
  </nav>`;
}

/** What strangers come for, besides reading: the API and the fetcher they found in their logs. */
function foot({ texts: { frame: texts }, path, version }: Frame): Html {
  const links = [
    { path: "/docs/api", label: texts.api },
    { path: "/about-fetcher", label: texts.fetcher },
  ];
  return html`<footer class="wrap foot">
    <span>${texts.foot(version)}</span>
    ${links.map((link) => html`<a href="${link.path}" aria-current="${path === link.path && "page"}">${link.label}</a>`)}
  </footer>`;
}

function menu(frame: Frame, { email, operator }: { email: string; operator: boolean }): Html {
  const texts = frame.texts.frame;
  return html`<div class="menu" id="menu" popover>
    <p class="note" dir="auto">${email}</p>
    <a href="/feeds">${feedIcon}${texts.feeds}</a>
    <a href="/filters">${filterIcon}${texts.filters}</a>
    <a href="/settings">${settingsIcon}${texts.settings}</a>
    ${operator && html`<a href="/operator">${serverIcon}${texts.operator}</a>`}
    <button type="button" popovertarget="keys">${keyboardIcon}${texts.keyboard}</button>
    ${postForm(
      frame,
      { action: "/theme" },
      html`<button class="to-dark" name="theme" value="dark">${moonIcon}${texts.toDark}</button>
        <button class="to-light" name="theme" value="light">${sunIcon}${texts.toLight}</button>`,
    )}
    <hr />
    ${postForm(frame, { action: "/auth/logout" }, html`<button>${leaveIcon}${texts.logOut}</button>`)}
  </div>`;
}

function keyList(frame: Frame): Html {
  const texts = frame.texts.frame;
  return html`<div class="keys" id="keys" popover role="dialog" aria-labelledby="keys-title">
    <h2 id="keys-title">${texts.keyboard}</h2>
    ${keyTable(frame)}
    <button class="btn" type="button" popovertarget="keys" popovertargetaction="hide">${texts.close}</button>
  </div>`;
}

export function keyTable({ texts: { frame: texts } }: Frame): Html {
  return html`<dl class="key-table">
    ${texts.keys.map(
      ([keys, what]) =>
        html`<dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt>
          <dd>${what}</dd>`,
    )}
  </dl>`;
}
