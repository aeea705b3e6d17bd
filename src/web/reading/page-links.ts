import { type Html, html } from "../html.ts";

export type PageLinks = { page: number; hasNext: boolean; label: string; previous: string; next: string };

/** Pages count from 0 here and from 1 in addresses. */
export function pageLinks(path: string, { page, hasNext, label, previous, next }: PageLinks): Html | null {
  if (page === 0 && !hasNext) return null;
  return html`<nav class="pages" aria-label="${label}">
    ${page > 0 && html`<a class="btn" href="${`${path}?page=${page}`}">${previous}</a>`}
    ${hasNext && html`<a class="btn" href="${`${path}?page=${page + 2}`}">${next}</a>`}
  </nav>`;
}

/** Null where it is no number of a page. */
export function parsePage(text: string | undefined): number | null {
  return text === undefined ? 0 : /^[1-9]\d{0,3}$/.test(text) ? Number(text) - 1 : null;
}
