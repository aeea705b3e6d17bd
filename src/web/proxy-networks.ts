import { BlockList, isIP } from "node:net";
import { Refusal } from "../refusal.ts";

/** Whether an address is in one of the networks that the setting of this name lists. */
export function parseProxyNetworks(setting: string, text: string): (address: string) => boolean {
  const list = new BlockList();
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [address = "", prefix] = part.split("/");
    const [family, bitsMax] = isIP(address) === 6 ? (["ipv6", 128] as const) : (["ipv4", 32] as const);
    const bits = prefix === undefined ? bitsMax : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Infinity;
    if (isIP(address) === 0 || bits > bitsMax) {
      throw new Refusal(`${setting} must be addresses or networks such as 10.0.0.0/8, not "${part.slice(0, 80)}".`);
    }
    list.addSubnet(address, bits, family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** Plain IPv4 where the server listens on IPv6, and without the brackets, zone or port that proxies add. */
export function plainAddress(text: string): string {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/%.*$/, "");
  return bare.replace(/^::ffff:(?=\d+\.)/i, "").replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1");
}
