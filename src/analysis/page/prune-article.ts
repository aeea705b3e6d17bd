import type { PageElement } from "./parse-document.ts";

const blockCharsMax = 200;
const shareMax = 0.7;

/** Takes out what stands among the paragraphs of most news pages and is not the article: its byline and date, ways to others. */
export function pruneArticle(article: PageElement, byline: string | null): void {
  for (const block of article.querySelectorAll("p, li, h2, h3, h4, h5, h6, div, header, footer")) {
    const text = block.textContent.trim();
    if (text.length > blockCharsMax || text === "") continue;
    const isLink = linkShare(block) > shareMax && !sentenceEnd.test(text);
    const isDate = shareOf(block, "time") > shareMax;
    if (isLink || isDate || furniture.test(text) || isByline(text, byline)) block.remove();
  }
}

/** How much of the text is the text of links, 0 to 1. */
export function linkShare(element: PageElement): number {
  return shareOf(element, "a");
}

function shareOf(element: PageElement, tag: "a" | "time"): number {
  let chars = 0;
  for (const part of element.querySelectorAll(tag)) chars += part.textContent.length;
  return chars / Math.max(element.textContent.length, 1);
}

/** "By", "Von" or "Autor:" may stand before it. */
const bylineWordsCharsMax = 12;

function isByline(text: string, byline: string | null): boolean {
  return byline !== null && text.includes(byline) && text.length <= byline.length + bylineWordsCharsMax;
}

const sentenceEnd = /[.!?…]["'”’“»)]*$/;

const furniture = new RegExp(
  `^(?:${[
    "advertisement|(?:story|article) continues below(?: advertisement)?|read (?:more|also|next)|related(?: articles| stories| topics)?",
    "more on this(?: story)?|share(?: this)?(?: article| story)?|follow us|recommended|most read|comments|tags|topics",

    "anzeige|werbung|lesen sie auch|auch interessant|mehr (?:zum thema|dazu)|zum thema|weitere artikel|(?:artikel )?teilen",
    "das könnte sie auch interessieren|empfohlener redaktioneller inhalt|kommentare|schlagwörter",

    "reklama|(?:prze)?czytaj (?:też|także|również|więcej|dalej)|zobacz (?:też|także|również|więcej)|polecamy|powiązane",
    "udostępnij|komentarze|tagi",
  ].join("|")})\\s*[:.…›»]*$`,
  "iu",
);
