import { hash } from "node:crypto";
import type { ItemIdentity } from "./item-identity.ts";

// Items of a document beyond it are looked up in the database at every fetch.
export const seenItemsMax = 1_000;

const recordBytes = 16;

// What the feed remembers of its last document: 8 bytes of each item's identity and 8 of its text (C25).
export function packSeen(identities: ItemIdentity[]): Buffer {
  return Buffer.from(identities.slice(0, seenItemsMax).map(recordOf).join(""), "hex");
}

// The items that were not in the last document, or not with this text.
export function selectUnseen<Identified extends ItemIdentity>(seen: Buffer | null, items: Identified[]): Identified[] {
  if (seen === null) return items;
  const records = new Set<string>();
  const packed = seen.toString("hex");
  for (let at = 0; at < packed.length; at += 2 * recordBytes) records.add(packed.slice(at, at + 2 * recordBytes));
  return items.filter((item) => !records.has(recordOf(item)));
}

// Whether a document's items changed, in whatever order it lists them (C34).
export function digestItems(identities: ItemIdentity[]): Buffer {
  return Buffer.from(hash("sha256", identities.map(recordOf).toSorted().join("")), "hex");
}

function recordOf({ hash, fingerprint }: ItemIdentity): string {
  return hash.slice(0, recordBytes) + fingerprint;
}
