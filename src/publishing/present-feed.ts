import { printableLine } from "../text/characters.ts";

/** A feed as readers see it. `selfUrl` is the address of our document. */
export type PublishedFeed = {
  url: string;
  title: string | null;
  siteUrl: string | null;
  description: string | null;
  language: string | null;
  selfUrl: string;
  /** Who tells of changes, if anybody does. */
  hubUrl?: string | null;
};

export type PresentedFeed = {
  title: string;
  siteUrl: string;
  description: string;
  language: string | null;
  selfUrl: string;
  hubUrl: string | null;
};

const titleCharsMax = 300;
const descriptionCharsMax = 1_000;

// Letters, then subtags: roughly RFC 5646. Feeds also write en_US, English or nothing.
const languageTag = /^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}$/i;

/** What every format says about the feed itself: cleaned, with a value for every required field. */
export function presentFeed({
  url,
  title,
  siteUrl,
  description,
  language,
  selfUrl,
  hubUrl,
}: PublishedFeed): PresentedFeed {
  const link = absoluteUrl(siteUrl ?? "") ?? absoluteUrl(url) ?? selfUrl;
  const name = printableLine(title ?? "", titleCharsMax) || new URL(link).host;
  const tag = language?.trim().replaceAll("_", "-") ?? "";
  return {
    title: name,
    siteUrl: link,
    description:
      printableLine(description ?? "", descriptionCharsMax) || `${name}, with neutral titles, summaries and scores.`,
    language: languageTag.test(tag) ? tag : null,
    selfUrl,
    hubUrl: hubUrl ?? null,
  };
}

const urlCharsMax = 4_000;

// What RFC 3986 allows in a path, query or fragment; the URL parser leaves `|`, `^`, `[` and a lone `%` as they are.
const notAllowed = /[^\w.~!$&'()*+,;=:@/?%-]|%(?![0-9a-f]{2})/gi;

/** An http(s) address that strict readers accept, without credentials; null for anything else a feed may use as a link. */
export function absoluteUrl(written: string): string | null {
  const url = written.length > urlCharsMax ? null : URL.parse(written);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const fragment = url.hash === "" ? "" : `#${encode(url.hash.slice(1))}`;
  return url.origin + encode(url.pathname + url.search) + fragment;
}

function encode(part: string): string {
  return part.replace(notAllowed, (character) => encodeURIComponent(character));
}
