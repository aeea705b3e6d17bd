import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";
import { notice } from "../kit/notice.ts";
import { shell } from "../kit/shell.ts";

type OperatorPage = { title: string; lede: string | Html; body: Html; done?: string | null };

export function operatorPage(frame: Frame, { title, lede, body, done = null }: OperatorPage): Html {
  return shell(frame, {
    title,
    body: html`<div class="operator">
      <div class="lede">
        <h1>${title}</h1>
        <p>${lede}</p>
      </div>
      ${alertBanner(frame)} ${operatorNav(frame)} ${notice(done)} ${body}
    </div>`,
  });
}

/** The same alerts are mailed if ALERT_MAIL_TO is set. */
function alertBanner({ alerts, texts }: Frame): Html | null {
  if (alerts.length === 0) return null;
  return html`<ul class="alert" role="alert" aria-label="${texts.operator.alerts}">
    ${alerts.map((sentence) => html`<li>${sentence}</li>`)}
  </ul>`;
}

function operatorNav({ texts: { operator: texts }, path }: Frame): Html {
  const links = [
    ["/operator", texts.navigation.overview],
    ["/operator/dead-letters", texts.navigation.deadLetters],
    ["/operator/feeds", texts.navigation.feeds],
    ["/operator/model", texts.navigation.model],
    ["/operator/ai", texts.navigation.ai],
    ["/operator/people", texts.navigation.people],
  ] as const;
  return html`<nav class="tabs" aria-label="${texts.sections}">
    ${links.map(([to, label]) => html`<a href="${to}" aria-current="${isHere(path, to) && "page"}">${label}</a>`)}
  </nav>`;
}

/** The model's page is also the answer to listing and trying. */
function isHere(path: string, to: string): boolean {
  return path === to || (to === "/operator/model" && path.startsWith(`${to}/`));
}

/**
 * A part that reloads whenever the page's stream says that something changed. At most every five seconds, because an
 * exact count of the queue scans the schedules.
 */
export function livePart(id: string, address: string, body: Html): Html {
  return html`<div
      id="${id}"
      hx-get="${address}"
      hx-trigger="feedsChanged from:body throttle:5s"
      hx-select="#${id}"
      hx-swap="outerMorph"
    >
      ${body}
    </div>
    <div hx-sse:connect="/operator/live" hx-swap="none"></div>`;
}
