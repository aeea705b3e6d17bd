import { isIP } from "node:net";

/**
 * A range in one 128-bit space in which IPv4 stands as ::ffff:a.b.c.d. The plain and the mapped spelling are
 * the same number there, so no rule can be dodged by writing an address the other way.
 */
export type Network = { first: bigint; hostBits: bigint };

export const mappedIpv4: Network = { first: 0xffff_0000_0000n, hostBits: 32n };

export function parseAddress(text: string): bigint | null {
  switch (isIP(text)) {
    case 4:
      return mappedIpv4.first | parseIpv4(text);
    case 6:
      return parseIpv6(text);
    default:
      return null;
  }
}

export function contains(network: Network, address: bigint): boolean {
  return (address ^ network.first) >> network.hostBits === 0n;
}

function parseIpv4(text: string): bigint {
  return text.split(".").reduce((value, octet) => (value << 8n) | BigInt(octet), 0n);
}

function parseIpv6(text: string): bigint {
  const [withoutZone = ""] = text.split("%");
  const inHex = withoutZone.replace(/[^:]+\.[^:]+$/, (dotted) => {
    const value = parseIpv4(dotted);
    return `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
  });

  const [before, after] = inHex.split("::").map((side) => (side === "" ? [] : side.split(":")));
  const head = before ?? [];
  const tail = after ?? [];
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return BigInt(`0x${[...head, ...zeros, ...tail].map((group) => group.padStart(4, "0")).join("")}`);
}
