import { DOMParser } from "linkedom";

/** As much of the DOM as is used here; linkedom's own types are loose. */
export type PageElement = {
  tagName: string;
  textContent: string;
  innerHTML: string;
  parentElement: PageElement | null;
  nextElementSibling: PageElement | null;
  children: Iterable<PageElement>;
  getAttribute: (name: string) => string | null;
  setAttribute: (name: string, value: string) => void;
  querySelector: (selector: string) => PageElement | null;
  querySelectorAll: (selector: string) => Iterable<PageElement>;
  closest: (selector: string) => PageElement | null;
  cloneNode: (deep: boolean) => PageElement;
  prepend: (...elements: PageElement[]) => void;
  remove: () => void;
};

export type PageDocument = Pick<PageElement, "querySelector" | "querySelectorAll"> & { body: PageElement };

/**
 * Runs no script and loads nothing. Where a page leaves out html or body, or has something before them, linkedom keeps
 * the text next to an empty body of its own: such a page is put into a body first.
 */
export function parseDocument(html: string): PageDocument {
  const document = parse(html);
  const isWhole =
    document.documentElement?.tagName === "HTML" && document.querySelector("html > body") === document.body;
  return isWhole ? document : parse(`<html><head></head><body>${html.replace(frameTag, "")}</body></html>`);
}

const frameTag = /<\/?(?:html|head|body)(?=[\s/>])[^<>]*>/gi;

function parse(html: string): PageDocument & { documentElement: PageElement | null } {
  return new DOMParser().parseFromString(html, "text/html");
}

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
