import type { KeptSigns } from "./index-store.ts";
import type { Stems } from "./story-signs.ts";

/** What is compared of a stored item. */
export type KnownSigns = { pubDate: Date; language: string; signs: () => Stems };

/** Of items by their numbers, which are added in rising order. */
export type SignsMemory = {
  add: (number: number, signs: KeptSigns) => void;
  find: (number: number) => KnownSigns | null;
};

/** All in a few long arrays, four bytes a stem: as objects, an item would take four times as much. */
export function createSignsMemory(): SignsMemory {
  let stems = new Int32Array(4_096);
  let end = 0;
  const numbers: number[] = [];
  const dates: number[] = [];
  const languages: string[] = [];
  // The stems of a lead follow those of its title, up to the next item.
  const starts: number[] = [];
  const titleEnds: number[] = [];
  const push = (added: readonly number[]) => {
    if (end + added.length > stems.length) {
      const longer = new Int32Array(1.5 * stems.length + added.length);
      longer.set(stems);
      stems = longer;
    }
    stems.set(added, end);
    end += added.length;
  };
  return {
    add: (number, { pubDate, language, titleStems, leadStems }) => {
      numbers.push(number);
      dates.push(pubDate.getTime());
      languages.push(language);
      starts.push(end);
      push(titleStems);
      titleEnds.push(end);
      push(leadStems);
    },
    find: (number) => {
      const at = findPlace(numbers, number);
      if (numbers[at] !== number) return null;
      const [start, titleEnd, leadEnd] = [starts[at]!, titleEnds[at]!, starts[at + 1] ?? end];
      const signs = () => ({ titleStems: copy(stems, start, titleEnd), leadStems: copy(stems, titleEnd, leadEnd) });
      return { pubDate: new Date(dates[at]!), language: languages[at]!, signs };
    },
  };
}

/** Numbers have few gaps, so the place is at most as far from the end as the number is from the last. */
function findPlace(numbers: readonly number[], number: number): number {
  let low = Math.max(0, numbers.length - 1 - ((numbers.at(-1) ?? 0) - number));
  let high = Math.min(numbers.length, number - (numbers[0] ?? 0) + 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Faster than a slice of one, for the few stems of an item. */
function copy(from: Int32Array, start: number, end: number): number[] {
  const numbers: number[] = [];
  for (let at = start; at < end; at += 1) numbers.push(from[at]!);
  return numbers;
}
