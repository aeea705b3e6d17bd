import { isLanguage, isMediaType, isPlain, isRfc822Date, isUrl } from "./feed-rules.ts";
import { childrenOf, parseStrictXml, textOf, type XmlNode } from "./strict-xml.ts";

const atom = "http://www.w3.org/2005/Atom";
const onceInChannel = ["title", "link", "description", "language", "lastBuildDate", "ttl", "generator"];
const onceInItem = ["title", "link", "guid", "pubDate", "description", "source", "enclosure"];
const channelElements = [...onceInChannel, "atom:link", "item"];
const itemElements = [...onceInItem, "category", "dc:creator", "media:content", "pw:originalTitle", "pw:analysis"];

/** RSS 2.0 by the rules of the W3C validator, warnings counted as errors: each problem as a sentence. */
export function validateRss(document: string): string[] {
  const rss = parseStrictXml(document);
  const channels = childrenOf(rss, "channel");
  const [channel] = channels;
  if (rss.name !== "rss" || rss.attributes.get("version") !== "2.0") return ["not RSS 2.0"];
  if (channel === undefined || channels.length > 1) return ["not exactly one channel"];

  const items = childrenOf(channel, "item");
  return [
    ...validateChannel(channel),
    ...(rss.attributes.get("xmlns:atom") === atom ? [] : ["the prefix atom is not bound to Atom"]),
    ...items.flatMap((item, index) => validateItem(item).map((problem) => `item ${index}: ${problem}`)),
    ...duplicates(items.map((item) => textOf(childrenOf(item, "guid")[0]))).map((guid) => `guid ${guid} twice`),
  ];
}

function validateChannel(channel: XmlNode): string[] {
  const problems = checkNames(channel, channelElements, onceInChannel);
  const require = (isMet: boolean, problem: string) => isMet || problems.push(problem);
  const value = (name: string) => childrenOf(channel, name).map(textOf)[0];
  const self = childrenOf(channel, "atom:link").find(({ attributes }) => attributes.get("rel") === "self");
  const firstItem = channel.children.findIndex((child) => typeof child !== "string" && child.name === "item");
  const afterItems = firstItem === -1 ? [] : channel.children.slice(firstItem);

  require(isText(value("title")), "the channel has no title");
  require(isUrl(value("link") ?? ""), "the channel's link is no full URL");
  require(isText(value("description")), "the channel has no description");
  require(isRfc822Date(value("lastBuildDate") ?? ""), "lastBuildDate is no RFC 822 date");
  require(/^[1-9]\d*$/.test(value("ttl") ?? ""), "ttl is no positive integer");
  require(isLanguage(value("language") ?? "en"), "language is no language code");
  require(isUrl(self?.attributes.get("href") ?? ""), "there is no atom:link to itself");
  require(afterItems.every((child) => typeof child === "string" || child.name === "item"), "an item is misplaced");
  return problems;
}

function validateItem(item: XmlNode): string[] {
  const problems = checkNames(item, itemElements, onceInItem);
  const require = (isMet: boolean, problem: string) => isMet || problems.push(problem);
  const values = (name: string) => childrenOf(item, name).map(textOf);
  const [guid] = childrenOf(item, "guid");

  require(isText(values("title")[0]), "no title");
  require(isText(values("description")[0]), "no description");
  require(values("link").every(isUrl), "link is no full URL");
  require(values("pubDate").every(isRfc822Date), "pubDate is no RFC 822 date");
  require(values("category").every(isText), "a blank category");
  require(values("dc:creator").every(isText), "a blank creator");
  require(guid?.attributes.get("isPermaLink") === "false" &&
    textOf(guid).length > 9, "guid is not sufficiently unique");
  for (const source of childrenOf(item, "source")) {
    require(isText(textOf(source)) && isUrl(source.attributes.get("url") ?? ""), "the source has no name or no URL");
  }
  for (const { attributes } of childrenOf(item, "enclosure")) {
    require(isUrl(attributes.get("url") ?? ""), "the enclosure has no URL");
    require(/^\d+$/.test(attributes.get("length") ?? ""), "the enclosure has no length");
    require(isMediaType(attributes.get("type") ?? ""), "the enclosure has no media type");
  }
  for (const { attributes } of childrenOf(item, "media:content")) {
    require(isUrl(attributes.get("url") ?? ""), "media:content has no URL");
    require(/^[1-9]\d*$/.test(attributes.get("fileSize") ?? "1"), "fileSize is not positive");
    require(isMediaType(attributes.get("type") ?? ""), "media:content has no media type");
  }
  return problems;
}

function checkNames(node: XmlNode, known: string[], once: string[]): string[] {
  const names = node.children.flatMap((child) => (typeof child === "string" ? [] : [child.name]));
  return [
    ...names.filter((name) => !known.includes(name)).map((name) => `${node.name} may not hold ${name}`),
    ...duplicates(names)
      .filter((name) => once.includes(name))
      .map((name) => `${node.name} holds ${name} twice`),
    ...node.children.filter((child) => typeof child === "string" && child.trim() !== "").map(() => "stray text"),
  ];
}

function isText(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== "" && isPlain(value);
}

function duplicates(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
