import type { ResponseHeaders } from "../http-client/headers.ts";
import { type ParsedFeed, urlCharsMax } from "./parsing/parse-result.ts";

/** Who tells of new items (WebSub), and the address that the publisher calls its feed there. */
export type NamedHub = { hub: string; topic: string };

/** The Link header comes before the document, as the standard says. Without its own address, a feed cannot be named to a hub. */
export function findHub(headers: ResponseHeaders, feed: ParsedFeed, url: string): NamedHub | null {
  const links = parseLinkHeader(headers["link"] ?? "", url);
  const hub = links.get("hub") ?? feed.hubUrl;
  const topic = links.get("self") ?? feed.selfUrl;
  return hub === null || topic === null ? null : { hub, topic };
}

// Longer headers are read up to here: servers usually accept 8 KB of all headers together.
const headerCharsMax = 8_192;
const linkPattern = /<([^<>]*)>([^<]*)/g;
const relPattern = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/i;

/** The first http(s) address of each relation (RFC 8288). */
export function parseLinkHeader(header: string, base: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, target = "", parameters = ""] of header.slice(0, headerCharsMax).matchAll(linkPattern)) {
    const [, quoted, bare] = relPattern.exec(parameters) ?? [];
    const url = URL.parse(target.trim(), base);
    if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > urlCharsMax) continue;
    for (const rel of (quoted ?? bare ?? "").toLowerCase().split(/\s+/)) {
      if (rel !== "" && !found.has(rel)) found.set(rel, url.href);
    }
  }
  return found;
}
