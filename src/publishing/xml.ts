import { printable } from "../text/printable.ts";

export type XmlValue = Xml | string | number | null | readonly XmlValue[];
export type { Xml };

/** Markup that is safe to send. Only `xml` makes one, so that no text of a feed can pose as it. */
class Xml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Every value is escaped, null writes nothing, and what `xml` made stays as it is. Attributes stand in double quotes. */
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
