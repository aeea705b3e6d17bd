import { hash } from "node:crypto";
import { normaliseItemUrl } from "../text/normalise-item-url.ts";

// What identity needs of an item as its feed gives it.
export type IdentifiableItem = {
  guid: string | null;
  url: string | null;
  title: string | null;
  content: string | null;
  summary: string | null;
  publishedAt: Date | null;
};

// Hexadecimal: `hash` (64 digits) says which item it is, `fingerprint` (16) whether its text is still the same.
export type ItemIdentity = { hash: string; fingerprint: string };

// One for each item, in their order. An item is its URL; where several items of the document share one, or there is
// none, it is its guid.
export function identifyItems(items: IdentifiableItem[]): ItemIdentity[] {
  const urls = items.map(({ url }) => (url === null ? null : normaliseItemUrl(url)));
  const shared = sharedUrls(items, urls);
  return items.map((item, index) => {
    const url = urls[index] ?? null;
    const identity = url === null || shared.has(url) ? ownName(item) : url;
    return { hash: hash("sha256", identity), fingerprint: fingerprintOf(item) };
  });
}

// URLs that stand for more than one item: a page of release notes, or a site whose every item links to its front.
function sharedUrls(items: IdentifiableItem[], urls: (string | null)[]): Set<string> {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const [index, item] of items.entries()) {
    const url = urls[index] ?? null;
    if (url === null) continue;
    const name = ownName(item);
    const owner = owners.get(url) ?? name;
    owners.set(url, owner);
    if (owner !== name) shared.add(url);
  }
  return shared;
}

// What tells an item from its neighbours without its page: its guid, else its whole URL and title, else its title and
// date. One that has a title only is the same for as long as it is called so.
function ownName({ guid, url, title, publishedAt }: IdentifiableItem): string {
  return guid ?? [url, title, url === null ? publishedAt?.toISOString() : null].filter(Boolean).join("\n");
}

function fingerprintOf({ title, content, summary }: IdentifiableItem): string {
  return hash("sha256", `${title ?? ""}\n${content ?? summary ?? ""}`).slice(0, 16);
}

// For an index: guids may have thousands of characters.
export function guidKeyOf(guid: string): bigint {
  return Buffer.from(hash("sha256", guid).slice(0, 16), "hex").readBigInt64BE();
}
