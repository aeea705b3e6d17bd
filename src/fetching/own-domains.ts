import type { ClaimedFeed } from "../schedule/claimed-feed.ts";
import { rootDomainOf } from "../schedule/lane.ts";
import type { GuardedResponse } from "../http-client/guarded-get.ts";

/** Where an answer came from: the address that gave it, and the one the feed has moved to permanently. */
export type Answered = Pick<GuardedResponse, "url" | "permanentUrl">;

/**
 * Tells whether a link stays within the feed's own domains: those of the stored address, of the address that answered and of
 * the one it moved to. A feed that redirects may link to either side: a blog behind a feed service keeps its own links, a site
 * with a new name has new ones.
 */
export function ownDomains({ url, rootDomain }: ClaimedFeed, answered: Answered): (link: string) => boolean {
  const addresses = [url, ...addressesOf(answered)];
  const hosts = new Set(addresses.map(bareHost));
  // A root domain derived from the address changes with it; one set by hand stays.
  const isDerived = rootDomain !== null && rootDomain === rootDomainOf(url);
  const roots = isDerived ? new Set(addresses.map(rootDomainOf)) : new Set(rootDomain === null ? [] : [rootDomain]);
  return (link) => {
    const host = bareHost(link);
    return hosts.has(host) || [...roots].some((root) => host === root || host.endsWith(`.${root}`));
  };
}

/**
 * Whether the last document was filtered by the same domains. If not, the same bytes may contain items that were dropped then
 * but belong to the feed now.
 */
export function wasFilteredAlike(claim: ClaimedFeed, answered: Answered): boolean {
  if (!claim.enforceFeedDomain) return true;
  const known = [claim.url, claim.validators?.url ?? claim.url].map(bareHost);
  return addressesOf(answered).every((address) => known.includes(bareHost(address)));
}

function addressesOf({ url, permanentUrl }: Answered): string[] {
  return permanentUrl === null ? [url] : [url, permanentUrl];
}

function bareHost(url: string): string {
  return new URL(url).hostname.replace(/^www\./, "");
}
