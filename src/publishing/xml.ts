import { escapeXml } from "./escape-xml.ts";

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
