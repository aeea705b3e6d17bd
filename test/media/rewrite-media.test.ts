import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import fc from "fast-check";
import { createSecretBox } from "../../src/database/secret-box.ts";
import { createMediaAddresses } from "../../src/media/media-address.ts";
import { parseSrcset } from "../../src/media/parse-srcset.ts";
import { rewriteMedia } from "../../src/media/rewrite-media.ts";
import { checkProperty } from "../ground/check-property.ts";

const { sign } = createMediaAddresses(createSecretBox("k".repeat(32)), true);
const parts = { sign, baseUrl: "https://news.example.org/a/story" };
const rewrite = (html: string) => rewriteMedia(html, parts) ?? "";
const picture = (url: string) => sign(url, "picture") ?? "";
const stream = (url: string) => sign(url, "stream") ?? "";
const lazy = 'loading="lazy" decoding="async"';

const rewritten: [string, string, string][] = [
  [
    "a picture with its size",
    `<p>x<img src="https://a.test/1.jpg" alt="A cat" width="640" height="480px" onerror="alert(1)" class="big"></p>`,
    `<p>x<img src="${picture("https://a.test/1.jpg")}" alt="A cat" width="640" height="480" ${lazy} /></p>`,
  ],
  [
    "a relative address",
    `<img src="../1.jpg">`,
    `<img src="${picture("https://news.example.org/1.jpg")}" alt="" ${lazy} />`,
  ],
  ["no scheme", `<img src="//a.test/1.jpg">`, `<img src="${picture("https://a.test/1.jpg")}" alt="" ${lazy} />`],
  [
    "sizes that are no sizes",
    `<img src="https://a.test/1.jpg" width="100%" height="99999999">`,
    `<img src="${picture("https://a.test/1.jpg")}" alt="" ${lazy} />`,
  ],
  [
    "several sizes of a picture, with commas in their addresses",
    `<img src="https://a.test/1.jpg" srcset="https://a.test/w_1,h_2/1.jpg 1x, https://a.test/2.jpg 2x" sizes="(max-width: 600px) 100vw, 50vw">`,
    `<img src="${picture("https://a.test/1.jpg")}" srcset="${picture("https://a.test/w_1,h_2/1.jpg")} 1x, ${picture("https://a.test/2.jpg")} 2x" sizes="(max-width: 600px) 100vw, 50vw" alt="" ${lazy} />`,
  ],
  [
    "a picture that a script would load",
    `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="https://a.test/1.jpg">`,
    `<img src="${picture("https://a.test/1.jpg")}" alt="" ${lazy} />`,
  ],
  [
    "a choice of pictures",
    `<picture><source srcset="https://a.test/1.avif" type="image/avif" media="(min-width: 9px)"><source srcset="https://a.test/1.svg" type="image/svg+xml"><img src="https://a.test/1.jpg"></picture>`,
    `<picture><source srcset="${picture("https://a.test/1.avif")}" type="image/avif" media="(min-width: 9px)" /><img src="${picture("https://a.test/1.jpg")}" alt="" ${lazy} /></picture>`,
  ],
  [
    "audio, which loads nothing by itself",
    `<audio src="https://a.test/1.mp3" autoplay loop></audio>`,
    `<audio controls preload="none" src="${stream("https://a.test/1.mp3")}"></audio>`,
  ],
  [
    "a video with a poster and a choice of files",
    `<video poster="https://a.test/p.jpg" width="64" height="48" autoplay><source src="https://a.test/1.mp4" type="video/mp4; codecs=x"><source src="https://a.test/1.m3u8" type="application/x-mpegurl"><track src="https://a.test/1.vtt"></video>`,
    `<video controls preload="none" playsinline width="64" height="48" poster="${picture("https://a.test/p.jpg")}"><source src="${stream("https://a.test/1.mp4")}" type="video/mp4" /><source src="${stream("https://a.test/1.m3u8")}" /></video>`,
  ],
  [
    "a link around a picture stays a link",
    `<a href="/full"><img src="https://a.test/1.jpg"></a>`,
    `<a href="https://news.example.org/full" rel="nofollow noopener noreferrer" target="_blank"><img src="${picture("https://a.test/1.jpg")}" alt="" ${lazy} /></a>`,
  ],
];
for (const [what, html, wanted] of rewritten) {
  test(`rewritten: ${what}`, () => {
    const found = rewrite(html).replaceAll(/(controls|playsinline)=""/g, "$1");
    assert.equal(found, wanted);
  });
}

const dropped: [string, string][] = [
  ["a tracking pixel", `<img src="https://a.test/t.gif" width="1" height="1">`],
  ["a tracking pixel with one side", `<img src="https://a.test/t.gif" height="2px">`],
  ["a tracking pixel of no size", `<img src="https://a.test/t.gif" width="0">`],
  ["a hidden picture", `<img src="https://a.test/t.gif" style="display: none">`],
  ["a picture in the address itself", `<img src="data:image/svg+xml,<svg onload=alert(1)>">`],
  ["a picture without an address", `<img alt="x"><img src="http://"><img srcset=" , ">`],
  ["another scheme", `<img src="javascript:alert(1)"><img src="file:///etc/passwd"><img src="blob:https://a.test/1">`],
  ["an address with a password", `<img src="https://me:secret@a.test/1.jpg">`],
  ["an address of 3,000 characters", `<img src="https://a.test/${"x".repeat(3_000)}">`],
  [
    "players without a file",
    `<audio></audio><video poster="https://a.test/p.jpg"></video><video><source src="x:y"></video>`,
  ],
  [
    "a choice of pictures whose picture is a tracker",
    `<picture><source srcset="https://a.test/1.jpg"><img width="1" src="https://a.test/1.gif"></picture>`,
  ],
  ["SVG with a picture of its own", `<svg><image href="https://a.test/1.jpg"/><script>alert(1)</script></svg>`],
  [
    "frames and objects",
    `<iframe src="https://a.test"></iframe><object data="https://a.test"></object><embed src="https://a.test">`,
  ],
];
for (const [what, html] of dropped) {
  test(`dropped: ${what}`, () => assert.equal(rewrite(html), ""));
}

test("with MEDIA_PROXY=false there is no picture and no player, and the text stays", () => {
  const off = createMediaAddresses(createSecretBox("k".repeat(32)), false);
  const html = `<p>One<img src="https://a.test/1.jpg"> two</p><audio src="https://a.test/1.mp3"></audio><picture><img src="https://a.test/1.jpg"></picture>`;
  assert.equal(rewriteMedia(html, { ...parts, sign: off.sign }), "<p>One two</p>");
});

test("10 MB are not rewritten, a thousand addresses are the limit, and depth does not matter", () => {
  assert.equal(rewriteMedia("x".repeat(10_000_000), parts), null);
  const many = rewrite(`<img src="https://a.test/1.jpg">`.repeat(3_000));
  assert.equal(many.match(/<img /g)?.length, 1_000);
  const deep = rewrite(`${"<div>".repeat(20_000)}<img src="https://a.test/1.jpg">`);
  assert.ok(deep.length < 10_000);
});

/** Every address that a browser would load by itself when it shows this HTML, as a browser's parser reads it. */
function loads(html: string): string[] {
  const found: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ("attrs" in node) {
      for (const { name, value } of node.attrs) {
        if (node.tagName === "a" && name === "href") continue;
        if (name === "srcset") found.push(...parseSrcset(value).map(({ url }) => url));
        else if (!harmless.has(name)) found.push(value);
      }
    }
    if ("childNodes" in node) node.childNodes.forEach(visit);
  };
  visit(parseFragment(html));
  return found;
}
const harmless = new Set(
  "alt id title width height loading decoding controls preload playsinline type media sizes dir lang datetime rel target".split(
    " ",
  ),
);

function assertOwn(html: string): void {
  const result = rewrite(html);
  for (const address of loads(result)) {
    assert.match(address, /^\/media\/(picture|stream)\/[\w-]{22}\/[\w-]+$/, `${html} became ${result}`);
  }
  assert.doesNotMatch(result, /<(?:script|style|svg|iframe|link|meta|object|embed|base|form)/i);
}

test("no known attack leaves an address of another host that is loaded", () => {
  const file = join(import.meta.dirname, "../fixtures/pages/xss-vectors.json");
  for (const html of JSON.parse(readFileSync(file, "utf8")) as string[]) assertOwn(html);
});

test("whatever the rubbish, nothing of another host is loaded", () => {
  const pieces = [
    `<img src="//a.test/1.jpg"`,
    `<img srcset="`,
    `https://a.test/1.jpg 2x, `,
    `a.test, //b.test 1w,`,
    `<picture>`,
    `<source srcset=`,
    `<video poster='https://a.test/p.jpg'`,
    `<audio><source src="https://a.test/1.mp3">`,
    `</audio>`,
    `</video>`,
    `</picture>`,
    ` style="background:url(https://a.test/b.png)"`,
    ` background="https://a.test/b.png"`,
    `<svg><image href="https://a.test/1.jpg">`,
    `<style>@import "https://a.test"</style>`,
    `<!--`,
    `-->`,
    `"`,
    `'`,
    `>`,
    `<p>`,
    `&quot;`,
    `&#x3e;`,
    `\u0000`,
    ` sizes="url(//a.test)"`,
    ` data-src="https://a.test/2.jpg"`,
    `<noscript>`,
    `<template>`,
    `<math><mtext>`,
    `<table background=//a.test>`,
    ` media="//a.test"`,
  ];
  checkProperty(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (chosen) => assertOwn(chosen.join(""))),
    2_000,
  );
});

test("srcset is read as browsers read it", () => {
  const cases: [string, [string, string][]][] = [
    ["a.jpg", [["a.jpg", ""]]],
    [
      "a.jpg 1x, b.jpg 2x",
      [
        ["a.jpg", "1x"],
        ["b.jpg", "2x"],
      ],
    ],
    [
      "a.jpg, b.jpg 1.5x",
      [
        ["a.jpg", ""],
        ["b.jpg", "1.5x"],
      ],
    ],
    [
      " ,, a,b.jpg 100w ,c.jpg 200w",
      [
        ["a,b.jpg", "100w"],
        ["c.jpg", "200w"],
      ],
    ],
    ["a.jpg,b.jpg 2x", [["a.jpg,b.jpg", "2x"]]],
    [
      "a.jpg 2x,b.jpg",
      [
        ["a.jpg", "2x"],
        ["b.jpg", ""],
      ],
    ],
    ["a.jpg -1x, b.jpg 2q", []],
    ["", []],
  ];
  for (const [srcset, wanted] of cases) {
    assert.deepEqual(
      parseSrcset(srcset),
      wanted.map(([url, descriptor]) => ({ url, descriptor })),
      srcset,
    );
  }
});
