import assert from "node:assert/strict";
import { test } from "node:test";
import { groupVectors } from "../../scripts/word-groups/group-vectors.ts";
import { countWords, learnVectors } from "../../scripts/word-groups/learn-vectors.ts";
import { seededRandom } from "../../scripts/simulate/seeded-random.ts";

const [animals, verbs, metals] = [
  ["cat", "dog", "horse", "cow"],
  ["eats", "chases", "bites", "sees"],
  ["gold", "iron", "zinc", "tin"],
] as const;

/** "the cat chases the dog", "the price of zinc rose": animals and metals never stand in each other's places. */
function madeUpSentences(): string[][] {
  const random = seededRandom(7);
  const one = (words: readonly string[]) => words[Math.floor(random() * words.length)]!;
  return Array.from({ length: 4_000 }, (_, at) =>
    at % 2 === 0
      ? ["the", one(animals), one(verbs), "a", one(animals), "again"]
      : ["price", "of", one(metals), "and", one(metals), "rose"],
  );
}

function groupsByWord(): Map<string, number> {
  const sentences = madeUpSentences();
  const vocabulary = countWords(sentences, { occurrencesMin: 2, wordsMax: 100 });
  const vectors = learnVectors(sentences, vocabulary, () => {});
  const { narrow, wider } = groupVectors(vectors, { narrow: 6, wide: 2, widest: 1 });
  return new Map(vocabulary.words.map((word, at) => [word, wider[narrow[at]!]!]));
}

test("words that stand in the same places are one group, and the same text gives the same groups", () => {
  const groups = groupsByWord();
  const groupsOf = (words: readonly string[]) => new Set(words.map((word) => groups.get(word)));
  assert.equal(groupsOf(metals).size, 1);
  assert.equal(groupsOf(animals).size, 1);
  assert.notDeepEqual(groupsOf(metals), groupsOf(animals));
  assert.deepEqual(groupsByWord(), groups);
});

test("only frequent words are learned, the most frequent first", () => {
  const sentences = [...Array.from({ length: 3 }, () => ["b", "a", "a"]), ["c"]];
  assert.deepEqual(countWords(sentences, { occurrencesMin: 2, wordsMax: 9 }).words, ["a", "b"]);
  assert.deepEqual(countWords(sentences, { occurrencesMin: 1, wordsMax: 1 }).words, ["a"]);
});
