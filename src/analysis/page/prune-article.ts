import { headsOtherMatter, isFurnitureLine, isRequest, leadsElsewhere } from "./furniture-lines.ts";
import { linkShare, shareOf } from "./link-share.ts";
import type { PageElement } from "./parse-document.ts";

const blockCharsMax = 200;
const requestCharsMax = 300;
const shareMax = 0.7;

/** Takes out what stands among the paragraphs of most news pages and is not the article: its byline and date, ways to others. */
export function pruneArticle(article: PageElement, byline: string | null): void {
  cutOtherMatter(article);
  for (const block of article.querySelectorAll("p, li, h2, h3, h4, h5, h6, div, header, footer, blockquote")) {
    const text = block.textContent.replace(/\s+/g, " ").trim();
    if (text === "" || text.length > requestCharsMax) continue;
    if (isRequest(text) || (text.length <= blockCharsMax && isFurniture(block, text, byline))) block.remove();
  }
}

function isFurniture(block: PageElement, text: string, byline: string | null): boolean {
  const isLink = linkShare(block) > shareMax && !sentenceEnd.test(text);
  const isDate = shareOf(block, "time") > shareMax;
  if (isLink || isDate || isFurnitureLine(text) || isByline(text, byline)) return true;
  // A paragraph may begin like this by chance; a line that has a link or is no sentence does not.
  return leadsElsewhere(text) && (!sentenceEnd.test(text) || linkShare(block) > 0);
}

/** No more than this share of the article may go with a heading. */
const cutShareMax = 0.3;

/** A heading like "Related articles" or "About the author" goes with all that follows it, up to the next heading. */
function cutOtherMatter(article: PageElement): void {
  const charsMax = article.textContent.length * cutShareMax;
  for (const heading of article.querySelectorAll("h2, h3, h4, h5, h6")) {
    if (!headsOtherMatter(heading.textContent.replace(/\s+/g, " ").trim())) continue;
    const part = [heading];
    let chars = 0;
    for (let next = heading.nextElementSibling; next !== null; next = next.nextElementSibling) {
      if (headings.has(next.tagName)) break;
      part.push(next);
      chars += next.textContent.length;
    }
    for (const element of chars <= charsMax ? part : [heading]) element.remove();
  }
}

const headings = new Set(["H1", "H2", "H3", "H4", "H5", "H6"]);

/** "By", "Von" or "Autor:" may stand before it. */
const bylineWordsCharsMax = 12;

function isByline(text: string, byline: string | null): boolean {
  return byline !== null && text.includes(byline) && text.length <= byline.length + bylineWordsCharsMax;
}

const sentenceEnd = /[.!?…]["'”’“»)]*$/;
