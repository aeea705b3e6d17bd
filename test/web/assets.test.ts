import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { createWebApp } from "../../src/web/app.ts";
import { accepts } from "../../src/web/public/document.ts";
import { webParts } from "./web-parts.ts";

const app = createWebApp(webParts().parts);
const home = await (await app.request("/")).text();
const onPage = [...home.matchAll(/(?:href|src)="(\/(?:static|vendor)\/[^"]+)"/g)].map(([, url = ""]) => url);
const styles = await Promise.all(
  onPage.filter((url) => url.endsWith(".css")).map(async (url) => (await app.request(url)).text()),
);
const inStyles = styles.flatMap((css) => [...css.matchAll(/url\("([^"]+)"\)/g)].map(([, url = ""]) => url));

test("every file that a page or style sheet names exists and may be cached forever", async () => {
  const names = [
    "plainwire.css",
    "htmx.min.js",
    "icon.svg",
    "icon-192.png",
    "schibsted-grotesk-latin-wght-normal.woff2",
    "newsreader-latin-wght-normal.woff2",
  ];
  assert.deepEqual(new Set(onPage.map((url) => url.split("/").at(-1))), new Set(names));
  assert.equal(inStyles.length, 4);
  for (const url of [...onPage, ...inStyles]) {
    const answer = await app.request(url);
    assert.equal(answer.status, 200, url);
    assert.equal(answer.headers.get("Cache-Control"), "public, max-age=31536000, immutable");
    assert.match(
      answer.headers.get("Content-Type") ?? "",
      /^(?:text\/css|text\/javascript|image\/svg\+xml|image\/png|font\/woff2)/,
    );
    assert.ok((await answer.arrayBuffer()).byteLength > 100);
  }
  assert.ok(onPage.some((url) => /^\/vendor\/4\.0\.0\/htmx\.min\.js$/.test(url)));
});

test("text is sent compressed to clients that accept it, with the same content", async () => {
  const url = onPage.find((candidate) => candidate.endsWith("plainwire.css")) ?? "";
  const plain = await app.request(url);
  const text = await plain.text();
  assert.equal(plain.headers.get("Content-Encoding"), null);
  assert.equal(plain.headers.get("Vary"), "Accept-Encoding");
  for (const [asked, coding, unpack] of [
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip, br;q=0", "gzip", gunzipSync],
  ] as const) {
    const packed = await app.request(url, { headers: { "Accept-Encoding": asked } });
    assert.equal(packed.headers.get("Content-Encoding"), coding);
    assert.equal(packed.headers.get("Vary"), "Accept-Encoding");
    const bytes = await packed.arrayBuffer();
    assert.equal(packed.headers.get("Content-Length"), String(bytes.byteLength));
    assert.equal(unpack(bytes).toString(), text);
  }
});

test("HEAD tells the length of a file without sending it", async () => {
  const [url = ""] = onPage;
  const full = await (await app.request(url)).arrayBuffer();
  const head = await app.request(url, { method: "HEAD" });
  assert.equal(head.headers.get("Content-Length"), String(full.byteLength));
  assert.equal((await head.arrayBuffer()).byteLength, 0);
});

test("no path leads to any other file", async () => {
  const [url = ""] = onPage;
  const folder = url.slice(0, url.lastIndexOf("/"));
  const tries = [
    "/../app.ts",
    "/%2e%2e/app.ts",
    "/..%2fapp.ts",
    "/..%5capp.ts",
    "//etc/passwd",
    "/",
    "/plainwire.css%00",
    "/./plainwire.css/",
  ];
  for (const path of tries) assert.equal((await app.request(folder + path)).status, 404, path);
  for (const path of [
    "/static/plainwire.css",
    "/static/000000000000/plainwire.css",
    "/vendor/4.0.0/package.json",
    "/vendor/4.0.0/htmx.js",
  ]) {
    assert.equal((await app.request(path)).status, 404, path);
  }
});

test("gzip and brotli are used if Accept-Encoding allows them", () => {
  for (const header of ["gzip", "br, gzip", "deflate,gzip;q=0.5", "GZIP"])
    assert.equal(accepts("gzip", header), true, header);
  for (const header of [undefined, "", "br", "gzip;q=0", "gzip; q=0.0, br", "x-gzip", "gzip-2"])
    assert.equal(accepts("gzip", header), false, header);
  for (const header of ["br", "gzip, br", "BR;q=0.1"]) assert.equal(accepts("br", header), true, header);
  for (const header of [undefined, "gzip", "br;q=0", "brotli", "xbr"])
    assert.equal(accepts("br", header), false, header);
});
