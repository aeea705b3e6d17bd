import { linkShare, type PageDocument, type PageElement } from "./parse-document.ts";

/** Readability moves elements about; this attribute still says where a block stood on the page. */
const positionAttribute = "data-position";

/** A block below the heading that may be the lead, as it was before Readability changed the page. */
type LeadCandidate = { position: number; text: string; copy: PageElement };

const candidatesMax = 12;

/** Numbers the page's blocks, and copies those that follow its heading. Call it before Readability. */
export function findLeadCandidates(document: PageDocument): LeadCandidate[] {
  const candidates: LeadCandidate[] = [];
  const heading = findHeading(document);
  let isBelow = false;
  let position = 0;
  for (const block of document.querySelectorAll("h1, h2, p, div, li")) {
    position += 1;
    block.setAttribute(positionAttribute, String(position));
    if (block === heading) isBelow = true;
    else if (isBelow && candidates.length < candidatesMax && mayBeLead(block)) {
      candidates.push({ position, text: block.textContent.trim(), copy: block.cloneNode(true) });
    }
  }
  return candidates;
}

/** Puts the lead in front of the article, if it stood between the heading and the article's first paragraph. */
export function addLead(article: PageElement, candidates: LeadCandidate[]): void {
  const first = firstParagraph(article);
  const text = article.textContent.replace(/\s+/g, " ");
  const lead = candidates.filter(
    (candidate) => candidate.position < first && !text.includes(candidate.text.replace(/\s+/g, " ")),
  );
  article.prepend(...lead.map(({ copy }) => copy));
}

function firstParagraph(article: PageElement): number {
  for (const paragraph of article.querySelectorAll("p")) {
    const position = Number(paragraph.getAttribute(positionAttribute) ?? 0);
    if (position > 0 && paragraph.textContent.trim().length >= leadCharsMin) return position;
  }
  return 0;
}

/** The site's name is often a heading too, but stands before that of the article. */
function findHeading(document: PageDocument): PageElement | null {
  const inArticle = document.querySelector("article h1, main h1, [itemprop=headline]");
  return inArticle ?? [...document.querySelectorAll("h1")].at(-1) ?? null;
}

const leadCharsMin = 50;
const leadCharsMax = 1_000;
const linkShareMax = 0.3;

function mayBeLead(block: PageElement): boolean {
  const isNamedLead = leadNames.test(block.getAttribute("class") ?? "");
  if (block.tagName !== "P" && block.tagName !== "H2" && !isNamedLead) return false;
  if (block.querySelector("p, div, h1") !== null) return false;
  const { length } = block.textContent.trim();
  if (length < leadCharsMin || length > leadCharsMax || linkShare(block) > linkShareMax) return false;
  return block.closest("nav, aside, footer, form, figure, li, blockquote") === null;
}

const leadNames =
  /(?:^|[\s_-])(?:lead|leader|lede|intro|introduction|standfirst|dek|deck|sub-?title|sub-?headline|excerpt|abstract|teaser|chapo|perex|bajada|entradilla|sumario|sommario|occhiello|vorspann|summary)(?:$|[\s_-]|text)/i;
