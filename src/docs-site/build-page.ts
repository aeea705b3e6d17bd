import { addressOf, type Chapter, type Listed } from "./contents.ts";
import { escapeAttribute as escape, type Heading, type Rendered } from "./render-markdown.ts";

export type SitePage = { page: Listed; rendered: Rendered; chapters: Chapter[]; version: string };

/** One page: the contents on the left, the text, and its headings on the right. Works from a folder, without a server. */
export function buildPage({ page, rendered, chapters, version }: SitePage): string {
  const all = chapters.flatMap(({ pages }) => pages);
  const place = all.findIndex(({ file }) => file === page.file);
  const [before, after] = [all[place - 1], all[place + 1]];
  const title = page.file === "README.md" ? "Plainwire" : `${page.title} · Plainwire`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="assets/icon.svg">
<link rel="stylesheet" href="assets/docs.css">
<script src="assets/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header class="top">
<a class="brand" href="index.html">Plainwire</a>
<div class="find" hidden>
<input type="search" id="find" placeholder="Search" aria-label="Search the documents" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list">
<kbd aria-hidden="true">/</kbd>
<ul id="found" role="listbox" aria-label="Found" hidden></ul>
</div>
<a class="menu" href="#contents">Contents</a>
</header>
<div class="columns">
<main id="text">
<article>
${rendered.html}</article>
<nav class="next" aria-label="Next and previous page">
${before === undefined ? "<span></span>" : `<a rel="prev" href="${addressOf(before.file)}"><small>Before</small>${escape(before.title)}</a>`}
${after === undefined ? "" : `<a rel="next" href="${addressOf(after.file)}"><small>Next</small>${escape(after.title)}</a>`}
</nav>
</main>
<nav class="contents" id="contents" aria-label="Contents">
${chapters.map((chapter) => chapterOf(chapter, page)).join("\n")}
<p>Version ${escape(version)}</p>
</nav>
${outlineOf(rendered.headings)}
</div>
</body>
</html>
`;
}

function chapterOf({ name, pages }: Chapter, shown: Listed): string {
  const links = pages.map(({ file, title }) => {
    const current = file === shown.file ? ' aria-current="page"' : "";
    return `<li><a href="${addressOf(file)}"${current}>${escape(title)}</a></li>`;
  });
  return `<h2>${escape(name)}</h2>\n<ul role="list">\n${links.join("\n")}\n</ul>`;
}

const outlineMax = 40;

function outlineOf(headings: Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2).slice(0, outlineMax);
  if (shown.length < 2) return "";
  const links = shown.map(({ id, text }) => `<li><a href="#${id}">${escape(text)}</a></li>`);
  return `<nav class="outline" aria-label="On this page"><h2>On this page</h2><ul role="list">${links.join("")}</ul></nav>`;
}
