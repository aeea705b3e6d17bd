/**
 * A stem as a number of 32 bits, like PostgreSQL's integer. The last two are its kind. A word of a concept has the sign, 20 bits of
 * the concept and nine of its own: how rare it is, is counted for the word; reports are compared by the concept. Any other word has 29
 * bits of its hash.
 *
 * `capital`: a name or only a capital, as every German noun and the first word of a sentence have. It counts as a name if
 * another item has the same stem as a name.
 */
export const stemKind = { word: 0, number: 1, name: 2, capital: 3 } as const;
export type StemKind = (typeof stemKind)[keyof typeof stemKind];
const kindMask = 3;

const conceptSign = 1 << 31;
const conceptBits = 20;
const ownBits = 11;
const ownMask = (1 << ownBits) - 1;

export function kindOf(stem: number): StemKind {
  return (stem & kindMask) as StemKind;
}

/** The stem without its kind: what is counted. */
export function keyOf(stem: number): number {
  return stem & ~kindMask;
}

/** What two items compare. */
export function sharedKeyOf(key: number): number {
  return isConcept(key) ? key & ~ownMask : key;
}

export function isConcept(key: number): boolean {
  return key < 0;
}

export function keyOfText(text: string): number {
  return keyOf(hashText(text) & ~conceptSign);
}

/** Of a word of a concept, whose key is `keyOfConcept`. */
export function keyWithin(concept: number, text: string): number {
  return concept | keyOf(hashText(text) & ownMask);
}

export function keyOfConcept(name: string): number {
  return conceptSign | ((hashText(name) >>> (32 - conceptBits)) << ownBits);
}

/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}
