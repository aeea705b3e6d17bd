type Worded = { word: string };

/** The words that both titles have, in their order: pairs of places. */
export function longestCommon(from: readonly Worded[], to: readonly Worded[]): [number, number][] {
  const lengths = Array.from({ length: from.length + 1 }, () => new Int32Array(to.length + 1));
  for (let a = from.length - 1; a >= 0; a -= 1) {
    for (let b = to.length - 1; b >= 0; b -= 1) {
      lengths[a]![b] =
        from[a]!.word === to[b]!.word
          ? lengths[a + 1]![b + 1]! + 1
          : Math.max(lengths[a + 1]![b]!, lengths[a]![b + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let a = 0, b = 0; a < from.length && b < to.length;) {
    if (from[a]!.word === to[b]!.word) pairs.push([a++, b++]);
    else if (lengths[a + 1]![b]! >= lengths[a]![b + 1]!) a += 1;
    else b += 1;
  }
  return pairs;
}
