import { existsSync, readFileSync } from "node:fs";
import { analyseByWords } from "../../src/analysis/heuristic/analyse-by-words.ts";
import type { AnalysisInput } from "../../src/analysis/analyzer.ts";
import type { AnalyzerResult } from "../../src/items/analyzer-result.ts";
import type { Language } from "../../src/analysis/plain/lexicon-entry.ts";
import { areaUnderCurve } from "../../test/analysis/evaluation-metrics.ts";

/** A headline that a human editor has labelled. It is somebody's wording, so none of them is part of the repository. */
export type Gold = {
  lang: Language;
  headline: string;
  loaded: number;
  spans: string[];
  fix: "keep" | "edit" | "article";
  neutral: string;
};

export type Judged = Gold & { title: string; overall: number; marked: Span[]; wanted: Span[] };
type Span = { start: number; end: number };

const gold = new URL("../../../shared/eval/headlines-gold.jsonl", import.meta.url);

/** Null where the labelled headlines are absent. */
export function readGold(): Gold[] | null {
  if (!existsSync(gold)) return null;
  return readFileSync(gold, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Gold);
}

/** A headline as an item that has nothing else. */
export function inputOf({ headline: title, lang: languageHint }: Gold): AnalysisInput {
  return { title, description: "", body: "", kind: "feed", languageHint, now: new Date(0) };
}

export function judge(label: Gold, result: AnalyzerResult = analyseByWords(inputOf(label))): Judged {
  const title = label.headline;
  const marked = result.techniques.flatMap(({ span }) => (span?.field === "title" ? [span] : []));
  const wanted = label.spans.flatMap((text) => {
    const start = title.indexOf(text);
    return start < 0 ? [] : [{ start, end: start + text.length }];
  });
  return { ...label, title: result.title_corrected, overall: result.overall, marked, wanted };
}

export type Figure = { name: string; value: string };

export function figuresOf(judged: readonly Judged[]): Figure[] {
  const plain = judged.filter(({ loaded }) => loaded === 0);
  const clear = judged.filter(({ loaded }) => loaded >= 2);
  const editable = clear.filter(({ fix }) => fix === "edit");
  const changed = judged.filter(isChanged);
  const comparable = changed.filter(({ fix }) => fix !== "article");
  const found = sum(judged, ({ wanted, marked }) => wanted.filter((span) => overlaps(span, marked)).length);
  const right = sum(judged, ({ wanted, marked }) => marked.filter((span) => overlaps(span, wanted)).length);
  return [
    { name: "headlines", value: String(judged.length) },
    { name: "… plain", value: String(plain.length) },
    { name: "… clearly loaded", value: String(clear.length) },
    { name: "… clearly loaded and editable", value: String(editable.length) },
    {
      name: "clearly loaded and editable: at least half way to the human editor's title",
      value: percent(editable.filter(isHalfWay).length, editable.length),
    },
    {
      name: "clearly loaded and editable: changed at all",
      value: percent(editable.filter(isChanged).length, editable.length),
    },
    {
      name: "changed titles that are nearer to the human editor's",
      value: percent(comparable.filter(isNearer).length, comparable.length),
    },
    { name: "plain titles touched", value: percent(plain.filter(isChanged).length, plain.length) },
    {
      name: "loaded words found",
      value: percent(
        found,
        sum(judged, ({ wanted }) => wanted.length),
      ),
    },
    {
      name: "marked words that are loaded",
      value: percent(
        right,
        sum(judged, ({ marked }) => marked.length),
      ),
    },
    { name: "AUC of `overall` for clearly loaded", value: auc(judged, 2) },
    { name: "AUC of `overall` for loaded at all", value: auc(judged, 1) },
    {
      name: "clearly loaded with 0.34 or more",
      value: percent(clear.filter(({ overall }) => overall >= 0.34).length, clear.length),
    },
    {
      name: "plain with 0.34 or more",
      value: percent(plain.filter(({ overall }) => overall >= 0.34).length, plain.length),
    },
  ];
}

/** What `overall` says against what human editors say: rows of a band, how many, the mean score, the share that is clearly loaded. */
export function reliability(judged: readonly Judged[]): string[][] {
  const edges = [0, 0.1, 0.2, 0.4, 0.6, 0.8, 1.01];
  return edges.slice(0, -1).map((from, at) => {
    const band = judged.filter(({ overall }) => overall >= from && overall < edges[at + 1]!);
    const said = band.length === 0 ? "–" : (sum(band, ({ overall }) => overall) / band.length).toFixed(2);
    const was = band.length === 0 ? "–" : (band.filter(({ loaded }) => loaded >= 2).length / band.length).toFixed(2);
    return [`${from}–${Math.min(1, edges[at + 1]!)}`, String(band.length), said, was];
  });
}

export type Worst = { kind: string; judged: Judged[] };

const worstMax = 10;

/** For the terminal only: these are other people's headlines. */
export function worstOf(judged: readonly Judged[]): Worst[] {
  const left = judged.filter((one) => one.loaded >= 2 && one.fix === "edit" && !isHalfWay(one));
  const harmed = judged.filter((one) => isChanged(one) && one.fix !== "article" && !isNearer(one));
  const alarms = judged.filter(({ loaded }) => loaded === 0).toSorted((a, b) => b.overall - a.overall);
  const missed = judged.filter(({ loaded }) => loaded >= 2).toSorted((a, b) => a.overall - b.overall);
  return [
    { kind: "clearly loaded and not half way", judged: left.toSorted((a, b) => b.loaded - a.loaded) },
    { kind: "changed and not nearer", judged: harmed },
    { kind: "plain with the highest score", judged: alarms },
    { kind: "clearly loaded with the lowest score", judged: missed },
  ].map(({ kind, judged: all }) => ({ kind, judged: all.slice(0, worstMax) }));
}

function isChanged({ title, headline }: Judged): boolean {
  return title !== headline;
}

function isHalfWay({ title, headline, neutral, fix }: Judged): boolean {
  return fix === "edit" && title !== headline && wordDistance(title, neutral) <= 0.5 * wordDistance(headline, neutral);
}

function isNearer({ title, headline, neutral }: Judged): boolean {
  return wordDistance(title, neutral) < wordDistance(headline, neutral);
}

/** Words inserted, deleted or replaced, by the longer title's length. Case and shouting marks count. */
export function wordDistance(one: string, other: string): number {
  const [from, to] = [wordsOf(one), wordsOf(other)];
  let row = to.map((_, at) => at + 1);
  from.forEach((word, at) => {
    let [diagonal, left] = [at, at + 1];
    row = row.map((up, column) => {
      const cost = Math.min(up + 1, left + 1, diagonal + (word === to[column] ? 0 : 1));
      [diagonal, left] = [up, cost];
      return cost;
    });
  });
  return (row.at(-1) ?? from.length) / Math.max(1, from.length, to.length);
}

function wordsOf(title: string): string[] {
  return title.match(/[\p{L}\p{N}'’-]+|[!?…]/gu) ?? [];
}

function overlaps(span: Span, others: readonly Span[]): boolean {
  return others.some((other) => span.start < other.end && other.start < span.end);
}

function auc(judged: readonly Judged[], from: number): string {
  const scored = judged.map(({ overall, loaded }) => ({ score: overall, isPositive: loaded >= from }));
  return areaUnderCurve(scored).toFixed(3);
}

function sum<Value>(values: readonly Value[], of: (value: Value) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} % (${part}/${whole})`;
}
