/** A growing list of feature numbers, reused for every word: allocation would cost more than the features. */
export type FeatureList = { buckets: Int32Array; count: number };

const featuresMax = 1_024;

export function createFeatureList(): FeatureList {
  return { buckets: new Int32Array(featuresMax), count: 0 };
}

// FNV-1a over UTF-16 units.
export function hashText(text: string, start = 0, end = text.length): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

export function hashPair(a: number, b: number): number {
  return Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b) ^ (b >>> 15);
}

/** The same word in another role ("the word before") is another feature: `role` tells them apart. */
export function addFeature(list: FeatureList, role: number, hash: number): void {
  if (list.count >= featuresMax) return;
  let mixed = Math.imul(hash ^ Math.imul(role + 1, 0x9e3779b1), 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  list.buckets[list.count] = mixed ^ (mixed >>> 16);
  list.count += 1;
}
