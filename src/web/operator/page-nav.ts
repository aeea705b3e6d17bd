import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";

/** `first` counts from 0; `all` are those on every page. */
export type PageNav = {
  label: string;
  first: number;
  shown: number;
  all: number;
  perPage: number;
  addressOf: (page: number) => string;
};

export function pageNav({ texts: { feeds } }: Frame, { label, first, shown, all, perPage, addressOf }: PageNav): Html {
  const page = first / perPage + 1;
  return html`<nav class="buttons" aria-label="${label}">
    <p>${feeds.range(first + 1, first + shown, all)}</p>
    ${
      all > perPage && [
        pageLink(feeds.previous, page > 1 && addressOf(page - 1)),
        pageLink(feeds.next, first + shown < all && addressOf(page + 1)),
      ]
    }
  </nav>`;
}

function pageLink(label: string, address: string | false): Html {
  if (address === false) return html`<span class="btn" aria-disabled="true">${label}</span>`;
  return html`<a class="btn" href="${address}">${label}</a>`;
}
