import { isIP } from "node:net";
import { parseProxyNetworks, plainAddress } from "./proxy-networks.ts";

/** The address of the client, behind the proxies of TRUST_PROXY. Null if the connection has none. */
export type AddressOf = (remoteAddress: string | undefined, forwardedFor: string | undefined) => string | null;

const forwardedMax = 20;

/** The nearest address that is not a trusted proxy: anything to its left in X-Forwarded-For can be made up. */
export function clientAddress(trustProxy: string | null): AddressOf {
  const isProxy = parseProxyNetworks("TRUST_PROXY", trustProxy ?? "");

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
