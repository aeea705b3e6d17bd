import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPage } from "./build-page.ts";
import { addressOf, type Chapter, chapters } from "./contents.ts";
import { type Part, renderMarkdown } from "./render-markdown.ts";

/** By the path on the site, without a slash in front. */
export type Site = Map<string, { type: string; bytes: Buffer }>;

/** Read from the folder of the repository, or of the package: everything that the pages need, and nothing from elsewhere. */
export function assembleSite(project: string, version: string): Site {
  const listed = listChapters(project);
  const pages = listed.flatMap(({ pages }) => pages);
  const known = new Map(pages.map(({ file }) => [file, addressOf(file)]));
  const files = globSync(["docs/pictures/*", "docs/*.json"], { cwd: project }).map((file) =>
    file.replaceAll("\\", "/"),
  );
  for (const file of files) known.set(file, file.replace(/^docs\//, ""));

  const site: Site = new Map();
  const add = (path: string, bytes: Buffer) => site.set(path, { type: typeOf(path), bytes });
  const index: Found[] = [];
  for (const page of pages) {
    const rendered = renderMarkdown(readFileSync(join(project, page.file), "utf8"), {
      file: page.file,
      siteAddress: (file) => known.get(file) ?? null,
    });
    const address = addressOf(page.file);
    index.push(...rendered.parts.map((part) => toFound(part, page.title, address)));
    add(address, Buffer.from(buildPage({ page, rendered, chapters: listed, version })));
  }
  for (const file of files) add(known.get(file) ?? file, readFileSync(join(project, file)));
  addAssets(add, index);
  return site;
}

/** The chapters with the documents that exist, and the rest of docs/ in a last one. */
function listChapters(project: string): Chapter[] {
  const present = chapters.map(({ name, pages }) => ({
    name,
    pages: pages.filter(({ file }) => existsSync(join(project, file))),
  }));
  const named = new Set(chapters.flatMap(({ pages }) => pages.map(({ file }) => file)));
  const others = globSync("docs/*.md", { cwd: project })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !named.has(file))
    .toSorted()
    .map((file) => ({ file, title: titleOf(readFileSync(join(project, file), "utf8"), file) }));
  return others.length === 0 ? present : [...present, { name: "More", pages: others }];
}

function titleOf(markdown: string, file: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? basename(file, ".md");
}

/** Short names: the index is a file that readers load. */
type Found = { p: string; h: string; u: string; t: string };
const textCharsMax = 1_500;

function toFound({ heading, id, text }: Part, page: string, address: string): Found {
  return { p: page, h: heading, u: id === "" ? address : `${address}#${id}`, t: text.slice(0, textCharsMax) };
}

const fonts = [
  "@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2",
  "@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-ext-wght-normal.woff2",
  "@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2",
  "@fontsource-variable/newsreader/files/newsreader-latin-ext-wght-normal.woff2",
];

/** The reader's own tokens and typefaces, then what is ours. The index is a script, because a page in a folder may not fetch. */
function addAssets(add: (path: string, bytes: Buffer) => void, index: Found[]): void {
  const here = (file: string) => readFileSync(new URL(file, import.meta.url));
  const style = [here("../web/static/ground.css"), here("docs.css")].map(String).join("\n");
  // A page of a folder has no second visit by which a typeface could come in time.
  add("assets/docs.css", Buffer.from(style.replaceAll("font-display: optional", "font-display: swap")));
  add("assets/docs.js", here("docs.js"));
  add("assets/icon.svg", here("../web/static/icon.svg"));
  add("assets/index.js", Buffer.from(`globalThis.plainwireDocs = ${JSON.stringify(index)};\n`));
  for (const font of fonts) {
    add(`assets/${basename(font)}`, readFileSync(fileURLToPath(import.meta.resolve(font))));
  }
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

function typeOf(path: string): string {
  return types[extname(path)] ?? "application/octet-stream";
}
