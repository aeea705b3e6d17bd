import { type Html, html } from "./html.ts";

export const plusIcon = icon("M12 5v14M5 12h14");
export const uploadIcon = icon("M12 16V4M7 9l5-5 5 5M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3");
export const searchIcon = icon("M17 11a6 6 0 1 1-12 0 6 6 0 0 1 12 0ZM15.5 15.5 20 20");
export const pencilIcon = icon("m4 20 1-4L16 5a2 2 0 0 1 3 3L8 19l-4 1ZM14 7l3 3");
export const binIcon = icon(
  "M4 7h16M9 7V5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2M6 7l1 12a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1l1-12M10 11v5M14 11v5",
);
export const againIcon = icon("M20 12a8 8 0 1 1-2.5-5.8M20 3v4h-4");
export const moonIcon = icon("M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z");
export const sunIcon = icon(
  "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19",
);
export const leaveIcon = icon("M10 4H5a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h5M15 8l4 4-4 4M19 12H9");

/** 24 by 24, in the colour of the text. Hidden from screen readers: the words next to it say what it means. */
function icon(path: string): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"></path></svg>`;
}
