// Learns which words stand in the same places: node scripts/word-groups.ts LANGUAGE FILE...
// Each line of a file is a headline or a sentence; of a line with tabs only the last column counts. The texts are other people's
// and not part of this repository; only the groups are. The same files give the same bytes.
import { createReadStream, mkdirSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { readText } from "../src/analysis/heuristic/read-text.ts";
import { isTaughtLanguage } from "../src/analysis/plain/lexicon-entry.ts";
import { hashText, titleWords } from "../src/analysis/plain/tagger/title-units.ts";
import { groupVectors } from "./word-groups/group-vectors.ts";
import { countWords, learnVectors } from "./word-groups/learn-vectors.ts";

const wordsMax = 50_000;
const occurrencesMin = 5;
const groupCounts = { narrow: 2_000, wide: 400, widest: 64 };
const lineCharsMax = 400;

const [language, ...files] = process.argv.slice(2);
if (language === undefined || !isTaughtLanguage(language) || files.length === 0) {
  console.error("Usage: node scripts/word-groups.ts en|de|pl FILE...");
  process.exit(2);
}

const sentences = await readSentences(files);
const vocabulary = countWords(sentences, { occurrencesMin, wordsMax });
console.log(`${sentences.length} lines, ${vocabulary.words.length} words`);
const vectors = learnVectors(sentences, vocabulary, (epoch) => console.log(`epoch ${epoch} done`));
const { narrow, wider, widest } = groupVectors(vectors, groupCounts);
save(new URL(`../src/analysis/plain/tagger/word-groups/${language}.bin`, import.meta.url));
printSample();

async function readSentences(names: readonly string[]): Promise<string[][]> {
  const read: string[][] = [];
  for (const name of names) {
    const bytes = createReadStream(name);
    const input = name.endsWith(".gz") ? bytes.pipe(createGunzip()) : bytes;
    for await (const line of createInterface({ input })) {
      const text = line.slice(line.lastIndexOf("\t") + 1, line.lastIndexOf("\t") + 1 + lineCharsMax);
      const words = titleWords(readText("title", text));
      if (words.length >= 3) read.push(words);
    }
  }
  return read;
}

function save(file: URL): void {
  const sorted = vocabulary.words
    .map((word, at) => ({ hash: hashText(word) >>> 0, group: narrow[at]! }))
    .toSorted((a, b) => a.hash - b.hash)
    // Two words with one hash: the first stays.
    .filter(({ hash }, at, all) => at === 0 || all[at - 1]!.hash !== hash);
  const parts = [
    Uint32Array.of(sorted.length, wider.length),
    Uint32Array.from(sorted, ({ hash }) => hash),
    Uint16Array.from(sorted, ({ group }) => group),
    wider,
    widest,
  ].map((array) => Buffer.from(array.buffer));
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(file, Buffer.concat(parts));
}

/** A few groups, for a person to judge by. */
function printSample(): void {
  for (let group = 0; group < groupCounts.narrow; group += groupCounts.narrow / 10) {
    const members = vocabulary.words.filter((_, at) => narrow[at] === group).slice(0, 12);
    console.log(`${group}: ${members.join(" ")}`);
  }
}
