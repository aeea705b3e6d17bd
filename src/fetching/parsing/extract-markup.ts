import { escapeAttribute, escapeText } from "entities";
import { voidElements } from "./parse-xml-name.ts";
import type { XmlElement, XmlNode } from "./parse-xml.ts";

// The inside of an element as HTML.
export function innerMarkup(element: XmlElement): string {
  let markup = "";
  for (const child of element.children) markup += markupOf(child);
  return markup;
}

function markupOf(node: XmlNode): string {
  if (typeof node === "string") return escapeText(node);
  const name = node.name.startsWith("xhtml:") ? node.name.slice("xhtml:".length) : node.name;
  const start = `<${name}${attributesOf(node)}>`;
  return voidElements.has(name) ? start : `${start}${innerMarkup(node)}</${name}>`;
}

function attributesOf({ attributes }: XmlElement): string {
  if (attributes === null) return "";
  let markup = "";
  for (let i = 0; i + 1 < attributes.length; i += 2) {
    const name = attributes[i] ?? "";
    if (!name.startsWith("xmlns")) markup += ` ${name}="${escapeAttribute(attributes[i + 1] ?? "")}"`;
  }
  return markup;
}
