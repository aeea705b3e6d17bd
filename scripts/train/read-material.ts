import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { networkWords } from "../../src/analysis/plain/network/network-pieces.ts";
import type { Language, LoadedKind } from "../../src/analysis/plain/lexicon-entry.ts";

/** A labelled headline. `drops` are the characters an editor deleted; null where no plain title tells. */
export type Labelled = {
  id: string;
  language: Language;
  pool: string;
  headline: string;
  loaded: number;
  kinds: LoadedKind[];
  spans: [number, number][];
  fix: "keep" | "edit" | "article";
  neutral: string;
};

const shared = new URL("../../../shared/data/", import.meta.url);
const files = ["headlines-pool.tsv.gz", "headline-labels.jsonl", "clickbait-headlines.tsv.gz"] as const;
const developmentCounts: Record<Language, number> = { en: 300, de: 160, pl: 140 };

export function hasMaterial(): boolean {
  return files.every((file) => existsSync(new URL(file, shared)));
}

export function readLabelled(): Labelled[] {
  const headlines = new Map(
    lines(gunzipSync(readFileSync(new URL(files[0], shared)))).map((line) => {
      const [id, pool, headline] = line.split("\t");
      return [id!, { pool: pool!, headline: headline! }] as const;
    }),
  );
  return lines(readFileSync(new URL(files[1], shared))).map((line) => {
    const { lang, ...label } = JSON.parse(line) as Labelled & { lang: Language };
    return { ...label, language: lang, ...headlines.get(label.id)! };
  });
}

/** How loaded a headline of a public archive is. */
export type Joined = { language: Language; headline: string; level: number };

/** What training/network/join.py writes: language, headline, level, plain title, and whether it is kept for measuring. */
export function readJoined(file: string): Joined[] {
  return lines(readFileSync(file)).flatMap((line) => {
    const [language, headline, level, , part] = line.split("\t");
    return part === "dev" ? [] : [{ language: language as Language, headline: headline!, level: Number(level) }];
  });
}

/** A headline of a public archive whose loaded words somebody marked. */
export type Marked = { headline: string; level: number; spans: [number, number][] };

/** Finds the headlines of training/spans in a file that has one headline a line, those and others. */
export function readMarked(language: Language, headlines: string): Marked[] {
  const file = new URL(`../../training/spans/${language}.tsv`, import.meta.url);
  const marks = new Map(lines(readFileSync(file)).map((line) => [line.split("\t")[0]!, line]));
  const wanted = marks.size;
  const marked: Marked[] = [];
  for (const headline of lines(readFileSync(headlines))) {
    const hash = hashHex(headline).slice(0, 16);
    const line = marks.get(hash);
    if (line === undefined) continue;
    marks.delete(hash);
    marked.push(parseMarks(line, headline));
  }
  console.log(`${language}: ${marked.length} of ${wanted} headlines of training/spans were found in ${headlines}`);
  return marked;
}

/** The first digits of the headline's hash, how loaded it is, and the numbers of its loaded words; "-" if it has none. */
export function parseMarks(line: string, headline: string): Marked {
  const [, level, numbers] = line.split("\t");
  const words = networkWords(headline);
  const loaded = numbers === "-" ? [] : numbers!.split(" ").map((number) => words[Number(number)]!);
  return { headline, level: Number(level), spans: loaded.map(({ start, end }) => [start, end]) };
}

/** The first headlines by a hash of their id: never trained on, only for choosing between models. */
export function developmentIds(labelled: readonly Labelled[]): Set<string> {
  return new Set(
    (["en", "de", "pl"] as const).flatMap((language) =>
      labelled
        .filter((label) => label.language === language)
        .map(({ id }) => ({ id, order: hashHex(`development ${id}`) }))
        .sort((a, b) => (a.order < b.order ? -1 : 1))
        .slice(0, developmentCounts[language])
        .map(({ id }) => id),
    ),
  );
}

export function hashHex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function readClickbait(): { title: string; isClickbait: boolean }[] {
  return lines(gunzipSync(readFileSync(new URL(files[2], shared)))).map((line) => ({
    isClickbait: line.startsWith("1"),
    title: line.slice(line.indexOf("\t") + 1),
  }));
}

function lines(bytes: Buffer): string[] {
  return bytes
    .toString("utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
}
