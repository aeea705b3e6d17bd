import sanitizeHtml, { type Attributes, type IFrame, type Tag } from "sanitize-html";
import { allowedHtml } from "../text/allowed-html.ts";
import type { MediaKind, SignMedia } from "./media-address.ts";
import { parseMediaType } from "./parse-media-type.ts";
import { parseSrcset } from "./parse-srcset.ts";

type RewriteParts = {
  /** `sign` of MediaAddresses: null for an address means that the element goes, as all do with MEDIA_PROXY=false. */
  sign: SignMedia;
  /** The item's own address, to which relative ones belong. */
  baseUrl: string;
};

/** As many characters as the feed parser keeps of an item's content. */
const charsMax = 512 * 1024;
const depthMax = 200;

/** Each signed address may have 2,800 characters. */
const addressesMax = 1_000;

/**
 * An item's HTML for a page of ours, with its pictures, audio and video under signed addresses. It need not be clean: everything
 * goes through the same allow-list as cleanHtml, and nothing in the result loads anything from another host. null: too large, show
 * the item's text instead.
 */
export function rewriteMedia(html: string, parts: RewriteParts): string | null {
  if (html.length > charsMax) return null;
  const text = allowedHtml(parts.baseUrl);
  const media = createRewriter(parts);
  return sanitizeHtml(html, {
    ...text,
    allowedTags: [...(text.allowedTags || []), "audio", "img", "picture", "source", "video"],
    allowedAttributes: { ...text.allowedAttributes, ...mediaAttributes },
    nonTextTags: (text.nonTextTags ?? []).filter((name) => name !== "audio" && name !== "video"),
    selfClosing: ["br", "hr", "img", "source"],
    nestingLimit: depthMax,
    transformTags: {
      "*": (tagName, attribs) => {
        const tag = text.transformTags["*"](tagName, attribs);
        return media.rewrite(tag);
      },
    },
    exclusiveFilter: (frame) => text.exclusiveFilter?.(frame) || media.isEmpty(frame),
  }).trim();
}

const mediaAttributes: Record<string, string[]> = {
  img: ["src", "srcset", "sizes", "alt", "width", "height", "loading", "decoding"],
  source: ["src", "srcset", "sizes", "media", "type"],
  audio: ["src", "controls", "preload"],
  video: ["src", "poster", "width", "height", "controls", "preload", "playsinline"],
};

function createRewriter({ sign, baseUrl }: RewriteParts) {
  let addresses = 0;
  const signed = (url: string | undefined, kind: MediaKind): string | null => {
    const absolute = url === undefined || addresses >= addressesMax ? null : URL.parse(url.trim(), baseUrl);
    if (absolute === null) return null;
    addresses += 1;
    return sign(absolute.href, kind);
  };
  const signedSet = (srcset: string | undefined): string | null => {
    const candidates = parseSrcset(srcset ?? "").flatMap(({ url, descriptor }) => {
      const path = signed(url, "picture");
      return path === null ? [] : [`${path} ${descriptor}`.trim()];
    });
    return candidates.length === 0 ? null : candidates.join(", ");
  };

  // A player or <picture> shows something only if it has something in it; the filter that drops elements sees them at their end.
  const filled = new WeakSet<Attributes>();
  let container: Attributes | null = null;
  const contain = (tag: Tag): Tag => {
    container = tag.attribs;
    if ("src" in tag.attribs) filled.add(tag.attribs);
    return tag;
  };
  const fill = (tag: Tag): Tag => {
    // A <source> with a srcset only helps the <img> next to it.
    if (container !== null && "src" in tag.attribs) filled.add(container);
    return tag;
  };

  const rewriters: Record<string, (attribs: Attributes) => Tag> = {
    img: (attribs) => fill({ tagName: "img", attribs: pictureAttributes(attribs, signed, signedSet) }),
    source: (attribs) => fill({ tagName: "source", attribs: sourceAttributes(attribs, signed, signedSet) }),
    picture: () => contain({ tagName: "picture", attribs: {} }),
    audio: ({ src }) => contain({ tagName: "audio", attribs: { ...player, ...given({ src: signed(src, "stream") }) } }),
    video: ({ src, poster, width, height }) => {
      const files = given({ src: signed(src, "stream"), poster: signed(poster, "picture") });
      return contain({ tagName: "video", attribs: { ...player, playsinline: "", ...sizes(width, height), ...files } });
    },
  };
  return {
    rewrite: (tag: Tag): Tag => rewriters[tag.tagName]?.(tag.attribs) ?? tag,
    isEmpty: ({ tag, attribs }: IFrame): boolean => {
      if (tag === "img" || tag === "source") return !hasAddress(attribs);
      return (tag === "picture" || tag === "audio" || tag === "video") && !filled.has(attribs);
    },
  };
}

/** Nothing is loaded before someone presses play. */
const player = { controls: "", preload: "none" };

type Signed = (url: string | undefined, kind: MediaKind) => string | null;
type SignedSet = (srcset: string | undefined) => string | null;

function pictureAttributes(attribs: Attributes, signed: Signed, signedSet: SignedSet): Attributes {
  const { alt = "", width, height } = attribs;
  if ([width, height].some(isTrackingSide)) return {};
  // Pages that load their pictures by script have a placeholder, or nothing, where the address belongs.
  const { "data-src": lazy = attribs["data-lazy-src"] ?? attribs["data-original"], "data-srcset": lazySet } = attribs;
  const srcset = signedSet(lazySet ?? attribs["srcset"]);
  const src =
    signed(lazy, "picture") ?? signed(attribs["src"], "picture") ?? srcset?.split(" ", 1)[0]?.replace(/,$/, "");
  if (src === undefined) return {};
  return {
    ...given({ src, srcset, sizes: srcset === null ? null : plainCss(attribs["sizes"]) }),
    alt: alt.slice(0, altCharsMax),
    ...sizes(width, height),
    loading: "lazy",
    decoding: "async",
  };
}

const altCharsMax = 1_000;
const pictureTypes = /^image\/(?:avif|gif|jpeg|png|webp)$/i;

/** In <picture> it has a srcset, in a player a src. */
function sourceAttributes(attribs: Attributes, signed: Signed, signedSet: SignedSet): Attributes {
  const { src, type = "" } = attribs;
  const srcset = attribs["data-srcset"] ?? attribs["srcset"];
  if (srcset === undefined) return given({ src: signed(src, "stream"), type: parseMediaType(type) });
  // Another type, such as SVG or JPEG XL, would be refused; without it the browser takes the next one.
  if (type !== "" && !pictureTypes.test(type)) return {};
  const { media, sizes: wanted } = attribs;
  return given({ srcset: signedSet(srcset), type: type || null, media: plainCss(media), sizes: plainCss(wanted) });
}

function hasAddress(attribs: Attributes): boolean {
  return "src" in attribs || "srcset" in attribs;
}

function isTrackingSide(side: string | undefined): boolean {
  return side !== undefined && /^\s*[0-2](?:px)?\s*$/.test(side);
}

const sideMax = 10_000;

/** Both or none: the page must know the shape before the picture is there, and must not be torn apart by it. */
function sizes(width: string | undefined, height: string | undefined): Attributes {
  const [w = 0, h = 0] = [width, height].map((side) =>
    /^\d{1,5}(?:px)?$/.test(side ?? "") ? Number.parseInt(side ?? "", 10) : 0,
  );
  return w > 0 && h > 0 && w <= sideMax && h <= sideMax ? { width: String(w), height: String(h) } : {};
}

/** Conditions and lengths: no quotes, and no url() above all. */
function plainCss(text: string | undefined): string | null {
  return text !== undefined && /^[\w\s.,:()<>=%+*/-]{1,300}$/.test(text) && !/url|image|\/\//i.test(text) ? text : null;
}

function given(attribs: Record<string, string | null>): Attributes {
  return Object.fromEntries(Object.entries(attribs).filter((entry): entry is [string, string] => entry[1] !== null));
}
