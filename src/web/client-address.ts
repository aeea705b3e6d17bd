import { BlockList, isIP } from "node:net";
import { Refusal } from "../refusal.ts";

/** The address of the client, behind the proxies of TRUST_PROXY. Null if the connection has none. */
export type AddressOf = (remoteAddress: string | undefined, forwardedFor: string | undefined) => string | null;

const forwardedMax = 20;

/** The nearest address that is not a trusted proxy: anything to its left in X-Forwarded-For can be made up. */
export function clientAddress(trustProxy: string | null): AddressOf {
  const proxies = parseProxies(trustProxy ?? "");
  const isProxy = (address: string) => proxies.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

  return (remoteAddress = "", forwardedFor = "") => {
    const forwarded = forwardedFor.split(",").slice(-forwardedMax);
    const hops = [...forwarded, remoteAddress].map(plainAddress).toReversed();
    let client: string | null = null;
    for (const hop of hops) {
      // Not an address: it was made up before the last proxy we know. That proxy is then all we know.
      if (isIP(hop) === 0) return client;
      client = hop;
      if (!isProxy(hop)) return client;
    }
    return client;
  };
}

function parseProxies(text: string): BlockList {
  const list = new BlockList();
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [address = "", prefix] = part.split("/");
    const [family, bitsMax] = isIP(address) === 6 ? (["ipv6", 128] as const) : (["ipv4", 32] as const);
    const bits = prefix === undefined ? bitsMax : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Infinity;
    if (isIP(address) === 0 || bits > bitsMax) {
      throw new Refusal(`TRUST_PROXY must be addresses or networks such as 10.0.0.0/8, not "${part.slice(0, 80)}".`);
    }
    list.addSubnet(address, bits, family);
  }
  return list;
}

/** Plain IPv4 where the server listens on IPv6, and without the brackets, zone or port that proxies add. */
function plainAddress(text: string): string {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/%.*$/, "");
  return bare.replace(/^::ffff:(?=\d+\.)/i, "").replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1");
}
