// XML 1.0 with namespaces, as strict as the standard and without what we never write: doctype, CDATA, comments.
// htmlparser2 forgives nearly everything; here one wrong character is an error, as in a reader that uses expat.

export type XmlNode = { name: string; attributes: Map<string, string>; children: (XmlNode | string)[] };

type State = { text: string; at: number };
type Open = { node: XmlNode; prefixes: Set<string> };

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const name = "[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?";
const startTag = new RegExp(`<(${name})((?:\\s+${name}="[^"<]*")*)\\s*(/?)>`, "y");
const endTag = new RegExp(`</(${name})\\s*>`, "y");
const attribute = new RegExp(`\\s(${name})="([^"]*)"`, "g");

export function parseStrictXml(document: string): XmlNode {
  const illegal = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.exec(document);
  if (illegal) throw new Error(`character ${illegal[0].codePointAt(0)?.toString(16)} at ${illegal.index}`);
  const state = {
    text: document.replace(/\r\n?/g, "\n"),
    at: document.startsWith(declaration) ? declaration.length : 0,
  };
  const holder: XmlNode = { name: "", attributes: new Map(), children: [] };
  readContent(state, [{ node: holder, prefixes: new Set(["xml"]) }]);

  const roots = holder.children.filter((child) => typeof child !== "string" || child.trim() !== "");
  const [root] = roots;
  if (roots.length !== 1 || root === undefined || typeof root === "string") throw new Error("not exactly one root");
  return root;
}

export function childrenOf(node: XmlNode, childName: string): XmlNode[] {
  return node.children.filter((child) => typeof child !== "string" && child.name === childName) as XmlNode[];
}

export function textOf(node: XmlNode | undefined): string {
  return node?.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("") ?? "";
}

function readContent(state: State, open: Open[]): void {
  while (state.at < state.text.length) {
    const parent = open.at(-1)!;
    if (state.text[state.at] !== "<") {
      const end = state.text.indexOf("<", state.at);
      const written = state.text.slice(state.at, end === -1 ? undefined : end);
      if (written.includes("]]>")) throw new Error(`"]]>" in text at ${state.at}`);
      parent.node.children.push(decode(written));
      state.at += written.length;
    } else if (state.text[state.at + 1] === "/") {
      const [, closed] = take(state, endTag);
      if (open.length === 1 || closed !== parent.node.name)
        throw new Error(`</${closed}> closes <${parent.node.name}>`);
      open.pop();
    } else {
      openElement(state, open);
    }
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.node.name}> is never closed`);
}

function openElement(state: State, open: Open[]): void {
  const parent = open.at(-1)!;
  const [, tag = "", written = "", slash] = take(state, startTag);
  const attributes = readAttributes(written);
  const prefixes = new Set(parent.prefixes);
  for (const key of attributes.keys()) if (key.startsWith("xmlns:")) prefixes.add(key.slice("xmlns:".length));
  for (const used of [tag, ...attributes.keys()]) {
    const [prefix, local] = used.split(":");
    if (local !== undefined && prefix !== "xmlns" && !prefixes.has(prefix!)) throw new Error(`${used}: unbound prefix`);
  }
  const node: XmlNode = { name: tag, attributes, children: [] };
  parent.node.children.push(node);
  if (slash === "") open.push({ node, prefixes });
}

function readAttributes(written: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, key = "", value = ""] of written.matchAll(attribute)) {
    if (attributes.has(key)) throw new Error(`the attribute ${key} twice`);
    attributes.set(key, decode(value.replace(/[\t\n]/g, " ")));
  }
  return attributes;
}

function take(state: State, pattern: RegExp): RegExpExecArray {
  pattern.lastIndex = state.at;
  const found = pattern.exec(state.text);
  if (!found) throw new Error(`no tag at ${state.at}: ${JSON.stringify(state.text.slice(state.at, state.at + 60))}`);
  state.at = pattern.lastIndex;
  return found;
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decode(written: string): string {
  return written.replace(/&([^;]*;?)/g, (reference, body: string) => {
    const [, hex, decimal, entity] = /^(?:#x([0-9A-Fa-f]+)|#([0-9]+)|([a-z]+));$/.exec(body) ?? [];
    if (entity !== undefined && named[entity] !== undefined) return named[entity];
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (!isCharacter(point)) throw new Error(`bad reference ${reference}`);
    return String.fromCodePoint(point);
  });
}

function isCharacter(point: number): boolean {
  return (
    [0x9, 0xa, 0xd].includes(point) ||
    (point >= 0x20 && point <= 0xd7ff) ||
    (point >= 0xe000 && point <= 0xfffd) ||
    (point >= 0x10000 && point <= 0x10ffff)
  );
}
