import { styleText } from "node:util";
import { withoutBidi } from "../text/characters.ts";
import type { Layout } from "./command-context.ts";

const gap = "  ";
// Narrower columns are never cut: half an id, a time or a yes is useless. Wider ones are cut to no less than this.
const cutWidthMin = 24;
// What is kept of the end of an address with a long host: enough to tell it from others of that host.
const endWidthMin = 6;

/**
 * `expendable` names the columns that are left out if cutting is not enough, the first of them first; `seeAll` is the
 * option that shows them.
 */
type TableFit = { expendable?: readonly string[]; seeAll?: string };

/**
 * A head and rows, no lines. By hand: cli-table3 compares every cell with every other and took 7 s for 5,000 rows, this
 * takes 0.1.
 */
export function formatTable(head: string[], rows: string[][], layout: Layout, fit: TableFit = {}): string {
  const { widthMax, hasColours } = layout;
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

/** Text from a feed, fit for a terminal: a title must not move the cursor, change colours or reorder a line. */
export function plain(text: string): string {
  return withoutBidi(text.replace(/\p{Cc}+/gu, " "));
}

/** Enough of an id to type, and unique in practice: ids of feeds are random. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** For a column of a table, whose head says UTC. */
export function shortTime(time: Date | null): string {
  return time === null ? "-" : time.toISOString().slice(0, 16).replace("T", " ");
}

/** A feed at the head of its lane has a time long past, which would look like a delay. */
export function dueTime(nextRunAt: Date | null, now: Date): string {
  return nextRunAt !== null && nextRunAt <= now ? "due now" : shortTime(nextRunAt);
}

export function yesOrNo(value: boolean): string {
  return value ? "yes" : "no";
}

type Interval = { adaptive: boolean; intervalMinutes: number | null; adaptiveIntervalMinutes: number | null };

/** How often a feed is fetched: what was set for it, or what its adaptive interval is now. */
export function describeInterval({ adaptive, intervalMinutes, adaptiveIntervalMinutes }: Interval): string {
  const minutes = (adaptive ? adaptiveIntervalMinutes : null) ?? intervalMinutes;
  return `${minutes === null ? "usual" : `${Math.round(minutes)} min`}, ${adaptive ? "adaptive" : "fixed"}`;
}

/** One fact per line, without the unknown ones. A fact without a name continues the one above. */
export function formatFacts(facts: [name: string, value: string | null | undefined][]): string {
  const known = facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== undefined);
  const width = Math.max(...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${name.padEnd(width)}  ${plain(value)}\n`).join("");
}
