import { randomUUID } from "node:crypto";
import { analyseItems } from "../src/analysis/analyse-items.ts";
import { analyseByWords } from "../src/analysis/heuristic/analyse-by-words.ts";
import { extractPage } from "../src/analysis/page/extract-page.ts";
import { benchDatabase, type BenchDatabase } from "./bench-database.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import { ownCpuMs } from "./cpu.ts";
import { prose } from "./feed-documents.ts";
import type { Aim, Figure } from "./figure.ts";
import { newsPage } from "./news-page.ts";
import { inRounds, spentOn } from "./rounds.ts";
import { median } from "./statistics.ts";

const sizes = {
  full: { rounds: 5, items: 500, texts: 200, pages: 60 },
  quick: { rounds: 1, items: 50, texts: 10, pages: 5 },
};

export const analyse: Benchmark = {
  name: "analyse",
  setting:
    "What one core does in a second. analyse-heuristic is the whole stage (claim, clean the HTML, analyse, save) for typical feed items of 280 words, PostgreSQL's CPU included. By words alone is only the analysis of a page's 1,400 words. extract gets such a text from a page of 110 KB and 900 elements.",
  run,
};

async function run(size: Size): Promise<Figure[]> {
  const { rounds, items, texts, pages } = sizes[size];
  const database = await benchDatabase();
  try {
    const rates = await inRounds(rounds, {
      stage: () => analyseStage(database, items),
      words: () => rateOf(texts, analysePageText),
      extract: () => rateOf(pages, extractOne),
    });
    const how = `median of ${rounds} rounds, by CPU time`;
    const figure = (name: string, values: number[], unit: string, aim: Aim): Figure => ({
      name,
      value: median(values),
      unit,
      aim,
      how,
    });
    return [
      figure("analyse-heuristic", rates.stage, "items/s", { atLeast: 50 }),
      figure("analyse-heuristic by words alone", rates.words, "items/s", { atLeast: 50 }),
      figure("extract", rates.extract, "pages/s", { atLeast: 25 }),
    ];
  } finally {
    await database.close();
  }
}

async function analyseStage({ pool, cpuMs }: BenchDatabase, items: number): Promise<number> {
  const feedId = randomUUID();
  await pool.query("insert into feeds (id, url, full_text) values ($1, $2, 'never')", [
    feedId,
    `http://a.example/${feedId}`,
  ]);
  const numbers = Array.from({ length: items }, (_, n) => n);
  await pool.query(
    `insert into items (id, feed_id, hash, url, title, content, pub_date, fingerprint)
     select gen_random_uuid(), $1, encode(sha256(url::bytea), 'hex'), url, title, content, now(), ''
     from unnest($2::text[], $3::text[], $4::text[]) i(url, title, content)`,
    [
      feedId,
      numbers.map((n) => `http://a.example/${feedId}/${n}`),
      numbers.map((n) => `BREAKING: ${prose(n, 8)} You will not believe it`),
      numbers.map((n) => `<p>${prose(n, 140)}</p><p>${prose(-n, 140)}</p>`),
    ],
  );
  const { ownMs, databaseMs } = await spentOn(cpuMs, async () => {
    while ((await analyseItems({ pool, now: () => new Date(), limits: { hasModel: false, ageDaysMax: 14 } })) > 0);
  });
  return (items * 1_000) / (ownMs + databaseMs);
}

function analysePageText(n: number): void {
  analyseByWords({
    title: prose(n, 9),
    description: prose(n, 20),
    body: Array.from({ length: 25 }, (_, part) => prose(n * 97 + part, 56)).join("\n\n"),
    kind: "article",
    languageHint: "en",
    now: new Date(0),
  });
}

function extractOne(n: number): void {
  const { kind } = extractPage(newsPage(n), "http://a.example/news/1");
  if (kind !== "text") throw new Error("the page's text was not found");
}

/** Generating the texts and pages is included: less than a tenth of the work. */
async function rateOf(count: number, work: (n: number) => void): Promise<number> {
  const beganMs = ownCpuMs();
  for (let n = 0; n < count; n += 1) work(n);
  return (count * 1_000) / (ownCpuMs() - beganMs);
}
