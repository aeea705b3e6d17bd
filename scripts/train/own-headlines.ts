import { readdirSync, readFileSync } from "node:fs";
import type { Language } from "../../src/analysis/plain/lexicon-entry.ts";

/** A headline of our own (training/headlines/), labelled like those of other people. */
export type OwnHeadline = {
  headline: string;
  spans: [number, number][];
  /** 0 to 3; null for a sentence without a level. */
  loaded: number | null;
  fix: "keep" | "edit" | "article";
  /** The plain title, where there is one. */
  neutral: string;
};

const folder = new URL("../../training/headlines/", import.meta.url);

export function readOwnHeadlines(language: Language): OwnHeadline[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${language}-`) && name.endsWith(".txt"))
    .toSorted()
    .flatMap((name) => readOwnFile(new URL(name, folder)));
}

/** One headline a line. A line that begins with "#" is a comment. */
export function readOwnFile(file: URL): OwnHeadline[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map(parseOwnHeadline);
}

/** "{2} Minister [slams] plan => Minister criticizes plan": the level, the loaded words in brackets, the plain title or "?". */
export function parseOwnHeadline(line: string): OwnHeadline {
  const [, level, rest] = /^(?:\{([0-3])\} )?(.*)$/u.exec(line)!;
  const [marked, plain] = rest!.split(" => ");
  const spans: [number, number][] = [];
  let headline = "";
  for (const part of marked!.split(/(\[[^\]]*\])/u)) {
    const isLoaded = part.startsWith("[");
    const words = isLoaded ? part.slice(1, -1) : part;
    if (isLoaded) spans.push([headline.length, headline.length + words.length]);
    headline += words;
  }
  const fix = plain === undefined ? "keep" : plain === "?" ? "article" : "edit";
  return {
    headline,
    spans,
    loaded: level === undefined ? null : Number(level),
    fix,
    neutral: fix === "edit" ? plain! : fix === "keep" ? headline : "",
  };
}
