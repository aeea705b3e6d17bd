import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseFeed as parseByFeedsmith } from "feedsmith";
import { decodeBody } from "../src/fetching/decode-body.ts";
import { parseFeed } from "../src/fetching/parsing/parse-feed.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import { ownCpuMs } from "./cpu.ts";
import { atomDocument, entriesPerDocument, rssDocument } from "./feed-documents.ts";
import type { Figure } from "./figure.ts";
import { inRounds } from "./rounds.ts";
import { median } from "./statistics.ts";

const sizes = { full: { rounds: 9, bytes: 40_000_000 }, quick: { rounds: 2, bytes: 2_000_000 } };
const corpus = resolve(import.meta.dirname, "../../shared/corpus");
const realBytesMin = 10_000;

export const parse: Benchmark = {
  name: "parse",
  setting: `Text to items, compared with feedsmith in the same rounds; both get the decoded text. The real feeds come from a corpus that is not part of the repository: those with ${realBytesMin} bytes or more that feedsmith can read too (a feed it rejects at once would look fast). Without the corpus they are left out.`,
  run,
};

async function run(size: Size): Promise<Figure[]> {
  const numbers = Array.from({ length: entriesPerDocument }, (_, index) => index + 1);
  const real = readRealFeeds();
  if (real.length === 0) console.error(`parse: no real feeds, because ${corpus} does not exist.`);
  const figures: Figure[] = [];
  for (const [name, texts] of [
    [`${real.length} real feeds`, real],
    ["60 KB RSS", [rssDocument(numbers, 1)]],
    ["60 KB Atom", [atomDocument(numbers, 1)]],
  ] as const) {
    if (texts.length > 0) figures.push(...(await measure(name, texts, size)));
  }
  return figures;
}

async function measure(name: string, texts: readonly string[], size: Size): Promise<Figure[]> {
  const { rounds, bytes } = sizes[size];
  const bytesOnce = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const speedOf = (parseOne: (text: string) => unknown, bytesInAll: number) => async () => {
    const passes = Math.ceil(bytesInAll / bytesOnce);
    const beganMs = ownCpuMs();
    for (let pass = 0; pass < passes; pass += 1) for (const text of texts) parseOne(text);
    return (passes * bytesOnce) / 1_000 / (ownCpuMs() - beganMs);
  };
  const { ours, feedsmith } = await inRounds(rounds, {
    ours: speedOf((text) => parseFeed(text, { url: "http://example.org/feed", contentType: null }), bytes),
    // Feedsmith needs about as long for a quarter of the work.
    feedsmith: speedOf(parseByFeedsmith, bytes / 4),
  });
  const how = `median of ${rounds} rounds, process.cpuUsage`;
  const ratio = median(ours.map((speed, round) => speed / (feedsmith[round] ?? speed)));
  return [
    { name: `parse, ${name}`, value: median(ours), unit: "MB/s of CPU", aim: { atLeast: 100 }, how },
    { name: `feedsmith, ${name}`, value: median(feedsmith), unit: "MB/s of CPU", aim: null, how },
    { name: `ratio, ${name}`, value: ratio, unit: "×", aim: { atLeast: 3 }, how },
  ];
}

type Case = { file: string; bytes: number; isFeed: boolean };

function readRealFeeds(): string[] {
  const manifest = join(corpus, "manifest.json");
  if (!existsSync(manifest)) return [];
  const { cases }: { cases: Case[] } = JSON.parse(readFileSync(manifest, "utf8"));
  return cases
    .filter(({ isFeed, bytes }) => isFeed && bytes >= realBytesMin)
    .map(({ file }) => decodeBody(readFileSync(join(corpus, file)), null).text)
    .filter(isReadByFeedsmith);
}

function isReadByFeedsmith(text: string): boolean {
  try {
    parseByFeedsmith(text);
    return true;
  } catch {
    return false;
  }
}
