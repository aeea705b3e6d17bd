import type { ProseElement } from "./parse-prose.ts";

/** The rows of a table in their order, through heads and bodies; a table in a cell stays in its cell. */
export function tableRows(table: ProseElement): { caption: ProseElement | null; rows: ProseElement[][] } {
  const rows: ProseElement[][] = [];
  let caption: ProseElement | null = null;
  for (const child of elements(table)) {
    if (child.name === "caption") caption ??= child;
    for (const row of child.name === "tr" ? [child] : elements(child).filter(({ name }) => name === "tr")) {
      const cells = elements(row).filter(({ name }) => name === "td" || name === "th");
      if (cells.length > 0) rows.push(cells);
    }
  }
  return { caption, rows };
}

function elements({ children }: ProseElement): ProseElement[] {
  return children.filter((child) => typeof child !== "string");
}
