import { hash } from "node:crypto";
import type { ItemIdentity } from "./item-identity.ts";

// Items of a document beyond it are looked up in the database at every fetch.
export const seenItemsMax = 1_000;

const recordBytes = 16;

// What the feed remembers of its last document: 8 bytes of the identity and 8 of the text of each item that was stored.
export function packSeen(identities: ItemIdentity[]): Buffer {
  return Buffer.from(identities.slice(0, seenItemsMax).map(recordOf).join(""), "hex");
}

// The same after another document. Where that is shorter, it may be cut off or empty by mistake, and items that were deleted here
// since would come back as news with the next whole one: what is missing is remembered on, up to the length that was remembered.
export function packSeenAfter(seen: Buffer | null, identities: ItemIdentity[]): Buffer {
  const packed = packSeen(identities);
  if (seen === null || seen.length <= packed.length) return packed;
  const records = recordsIn(packed);
  const listed = new Set(records.map(identityIn));
  const missing = recordsIn(seen).filter((record) => !listed.has(identityIn(record)));
  return Buffer.from([...records, ...missing].join(""), "hex").subarray(0, seen.length);
}

// The items that were not in the last document, or not with this text.
export function selectUnseen<Identified extends ItemIdentity>(seen: Buffer | null, items: Identified[]): Identified[] {
  if (seen === null) return items;
  const records = new Set(recordsIn(seen));
  return items.filter((item) => !records.has(recordOf(item)));
}

// Of those, the items that were not in the last document with another text either.
export function selectNew<Identified extends ItemIdentity>(seen: Buffer | null, unseen: Identified[]): Identified[] {
  if (seen === null || unseen.length === 0) return unseen;
  const hashes = new Set(recordsIn(seen).map(identityIn));
  return unseen.filter(({ hash: itemHash }) => !hashes.has(itemHash.slice(0, recordBytes)));
}

// What is remembered, without items that could not be stored after all.
export function forgetSeen(seen: Buffer, items: ItemIdentity[]): Buffer {
  const gone = new Set(items.map(recordOf));
  return Buffer.from(
    recordsIn(seen)
      .filter((record) => !gone.has(record))
      .join(""),
    "hex",
  );
}

// Whether a document's items changed, in any order. A feed that only reorders its items has not changed.
export function digestItems(identities: ItemIdentity[]): Buffer {
  return Buffer.from(hash("sha256", identities.map(recordOf).toSorted().join("")), "hex");
}

function recordsIn(seen: Buffer): string[] {
  const packed = seen.toString("hex");
  const records: string[] = [];
  for (let at = 0; at < packed.length; at += 2 * recordBytes) records.push(packed.slice(at, at + 2 * recordBytes));
  return records;
}

function identityIn(record: string): string {
  return record.slice(0, recordBytes);
}

function recordOf({ hash, fingerprint }: ItemIdentity): string {
  return hash.slice(0, recordBytes) + fingerprint;
}
