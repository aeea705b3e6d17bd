import { depthMax, strayEndTagsMax } from "./parse-result.ts";
import { declareNamespaces, outermostScope, resolveName } from "./xml-names.ts";
import type { NameScope, XmlName } from "./xml-names.ts";

/** `attributes` holds names (in lower case) and values in turn. */
export type XmlElement = { name: string; attributes: string[] | null; children: XmlNode[] };

/** An element, or text with its character references decoded. */
export type XmlNode = XmlElement | string;

type OpenElement = { element: XmlElement; name: XmlName; written: string; scope: NameScope };

/** A document while it is read, and the rules that repair it: what was never closed ends where it must have ended. */
export type XmlTree = {
  root: XmlElement;
  open: OpenElement[];
  current: OpenElement;
  elements: number;
  isTooDeep: boolean;
  strayEndTags: number;
};

export function createTree(): XmlTree {
  const scope = outermostScope();
  const root: XmlElement = { name: "", attributes: null, children: [] };
  const current = { element: root, name: resolveName(scope, ""), written: "", scope };
  return { root, open: [current], current, elements: 0, isTooDeep: false, strayEndTags: 0 };
}

// Shared by all elements without children; addNode never changes it.
const noChildren: XmlNode[] = [];

// Most elements have one child: an array literal reserves room for one, the first push for seventeen.
export function addNode({ element }: OpenElement, node: XmlNode): void {
  if (element.children.length === 0) element.children = [node];
  else element.children.push(node);
}

/** A start tag. `isClosed` where it ends with `/>`. */
export function openElement(tree: XmlTree, written: string, attributes: string[], isClosed: boolean): void {
  tree.elements += 1;
  const known = resolveName(tree.current.scope, written);
  if (known.endsLeaf && tree.current.name.isLeaf) closeCurrent(tree);
  while (tree.current.name.holdsOnly?.has(known.name) === false) closeCurrent(tree);
  if (known.isItem) closeForItem(tree, known.name);
  if (tree.open.length > depthMax) {
    tree.isTooDeep = true;
    return;
  }
  const { current } = tree;
  const scope = attributes.length === 0 ? current.scope : declareNamespaces(current.scope, attributes);
  const name = scope === current.scope ? known : resolveName(scope, written);
  const element = { name: name.name, attributes: attributes.length === 0 ? null : attributes, children: noChildren };
  addNode(current, element);
  if (isClosed || name.isVoid) return;
  tree.current = { element, name, written, scope };
  tree.open.push(tree.current);
}

/** An end tag for the innermost open element. */
export function closeCurrent(tree: XmlTree): void {
  closeFrom(tree, tree.open.length - 1);
}

/** Any other end tag: closes the nearest open element of that name, and everything inside it. */
export function closeNearest(tree: XmlTree, written: string): void {
  if (tree.strayEndTags === strayEndTagsMax) return;
  const { name } = resolveName(tree.current.scope, written);
  for (let depth = tree.open.length - 1; depth > 0; depth -= 1) {
    if (tree.open[depth]?.element.name === name) return closeFrom(tree, depth);
  }
  tree.strayEndTags += 1;
}

// An item belongs directly in its feed, so anything still open there was left unclosed, the previous item included. The
// exception is a whole item quoted as the content of another.
function closeForItem(tree: XmlTree, name: string): void {
  for (let depth = tree.open.length - 1; depth > 0; depth -= 1) {
    const opened = tree.open[depth];
    if (opened === undefined || quotesItems(opened.element)) return;
    if (opened.name.holdsItems) return closeFrom(tree, depth + 1);
    if (opened.name.isItem) return opened.element.name === name ? closeFrom(tree, depth) : undefined;
  }
}

// A content that starts with anything but an item was left unclosed.
function quotesItems({ name, children }: XmlElement): boolean {
  if (name !== "content") return false;
  const [first, second] = children;
  const beginning = typeof first === "string" && !/[^\0- ]/.test(first) ? second : first;
  return (
    beginning === undefined ||
    (typeof beginning !== "string" && (beginning.name === "entry" || beginning.name === "item"))
  );
}

function closeFrom(tree: XmlTree, depth: number): void {
  // The document itself stays open, even for an end tag without a name.
  const parent = tree.open[depth - 1];
  if (parent === undefined) return;
  tree.open.length = depth;
  tree.current = parent;
}
