import type { Frame } from "./frame.ts";
import { type Html, html } from "./html.ts";

type PageLinks = { page: number; hasNext: boolean; label: string; previous: string; next: string };

/** Pages count from 0 here and from 1 in addresses. */
export function pageLinks(path: string, { page, hasNext, label, previous, next }: PageLinks): Html | null {
  if (page === 0 && !hasNext) return null;
  return html`<nav class="pages" aria-label="${label}">
    ${page > 0 && html`<a class="btn" href="${`${path}?page=${page}`}">${previous}</a>`}
    ${hasNext && html`<a class="btn" href="${`${path}?page=${page + 2}`}">${next}</a>`}
  </nav>`;
}

/** Null if it is not a page number. */
export function parsePage(text: string | undefined): number | null {
  return text === undefined ? 0 : /^[1-9]\d{0,3}$/.test(text) ? Number(text) - 1 : null;
}

/** `first` counts from 0; `all` is the number on all pages. */
type PageNav = {
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
