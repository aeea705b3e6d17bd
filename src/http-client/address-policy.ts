import { isIP } from "node:net";

/**
 * A range in one 128-bit space where IPv4 is ::ffff:a.b.c.d. The plain and the mapped spelling are the same number, so no
 * rule can be bypassed by writing an address the other way.
 */
export type Network = { first: bigint; hostBits: bigint };

const mappedIpv4: Network = { first: 0xffff_0000_0000n, hostBits: 32n };

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

/** Parses FETCH_ALLOW_NETWORKS: CIDRs separated by commas or spaces. Throws, because a mistake would open internal networks. */
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

/** Whether we may connect to this address. Text that is not an address is never allowed. */
export function isAddressAllowed(text: string, allowNetworks: readonly Network[]): boolean {
  const address = parseAddress(text);
  if (address === null) return false;
  return allowNetworks.some((network) => contains(network, address)) || isPublic(address);
}

function isPublic(address: bigint): boolean {
  if (contains(mappedIpv4, address)) return !within(specialIpv4, address);
  return contains(globalUnicast, address) && !within(specialIpv6, address) && !isIsatap(address);
}

function within(networks: readonly Network[], address: bigint): boolean {
  return networks.some((network) => contains(network, address));
}

/** RFC 5214: the low 64 bits are 0000:5efe or 0200:5efe and an IPv4 address, to which a tunnel would unpack it. */
function isIsatap(address: bigint): boolean {
  return ((address >> 32n) & 0xfdff_ffffn) === 0x5efen;
}

/** IANA special-purpose registry (RFC 6890 and its updates), multicast and class E. */
const specialIpv4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  // Azure's WireServer answers here with credentials, inside public space.
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
].map(parseNetwork);

/** The only public IPv6 space. An allow list is safer: ipaddr.js, which lists the bad ranges, missed 16 of 241 vectors. */
const globalUnicast = parseNetwork("2000::/3");

const specialIpv6 = [
  // Teredo, benchmarking, ORCHID and their neighbours.
  "2001::/23",
  "2001:db8::/32",
  // 6to4: embeds an IPv4 address.
  "2002::/16",
  "3ffe::/16",
  "3fff::/20",
].map(parseNetwork);
