import { readText } from "../../src/analysis/heuristic/read-text.ts";
import type { Language } from "../../src/analysis/plain/lexicon-entry.ts";
import { markedSpans } from "../../src/analysis/plain/tagger/marked-spans.ts";
import { type TaggedTitle, tagTitle } from "../../src/analysis/plain/tagger/tag-title.ts";
import { areaUnderCurve, countMarks } from "./measure.ts";
import { developmentIds, readLabelled, type Labelled } from "./read-material.ts";

/** How the weights as shipped do on the headlines that nothing was trained on. */
export function reportDevelopment(): void {
  const labelled = readLabelled();
  const ids = developmentIds(labelled);
  for (const language of ["en", "de", "pl"] as const) {
    const labels = labelled.filter((label) => label.language === language && ids.has(label.id));
    console.log(`\n${language}: ${labels.length} headlines of the development set`);
    reportLanguage(language, labels);
  }
}

function reportLanguage(language: Language, labels: readonly Labelled[]): void {
  const tagged = labels.map((label) => ({ label, tag: tagTitle(readText("title", label.headline), language)! }));
  const marks = (from?: number) => {
    const counts = countMarks(
      tagged.map(({ label, tag }) => ({
        label,
        spans: markedSpans(from === undefined ? tag : { ...tag, markFrom: from }),
      })),
    );
    return `${percent(counts.found, counts.wanted)} found, ${percent(counts.right, counts.marked)} right`;
  };
  console.log(`  marked from ${tagged[0]!.tag.markFrom}: ${marks()}`);
  for (const from of [0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6]) console.log(`    from ${from}: ${marks(from)}`);

  const auc = (score: (at: number) => number, isPositive: (label: Labelled) => boolean) =>
    areaUnderCurve(
      tagged.map((_, at) => score(at)),
      labels.map(isPositive),
    ).toFixed(3);
  const loaded = (at: number) => tagged[at]!.tag.loaded;
  console.log(
    `  AUC loaded ≥ 2 ${auc(loaded, (label) => label.loaded >= 2)}, ≥ 1 ${auc(loaded, (label) => label.loaded >= 1)}`,
  );
  const clickbait = auc(
    (at) => tagged[at]!.tag.clickbait,
    ({ kinds }) => kinds.includes("teaser"),
  );
  const plain = tagged.filter(({ label }) => label.loaded === 0);
  const alarms = plain.filter(({ tag }) => tag.clickbait >= 0.5).length;
  console.log(`  AUC clickbait for teasers ${clickbait}; plain titles at 0.5 or more ${percent(alarms, plain.length)}`);
  console.log(
    `  plain titles with a mark ${percent(plain.filter(({ tag }) => markedSpans(tag).length > 0).length, plain.length)}`,
  );
  for (const [from, to] of [0, 0.1, 0.2, 0.4, 0.6, 1.01].map((edge, at, edges) => [edge, edges[at + 1]] as const)) {
    if (to === undefined) continue;
    const bin = tagged.filter(({ tag }) => tag.loaded >= from && tag.loaded < to);
    const clear = bin.filter(({ label }) => label.loaded >= 2).length;
    const mean = bin.reduce((sum, { tag }) => sum + tag.loaded, 0) / Math.max(1, bin.length);
    console.log(`    loaded ${from}–${Math.min(1, to)}: said ${mean.toFixed(2)}, was ${percent(clear, bin.length)}`);
  }
  reportWords(tagged);
  console.log(`  ${measureSpeed(language, labels).toFixed(3)} ms a headline`);
}

// Stricter than spans: every word by itself.
function reportWords(tagged: readonly { label: Labelled; tag: TaggedTitle }[]): void {
  const words = tagged.flatMap(({ label, tag }) => {
    const spans = markedSpans(tag);
    return tag.words.map(({ start, end }) => ({
      isMarked: spans.some((span) => start < span.end && span.start < end),
      isLoaded: label.spans.some(([from, to]) => start < to && from < end),
    }));
  });
  const marked = words.filter(({ isMarked }) => isMarked);
  const loaded = words.filter(({ isLoaded }) => isLoaded);
  const both = marked.filter(({ isLoaded }) => isLoaded).length;
  console.log(`  word by word: ${percent(both, loaded.length)} found, ${percent(both, marked.length)} right`);
}

function measureSpeed(language: Language, labels: readonly Labelled[]): number {
  const rounds = 10;
  const started = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) {
    for (const { headline } of labels) tagTitle(readText("title", headline), language);
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000 / rounds / labels.length;
}

function percent(part: number, whole: number): string {
  return `${Math.round((100 * part) / Math.max(1, whole))} % (${part}/${whole})`;
}
