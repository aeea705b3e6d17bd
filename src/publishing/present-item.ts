import { titleCharsMax } from "../items/analyzer-result.ts";
import { absoluteUrl } from "./absolute-url.ts";
import { describeItem } from "./describe-item.ts";
import { presentAnalysis, type PresentedAnalysis } from "./present-analysis.ts";
import { printableLine } from "../text/printable.ts";
import { currentAnalysis, type PublishedItem } from "../items/published-item.ts";

/** What a page or a list says of an item; a feed adds the rest. */
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
  enclosures: PresentedEnclosure[];
  html: string;
  analysis: PresentedAnalysis | null;
};

export type PresentedEnclosure = { url: string; type: string; bytes: number };

const nameCharsMax = 200;
const categoriesMax = 50;
const enclosuresMax = 50;
const titleFromTextCharsMax = 120;

/** What every format says of an item: clean, capped, the neutral title first. Formats differ only in how they write it. */
export function presentItem(item: PublishedItem): PresentedItem {
  const facts = presentFacts(item);
  const result = currentAnalysis(item);
  const analysis = result && presentAnalysis(result);
  return {
    ...facts,
    enclosures: presentEnclosures(item.enclosures),
    html: describeItem(item, analysis, facts.title === facts.originalTitle ? null : facts.originalTitle),
    analysis,
  };
}

/** By itself, because the API has no use for HTML, which costs as much as all the rest. */
export function presentFacts(item: PublishedItem): PresentedFacts {
  const url = absoluteUrl(item.url ?? "");
  const originalTitle = printableLine(item.title, titleCharsMax);
  const title = printableLine(currentAnalysis(item)?.title_corrected ?? "", titleCharsMax) || originalTitle;
  return {
    // The row's own id outlives a new title, link or address of ours. The hash would not: it follows the link, and two
    // feeds may share it, which newsboat takes for one item that moved from the first feed to the second.
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

// RSS wants all three attributes of an enclosure; 0 is the validator's word for an unknown length.
function presentEnclosures(enclosures: PublishedItem["enclosures"]): PresentedEnclosure[] {
  return enclosures.slice(0, enclosuresMax).flatMap(({ url: written, type, bytes }) => {
    const url = absoluteUrl(written);
    return url === null ? [] : [{ url, type: mediaType(type), bytes: bytes ?? 0 }];
  });
}

function mediaType(written: string | null): string {
  return /^\s*([\w.+-]{1,100}\/[\w.+-]{1,100})/.exec(written ?? "")?.[1] ?? "application/octet-stream";
}
