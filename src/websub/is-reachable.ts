import { isAddressAllowed, parseAddress } from "../http-client/address-policy.ts";

// Names that only a home or office network knows, and those reserved for no host at all.
const privateName = /(^|\.)(localhost|local|lan|home|internal|intranet|private|corp|home\.arpa|invalid|onion)$/;

/** Whether a hub on the internet can call us: https, and a host that is not private by its name. */
export function isReachable(publicOrigin: string): boolean {
  const { protocol, hostname } = new URL(publicOrigin);
  if (protocol !== "https:") return false;
  const host = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  if (parseAddress(host) !== null) return isAddressAllowed(host, []);
  return host.includes(".") && !privateName.test(host);
}
