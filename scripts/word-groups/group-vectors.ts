// Groups of vectors that point the same way (k-means by angle), and groups of these groups.

type Groups = { narrow: Uint16Array; wider: Uint16Array; widest: Uint16Array };

const rounds = 10;

export function groupVectors(
  vectors: readonly Float32Array[],
  counts: { narrow: number; wide: number; widest: number },
): Groups {
  const narrow = nearestCentres(vectors, counts.narrow);
  const wide = nearestCentres(narrow.centres, counts.wide);
  const widest = nearestCentres(wide.centres, counts.widest);
  return {
    narrow: narrow.nearest,
    wider: wide.nearest,
    widest: wide.nearest.map((group) => widest.nearest[group]!),
  };
}

/** Starts with the first vectors, which are those of the most frequent words. */
function nearestCentres(vectors: readonly Float32Array[], count: number) {
  let centres = vectors.slice(0, Math.min(count, vectors.length));
  let nearest = new Uint16Array(vectors.length);
  for (let round = 0; round < rounds; round += 1) {
    nearest = Uint16Array.from(vectors, (vector) => nearestOf(vector, centres));
    centres = meansOf(vectors, nearest, centres);
  }
  return { nearest, centres };
}

function nearestOf(vector: Float32Array, centres: readonly Float32Array[]): number {
  let best = 0;
  let bestDot = -Infinity;
  for (let centre = 0; centre < centres.length; centre += 1) {
    const values = centres[centre]!;
    let dot = 0;
    for (let at = 0; at < vector.length; at += 1) dot += vector[at]! * values[at]!;
    if (dot > bestDot) [best, bestDot] = [centre, dot];
  }
  return best;
}

/** A group that nothing is near to keeps its centre. */
function meansOf(vectors: readonly Float32Array[], nearest: Uint16Array, centres: readonly Float32Array[]) {
  const sums = centres.map((centre) => new Float32Array(centre.length));
  vectors.forEach((vector, at) => {
    const sum = sums[nearest[at]!]!;
    vector.forEach((value, place) => (sum[place]! += value));
  });
  return sums.map((sum, at) => {
    const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
    return length === 0 ? centres[at]! : sum.map((value) => value / length);
  });
}
