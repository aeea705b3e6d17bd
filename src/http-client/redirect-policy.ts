import { isUtf8 } from "node:buffer";
import { httpError } from "./http-failure.ts";

/** The current URL of a request, and how it got there. */
export type RedirectChain = {
  url: URL;
  /** Every URL of the chain, the current one last. */
  visited: readonly string[];
  /** The last URL of the unbroken run of permanent redirects that the chain began with. */
  permanentUrl: string | null;
  isPermanent: boolean;
};

export function startChain(url: string): RedirectChain {
  const start = parseUrl(url);
  if (start === null) throw httpError({ kind: "blocked", what: "url" }, "not a URL");
  return { url: start, visited: [start.href], permanentUrl: null, isPermanent: true };
}

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** The next step of a chain; throws the HttpError that ends it. */
export function followRedirect(
  chain: RedirectChain,
  status: number,
  location: string | undefined,
  redirectsMax: number,
): RedirectChain {
  const url = location === undefined ? null : parseUrl(fromBytes(location), chain.url.href);
  if (url === null) {
    throw httpError({ kind: "redirect", what: "bad-location" }, `${status} without a Location that is a URL`);
  }
  if (chain.visited.includes(url.href)) {
    throw httpError({ kind: "redirect", what: "loop" }, `${status} to a URL that was asked before`);
  }
  if (chain.visited.length > redirectsMax) {
    throw httpError({ kind: "redirect", what: "too-many" }, `more than ${redirectsMax} redirects`);
  }

  const isDowngrade = chain.url.protocol === "https:" && url.protocol !== "https:";
  const isPermanent = chain.isPermanent && (status === 301 || status === 308) && !isDowngrade;
  return {
    url,
    visited: [...chain.visited, url.href],
    permanentUrl: isPermanent ? url.href : chain.permanentUrl,
    isPermanent,
  };
}

/** A fragment is never sent, so URLs that differ only in it are the same. */
function parseUrl(text: string, base?: string): URL | null {
  const url = URL.parse(text, base);
  if (url !== null) url.hash = "";
  return url;
}

/** Header values are latin-1 strings; bytes beyond ASCII in a Location are nearly always raw UTF-8. */
function fromBytes(location: string): string {
  const bytes = Buffer.from(location, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : location;
}
