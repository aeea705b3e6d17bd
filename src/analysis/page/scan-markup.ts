import { Parser } from "htmlparser2";
import { withoutHidden } from "../../text/characters.ts";

type MarkupLimits = { charsMax: number; elementsMax: number };
export type MarkupExcess = "too-large" | "too-deep";

/** The deepest of 1,171 real pages has 51 levels; 5,000 nested divs kept Readability busy for 27 s. */
const depthMax = 200;
const attributesPerElementMax = 300;

/** A text comes in one more piece for every character reference in it. */
const textsMax = 150_000;

/**
 * Whether a stranger's markup is small enough to build a tree from it; null if it is. Takes linear time and stops at the
 * first limit that is exceeded. linkedom and sanitize-html use the same parser, so it counts what they would build.
 */
export function checkMarkup(html: string, { charsMax, elementsMax }: MarkupLimits): MarkupExcess | null {
  if (html.length > charsMax) return "too-large";

  const count = { depth: 0, elements: 0, attributes: 0, texts: 0 };
  let excess: MarkupExcess | null = null;
  const limit = (value: number, max: number, why: MarkupExcess) => {
    if (value <= max) return;
    excess = why;
    parser.pause();
  };
  const parser = new Parser({
    onopentagname: () => {
      count.attributes = 0;
      limit(++count.elements, elementsMax, "too-large");
      limit(++count.depth, depthMax, "too-deep");
    },
    onattribute: () => limit(++count.attributes, attributesPerElementMax, "too-large"),
    onclosetag: () => {
      count.depth -= 1;
    },
    ontext: () => limit(++count.texts, textsMax, "too-large"),
    oncomment: () => limit(++count.elements, elementsMax, "too-large"),
  });
  parser.end(html);
  return excess;
}

/** What a person reads, of markup that has been cleaned: paragraphs apart by an empty line, rows and items by a line. */
export function extractText(html: string): string {
  let text = "";
  const parser = new Parser({
    ontext: (data) => {
      text += data.replace(unevenSpace, " ");
    },
    onopentagname: (name) => {
      if (lineElements.has(name)) text += "\n";
      else if (blockElements.has(name)) text += "\n\n";
      else if (cellElements.has(name)) text += " ";
      else if (name === "q") text += "“";
    },
    onclosetag: (name) => {
      if (blockElements.has(name)) text += "\n\n";
      else if (name === "q") text += "”";
    },
  });
  parser.end(html);

  // Hidden characters split words, and hide instructions to a model.
  const lines = withoutHidden(text).split("\n");
  return lines
    .map((line) => line.replace(/ {2,}/g, " ").trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

// White space but a single space: replacing every space by itself took half of the time.
const unevenSpace = / ?[^\S ]\s*| {2,}\s*/g;

const blockElements = new Set(
  "blockquote caption div dl figcaption figure h1 h2 h3 h4 h5 h6 hr ol p pre table ul".split(" "),
);
const lineElements = new Set("br dd dt li tr".split(" "));
const cellElements = new Set(["td", "th"]);
