import { isIP } from "node:net";
import { contains, mappedIpv4, parseAddress, type Network } from "./ip-network.ts";

/** Reads FETCH_ALLOW_NETWORKS: CIDRs separated by commas or spaces. A mistake here opens the inside: it throws. */
export function parseAllowedNetworks(text: string): Network[] {
  return text
    .split(/[\s,]+/)
    .filter((part) => part !== "")
    .map(parseNetwork);
}

export function parseNetwork(text: string): Network {
  const [, address = "", prefix = ""] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const family = isIP(address);
  const first = parseAddress(address);
  if (first === null || address.includes("%")) {
    throw new Error(`"${text}" is not a network in CIDR form, such as 10.0.0.0/8 or fd00::/8`);
  }

  const addressBits = family === 4 ? 32 : 128;
  const prefixBits = Number(prefix);
  if (prefixBits === 0) throw new Error(`"${text}" would allow every address`);
  if (prefixBits > addressBits) throw new Error(`"${text}" has a prefix above /${addressBits}`);

  const network = { first, hostBits: BigInt(addressBits - prefixBits) };
  if (first !== (first >> network.hostBits) << network.hostBits) {
    throw new Error(`"${text}" has bits set behind its prefix of /${prefixBits}`);
  }
  if (family === 6 && (contains(network, mappedIpv4.first) || contains(mappedIpv4, first))) {
    throw new Error(`"${text}" covers IPv4 addresses: write those as a.b.c.d/n`);
  }
  return network;
}
