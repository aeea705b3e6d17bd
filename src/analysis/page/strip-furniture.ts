import { findDensestBlock } from "./densest-block.ts";
import type { PageElement } from "./parse-document.ts";

/**
 * Takes out what the page's own class names call comments, related articles, a newsletter box, an author box, a cookie
 * banner and the like. Readability knows some of these names too, but keeps an element whose name also says "content",
 * "article" or "main", as most do. Never takes out the block with most of the text: a theme may call the whole page
 * "with-sidebar".
 */
export function stripFurniture(body: PageElement): void {
  const kept = new Set<PageElement>();
  for (let holder = findDensestBlock(body)?.element ?? null; holder !== null; holder = holder.parentElement) {
    kept.add(holder);
  }
  stripChildren(body, kept);
}

/** Calls itself, as deep as checkMarkup allows. */
function stripChildren(parent: PageElement, kept: Set<PageElement>): void {
  // linkedom makes the list once; it does not shrink while elements go.
  for (const element of parent.children) {
    // Words of a sentence have class names too.
    if (kept.has(element) || parent.tagName === "P" || !isFurniture(element)) stripChildren(element, kept);
    else element.remove();
  }
}

function isFurniture(element: PageElement): boolean {
  const names = namesOf(element);
  if (caption.test(names)) return isCaption(element);
  return (furniture.test(names) || isAuthorBox(element, names)) && !holdsArticle(element);
}

/** Class names and id in one form: `relatedPosts`, `related_posts` and `related-posts` are all `-related-posts-`. */
function namesOf(element: PageElement): string {
  const names = `${element.getAttribute("class") ?? ""} ${element.getAttribute("id") ?? ""}`.trim();
  if (names === "") return "";
  const parts = names
    .slice(0, namesCharsMax)
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/\s+/)
    .filter((name) => !topic.test(name));
  return `-${parts.join(" ").replace(/[^a-z]+/g, "-")}-`;
}

const namesCharsMax = 500;

/** WordPress puts an article's subjects among its class names. */
const topic = /^(?:tag|category|cat|kategorie|format|status|type|post_tag|has|no|with|without|js)-/;

/** A theme may well call the whole page "has-sidebar" or "newsletter-page". */
function holdsArticle(element: PageElement): boolean {
  return element.tagName === "MAIN" || element.querySelector(articleParts) !== null;
}

const articleParts = 'h1, main, [itemprop="articleBody"], [itemprop="headline"], .entry-content, .article-body';

function isAuthorBox(element: PageElement, names: string): boolean {
  return authorBox.test(names) || (element.getAttribute("itemprop") === "author" && !inlineTags.has(element.tagName));
}

const inlineTags = new Set(["A", "SPAN", "B", "STRONG", "EM"]);

const captionCharsMax = 400;

function isCaption(element: PageElement): boolean {
  return element.textContent.length <= captionCharsMax && element.querySelector("h1") === null;
}

const furniture = names([
  "comments|commentlist|commentform|comment-(?:list|form|section|area|respond|reply|wrap|box)|disqus|kommentare|kommentar-\\w+|akismet-\\w+",
  "related|relacionad[ao]s|relatedposts|similar-(?:posts|articles)|recommend(?:ed|ations?)|rec-posts|read-(?:more|also|next)|more-(?:articles|posts|news|stories)",
  "further-(?:reading|links)|article-links|outbrain|taboola|most-(?:read|popular)|you-may-(?:also-)?like|yarpp|jp-relatedposts|post-teasers?|recipe-slider",
  "newsletter|subscribe|subscription|abo-box|signup|sign-up|paywall-box|membership|donate|donation|spenden?",
  // Of Cookiebot, Complianz and others whose banner stands in the page itself, and of services that most sites use.
  "cookie(?:bot|banner|bar|law|consent|info|notice|hint|hinweis|wall|modal|popup|policy)\\w*|onetrust|usercentrics|didomi|cmplz|moove",
  "cookies?|cookie-\\w+|consent|gdpr|dsgvo|eu-cookie-law|privacy-notice|third-party-services-placeholder|embed-placeholder",
  "breadcrumbs?|share|sharing|sharedaddy|social|social-(?:media|links|bar|icons|share)|follow-us|print-button|article-tools",
  "advertisement|advertorial|adsbygoogle|ad-(?:slot|container|wrapper)|anzeige|werbung|sponsored|promo|promobox|promotion|subvert|job-holder",
  "tags|tag-list|tagcloud|tag-cloud|pagination|pager|post-navigation|nav-links|toc|table-of-contents|widget-rss|sidebar",
  "post-?metadata|post-meta|entry-meta|article-meta|article-info|post-info|posted-on|byline|dateline|user-action-time|entry-footer",
]);

const authorBox = names([
  "(?:author|autor|autore|writer|verfasser)-(?:\\w+-)?(?:box|bio|biography|info|infos|card|about|desc|description|profile|wrap|block|section|area|vcard)",
  "about-(?:the-)?(?:author|autor)|(?:entry|post|article)-author|vcard-author|authorbox|autorenbox|saboxplugin-wrap|m-a-box|abh-box|article-reviewed",
]);

const caption = names([
  "captions?|wp-caption-text|image-(?:description|caption|credits?|copyright|source|box)|imagedescription|media-description|photo-(?:credits?|caption)",
  "img-(?:credits?|caption|cont-author)|picture-(?:credits?|caption)|copyright|credits?|bildunterschrift|bildtext|bildquelle|bildnachweis|to-image-box",
]);

/** "with-sidebar" and "no-share" are names of something else. */
function names(patterns: string[]): RegExp {
  return new RegExp(`(?<!-(?:with|without|has|no))-(?:${patterns.join("|")})-`);
}
