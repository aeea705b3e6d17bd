import type { ProseElement } from "./parse-prose.ts";

export type TableCell = {
  element: ProseElement;
  columns: number;
  rows: number;
  /** Of what it is the heading; null: it holds data. */
  scope: "col" | "row" | "colgroup" | "rowgroup" | null;
};
export type TableRows = { caption: ProseElement | null; head: TableCell[][]; body: TableCell[][] };

/** The rows of a table in their order, through heads and bodies; a table in a cell stays in its cell. */
export function tableRows(table: ProseElement): TableRows {
  const found: { cells: ProseElement[]; isHead: boolean }[] = [];
  let caption: ProseElement | null = null;
  for (const child of elements(table)) {
    if (child.name === "caption") caption ??= child;
    for (const row of child.name === "tr" ? [child] : elements(child).filter(({ name }) => name === "tr")) {
      const cells = elements(row).filter(({ name }) => name === "td" || name === "th");
      if (cells.length > 0) found.push({ cells, isHead: child.name === "thead" });
    }
  }
  const isHead = headOf(found);
  const rows = found.map(({ cells }, index) => cellsOf(cells, index < isHead));
  return { caption, head: rows.slice(0, isHead), body: rows.slice(isHead) };
}

/** How many rows are the head: those the source says, or the first if it has only headings, none reaching further down. */
function headOf(rows: readonly { cells: readonly ProseElement[]; isHead: boolean }[]): number {
  const said = rows.findIndex(({ isHead }) => !isHead);
  if (said !== 0) return said < 0 ? 0 : said;
  const first = rows[0]?.cells ?? [];
  const isHeading = first.every(({ name, attributes }) => name === "th" && spanOf(attributes["rowspan"]) === 1);
  return isHeading && rows.length > 1 ? 1 : 0;
}

/** A cell spans at most so many. A row that claims more columns than a page could show has none that span. */
const spanMax = 50;
const columnsMax = 200;

function cellsOf(cells: readonly ProseElement[], isHead: boolean): TableCell[] {
  const widths = cells.map(({ attributes }) => spanOf(attributes["colspan"]));
  const isTooWide = widths.reduce((sum, width) => sum + width, 0) > columnsMax;
  return cells.map((element, index) => ({
    element,
    columns: isTooWide ? 1 : (widths[index] ?? 1),
    rows: spanOf(element.attributes["rowspan"]),
    scope: element.name === "th" || isHead ? scopeOf(element, isHead) : null,
  }));
}

function spanOf(written: string | undefined): number {
  const span = /^\d{1,4}$/.test(written ?? "") ? Number(written) : 1;
  return Math.min(Math.max(1, span), spanMax);
}

const scopes = ["col", "row", "colgroup", "rowgroup"] as const;

function scopeOf({ attributes }: ProseElement, isHead: boolean): TableCell["scope"] {
  const said = scopes.find((scope) => scope === attributes["scope"]?.toLowerCase());
  return said ?? (isHead ? "col" : "row");
}

function elements({ children }: ProseElement): ProseElement[] {
  return children.filter((child) => typeof child !== "string");
}
