import { Parser } from "htmlparser2";
import { withoutForbiddenInXml, withoutHidden } from "../../text/characters.ts";

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
export function checkMarkup(html: string, limits: MarkupLimits): MarkupExcess | null {
  if (html.length > limits.charsMax) return "too-large";
  const count = createCount(limits, () => parser.pause());
  const parser = new Parser({
    onopentagname: count.open,
    onattribute: count.attribute,
    onclosetag: count.close,
    ontext: count.text,
    oncomment: count.comment,
  });
  parser.end(html);
  return count.excess();
}

function createCount({ elementsMax }: MarkupLimits, stop: () => void) {
  let [depth, elements, attributes, texts] = [0, 0, 0, 0];
  let excess: MarkupExcess | null = null;
  const exceed = (why: MarkupExcess) => {
    excess = why;
    stop();
  };
  return {
    open: () => {
      attributes = 0;
      elements += 1;
      depth += 1;
      if (elements > elementsMax) exceed("too-large");
      if (depth > depthMax) exceed("too-deep");
    },
    attribute: () => {
      attributes += 1;
      if (attributes > attributesPerElementMax) exceed("too-large");
    },
    close: () => {
      depth -= 1;
    },
    text: () => {
      texts += 1;
      if (texts > textsMax) exceed("too-large");
    },
    comment: () => {
      elements += 1;
      if (elements > elementsMax) exceed("too-large");
    },
    excess: () => excess,
  };
}

/** What a person reads, of markup that has been cleaned: paragraphs apart by an empty line, rows and items by a line. */
export function extractText(html: string): string {
  const text = createText();
  new Parser({ ontext: text.add, onopentagname: text.open, onclosetag: text.close }).end(html);
  return text.read();
}

/**
 * The same of markup as it came, if it has nothing that cleaning would take out together with its text: in one reading instead of three
 * and the cleaning between them. Null: it has something else than the usual elements, or is hidden; `checkMarkup`, the cleaning and
 * `extractText` tell then.
 */
export function extractUsualText(html: string, limits: MarkupLimits): string | null {
  if (html.length > limits.charsMax || withoutForbiddenInXml(html) !== html) return null;
  let isUsual = true;
  const leave = () => {
    isUsual = false;
    parser.pause();
  };
  const count = createCount(limits, leave);
  const text = createText();
  const parser = new Parser({
    onopentagname: (name) => {
      count.open();
      if (usualElements.has(name)) text.open(name);
      else leave();
    },
    onattribute: (name, value) => {
      count.attribute();
      if (name === "hidden" || (name === "style" && /none|hidden/i.test(value))) leave();
    },
    onclosetag: (name) => {
      count.close();
      text.close(name);
    },
    ontext: (data) => {
      count.text();
      // A character reference comes alone.
      if (data.length === 1 && withoutForbiddenInXml(data) === "") leave();
      text.add(data);
    },
    oncomment: count.comment,
  });
  parser.end(html);
  return isUsual ? text.read() : null;
}

function createText() {
  let text = "";
  return {
    add: (data: string) => {
      text += data.replace(unevenSpace, " ");
    },
    open: (name: string) => {
      if (lineElements.has(name)) text += "\n";
      else if (blockElements.has(name)) text += "\n\n";
      else if (cellElements.has(name)) text += " ";
      else if (name === "q") text += "“";
    },
    close: (name: string) => {
      if (blockElements.has(name)) text += "\n\n";
      else if (name === "q") text += "”";
    },
    read: () => {
      // Hidden characters split words, and hide instructions to a model.
      const lines = withoutHidden(text).split("\n");
      return lines
        .map((line) => line.replace(/ {2,}/g, " ").trim())
        .join("\n")
        .replace(/\n{3,}/g, "\n\n")
        .trim();
    },
  };
}

// White space but a single space: replacing every space by itself took half of the time.
const unevenSpace = / ?[^\S ]\s*| {2,}\s*/g;

const blockElements = new Set(
  "blockquote caption div dl figcaption figure h1 h2 h3 h4 h5 h6 hr ol p pre table ul".split(" "),
);
const lineElements = new Set("br dd dt li tr".split(" "));
const cellElements = new Set(["td", "th"]);
// Cleaning keeps these, or drops nothing but the element itself.
const usualElements = new Set(
  "a abbr b blockquote br cite code dd div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img li ol p q s small span strong sub sup u ul wbr".split(
    " ",
  ),
);
