import { withoutHidden } from "../../text/characters.ts";
import type { PageElement } from "./parse-document.ts";

/** An element and how many characters its own paragraphs have, those of links not counted. */
type Block = { element: PageElement; chars: number };

/**
 * The element with most text in paragraphs of its own: nearly always the article. Comments and teasers may have more text
 * in all, but each stands in an element of its own.
 */
export function findDensestBlock(body: PageElement): Block | null {
  const charsOf = new Map<PageElement, number>();
  for (const paragraph of body.querySelectorAll("p")) {
    const parent = paragraph.parentElement;
    if (parent !== null && !isAside(parent))
      charsOf.set(parent, (charsOf.get(parent) ?? 0) + charsOutsideLinks(paragraph));
  }
  let densest: Block | null = null;
  for (const [element, chars] of charsOf) if (chars > (densest?.chars ?? 0)) densest = { element, chars };
  return densest;
}

const coveredShareMin = 0.4;

/** Whether the text has a fair part of the block's own paragraphs. Their first words are enough to know them by. */
export function covers(text: string, block: PageElement): boolean {
  const collapsed = collapse(text);
  let chars = 0;
  let covered = 0;
  for (const child of block.children) {
    if (child.tagName !== "P") continue;
    const paragraph = collapse(child.textContent);
    chars += paragraph.length;
    if (collapsed.includes(paragraph.slice(0, firstWordsChars))) covered += paragraph.length;
  }
  return covered >= chars * coveredShareMin;
}

const firstWordsChars = 40;

/** Without hidden characters, which the text no longer has. */
function collapse(text: string): string {
  return withoutHidden(text).replace(/\s+/g, " ").trim();
}

const asideLevels = 4;

/** A long comment or a cookie notice may have more text than a short article. */
function isAside(parent: PageElement): boolean {
  let element: PageElement | null = parent;
  for (let level = 0; level < asideLevels && element !== null && element.tagName !== "BODY"; level += 1) {
    if (asideTags.has(element.tagName)) return true;
    if (asideNames.test(`${element.getAttribute("class") ?? ""} ${element.getAttribute("id") ?? ""}`)) return true;
    element = element.parentElement;
  }
  return false;
}

const asideTags = new Set(["FORM", "ASIDE", "FOOTER", "NAV", "DIALOG"]);
const asideNames =
  /(?:^|[\s_-])(?:comments?|commentlist|kommentare?|cookies?|cookie(?:banner|bar|law|consent|notice|hinweis)|cybotcookiebot\w*|onetrust|usercentrics|didomi|cmplz|consent|dialog|modal|overlay|textwidget)(?:$|[\s_-])/i;

function charsOutsideLinks(paragraph: PageElement): number {
  let chars = paragraph.textContent.trim().length;
  for (const link of paragraph.querySelectorAll("a")) chars -= link.textContent.length;
  return Math.max(chars, 0);
}
