import { readFileSync, writeFileSync } from "node:fs";
import { figuresOf, reliability, worstOf, type Judged } from "./headline-figures.ts";

const page = new URL("../../docs/evaluation.md", import.meta.url);
const [begin, end] = ["<!-- figures: written by npm run eval -->", "<!-- end of figures -->"];
const languages = ["en", "de", "pl"] as const;

/** Replaces the figures of docs/evaluation.md; the rest of the page is written by hand. */
export function writeEvaluation(judged: readonly Judged[]): void {
  const text = readFileSync(page, "utf8");
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/evaluation.md has lost its line "${begin}".`);
  writeFileSync(page, `${before}${begin}\n\n${buildFigures(judged)}\n${end}${after}`);
}

export function buildFigures(judged: readonly Judged[]): string {
  const columns = [...languages.map((language) => judged.filter(({ lang }) => lang === language)), judged].map(
    figuresOf,
  );
  const rows = columns[0]!.map(({ name }, at) => [name, ...columns.map((column) => column[at]!.value)]);
  const bands = languages.map((language) => reliability(judged.filter(({ lang }) => lang === language)));
  const reliable = bands[0]!.map(([band], at) => [band!, ...bands.map((rows) => rows[at]!.slice(1).join(" · "))]);
  return [
    table(["", "English", "German", "Polish", "all"], rows),
    "",
    "What `overall` says against what human editors say: number of headlines · mean score · share that is clearly loaded.",
    "",
    table(["`overall`", "English", "German", "Polish"], reliable),
    "",
  ].join("\n");
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

export function printWorst(judged: readonly Judged[]): void {
  for (const { kind, judged: worst } of worstOf(judged)) {
    console.log(`\n${kind}`);
    for (const { overall, loaded, headline, title, neutral } of worst) {
      console.log(`  ${loaded} ${overall.toFixed(2)}  ${headline}`);
      if (title !== headline) console.log(`          → ${title}`);
      if (neutral !== "" && neutral !== headline) console.log(`          = ${neutral}`);
    }
  }
}
