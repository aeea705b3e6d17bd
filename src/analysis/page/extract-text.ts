import { Parser } from "htmlparser2";
import { withoutHidden } from "../../text/characters.ts";

/** What a person reads, of markup that has been cleaned: paragraphs apart by an empty line, rows and items by a line. */
export function extractText(html: string): string {
  let text = "";
  const parser = new Parser({
    ontext: (data) => {
      text += data.replace(/\s+/g, " ");
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
    .map((line) => line.replace(/ +/g, " ").trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const blockElements = new Set(
  "blockquote caption div dl figcaption figure h1 h2 h3 h4 h5 h6 hr ol p pre table ul".split(" "),
);
const lineElements = new Set("br dd dt li tr".split(" "));
const cellElements = new Set(["td", "th"]);
