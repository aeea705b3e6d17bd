import sanitizeHtml from "sanitize-html";
import { allowedHtml } from "../text/allowed-html.ts";
import { withoutForbiddenInXml } from "../text/characters.ts";
import { checkMarkup, extractText, type MarkupExcess } from "./page/scan-markup.ts";

/** `html` is safe to put into a page of ours, `text` is what a person would read of it. */
export type CleanHtml = { kind: "clean"; html: string; text: string } | { kind: "refused"; why: MarkupExcess };

/** As many characters as the feed parser keeps of an item's content; so many elements take a tenth of a second. */
const limits = { charsMax: 512 * 1024, elementsMax: 20_000 };

/** A stranger's HTML by an allow-list: never more than these elements and attributes, never another scheme. */
export function cleanHtml(html: string, baseUrl: string): CleanHtml {
  const excess = checkMarkup(html, limits);
  if (excess !== null) return { kind: "refused", why: excess };

  const clean = sanitizeHtml(html, allowedHtml(baseUrl));
  const storable = withoutForbiddenInXml(clean).toWellFormed().trim();
  return { kind: "clean", html: storable, text: extractText(storable) };
}
