import { contains, mappedIpv4, type Network, parseAddress, parseNetwork } from "./ip-network.ts";

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
