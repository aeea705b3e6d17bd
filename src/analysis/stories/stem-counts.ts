/** In how many items each stem is, by its key. */
export type StemCounts = { change: (key: number, by: 1 | -1) => void; countOf: (key: number) => number };

// No key: the last two bits of one are 0.
const free = 1;
const slotsMin = 1_024;

/**
 * In two arrays, where a key stands at the slot that its bits say, or at the next free one. With 12,000 items stored, a batch
 * of 200 looks up tens of thousands, and the Map was a quarter of finding which are alike.
 */
export function createStemCounts(): StemCounts {
  let keys = new Int32Array(slotsMin).fill(free);
  let counts = new Int32Array(slotsMin);
  let taken = 0;
  const slotOf = (key: number): number => {
    let slot = Math.imul(key, 0x9e3779b1) >>> (Math.clz32(keys.length) + 1);
    while (keys[slot] !== key && keys[slot] !== free) slot = (slot + 1) & (keys.length - 1);
    return slot;
  };
  // Half of the slots stay free, so that a search is short. Keys without items are dropped only here.
  const grow = () => {
    const [oldKeys, oldCounts] = [keys, counts];
    const known = oldCounts.reduce((sum, count) => sum + (count === 0 ? 0 : 1), 0);
    const slots = Math.max(slotsMin, 2 ** Math.ceil(Math.log2(4 * known)));
    keys = new Int32Array(slots).fill(free);
    counts = new Int32Array(slots);
    taken = known;
    for (const [old, key] of oldKeys.entries()) {
      if (oldCounts[old] === 0) continue;
      const slot = slotOf(key);
      keys[slot] = key;
      counts[slot] = oldCounts[old]!;
    }
  };
  return {
    change: (key, by) => {
      let slot = slotOf(key);
      if (keys[slot] === free) {
        if (2 * taken >= keys.length) {
          grow();
          slot = slotOf(key);
        }
        keys[slot] = key;
        taken += 1;
      }
      counts[slot]! += by;
    },
    countOf: (key) => counts[slotOf(key)]!,
  };
}
