/**
 * Who is behind an address, for counting: a household has a whole /64 of IPv6, and a site that asked for it a /48, which are
 * 65,536 of them. One address of IPv6 means nothing; of IPv4 it is all there is.
 */
export function networkOf(address: string, bits: 64 | 48): string {
  if (!address.includes(":")) return address;
  // As the URL parser writes it: no leading zeros, and at most one run of zero groups left out.
  const written = new URL(`http://[${address.replace(/%.*/, "")}]/`).hostname.slice(1, -1);
  const [head = "", tail] = written.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array.from({ length: zeros }, () => "0"), ...groups(tail ?? "")];
  return `${all.slice(0, bits / 16).join(":")}::`;
}
