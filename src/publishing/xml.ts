import { printable } from "../text/characters.ts";

export type XmlValue = Xml | string | number | null | readonly XmlValue[];
export type { Xml };

/** Markup that is safe to send. Only `xml` creates it, so no text of a feed can be mistaken for it. */
class Xml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Escapes every value except null, which writes nothing, and markup made by `xml`. Attributes need double quotes. */
export function xml(strings: TemplateStringsArray, ...values: XmlValue[]): Xml {
  return new Xml(
    values.reduce<string>((text, value, i) => text + fill(value) + (strings[i + 1] ?? ""), strings[0] ?? ""),
  );
}

function fill(value: XmlValue): string {
  if (value === null) return "";
  if (value instanceof Xml) return value.text;
  return typeof value === "object" ? value.map(fill).join("") : escapeXml(String(value));
}

// By number, as the RSS Best Practices Profile advises: most readers then take a `<` in a title for text, not for markup.
// White space too: a parser turns a line end in an attribute into a space, and a carriage return into a line end.
const references: Record<string, string> = {
  "&": "&#x26;",
  "<": "&#x3C;",
  ">": "&#x3E;",
  '"': "&#x22;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};

/** For text and double-quoted attributes, in XML and HTML. */
export function escapeXml(text: string): string {
  return printable(text).replace(/[&<>"\t\n\r]/g, (character) => references[character] ?? "");
}
