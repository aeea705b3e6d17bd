import { printable } from "../text/printable.ts";

// By number, as the RSS Best Practices Profile advises: most readers then take a `<` in a title for text, not for markup.
// White space too: a parser hands on a bare line end in an attribute as a space, and a carriage return as a line end.
const references: Record<string, string> = {
  "&": "&#x26;",
  "<": "&#x3C;",
  ">": "&#x3E;",
  '"': "&#x22;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};

/** For text and double-quoted attributes alike, of XML and of HTML. */
export function escapeXml(text: string): string {
  return printable(text).replace(/[&<>"\t\n\r]/g, (character) => references[character] ?? "");
}
