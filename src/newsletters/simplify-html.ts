import { escapeUTF8 } from "entities";
import { Parser } from "htmlparser2";
import { isUnsubscribeLink, linkOf } from "./find-unsubscribe.ts";

/** `unsubscribe`: the last link that says so. `isCut`: there was more than we keep. */
export type SimpleHtml = { html: string; unsubscribe: string | null; isCut: boolean };

/**
 * Below what the cleaning refuses (analysis/clean-html.ts): 512 Ki characters, 20,000 elements, 200 levels. `openMax`: for each
 * end tag the parser looks through all elements that are open, also those that are dropped.
 */
const limits = { charsMax: 500_000, elementsMax: 15_000, depthMax: 100, openMax: 500 };

const dropped = new Set("applet head iframe math noscript object script style svg template title".split(" "));
const tableParts = new Set("table tbody thead tfoot tr td th caption colgroup col".split(" "));
const voids = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
const kept = new Set("alt colspan dir height href id lang name rowspan src srcset title width".split(" "));

type Piece = { text: string; table?: TableState };
/** Mails are laid out with tables. One with headings, and no other table in it, has data. */
type TableState = { hasHeading: boolean; isOuter: boolean };

/**
 * A mail's HTML without what only mail programs need: styles, comments, tables that are layout, pictures that report that a
 * mail was opened, and pictures that came as attachments. It is not safe yet: cleaning comes afterwards, as for every item.
 */
export function simplifyHtml(html: string): SimpleHtml {
  const writer = createWriter();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        writer.open(name, attributes);
        if (writer.isFull()) parser.pause();
      },
      ontext: writer.text,
      onclosetag: writer.close,
    },
    { decodeEntities: true },
  );
  parser.write(html);
  if (!writer.isFull()) parser.end();
  return writer.end();
}

function createWriter() {
  const pieces: Piece[] = [];
  const count = { chars: 0, elements: 0, droppedDepth: 0 };
  const open: { name: string; isWritten: boolean }[] = [];
  const tables: TableState[] = [];
  let link: { href: string; text: string } | null = null;
  let unsubscribe: string | null = null;

  const add = (text: string, table?: TableState) => {
    count.chars += text.length;
    pieces.push(table === undefined ? { text } : { text, table });
  };
  const isFull = () =>
    count.chars > limits.charsMax || count.elements > limits.elementsMax || open.length > limits.openMax;
  const closeLink = () => {
    if (link !== null && isUnsubscribeLink(link.text, link.href)) unsubscribe = linkOf(link.href) ?? unsubscribe;
    link = null;
  };

  return {
    isFull,
    open: (name: string, attributes: Record<string, string>) => {
      count.elements += 1;
      if (dropped.has(name)) count.droppedDepth += 1;
      if (count.droppedDepth > 0 || isTracker(name, attributes)) {
        if (!voids.has(name)) open.push({ name, isWritten: false });
        return;
      }
      if (name === "table") {
        for (const outer of tables) outer.isOuter = true;
        tables.push({ hasHeading: false, isOuter: false });
      }
      const table = tables.at(-1);
      if (table && (name === "th" || name === "caption")) table.hasHeading = true;
      if (name === "a" && attributes["href"] !== undefined) link = { href: attributes["href"], text: "" };
      const isWritten = open.length < limits.depthMax;
      if (isWritten) add(openTag(name, attributes), tableParts.has(name) ? table : undefined);
      if (!voids.has(name)) open.push({ name, isWritten });
    },
    text: (text: string) => {
      if (count.droppedDepth > 0) return;
      const room = Math.max(0, limits.charsMax - count.chars);
      add(escapeUTF8(text.slice(0, room + 1)));
      if (link !== null && link.text.length < 500) link.text += text;
    },
    close: (name: string) => {
      if (voids.has(name)) return;
      const closed = open.pop();
      if (closed === undefined) return;
      if (count.droppedDepth > 0) {
        if (dropped.has(name)) count.droppedDepth -= 1;
        return;
      }
      if (name === "a") closeLink();
      if (closed.isWritten) add(`</${name}>`, tableParts.has(name) ? tables.at(-1) : undefined);
      if (name === "table") tables.pop();
    },
    end: (): SimpleHtml => ({ html: pieces.map(written).join(""), unsubscribe, isCut: isFull() }),
  };
}

function openTag(name: string, attributes: Record<string, string>): string {
  const own = Object.entries(attributes).filter(([key]) => kept.has(key));
  // The cleaning drops what is hidden: the line that mail programs show in their list, or a message to a machine.
  const isHidden =
    "hidden" in attributes || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes["style"] ?? "");
  const written = own.map(([key, value]) => ` ${key}="${escapeUTF8(value)}"`).join("");
  return `<${name}${written}${isHidden ? " hidden" : ""}>`;
}

/** A picture of one pixel, or one that is in the mail itself, which we do not keep. */
function isTracker(name: string, { src = "", width = "", height = "", style = "" }: Record<string, string>): boolean {
  if (name !== "img") return false;
  if (!/^\s*(?:https?:)?\/\//i.test(src)) return true;
  const isSmall = [width, height].some((side) => /^\s*[0-2](?:px)?\s*$/.test(side));
  const declarations = style.replace(/\s/g, "").split(";");
  return isSmall || declarations.some((one) => /^(?:max-)?(?:width|height):[0-2](?:px)?(?:!important)?$/i.test(one));
}

/** Tables that are layout become blocks. Their columns stand below each other, as on a phone. */
function written({ text, table }: Piece): string {
  if (table === undefined || (table.hasHeading && !table.isOuter)) return text;
  const [, slash, name = ""] = /^<(\/?)([a-z]+)/.exec(text) ?? [];
  if (name === "col" || name === "colgroup") return "";
  return text.endsWith(" hidden>") ? "<div hidden>" : `<${slash ?? ""}div>`;
}
