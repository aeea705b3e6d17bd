import { type AnalyzerResult, titleCharsMax } from "../items/analyzer-result.ts";
import { currentAnalysis, type ItemSource, type PublishedItem, publishedScore } from "../items/published-item.ts";
import { absoluteUrl } from "./present-feed.ts";
import { xml, type Xml } from "./xml.ts";
import { printable, printableLine } from "../text/characters.ts";
import { wordingLevel } from "../items/plainness.ts";

/** What a page or a list shows of an item; a feed adds the rest. */
export type PresentedFacts = {
  id: string;
  url: string | null;
  title: string;
  originalTitle: string;
  author: string | null;
  pubDate: Date;
  updatedAt: Date;
  categories: string[];
  status: PublishedItem["analysisStatus"];
};

export type PresentedItem = PresentedFacts & {
  source: PresentedSource | null;
  /** Who wrote it and where, in one line: most readers show no source, and some only one of several authors. */
  byline: string | null;
  enclosures: PresentedEnclosure[];
  html: string;
  /** Why ours is another; null if it is not. */
  titleReason: string | null;
  analysis: PresentedAnalysis | null;
};

/** `url`: of the feed, or of its site; null if it has neither, as a newsletter. */
export type PresentedSource = { name: string; url: string | null; siteUrl: string | null };

export type PresentedEnclosure = { url: string; type: string; bytes: number };

const nameCharsMax = 200;
const categoriesMax = 50;
const enclosuresMax = 50;
const titleFromTextCharsMax = 120;

/** What every format says about an item: cleaned, cut, with the neutral title. Formats differ only in syntax. */
export function presentItem(item: PublishedItem): PresentedItem {
  const facts = presentFacts(item);
  const result = currentAnalysis(item);
  const analysis = result && presentAnalysis(result);
  const source = item.source ? presentSource(item.source) : null;
  const isPlainer = facts.title !== facts.originalTitle;
  const names = [facts.author, outletBeside(facts.author, source)].filter((name) => name !== null);
  return {
    ...facts,
    source,
    byline: names.join(", ") || null,
    enclosures: presentEnclosures(item.enclosures),
    html: describeItem(item, analysis, isPlainer ? facts.originalTitle : null),
    titleReason: (isPlainer && result?.title_correction_reason) || null,
    analysis,
  };
}

/** The outlet's name, unless the author's has it already. */
export function outletBeside(author: string | null, source: PresentedSource | null): string | null {
  if (source === null) return null;
  return (author ?? "").toLowerCase().includes(source.name.toLowerCase()) ? null : source.name;
}

// Readers pass a source on with what they share, and the query of a private feed is often its key.
function presentSource({ name, url: feedUrl, siteUrl: written }: ItemSource): PresentedSource | null {
  const url = absoluteUrl(feedUrl);
  const siteUrl = absoluteUrl(written ?? "") ?? (url && new URL(url).origin + "/");
  const shown = printableLine(name, nameCharsMax) || (siteUrl && new URL(siteUrl).host);
  return shown === null ? null : { name: shown, url: url === null || url.includes("?") ? siteUrl : url, siteUrl };
}

/** Separate, because the API needs no HTML, which costs as much as everything else. */
export function presentFacts(item: PublishedItem): PresentedFacts {
  const url = absoluteUrl(item.url ?? "");
  const originalTitle = printableLine(item.title, titleCharsMax);
  const title = printableLine(currentAnalysis(item)?.title_corrected ?? "", titleCharsMax) || originalTitle;
  return {
    // The row's own id survives a new title, link or public address. The hash would not: it depends on the link, and two
    // feeds may share it, which newsboat treats as one item that moved from the first feed to the second.
    id: `urn:uuid:${item.id}`,
    url,
    title: title || printableLine(item.text ?? "", titleFromTextCharsMax) || (url ?? "Untitled"),
    originalTitle,
    author: printableLine(item.author ?? "", nameCharsMax) || null,
    pubDate: item.pubDate,
    updatedAt: item.updatedAt,
    categories: presentCategories(item.categories),
    status: item.analysisStatus,
  };
}

function presentCategories(categories: string[]): string[] {
  const lines = categories.slice(0, categoriesMax).map((category) => printableLine(category, nameCharsMax));
  return [...new Set(lines)].filter((line) => line !== "");
}

// RSS requires all three attributes of an enclosure; the validator recommends 0 for an unknown length.
function presentEnclosures(enclosures: PublishedItem["enclosures"]): PresentedEnclosure[] {
  return enclosures.slice(0, enclosuresMax).flatMap(({ url: written, type, bytes }) => {
    const url = absoluteUrl(written);
    return url === null ? [] : [{ url, type: mediaType(type), bytes: bytes ?? 0 }];
  });
}

function mediaType(written: string | null): string {
  return /^\s*([\w.+-]{1,100}\/[\w.+-]{1,100})/.exec(written ?? "")?.[1] ?? "application/octet-stream";
}

// Fifty items of this size are a megabyte. A longer one is cut and sent as text, because markup cannot be cut.
const htmlCharsMax = 20_000;
const excerptCharsMax = 2_000;

/** What a reader sees below the title, as HTML. `originalTitle` only if ours differs from it. */
function describeItem(item: PublishedItem, analysis: PresentedAnalysis | null, originalTitle: string | null): string {
  if (analysis === null) return item.fullText || describeUnanalysed(item);
  const note = noteOf(analysis, originalTitle).text;
  return ((item.fullText ? withSummary(item, analysis.summary) : describeAnalysis(analysis)) || noSummary) + note;
}

const noSummary = "<p>No summary.</p>";

function describeAnalysis({ summary, facts }: PresentedAnalysis): string {
  // The offline analysis quotes both from the same text: showing it once is enough.
  const further = facts.filter((fact) => !summary.includes(fact));
  return xml`${paragraph(summary)}${list(further)}`.text;
}

/** The summary stands above the text, unless it says nothing that the reader does not see at once. */
function withSummary({ fullText = "", text }: PublishedItem, summary: string): string {
  const isShown = summary !== "" && !isOpening(summary, text ?? "");
  return (isShown ? xml`<p><em>${summary}</em></p><hr>`.text : "") + fullText;
}

// A dateline or the title may come first.
const leadCharsMax = 200;

// The offline analysis quotes its sentences from the text: then the first one would stand there twice in a row.
const sameCharsMin = 60;

/** Also where the text is hardly longer. */
function isOpening(summary: string, text: string): boolean {
  const [wanted, opening] = [oneLine(summary), oneLine(text.slice(0, 4 * (summary.length + leadCharsMax)))];
  const first = wanted.slice(0, sameCharsMin);
  return opening.length <= 2 * wanted.length || opening.slice(0, first.length + leadCharsMax).includes(first);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** One line, only where there is something to say; all scores and reasons are in the analysis of the item. */
function noteOf({ model, scores: [overall] }: PresentedAnalysis, originalTitle: string | null): Xml {
  const by = `Plainwire${model === null ? "" : ` with ${model}`}`;
  if (originalTitle) return xml`<p><small>Plain title by ${by}; the original: “${originalTitle}”</small></p>`;
  const level = wordingLevel(overall.score);
  if (level !== "loaded" && level !== "heavy") return xml``;
  return xml`<p><small>${level === "heavy" ? "Heavily loaded" : "Loaded"} wording, says ${by}.</small></p>`;
}

function describeUnanalysed({ analysisStatus, cleanHtml, text }: PublishedItem): string {
  if (analysisStatus === "pending") return xml`<p>Not analysed yet.</p>`.text;
  const isShort = cleanHtml !== null && cleanHtml.length <= htmlCharsMax;
  const shown = isShort ? cleanHtml : paragraph(printableLine(text ?? "", excerptCharsMax)).text;
  return (
    printable(shown).trim() ||
    xml`<p>${analysisStatus === "failed" ? "The analysis failed." : "Not analysed."}</p>`.text
  );
}

function paragraph(text: string): Xml {
  return text === "" ? xml`` : xml`<p>${text}</p>`;
}

function list(texts: string[]): Xml {
  return texts.length === 0 ? xml`` : xml`<ul>${texts.map((text) => xml`<li>${text}</li>`)}</ul>`;
}

export type PresentedAnalysis = Pick<AnalyzerResult, "analyzer" | "language" | "category" | "summary" | "warnings"> & {
  version: string;
  model: string | null;
  input: AnalyzerResult["input_kind"];
  facts: string[];
  /** The overall score first, then the five it is made of. */
  scores: [PresentedScore, ...PresentedScore[]];
};

export type PresentedScore = { name: string; score: number; confidence: number | null; reason: string };

const traits = ["framing", "clickbait", "persuasive", "hyper_stimulus", "speculative"] as const;

export function presentAnalysis(result: AnalyzerResult): PresentedAnalysis {
  return {
    analyzer: result.analyzer,
    version: result.analyzer_version,
    model: result.llm_model ?? null,
    input: result.input_kind,
    language: result.language,
    category: result.category,
    summary: result.summary || result.description_corrected,
    warnings: result.warnings,
    facts: result.facts.map(({ text }) => text),
    scores: [
      { name: "overall", score: publishedScore(result.overall), confidence: null, reason: result.overall_reason },
      ...traits.map((name) => presentTrait(name, result)),
    ],
  };
}

function presentTrait(name: (typeof traits)[number], result: AnalyzerResult): PresentedScore {
  return {
    name,
    score: publishedScore(result[name]),
    confidence: publishedScore(result.confidence[name]),
    reason: result[`${name}_reason`],
  };
}

/** Items without a score stay in, marked as pending: no score is not a bad score. */
export function filterByScore(items: PublishedItem[], maxScore: number): PublishedItem[] {
  const max = publishedScore(maxScore);
  return items.filter((item) => {
    const analysis = currentAnalysis(item);
    return analysis === null || publishedScore(analysis.overall) <= max;
  });
}
