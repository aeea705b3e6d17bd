import { Parser } from "htmlparser2";
import { withoutHidden } from "../../text/characters.ts";

/**
 * A paragraph, a heading or a cell as it is read. `places` has for each unit of `text` its place in the text of the whole HTML
 * (what a browser calls textContent), or `nowhere` for what must not be marked: code, quotations, and what we added.
 */
export type Block = { text: string; places: number[] };

export const nowhere = -1;

/** The blocks of sanitised HTML in their order, up to that many characters. Inline elements do not interrupt a sentence. */
export function parseBlocks(html: string, charsMax: number): Block[] {
  const blocks: Block[] = [];
  let block: Block = { text: "", places: [] };
  let textAt = 0;
  let unmarkedDepth = 0;
  const endBlock = () => {
    if (block.text.trim() !== "") blocks.push(block);
    block = { text: "", places: [] };
  };
  const add = (text: string, places: number[]) => {
    block.text += text;
    for (const place of places) block.places.push(place);
  };
  const parser = new Parser({
    ontext: (data) => {
      if (textAt < charsMax) addSeen(data.slice(0, charsMax - textAt), unmarkedDepth > 0 ? null : textAt, add);
      textAt += data.length;
    },
    onopentagname: (name) => {
      if (blockElements.has(name)) endBlock();
      if (unmarkedElements.has(name)) unmarkedDepth += 1;
      if (name === "br") add("\n", [nowhere]);
      if (name === "q") add("“", [nowhere]);
    },
    onclosetag: (name) => {
      if (name === "q") add("”", [nowhere]);
      if (unmarkedElements.has(name)) unmarkedDepth -= 1;
      if (blockElements.has(name)) endBlock();
    },
  });
  parser.end(html);
  endBlock();
  return blocks;
}

/** Without what nobody sees (a soft hyphen splits a word). A line break of the source is a space on the page. */
function addSeen(data: string, textAt: number | null, add: (text: string, places: number[]) => void): void {
  let offset = 0;
  // Almost no text has hidden characters: one look at the whole is enough.
  for (const piece of withoutHidden(data).length === data.length ? [data] : data) {
    const seen = withoutHidden(piece).replaceAll(/\s/gu, " ");
    const first = offset;
    add(
      seen,
      Array.from({ length: seen.length }, (_, at) => (textAt === null ? nowhere : textAt + first + at)),
    );
    offset += piece.length;
  }
}

const blockElements = new Set(
  "blockquote caption dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);

/** Somebody else's words, and words for machines. */
const unmarkedElements = new Set("blockquote cite code kbd pre q samp var".split(" "));
