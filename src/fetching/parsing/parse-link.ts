import { urlCharsMax } from "./parse-limits.ts";

// An absolute http(s) URL, or null.
export function parseLink(written: string, base: string | null): string | null {
  const link = written.trim();
  if (link === "" || link.length > urlCharsMax) return null;
  // Most links are absolute, and parsing the base with each of them took a quarter of the time of the whole feed.
  const url = URL.parse(link) ?? URL.parse(link, base ?? undefined);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  return url.href.length <= urlCharsMax ? url.href : null;
}
