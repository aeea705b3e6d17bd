import { compare, measureRarity, weigh } from "./compare-signs.ts";
import { extractSigns } from "./extract-signs.ts";

export type StoryFacts = { itemId: string; language: string; facts: readonly { text: string }[] };

/** One fact, with each wording once and the items that use it, the first of them first. */
export type ToldFact = { wordings: { text: string; itemIds: string[] }[] };

/** Facts that all `tellers` report, that several report, and that only one reports. An item without facts is not a teller. */
export type ComparedFacts = { tellers: number; byAll: ToldFact[]; bySome: ToldFact[]; byOne: ToldFact[] };

// Sentences are short: two that state the same fact share at least this many stems, and most of their weight.
const similarityMin = 0.4;
const sharedMin = 3;

export function compareFacts(items: readonly StoryFacts[]): ComparedFacts {
  const facts = items.flatMap(({ itemId, language, facts }) =>
    facts.map(({ text }) => ({
      itemId,
      text,
      numbers: numbersIn(text),
      signs: extractSigns({ title: "", lead: text, language }),
    })),
  );
  const rarity = measureRarity(facts.map(({ signs }) => signs));
  const told: { wordings: Map<string, Set<string>>; numbers: Set<string>; vector: ReturnType<typeof weigh> }[] = [];
  for (const { itemId, text, numbers, signs } of facts) {
    const vector = weigh(signs, rarity);
    const isSimilar = (one: (typeof told)[number]) => {
      const { similarity, shared } = compare(one.vector, vector);
      const isNew = !tellersOf(one.wordings).has(itemId);
      return isNew && similarity >= similarityMin && shared >= sharedMin && !contradict(one.numbers, numbers);
    };
    const same = told.find(({ wordings }) => wordings.has(text)) ?? told.find(isSimilar);
    if (same === undefined) told.push({ wordings: new Map([[text, new Set([itemId])]]), numbers, vector });
    else same.wordings.set(text, new Set(same.wordings.get(text)).add(itemId));
  }
  const tellers = new Set(facts.map(({ itemId }) => itemId)).size;
  const toldBy = (holds: (count: number) => boolean): ToldFact[] =>
    told
      .filter(({ wordings }) => holds(tellersOf(wordings).size))
      .map(({ wordings }) => ({ wordings: [...wordings].map(([text, itemIds]) => ({ text, itemIds: [...itemIds] })) }));
  return {
    tellers,
    byAll: toldBy((count) => count > 1 && count === tellers),
    bySome: toldBy((count) => count > 1 && count < tellers),
    byOne: toldBy((count) => count === 1),
  };
}

function tellersOf(wordings: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  return new Set([...wordings.values()].flatMap((itemIds) => [...itemIds]));
}

/** "12 died" and "14 died" are two facts, however similar the wording. */
function contradict(a: Set<string>, b: Set<string>): boolean {
  return a.size > 0 && b.size > 0 && a.isDisjointFrom(b);
}

function numbersIn(text: string): Set<string> {
  return new Set(text.match(/\p{Nd}+/gu) ?? []);
}
