import { printableLine } from "../text/printable.ts";
import { absoluteUrl } from "./absolute-url.ts";

/** A feed as its readers are to see it. `selfUrl` is where this document of ours is served. */
export type PublishedFeed = {
  url: string;
  title: string | null;
  siteUrl: string | null;
  description: string | null;
  language: string | null;
  selfUrl: string;
};

export type PresentedFeed = {
  title: string;
  siteUrl: string;
  description: string;
  language: string | null;
  selfUrl: string;
};

const titleCharsMax = 300;
const descriptionCharsMax = 1_000;

// Letters, then subtags: RFC 5646 by its look. Feeds also write en_US, English and nothing.
const languageTag = /^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}$/i;

/** What every format says of the feed itself: clean, and with something in each place a format requires. */
export function presentFeed({ url, title, siteUrl, description, language, selfUrl }: PublishedFeed): PresentedFeed {
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
  };
}
