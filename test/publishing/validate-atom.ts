import { isLanguage, isMediaType, isPlain, isRfc3339Date, isUri, isUrl } from "./feed-rules.ts";
import { childrenOf, parseStrictXml, textOf, type XmlNode } from "./strict-xml.ts";

/** Atom 1.0 by RFC 4287 and the W3C validator, warnings counted as errors: each problem as a sentence. */
export function validateAtom(document: string): string[] {
  const feed = parseStrictXml(document);
  if (feed.name !== "feed" || feed.attributes.get("xmlns") !== "http://www.w3.org/2005/Atom") return ["not Atom 1.0"];
  const entries = childrenOf(feed, "entry");
  const ids = entries.map((entry) => textOf(childrenOf(entry, "id")[0]));
  const problems = [...validateCommon(feed), ...validateLinks(feed)];
  if (!isLanguage(feed.attributes.get("xml:lang") ?? "en")) problems.push("xml:lang is no language");
  if (!childrenOf(feed, "link").some(({ attributes }) => attributes.get("rel") === "self"))
    problems.push("no link to itself");
  if (!isText(textOf(childrenOf(feed, "author")[0]))) problems.push("no author of the feed");
  if (new Set(ids).size !== ids.length) problems.push("an id twice");
  return [
    ...problems,
    ...entries.flatMap((entry, i) => validateEntry(entry).map((problem) => `entry ${i}: ${problem}`)),
  ];
}

function validateEntry(entry: XmlNode): string[] {
  const problems = [...validateCommon(entry), ...validateLinks(entry)];
  const contents = childrenOf(entry, "content");
  if (contents.length !== 1 || contents[0]?.attributes.get("type") !== "html") problems.push("not one HTML content");
  if (!isText(textOf(contents[0]))) problems.push("blank content");
  if (!childrenOf(entry, "published").map(textOf).every(isRfc3339Date)) problems.push("published is no RFC 3339 date");
  if (!childrenOf(entry, "author").map(textOf).every(isText)) problems.push("an author without a name");
  if (!childrenOf(entry, "category").every(({ attributes }) => isText(attributes.get("term") ?? "")))
    problems.push("a category without a term");
  return [
    ...problems,
    ...childrenOf(entry, "source").flatMap((from) => [...validateCommon(from), ...validateLinks(from)]),
  ];
}

function validateCommon(node: XmlNode): string[] {
  const only = (name: string) => {
    const found = childrenOf(node, name);
    return found.length === 1 ? textOf(found[0]) : "";
  };
  return [
    ...(isUri(only("id")) ? [] : [`${node.name}: no id`]),
    ...(isText(only("title")) ? [] : [`${node.name}: no title`]),
    ...(isRfc3339Date(only("updated")) ? [] : [`${node.name}: updated is no RFC 3339 date`]),
  ];
}

function validateLinks(node: XmlNode): string[] {
  const links = childrenOf(node, "link").map(({ attributes }) => attributes);
  return [
    ...(links.every((link) => isUrl(link.get("href") ?? "")) ? [] : ["a link is no full URL"]),
    ...(links.every((link) => isMediaType(link.get("type") ?? "a/b")) ? [] : ["a link has no media type"]),
    ...(links.every((link) => /^[1-9]\d*$/.test(link.get("length") ?? "1")) ? [] : ["a length is not positive"]),
    ...(links.filter((link) => link.get("rel") === "alternate").length <= 1 ? [] : ["two alternate links"]),
  ];
}

function isText(value: string): boolean {
  return value.trim() !== "" && isPlain(value);
}
