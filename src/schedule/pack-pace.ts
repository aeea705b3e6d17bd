import type { Pace } from "./policy/pace.ts";

// feeds.pace: two times, two sums, then one byte for each count.
const countsAt = 16;
const lengths = { recent: 4, byHour: 24, byDay: 7 };
const packedBytes = countsAt + lengths.recent + lengths.byHour + lengths.byDay;

export function packPace({ atMinute, newsMinute, items, hours, recent, byHour, byDay }: Pace): Buffer {
  const packed = Buffer.allocUnsafe(packedBytes);
  packed.writeUInt32BE(atMinute, 0);
  packed.writeUInt32BE(newsMinute, 4);
  packed.writeFloatBE(items, 8);
  packed.writeFloatBE(hours, 12);
  let at = countsAt;
  for (const counts of [recent, byHour, byDay]) {
    for (const count of counts) {
      packed[at] = count;
      at += 1;
    }
  }
  return packed;
}

/** Null is what a feed has that was not fetched since paces are learned. Bytes of another length are of another version. */
export function openPace(packed: Buffer | null): Pace | null {
  if (packed === null || packed.length !== packedBytes) return null;
  const hoursAt = countsAt + lengths.recent;
  const daysAt = hoursAt + lengths.byHour;
  return {
    atMinute: packed.readUInt32BE(0),
    newsMinute: packed.readUInt32BE(4),
    items: packed.readFloatBE(8),
    hours: packed.readFloatBE(12),
    recent: countsIn(packed, countsAt, hoursAt),
    byHour: countsIn(packed, hoursAt, daysAt),
    byDay: countsIn(packed, daysAt, packedBytes),
  };
}

function countsIn(packed: Buffer, from: number, until: number): number[] {
  const counts: number[] = [];
  for (let at = from; at < until; at += 1) counts.push(packed[at] ?? 0);
  return counts;
}
