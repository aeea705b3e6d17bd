import { type Html, html } from "./html.ts";

export const plusIcon = icon("M12 5v14M5 12h14");
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

export const todayIcon = icon("M4 5h16v14H4zM4 9.5h16M8 13h4M8 16h8");
export const streamIcon = icon("M4 6h16M4 12h16M4 18h10");
export const briefIcon = icon("M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h5");
export const sourcesIcon = icon("M4 20V4M4 20h16M8 15h2M12 11h2M16.5 7h2");
export const personIcon = icon("M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM4.5 20c1.2-3.6 4-5 7.5-5s6.3 1.4 7.5 5");
export const feedIcon = icon("M5 11a8 8 0 0 1 8 8M5 5a14 14 0 0 1 14 14M7 18a1 1 0 1 1-2 0 1 1 0 0 1 2 0Z");
export const settingsIcon = icon(
  "M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2",
);
export const keyboardIcon = icon("M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8");
export const filterIcon = icon("M4 5h16l-6 8v6l-4-2v-4z");
export const serverIcon = icon("M4 5h16v6H4zM4 13h16v6H4zM8 8h.01M8 16h.01");
export const folderIcon = icon("M3 6h6l2 2h10v11H3z");
export const pauseIcon = icon("M8 5v14M16 5v14");
export const playIcon = icon("M7 5v14l12-7z");
export const printIcon = icon("M7 9V3h10v6M7 17H4v-8h16v8h-3M7 14h10v7H7z");
export const copyIcon = icon("M9 9h11v11H9zM5 15H4V4h11v1");
export const uploadIcon = icon("M12 16V4M7 9l5-5 5 5M4 20h16");
export const upIcon = icon("m6 14.5 6-6 6 6");
export const downIcon = icon("m6 9.5 6 6 6-6");

export const starIcon = icon("m12 3.5 2.6 5.5 6 .8-4.4 4.1 1.1 6-5.3-2.9-5.3 2.9 1.1-6L3.4 9.8l6-.8z");
export const checkIcon = icon("m4.5 12.5 5 5 10-11");
export const upToHereIcon = icon("M12 3v11M7.5 9.5 12 14l4.5-4.5M4 19h16");
export const sortIcon = icon("M7 5v14M4 16l3 3 3-3M13 6h7M13 11h5M13 16h3");
export const sortUpIcon = icon("M7 19V5M4 8l3-3 3 3M13 6h3M13 11h5M13 16h7");
export const menuIcon = icon("M4 6h16M4 12h16M4 18h16");
export const previousIcon = icon("m15 5-7 7 7 7");
export const nextIcon = icon("m9 5 7 7-7 7");
export const linkIcon = icon(
  "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1-1",
);
export const outsideIcon = icon("M14 4h6v6M20 4l-9 9M18 14v6H4V6h6");
export const shareIcon = icon("M12 15V4M8 8l4-4 4 4M5 12v8h14v-8");
/** The dot of an unread row; empty for a read one. */
export const unreadIcon = icon("M18 12a6 6 0 1 1-12 0 6 6 0 0 1 12 0Z");

/** 24 by 24, in the colour of the text. Hidden from screen readers: the words next to it say what it means. */
function icon(path: string): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"></path></svg>`;
}
