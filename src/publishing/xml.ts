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
  let text = strings[0] ?? "";
  for (let at = 0; at < values.length; at += 1) text += fill(values[at] ?? null) + (strings[at + 1] ?? "");
  return new Xml(text);
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

// Most values are a word or a sentence without any of these, or half a pair of surrogates, or what XML forbids.
const needsCare = /[^ !#-%'-;=?-~\u00A0-\uD7FF\uE000-\uFFFD]/;

/** For text and double-quoted attributes, in XML and HTML. */
export function escapeXml(text: string): string {
  if (!needsCare.test(text)) return text;
  return printable(text).replace(/[&<>"\t\n\r]/g, (character) => references[character] ?? "");
}
