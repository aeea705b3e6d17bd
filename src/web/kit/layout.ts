import type { Person } from "../../accounts/session-store.ts";
import { postForm } from "./form.ts";
import type { Frame } from "./frame.ts";
import { type Html, html } from "./html.ts";
import { leaveIcon, moonIcon, sunIcon } from "./icons.ts";
import { openBody } from "./shell.ts";

type Page = { title: string; body: Html };

export function layout(frame: Frame, { title, body }: Page): Html {
  const { assets, version, theme, path, texts, person } = frame;
  return html`<!doctype html>
    <html lang="${texts.frame.language}" data-theme="${theme}">
      <head>
        <meta charset="utf-8" />
        <title>${title} · Plainwire</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="htmx-config" content='{"includeIndicatorCSS": false}' />
        <link rel="preload" as="font" type="font/woff2" href="${assets.textFont}" crossorigin />
        ${assets.oldStylesheets.map((url) => html`<link rel="stylesheet" href="${url}" />`)}
        <link rel="icon" type="image/svg+xml" href="${assets.icon}" />
        <script src="${assets.htmx}"></script>
        ${person !== null && assets.scripts.map((url) => html`<script src="${url}"></script>`)}
      </head>
      ${openBody(frame, null)}
        <a class="skip" href="#main">${texts.frame.skip}</a>
        <header class="top">
          <div class="wrap">
            <a class="brand" href="/" aria-current="${path === "/" && "page"}"><span>Plainwire</span></a>
            ${navigation(frame)}
          </div>
        </header>
        ${person !== null && html`<p id="offline" hidden>${texts.settings.offline.savedCopy}</p>`}
        <main class="wrap page" id="main">${body}</main>
        <footer class="wrap foot">${texts.frame.foot(version)}</footer>
      </body>
    </html>`;
}

function navigation(frame: Frame): Html {
  const { person, texts, path } = frame;
  const strangerLinks = [
    { path: "/docs/api", label: texts.frame.api },
    { path: "/about-fetcher", label: texts.frame.fetcher },
    { path: "/auth/login", label: texts.frame.logIn },
  ];
  const personLinks = [
    { path: "/dashboard", label: texts.frame.dashboard },
    { path: "/items", label: texts.reading.navigation.items },
    { path: "/sources", label: texts.reading.navigation.framing },
    { path: "/brief", label: texts.brief.title },
    ...(person?.operator === true ? [{ path: "/operator", label: texts.operator.link }] : []),
    { path: "/account", label: texts.frame.account },
  ];
  return html`<nav class="nav${person !== null && " own"}" aria-label="${texts.frame.mainNavigation}">
      ${(person === null ? strangerLinks : personLinks).map(
        (link) => html`<a href="${link.path}" aria-current="${path === link.path && "page"}">${link.label}</a>`,
      )}
    </nav>
    ${person !== null && who(frame, person)}`;
}

/** The page has both theme buttons; the stylesheet shows the right one, because only the browser knows the current theme. */
function who(frame: Frame, { email }: Person): Html {
  const { texts } = frame;
  return html`<div class="you">
    <span class="wide" dir="auto">${email}</span>
    ${postForm(
      frame,
      { action: "/theme" },
      html`<button class="btn ghost square to-dark" name="theme" value="dark" aria-label="${texts.frame.toDark}">
          ${moonIcon}
        </button>
        <button class="btn ghost square to-light" name="theme" value="light" aria-label="${texts.frame.toLight}">
          ${sunIcon}
        </button>`,
    )}
    ${postForm(frame, { action: "/auth/logout", className: "leave" }, html`<button class="btn ghost square" aria-label="${texts.frame.logOut}">${leaveIcon}</button>`)}
  </div>`;
}
