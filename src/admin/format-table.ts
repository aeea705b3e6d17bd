import { styleText } from "node:util";
import { plain } from "./format.ts";
import type { Look } from "./io.ts";

const gap = "  ";
// Narrower columns are never cut: half an id, a time or a yes is useless. Wider ones are cut to no less than this.
const cutWidthMin = 24;
// What is kept of the end of an address with a long host: enough to tell it from others of that host.
const endWidthMin = 6;

/**
 * `expendable` names the columns that are left out if cutting is not enough, the first of them first; `seeAll` is the
 * option that shows them.
 */
export type TableFit = { expendable?: readonly string[]; seeAll?: string };

/**
 * A head and rows, no lines. By hand: cli-table3 compares every cell with every other and took 7 s for 5,000 rows, this
 * takes 0.1.
 */
export function formatTable(head: string[], rows: string[][], look: Look, fit: TableFit = {}): string {
  const { widthMax, hasColours } = look;
  const { expendable = [], seeAll = "--json" } = fit;
  const cells = rows.map((row) => row.map(plain));
  const natural = head.map((title, column) =>
    cells.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? "")), widthOf(title)),
  );
  const kept = choose(head, natural, widthMax, expendable);
  const widths = shrink(
    kept.map((column) => natural[column] ?? 0),
    widthMax,
  );
  const toLine = (row: string[]) =>
    kept
      .map((column, place) => pad(row[column] ?? "", widths[place] ?? 0))
      .join(gap)
      .trimEnd();
  const leftOut = head.filter((_, column) => !kept.includes(column));
  return [
    hasColours ? styleText("bold", toLine(head), { validateStream: false }) : toLine(head),
    ...cells.map(toLine),
    ...(leftOut.length === 0 ? [] : ["", `No room for ${leftOut.join(", ")}: ${seeAll} shows all.`]),
  ]
    .join("\n")
    .concat("\n");
}

/** The indexes of the columns that fit side by side: all of them, or without the most expendable ones. */
function choose(head: string[], natural: number[], widthMax: number, expendable: readonly string[]) {
  const kept = new Set(head.keys());
  const least = () => total([...kept].map((column) => Math.min(natural[column] ?? 0, cutWidthMin)));
  for (const title of expendable) {
    if (least() <= widthMax) break;
    kept.delete(head.indexOf(title));
  }
  return [...kept];
}

/** Narrows the widest column, one character at a time, until all fit or none may be cut further. */
function shrink(natural: number[], widthMax: number): number[] {
  const widths = [...natural];
  for (let over = total(widths) - widthMax; over > 0; over -= 1) {
    const widest = Math.max(...widths);
    if (widest <= cutWidthMin) break;
    widths[widths.lastIndexOf(widest)] = widest - 1;
  }
  return widths;
}

function total(widths: number[]): number {
  return widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1));
}

function pad(text: string, width: number): string {
  const missing = width - widthOf(text);
  return missing >= 0 ? text + " ".repeat(missing) : pad(shorten(text, width), width);
}

/** Of a sentence the beginning is kept; of an address the host and the end, without the scheme. */
function shorten(text: string, width: number): string {
  if (!/^[\x21-\x7e]+$/.test(text)) return `${cut(text, width - 1)}…`;
  const address = text.replace(/^https?:\/\//, "");
  if (address.length <= width) return address;
  const afterHost = width - 1 - address.search(/\/|$/);
  const endLength = Math.min(Math.max(afterHost, endWidthMin), Math.floor(width / 2));
  return `${address.slice(0, width - endLength - 1)}…${address.slice(-endLength)}`;
}

function cut(text: string, width: number): string {
  let kept = "";
  let used = 0;
  for (const letter of text) {
    used += widthOf(letter);
    if (used > width) break;
    kept += letter;
  }
  return kept;
}

/** In cells of a terminal: East Asian characters and emoji take two, accents none. */
function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  const letters = text.replace(/\p{Mark}/gu, "");
  return Array.from(letters).length + (letters.match(wide)?.length ?? 0);
}

const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u30ff\uff01-\uff60]/gu;
