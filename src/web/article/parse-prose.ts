import { Parser } from "htmlparser2";

export type ProseNode = string | ProseElement;
/** `isBlock`: it is a block, or has one in it. */
export type ProseElement = {
  name: string;
  attributes: Record<string, string>;
  children: ProseNode[];
  isBlock: boolean;
};

/** `text` is all that is shown, for counting words. `isCut`: there was more. */
export type ParsedProse = { nodes: ProseNode[]; text: string; isCut: boolean };

/** Three hours of reading. A page of more than a megabyte helps nobody. */
const textCharsMax = 200_000;
/** Deeper elements are read as if they had no parents. */
const depthMax = 60;

/** The HTML of an article as a tree, up to a length. It was cleaned before; what it may contain is decided by renderProse. */
export function parseProse(html: string): ParsedProse {
  const root = element("", {});
  const stack = [root];
  const texts: string[] = [];
  let chars = 0;
  let droppedDepth = 0;
  let isCut = false;

  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (droppedDepth > 0 || dropped.has(name)) {
        droppedDepth += 1;
        return;
      }
      const parent = stack.at(-1) ?? root;
      if (stack.length > depthMax || chars >= textCharsMax) {
        stack.push(parent);
        return;
      }
      const child = element(name, attributes);
      if (child.isBlock) texts.push("\n");
      parent.children.push(child);
      stack.push(child);
    },
    onclosetag: () => {
      if (droppedDepth > 0) {
        droppedDepth -= 1;
        return;
      }
      const closed = stack.pop();
      const parent = stack.at(-1);
      if (closed?.isBlock === true && parent !== undefined && parent !== closed) parent.isBlock = true;
    },
    ontext: (data) => {
      if (droppedDepth > 0) return;
      const kept = data.slice(0, textCharsMax - chars);
      if (kept.length < data.length && data.trim() !== "") isCut = true;
      chars += kept.length;
      texts.push(kept);
      if (kept !== "") addText(stack.at(-1) ?? root, kept);
    },
  });
  parser.end(html);
  return { nodes: root.children, text: texts.join(""), isCut };
}

function element(name: string, attributes: Record<string, string>): ProseElement {
  return { name, attributes, children: [], isBlock: blocks.has(name) };
}

/** A character reference comes as a text of its own; joined they are one word again. */
function addText({ children }: ProseElement, text: string): void {
  const last = children.at(-1);
  if (typeof last === "string") children[children.length - 1] = last + text;
  else children.push(text);
}

const blocks = new Set(
  (
    "address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 " +
    "h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul"
  ).split(" "),
);

/** What they contain is for machines, or means nothing without them. */
const dropped = new Set(
  (
    "applet base button canvas datalist embed frame frameset head iframe input link math meta noembed noframes noscript object " +
    "option plaintext script select style svg template textarea title xmp"
  ).split(" "),
);
