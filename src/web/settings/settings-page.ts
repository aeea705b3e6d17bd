import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { previousIcon } from "../kit/icons.ts";
import { notice } from "../kit/notice.ts";
import { shell } from "../kit/shell.ts";

/** In the order of the list. Filters and personal feeds have kept their own addresses, and the brief has its settings beside it. */
const sections = [
  { section: "account", path: "/settings/account" },
  { section: "login", path: "/settings/login" },
  { section: "sessions", path: "/settings/sessions" },
  { section: "appearance", path: "/settings/appearance" },
  { section: "language", path: "/settings/language" },
  { section: "keyboard", path: "/settings/keyboard" },
  { section: "brief", path: "/brief/settings" },
  { section: "mail", path: "/settings/mail" },
  { section: "filters", path: "/filters" },
  { section: "personal", path: "/personal-feeds" },
  { section: "apps", path: "/settings/apps" },
  { section: "webhooks", path: "/settings/webhooks" },
  { section: "import", path: "/settings/import" },
  { section: "data", path: "/settings/data" },
  { section: "delete", path: "/settings/delete" },
] as const;

type Section = (typeof sections)[number]["section"];

type SettingsPage = {
  section: Section;
  /** Phones show the list of sections alone. */
  isList?: boolean;
  title: string;
  note?: string | Html | null;
  body: Html;
  done?: string | null;
};

/** One section of the settings next to the list of all; on a phone the list leads to the section and back. */
export function settingsPage(frame: Frame, page: SettingsPage): Html {
  const { section, isList = false, title, note = null, body, done = null } = page;
  const texts = frame.texts.settings;
  return shell(frame, {
    title: isList ? texts.title : title,
    body: html`<div class="lede${!isList && " sr-62"}">
        ${isList ? html`<h1>${texts.title}</h1>` : html`<p class="place">${texts.title}</p>`}
      </div>
      ${
        !isList &&
        html`<div class="crumb to-62"><a class="btn quiet" href="/settings">${previousIcon}${texts.all}</a></div>`
      }
      <div class="prefs${isList && " is-list"}">
        <nav class="side-nav" aria-label="${texts.title}">
          ${sections.map(
            ({ section: one, path }) =>
              html`<a href="${path}" aria-current="${one === section && "page"}">${texts.sections[one]}</a>`,
          )}
        </nav>
        <section aria-labelledby="section">
          ${isList ? html`<h2 id="section">${title}</h2>` : html`<h1 id="section">${title}</h1>`}
          ${note !== null && html`<p class="note">${note}</p>`} ${notice(done)} ${body}
        </section>
      </div>`,
  });
}
