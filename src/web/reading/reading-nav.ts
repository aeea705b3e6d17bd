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
  // Pages behind one of these, as a filter that is being tried, are part of it.
  const current = links.findLast(([to]) => path === to || path.startsWith(`${to}/`))?.[0];
  const mark = (to: string) => to === current && (path === to ? "page" : "true");
  return html`<nav class="sections" aria-label="${texts.sections}">
    ${links.map(([to, label]) => html`<a href="${to}" aria-current="${mark(to)}">${label}</a>`)}
  </nav>`;
}
