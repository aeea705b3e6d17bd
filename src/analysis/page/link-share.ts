import type { PageElement } from "./parse-document.ts";

/** How much of the text is the text of links, 0 to 1. */
export function linkShare(element: PageElement): number {
  return shareOf(element, "a");
}

/** How much of the text stands in elements of this kind, 0 to 1. */
export function shareOf(element: PageElement, tag: "a" | "time"): number {
  let chars = 0;
  for (const part of element.querySelectorAll(tag)) chars += part.textContent.length;
  return chars / Math.max(element.textContent.length, 1);
}
