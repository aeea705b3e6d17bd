import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";

/** The ways through the pages where items are read. */
export function readingNav({ texts: { reading: texts }, path }: Frame): Html {
  const links = [
    ["/items", texts.navigation.items],
    ["/items/feeds", texts.navigation.feeds],
    ["/framing", texts.navigation.framing],
    ["/filters", texts.navigation.filters],
    ["/personal-feeds", texts.navigation.personal],
  ] as const;
  return html`<nav class="sections" aria-label="${texts.sections}">
    ${links.map(([to, label]) => html`<a href="${to}" aria-current="${path === to && "page"}">${label}</a>`)}
  </nav>`;
}
