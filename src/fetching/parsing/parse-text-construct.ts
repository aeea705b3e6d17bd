import { isUtf8 } from "node:buffer";
import { escapeAttribute, escapeText } from "entities";
import { attributeOf, textOf } from "./extract-fields.ts";
import { collapseSpace, plainText } from "./plain-text.ts";
import { plainTextSourceCharsMax } from "./parse-result.ts";
import type { XmlElement, XmlNode } from "./xml-tree.ts";
import { voidElements } from "./xml-names.ts";

/** How to read text without a type: as HTML in RSS, which has no types, as plain text in Atom. */
export type Untyped = "html" | "text";

export function parseHtml(element: XmlElement, untyped: Untyped): string {
  if (hasMarkup(element)) return innerMarkup(element);
  const { isHtml, text } = extractText(element, untyped);
  return isHtml ? text : escapeText(text);
}

export function parsePlainText(element: XmlElement, untyped: Untyped): string {
  const { isHtml, text } = hasMarkup(element)
    ? { isHtml: false, text: textOf(element) }
    : extractText(element, untyped);
  const source = text.slice(0, plainTextSourceCharsMax);
  return isHtml ? plainText(source) : collapseSpace(source);
}

function hasMarkup({ children }: XmlElement): boolean {
  return children.some((child) => typeof child !== "string");
}

function extractText(element: XmlElement, untyped: Untyped): { isHtml: boolean; text: string } {
  const text = textOf(element);
  const type = attributeOf(element, "type")?.trim().toLowerCase() ?? "";
  const isBase64 = attributeOf(element, "mode")?.trim().toLowerCase() === "base64" || isBinary(type);
  if (isBase64 && base64Form.test(text)) return { isHtml: true, text: decodeBase64(text, element.name) };
  return { isHtml: type === "" ? untyped === "html" : type === "html" || type === "text/html", text };
}

// Atom 1.0 §4.1.3.3: anything but text and XML is base64.
function isBinary(type: string): boolean {
  return type.includes("/") && !/^text\/|xml$/.test(type);
}

const base64Form = /^[\w+/=\s-]*$/;

// Binary content, such as a picture, is dropped. In other elements, text that only looks like base64 stays as it is.
function decodeBase64(text: string, element: string): string {
  const bytes = Buffer.from(text, "base64");
  if (isUtf8(bytes)) return bytes.toString().replaceAll("\0", "");
  return element === "content" ? "" : text;
}

// The children of an element as HTML.
function innerMarkup(element: XmlElement): string {
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
