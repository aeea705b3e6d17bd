import { anchorId } from "../../text/allowed-html.ts";
import type { ProseElement, ProseNode } from "./parse-prose.ts";

/** An element of our own: the place that a link of the text leads to. No source can write it, its names have no such sign. */
export const anchorName = "#anchor";

/**
 * Footnotes: a link to a place of the same text jumps there in our page. Only what is linked gets an id, each once, and all of
 * them have our prefix (allowed-html.ts). Links to places that are not in the text stay links to the original.
 */
export function placeAnchors(nodes: readonly ProseNode[], addresses: readonly string[]): void {
  const own = new Set(
    addresses.map((address) => URL.parse(address)).flatMap((url) => (url === null ? [] : [bare(url)])),
  );
  const elements = allElements(nodes);
  const links = elements.flatMap((element) => {
    const url = element.name === "a" ? URL.parse(element.attributes["href"] ?? "") : null;
    const id = url === null || !own.has(bare(url)) ? null : anchorId(decoded(url.hash));
    return id === null ? [] : [{ element, id }];
  });
  const wanted = new Set(links.map(({ id }) => id));
  const placed = new Set<string>();
  for (const element of elements) {
    const { id } = element.attributes;
    if (id === undefined || !wanted.has(id) || placed.has(id) || isVoid(element)) continue;
    firstLine(element).children.unshift({ name: anchorName, attributes: { id }, children: [], isBlock: false });
    placed.add(id);
  }
  for (const { element, id } of links) if (placed.has(id)) element.attributes["href"] = `#${encodeURIComponent(id)}`;
}

function bare({ origin, pathname, search }: URL): string {
  return origin + pathname + search;
}

function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}

function allElements(nodes: readonly ProseNode[]): ProseElement[] {
  return nodes.flatMap((node) => (typeof node === "string" ? [] : [node, ...allElements(node.children)]));
}

function isVoid({ name }: ProseElement): boolean {
  return ["br", "hr", "img", "audio", "video"].includes(name);
}

/** Where its text begins: a mark before the first paragraph would be a paragraph of its own. */
function firstLine(element: ProseElement): ProseElement {
  const first = element.children.find((child) => typeof child !== "string" || child.trim() !== "");
  const isDeeper = first !== undefined && typeof first !== "string" && first.isBlock && !isVoid(first);
  return isDeeper ? firstLine(first) : element;
}
