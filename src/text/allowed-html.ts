import type { Attributes, IOptions, Transformer } from "sanitize-html";

/** Each gets the whole base URL: 50,000 times `<a href=x>` would grow to 100 MB. */
const linksMax = 2_000;
const linkCharsMax = 2_048;

/** What of a stranger's HTML may be in a page of ours, for sanitize-html: never more than these, never another scheme. */
export function allowedHtml(baseUrl: string): IOptions & { transformTags: { "*": Transformer } } {
  return { ...allowList, transformTags: { "*": createTransformer(baseUrl) } };
}

function createTransformer(baseUrl: string): Transformer {
  let links = 0;
  return (tagName, attribs) => {
    if (isHidden(attribs)) return { tagName: "div", attribs: { [hiddenMark]: "" } };
    const id = anchorId(attribs["id"] ?? (tagName === "a" ? attribs["name"] : undefined));
    const own = id === null ? withoutId(attribs) : { ...attribs, id };
    if (sections.has(tagName)) return { tagName: "div", attribs: own };
    if (tagName !== "a") return { tagName, attribs: own };
    links += 1;
    const link = links > linksMax ? {} : linkAttributes(attribs["href"], baseUrl);
    return { tagName, attribs: id === null ? link : { ...link, id } };
  };
}

/** Text that was invisible on the page is there for machines: spam, or an injection. */
function isHidden(attribs: Attributes): boolean {
  return "hidden" in attribs || /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attribs["style"] ?? "");
}

/** In front of every id of a stranger's text, so that none can be one of ours. */
const idPrefix = "in-text-";

/** What a link within the text leads to, such as a footnote; null if it is no id that an address could name. */
export function anchorId(written: string | undefined): string | null {
  const name = written?.startsWith(idPrefix) ? written.slice(idPrefix.length) : (written ?? "");
  return /^[\p{L}\p{N}_:.-]{1,100}$/u.test(name) ? idPrefix + name : null;
}

function withoutId(attribs: Attributes): Attributes {
  const { id: _, ...others } = attribs;
  return others;
}

function linkAttributes(href: string | undefined, baseUrl: string): Attributes {
  const url = href === undefined ? null : URL.parse(href, baseUrl);
  if (url === null || !schemes.includes(url.protocol.slice(0, -1)) || url.href.length > linkCharsMax) return {};
  return { href: url.href, rel: "nofollow noopener noreferrer", target: "_blank" };
}

/** Blocks that we do not show as what they are; without a div in their place their paragraphs would run together. */
const sections = new Set(
  "address article aside center details dialog dir fieldset footer form header main nav section summary".split(" "),
);

const schemes = ["http", "https", "mailto"];

/** Tells the filter, which sees allowed attributes only, what to drop; no element that has it is left. */
const hiddenMark = "data-hidden";

const cellAttributes = ["colspan", "rowspan"];

// No pictures, styles or forms: our pages load nothing from elsewhere (Content-Security-Policy). media/rewrite-media.ts adds
// pictures, audio and video under addresses of our own.
const allowList = {
  allowedTags: (
    "a abbr b blockquote br caption cite code dd del dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins kbd " +
    "li mark ol p pre q s samp small strong sub sup table tbody td tfoot th thead time tr u ul var"
  ).split(" "),
  allowedAttributes: {
    a: ["href", "rel", "target"],
    abbr: ["title"],
    div: [hiddenMark],
    td: cellAttributes,
    th: [...cellAttributes, "scope"],
    time: ["datetime"],
    "*": ["dir", "id", "lang"],
  },
  allowedSchemes: schemes,
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  exclusiveFilter: ({ attribs }) => hiddenMark in attribs,
  // Of these the text goes too; of all others that are not allowed it stays.
  nonTextTags: (
    "audio button canvas datalist embed iframe math noembed noframes noscript object option plaintext script " +
    "select style svg template textarea title video xmp"
  ).split(" "),
} satisfies IOptions;
