import { seededRandom } from "../simulate/seeded-random.ts";

// Skip-gram with negative sampling (Mikolov et al. 2013): a word's vector is trained to tell the words around it from others.

export type Vocabulary = { words: string[]; ids: Map<string, number>; counts: Float64Array };

const size = 64;
const windowMax = 4;
const negatives = 6;
const epochs = 4;
const rateAtStart = 0.025;
// Very frequent words are skipped more often than not: they say little of their neighbours.
const frequentFrom = 1e-4;
const noiseSlots = 1 << 22;

export function countWords(
  sentences: readonly string[][],
  { occurrencesMin, wordsMax }: { occurrencesMin: number; wordsMax: number },
): Vocabulary {
  const all = new Map<string, number>();
  for (const words of sentences) for (const word of words) all.set(word, (all.get(word) ?? 0) + 1);
  const kept = [...all]
    .filter(([, count]) => count >= occurrencesMin)
    .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, wordsMax);
  return {
    words: kept.map(([word]) => word),
    ids: new Map(kept.map(([word], id) => [word, id])),
    counts: Float64Array.from(kept, ([, count]) => count),
  };
}

/** One vector of 64 numbers for each word, one after the other, each of length 1. */
export function learnVectors(
  sentences: readonly string[][],
  { words, ids, counts }: Vocabulary,
  onEpoch: (epoch: number) => void,
): Float32Array[] {
  const random = seededRandom(1);
  const own = Float32Array.from({ length: words.length * size }, () => (random() - 0.5) / size);
  const around = new Float32Array(words.length * size);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const keep = counts.map((count) => Math.min(1, Math.sqrt((frequentFrom * total) / count)));
  const noise = noiseTable(counts);
  const lines = sentences.map((sentence) => Int32Array.from(sentence, (word) => ids.get(word) ?? -1));
  const steps = lines.length * epochs;
  const change = new Float32Array(size);

  for (let epoch = 0, step = 0; epoch < epochs; epoch += 1) {
    for (const line of lines) {
      const rate = Math.max(rateAtStart * (1 - step / steps), rateAtStart / 1_000);
      step += 1;
      const kept = line.filter((id) => id >= 0 && random() < keep[id]!);
      for (let at = 0; at < kept.length; at += 1) {
        const reach = 1 + Math.floor(random() * windowMax);
        for (let other = Math.max(0, at - reach); other <= Math.min(kept.length - 1, at + reach); other += 1) {
          if (other !== at) learnPair(kept[at]!, kept[other]!, rate);
        }
      }
    }
    onEpoch(epoch + 1);
  }
  return words.map((_, id) => unit(own.subarray(id * size, (id + 1) * size)));

  function learnPair(word: number, neighbour: number, rate: number): void {
    const from = word * size;
    change.fill(0);
    for (let sample = 0; sample <= negatives; sample += 1) {
      const target = sample === 0 ? neighbour : noise[Math.floor(random() * noiseSlots)]!;
      if (sample > 0 && target === neighbour) continue;
      const to = target * size;
      let dot = 0;
      for (let at = 0; at < size; at += 1) dot += own[from + at]! * around[to + at]!;
      const error = ((sample === 0 ? 1 : 0) - 1 / (1 + Math.exp(-dot))) * rate;
      for (let at = 0; at < size; at += 1) {
        change[at]! += error * around[to + at]!;
        around[to + at]! += error * own[from + at]!;
      }
    }
    for (let at = 0; at < size; at += 1) own[from + at]! += change[at]!;
  }
}

/** Words in proportion to their count to the power of 0.75, as the method's authors found best. */
function noiseTable(counts: Float64Array): Int32Array {
  const powers = counts.map((count) => count ** 0.75);
  const total = powers.reduce((sum, power) => sum + power, 0);
  const table = new Int32Array(noiseSlots);
  let id = 0;
  let reached = powers[0]! / total;
  for (let slot = 0; slot < noiseSlots; slot += 1) {
    table[slot] = id;
    if (slot / noiseSlots > reached && id < counts.length - 1) reached += powers[(id += 1)]! / total;
  }
  return table;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
  return vector.map((value) => value / length);
}
