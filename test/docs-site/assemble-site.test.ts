import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, resolve } from "node:path";
import { after, test } from "node:test";
import { parse } from "parse5";
import { assembleSite, type Site } from "../../src/docs-site/assemble-site.ts";
import { renderMarkdown } from "../../src/docs-site/render-markdown.ts";
import { serveDocs } from "../../src/docs-site/serve-docs.ts";
import { runCommand, startCommand } from "../ground/run-command.ts";

const project = resolve(import.meta.dirname, "../..");
const site = assembleSite(project, "1.2.3");
const pages = [...site.keys()].filter((path) => path.endsWith(".html"));

test("every document is a page, and the contents lead to each of them once", () => {
  const documents = readdirSync(join(project, "docs")).filter((name) => name.endsWith(".md"));
  for (const name of documents) assert.ok(site.has(name.replace(/\.md$/, ".html")), name);
  const contents = /<nav class="contents"[^]*?<\/nav>/.exec(textOf(site, "index.html"))?.[0] ?? "";
  const links = [...contents.matchAll(/href="([^"#]+)"/g)].map(([, href = ""]) => href);
  assert.deepEqual(links.toSorted(), pages.toSorted());
});

test("every link of a page leads to a page with that heading, and every picture, style and script is in the site", () => {
  const broken = pages.flatMap((path) =>
    referencesOf(textOf(site, path))
      .filter(({ url, isLink }) => !leadsSomewhere(site, path, url, isLink))
      .map(({ url }) => `${path}: ${url}`),
  );
  assert.deepEqual(broken, []);
});

test("a page loads nothing from elsewhere", () => {
  for (const path of pages) {
    for (const { url, isLink } of referencesOf(textOf(site, path)))
      assert.ok(isLink || !/^[a-z]+:|^\/\//.test(url), url);
  }
  assert.doesNotMatch(textOf(site, "assets/docs.css"), /url\(["']?(?:https?:|\/)/);
  assert.doesNotMatch(textOf(site, "assets/docs.js"), /https?:/);
});

test("the index has the text under each heading, without markup", () => {
  const [, list = "[]"] = /^globalThis\.plainwireDocs = (.*);\n$/.exec(textOf(site, "assets/index.js")) ?? [];
  const index = JSON.parse(list) as { p: string; h: string; u: string; t: string }[];
  const entry = index.find(({ u }) => u === "moving.html#moving-out");
  assert.match(entry?.t ?? "", /plainwire export me@example\.org > me\.json/);
  assert.doesNotMatch(entry?.t ?? "", /Stars and read marks/);
  assert.ok(index.every(({ t }) => !/<(?:p|td|code)>|&amp;/.test(t)));
});

test("a new document appears by itself, and links to files that are not on the site are only text", () => {
  const folder = mkdtempSync(join(tmpdir(), "plainwire-docs-"));
  after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "README.md"), "# Front\n\n[new](docs/new.md#two) and [source](src/main.ts)\n");
  writeFileSync(join(folder, "docs/new.md"), "# Something new\n\n## Two\n\n## Two\n\n[back](../README.md)\n");
  const small = assembleSite(folder, "1");
  assert.match(textOf(small, "index.html"), /<a href="new\.html#two">new<\/a> and source/);
  const page = textOf(small, "new.html");
  assert.match(page, /<a href="index\.html">back<\/a>/);
  assert.match(page, /aria-current="page">Something new</);
  assert.match(page, /<h2 id="two">[^]*<h2 id="two-1">/);
});

test("markup and dangerous addresses in a document do not become markup", () => {
  const { html } = renderMarkdown(
    '# <script>alert(1)</script>\n\n<img src=x onerror=alert(2)>\n\n[x](javascript:alert(3)) ![" onload="y](a.png) `<b>`\n',
    { file: "docs/x.md", siteAddress: () => null },
  );
  const found = JSON.stringify(parse(html), (key, value: unknown) => (key === "parentNode" ? undefined : value));
  assert.doesNotMatch(found, /"tagName":"(?:script|b)"|onerror|"name":"onload"|javascript:/);
});

test("the site is served on loopback with a strict policy; an address that is not there is 404", async () => {
  const server = await serveDocs(site, 0);
  try {
    assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    const front = await fetch(`${server.url}/`);
    assert.equal(front.status, 200);
    assert.match(front.headers.get("content-security-policy") ?? "", /^default-src 'none'; style-src 'self';/);
    assert.match(await front.text(), /<h1 id="plainwire">Plainwire<\/h1>/);
    for (const path of ["/nothing.html", "/%", "/../package.json", "/assets/..%2f..%2fpackage.json"]) {
      const { status } = await fetch(server.url + path);
      assert.equal(status, 404, path);
    }
  } finally {
    await server.stop(0);
  }
});

test("a port in use is said with the option that changes it", async (t) => {
  const first = await serveDocs(site, 0);
  t.after(() => first.stop(0));
  const { port } = new URL(first.url);
  await assert.rejects(serveDocs(site, Number(port)), { message: /^Port \d+ is in use: set --port to another/ });
});

test("the command serves until it is stopped, and writes the same files to a folder", async () => {
  const command = startCommand(["docs", "--port", "0"]);
  const line = await command.line(/The documents are on/);
  const url = /http:\S+/.exec(line)?.[0] ?? "";
  assert.equal((await fetch(`${url}/moving.html`)).status, 200);
  assert.equal((await command.stop("SIGINT")).code, 0);

  const folder = mkdtempSync(join(tmpdir(), "plainwire-docs-"));
  after(() => rmSync(folder, { recursive: true }));
  const { code, stdout } = await runCommand(["docs", "--out", "site"], { cwd: folder });
  assert.equal(code, 0);
  assert.match(stdout, new RegExp(`^Wrote ${site.size} files\\. Open `));
  const refused = await runCommand(["docs", "--out", "site/index.html"], { cwd: folder });
  assert.match(refused.stderr, /^site\/index\.html cannot be written/);
  // A folder that takes no others: mkdir with "recursive" would never return.
  if (process.platform === "linux")
    assert.match((await runCommand(["docs", "--out", "/proc/x/y"])).stderr, /^\/proc\/x\/y cannot be written/);
});

function textOf(from: Site, path: string): string {
  return from.get(path)?.bytes.toString("utf8") ?? "";
}

function referencesOf(html: string): { url: string; isLink: boolean }[] {
  return [...html.matchAll(/<(a|img|script|link)\b[^>]*?\b(?:href|src)="([^"]*)"/g)].map(([, tag, url = ""]) => ({
    url: url.replaceAll("&amp;", "&"),
    isLink: tag === "a",
  }));
}

function leadsSomewhere(from: Site, path: string, url: string, isLink: boolean): boolean {
  if (/^(?:https?|mailto):/.test(url)) return isLink;
  const [target = "", anchor] = url.split("#", 2);
  const file = target === "" ? path : posix.join(posix.dirname(path), target);
  if (!from.has(file)) return false;
  return anchor === undefined || textOf(from, file).includes(`id="${anchor}"`);
}
