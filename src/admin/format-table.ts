import { styleText } from "node:util";
import { plain } from "./plain.ts";

const gap = "  ";
// Below this a column says nothing.
const columnWidthMin = 6;

/**
 * A head and rows, no lines. `widthMax` is the terminal's; a pipe has none and gets every character. By hand: cli-table3
 * compares every cell with every other and took 7 s for 5,000 rows, this takes 0.1.
 */
export function formatTable(head: string[], rows: string[][], widthMax = process.stdout.columns ?? Infinity): string {
  const cells = rows.map((row) => row.map(plain));
  const natural = head.map((title, column) =>
    cells.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? "")), widthOf(title)),
  );
  const widths = fit(natural, widthMax - gap.length * (head.length - 1));
  const toLine = (row: string[]) =>
    row
      .map((text, column) => pad(text, widths[column] ?? 0))
      .join(gap)
      .trimEnd();
  return [styleText("bold", toLine(head)), ...cells.map(toLine)].join("\n").concat("\n");
}

/** The widest give way, one letter at a time, until all fit or all are as narrow as they can be. */
function fit(natural: number[], room: number): number[] {
  const widths = [...natural];
  for (let over = widths.reduce((sum, width) => sum + width, 0) - room; over > 0; over -= 1) {
    const widest = Math.max(...widths);
    if (widest <= columnWidthMin) break;
    widths[widths.lastIndexOf(widest)] = widest - 1;
  }
  return widths;
}

function pad(text: string, width: number): string {
  const missing = width - widthOf(text);
  return missing >= 0 ? text + " ".repeat(missing) : pad(`${cut(text, width - 1)}…`, width);
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

/** In cells of a terminal: East Asian letters and emoji take two, accents none. */
function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  const letters = text.replace(/\p{Mark}/gu, "");
  return Array.from(letters).length + (letters.match(wide)?.length ?? 0);
}

const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/gu;
