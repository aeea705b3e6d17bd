import { Readability } from "@mozilla/readability";
import { cutText, withoutHidden } from "../../text/characters.ts";
import { cleanHtml } from "../clean-html.ts";
import { checkMarkup, type MarkupExcess } from "./scan-markup.ts";
import { declaresPaywall, isConsentWall, offersSubscription } from "./page-walls.ts";
import { linkShare, type PageDocument, type PageElement, parseDocument } from "./parse-document.ts";
import { covers, findDensestBlock } from "./densest-block.ts";
import { addLead, findLeadCandidates } from "./find-lead.ts";
import { pruneArticle } from "./prune-article.ts";
import { stripFurniture } from "./strip-furniture.ts";

export type PageText = {
  kind: "text";
  title: string | null;
  byline: string | null;
  language: string | null;
  html: string;
  text: string;
  words: number;
};

export type NoPageText = { kind: "nothing"; why: MarkupExcess | "not-an-article" | "paywall" | "consent-wall" };

/** The largest of 1,171 real pages has 10,110 elements. */
const limits = { charsMax: 3_000_000, elementsMax: 60_000 };

/** Below this the feed's own text says as much. */
const textCharsMin = 400;

/** A page that calls itself one post may be as short as a post is. */
const postCharsMin = 120;

/** What publishers show of an article that is for subscribers; a page with more text than this is not a stub. */
const stubCharsMax = 2_000;

/** A page of teasers is nearly all links, an article hardly any. */
const linkShareMax = 0.5;

/** The text of an article, out of its page. Pure, but it may take seconds: `createPageExtractor` runs it in a thread. */
export function extractPage(html: string, url: string): PageText | NoPageText {
  const excess = checkMarkup(html, limits);
  if (excess !== null) return nothing(excess);

  const document = openPage(html);
  const charsBefore = document.body.textContent.length;
  const page: Page = {
    baseUrl: baseOf(document, url),
    hasPaywall: declaresPaywall(html) || offersSubscription(document.body.textContent),
    isDeclaredArticle: declaresArticle(document),
  };
  stripFurniture(document.body);
  const isMostGone = document.body.textContent.length < charsBefore * restShareMin;

  const read = readDocument(document, page);
  if (read.kind === "text" || !isMostGone) return read;
  // The article itself seems to stand in a box with a misleading name.
  const whole = readDocument(openPage(html), page);
  return whole.kind === "text" ? whole : read;
}

/** Menus, comments and other articles are seldom two thirds of a page with an article. */
const restShareMin = 1 / 3;

/** What is known of a page before its article is. */
type Page = { baseUrl: string; hasPaywall: boolean; isDeclaredArticle: boolean };

function readDocument(document: PageDocument, page: Page): PageText | NoPageText {
  // Looked for first, because Readability changes the document.
  const densest = findDensestBlock(document.body);
  const inPost = densest !== null && densest.element.closest(postElements) !== null;
  const copy = densest?.element.cloneNode(true) ?? null;
  const article = findArticle(document);
  const read = article === null ? nothing(page.hasPaywall ? "paywall" : "not-an-article") : readArticle(article, page);
  if (densest === null || copy === null) return read;
  const isWrong = read.kind === "text" && inPost && densest.chars >= textCharsMin && !covers(read.text, copy);
  if (read.kind === "text" && !isWrong) return read;

  // As in Readability's text, the title is not part of it.
  for (const heading of copy.querySelectorAll("h1")) heading.remove();
  const isShortPost = inPost && page.isDeclaredArticle;
  const block = { title: null, byline: null, language: null, ...article, content: copy };
  const second = readArticle(block, page, isShortPost ? postCharsMin : textCharsMin);
  return second.kind === "text" ? second : read;
}

function readArticle(
  { title, byline, language, content }: Article,
  page: Page,
  charsMin = textCharsMin,
): PageText | NoPageText {
  const isTeasers = linkShare(content) > linkShareMax;
  pruneArticle(content, byline);
  const clean = cleanHtml(content.innerHTML, page.baseUrl);
  if (clean.kind === "refused") return nothing(clean.why);

  if (page.hasPaywall && clean.text.length < stubCharsMax) return nothing("paywall");
  if (isConsentWall(clean.text)) return nothing("consent-wall");
  if (isTeasers || clean.text.length < charsMin) return nothing("not-an-article");
  return {
    kind: "text",
    title,
    byline,
    language: languageTag.exec(language ?? "")?.[0] ?? null,
    html: clean.html,
    text: clean.text,
    words: clean.text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0,
  };
}

function nothing(why: NoPageText["why"]): NoPageText {
  return { kind: "nothing", why };
}

/** In Open Graph, microformats or schema.org: the publisher says that the page is one article, not a list or a form. */
function declaresArticle(document: PageDocument): boolean {
  const type = document.querySelector('meta[property="og:type"]')?.getAttribute("content") ?? "";
  return type.toLowerCase() === "article" || [...document.querySelectorAll(declarations)].length === 1;
}

const postElements = 'article, main, [role="main"], .hentry, .h-entry, [itemprop="articleBody"]';

const declarations =
  '.hentry, .h-entry, [itemtype$="/Article"], [itemtype$="/NewsArticle"], [itemtype$="/BlogPosting"]';

function baseOf(document: PageDocument, url: string): string {
  return URL.parse(document.querySelector("base")?.getAttribute("href") ?? "", url)?.href ?? url;
}

/** Scripts would be taken for text, captions stay behind when the pictures go, ruby would repeat each word. */
function openPage(html: string): PageDocument {
  const document = parseDocument(html);
  const unread = document.querySelectorAll('script:not([type="application/ld+json"]), style, svg, figcaption, rt, rp');
  for (const element of unread) element.remove();
  return document;
}

type Article = { title: string | null; byline: string | null; language: string | null; content: PageElement };

function findArticle(document: PageDocument): Article | null {
  const leads = findLeadCandidates(document);
  const found = new Readability<PageElement>(document, { serializer: (content: PageElement) => content }).parse();
  if (!found?.content) return null;
  addLead(found.content, leads);
  return { title: line(found.title), byline: line(found.byline), language: line(found.lang), content: found.content };
}

const lineCharsMax = 500;
const languageTag = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2}$/i;

function line(text: string | null | undefined): string | null {
  const collapsed = withoutHidden(text ?? "")
    .replace(/\s+/g, " ")
    .trim();
  return collapsed === "" ? null : cutText(collapsed, lineCharsMax);
}
