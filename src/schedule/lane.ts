import { createHash } from "node:crypto";
import { getDomain } from "tldts";

/**
 * The queue a host's feeds wait in: one request at a time per lane keeps both promises at once, one at a time per
 * host and at most `lanes` per registrable domain. Blogs on one platform (….github.io) share that platform's lanes.
 */
export function laneOf(url: string, lanes: number): string {
  const host = hostOf(url);
  const lane = createHash("sha256").update(host).digest().readUInt32BE(0) % lanes;
  return `${registrableDomain(host)}/${lane}`;
}

/** The domain of a lane, to show to people. The lane's number means nothing to them. */
export function hostOfLane(lane: string): string {
  return lane.replace(/\/\d+$/, "");
}

export function rootDomainOf(url: string): string {
  return registrableDomain(hostOf(url));
}

/** An IP address, or a name without a public suffix, stands for itself. */
function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: false }) ?? host;
}

function hostOf(url: string): string {
  return new URL(url).hostname.toLowerCase().replace(/\.$/, "");
}
