import { Readability } from "@mozilla/readability";
import { withoutHidden } from "../../text/characters.ts";
import { cutText } from "../../text/cut-text.ts";
import { cleanHtml } from "../clean-html.ts";
import { checkMarkup, type MarkupExcess } from "./check-markup.ts";
import { declaresPaywall, isConsentWall, offersSubscription } from "./page-walls.ts";
import { parseDocument, type PageDocument, type PageElement } from "./parse-document.ts";
import { linkShare, pruneArticle } from "./prune-article.ts";

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

/** What publishers show of an article that is for subscribers; a page with more text than this is no stub. */
const stubCharsMax = 2_000;

/** A page of teasers is nearly all links, an article hardly any. */
const linkShareMax = 0.5;

/** The text of an article, out of its page. Pure, but it may take seconds: `createPageExtractor` runs it in a thread. */
export function extractPage(html: string, url: string): PageText | NoPageText {
  const excess = checkMarkup(html, limits);
  if (excess !== null) return nothing(excess);

  const document = parseDocument(html);
  const baseUrl = baseOf(document, url);
  removeUnread(document);
  const hasPaywall = declaresPaywall(html) || offersSubscription(document.body.textContent);

  const article = findArticle(document);
  if (article === null) return nothing(hasPaywall ? "paywall" : "not-an-article");
  const isTeasers = linkShare(article.content) > linkShareMax;
  pruneArticle(article.content, article.byline);
  const clean = cleanHtml(article.content.innerHTML, baseUrl);
  if (clean.kind === "refused") return nothing(clean.why);

  if (hasPaywall && clean.text.length < stubCharsMax) return nothing("paywall");
  if (isConsentWall(clean.text)) return nothing("consent-wall");
  if (isTeasers || clean.text.length < textCharsMin) return nothing("not-an-article");
  return {
    kind: "text",
    title: article.title,
    byline: article.byline,
    language: languageTag.exec(article.language ?? "")?.[0] ?? null,
    html: clean.html,
    text: clean.text,
    words: clean.text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0,
  };
}

function nothing(why: NoPageText["why"]): NoPageText {
  return { kind: "nothing", why };
}

function baseOf(document: PageDocument, url: string): string {
  return URL.parse(document.querySelector("base")?.getAttribute("href") ?? "", url)?.href ?? url;
}

/** Scripts would be taken for text, captions stay behind when the pictures go. */
function removeUnread(document: PageDocument): void {
  const unread = document.querySelectorAll('script:not([type="application/ld+json"]), style, svg, figcaption');
  for (const element of unread) element.remove();
}

type Article = { title: string | null; byline: string | null; language: string | null; content: PageElement };

function findArticle(document: PageDocument): Article | null {
  const found = new Readability<PageElement>(document, { serializer: (content: PageElement) => content }).parse();
  if (!found?.content) return null;
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
