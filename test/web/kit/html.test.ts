import assert from "node:assert/strict";
import { test } from "node:test";
import { html, type HtmlValue, trusted } from "../../../src/web/kit/html.ts";

// Under another name the formatter leaves the markup as it is written here.
const tag = html;

test("text and quoted attributes are escaped", () => {
  const hostile = `"<'&>`;
  assert.equal(
    tag`<p title="a ${hostile}">${hostile}</p>`.text,
    `<p title="a &quot;&lt;&#39;&amp;&gt;">&quot;&lt;&#39;&amp;&gt;</p>`,
  );
  assert.equal(tag`<title>${"</title><script>"}</title>`.text, "<title>&lt;/title&gt;&lt;script&gt;</title>");
});

test("markup made by html is kept, arrays are joined, null writes nothing", () => {
  const rows = ["<1>", "2"].map((row) => tag`<li>${row}</li>`);
  assert.equal(
    tag`<ul>${rows}${null}${undefined}${false}${0}${3n}</ul>`.text,
    "<ul><li>&lt;1&gt;</li><li>2</li>03</ul>",
  );
  assert.equal(tag`<i>${trusted("<svg></svg>")}</i>`.text, "<i><svg></svg></i>");
});

test("an attribute whose whole value is null is left out", () => {
  const link = (current: string | null, hidden: boolean) =>
    tag`<a href="/" aria-current="${current}" hidden="${hidden}">x</a>`.text;
  assert.equal(link("page", false), `<a href="/" aria-current="page">x</a>`);
  assert.equal(link(null, true), `<a href="/" hidden="">x</a>`);
});

const kept = "https://example.org/?a=1 HTTP://x mailto:a@example.org /feeds feeds/1 ?q=a:b #a ./a:b".split(" ");
const blocked = "javascript:x data:text/html,x vbscript:x blob:x file:///x //evil.example /\\evil.example \\\\x".split(
  " ",
);
const disguised = [" javascript:x", "\u0001JavaScript:x", "java\tscript:x", "java\nscript:x", "/\t/evil.example"];

test("an address is http, https, mailto or on our own host", () => {
  for (const url of [...kept, ""]) assert.equal(tag`<a href="${url}"></a>`.text, `<a href="${url}"></a>`);
  for (const url of [...blocked, ...disguised])
    assert.equal(tag`<a href="${url}"></a>`.text, `<a href="#blocked"></a>`);
});

test("a value inside an address is one encoded part of it", () => {
  const link = (id: string, query: string) => tag`<a hx-get="/feeds/${id}/edit?search=${query}"></a>`.text;
  assert.equal(link("7", "a&b=c"), `<a hx-get="/feeds/7/edit?search=a%26b%3Dc"></a>`);
  assert.equal(link("../x", ""), `<a hx-get="/feeds/..%2Fx/edit?search="></a>`);
  assert.equal(link("..", "\ud800"), `<a hx-get="/feeds/%23blocked/edit?search=%EF%BF%BD"></a>`);
  assert.equal(tag`<a href="/${""}/${"evil.example"}"></a>`.text, `<a href="/%23blocked/evil.example"></a>`);
});

const x = "x";
const unsafe: Record<string, () => unknown> = {
  "a value in an unquoted attribute": () => tag`<p class=${x}></p>`,
  "an unquoted attribute": () => tag`<p class=a></p>`,
  "a value as an attribute's name": () => tag`<p ${x}="a"></p>`,
  "a value as an element's name": () => tag`<${x}></p>`,
  "a value in a closing tag": () => tag`<p></${x}>`,
  "a comment": () => tag`<!-- x --><p>${x}</p>`,
  "a space that browsers take for a letter": () => tag`<p\u00a0title="${x}"></p>`,
  "a tag left open": () => tag`<p class="${x}"`,
  "a bare less-than sign": () => tag`<p>1 < ${x}</p>`,
  "a value in a script": () => tag`<script>${x}</script>`,
  "a script's text": () => tag`<script>alert(1)</script>`,
  "a value in a style sheet": () => tag`<style>${x}</style>`,
  "an unclosed title": () => tag`<title>${x}`,
  "an event handler": () => tag`<p onclick="f('${x}')"></p>`,
  "an htmx event handler": () => tag`<p hx-on::load="${x}"></p>`,
  "a value in hx-vals": () => tag`<p hx-vals="${x}"></p>`,
  "a value in hx-headers": () => tag`<p data-hx-headers="${x}"></p>`,
  "a value in hx-trigger": () => tag`<p hx-trigger="${x}"></p>`,
  "a value in hx-confirm": () => tag`<p hx-confirm="${x}"></p>`,
  "a style attribute": () => tag`<p style="color: ${x}"></p>`,
  "a srcdoc": () => tag`<p srcdoc="${x}"></p>`,
  "a frame": () => tag`<iframe src="${x}"></iframe>`,
  "a base": () => tag`<base href="${x}" />`,
  "a meta refresh": () => tag`<meta http-equiv="refresh" content="0;url=${x}" />`,
  "an unsafe scheme before a value": () => tag`<a href="javascript:f('${x}')"></a>`,
  "another host before a value": () => tag`<a href="//${x}"></a>`,
  "a scheme from a value": () => tag`<a href="${x}:alert(1)"></a>`,
  "a character U+0000": () => tag`<p>\0</p>`,
};
for (const [what, render] of Object.entries(unsafe)) {
  test(`a template with ${what} is refused`, () => assert.throws(render, /^Error: html: /));
}

test("values that are not text are refused, and so is markup where only text is allowed", () => {
  const parsed = { text: "<b>" } as unknown as HtmlValue;
  assert.throws(() => tag`<p>${parsed}</p>`, TypeError);
  assert.throws(() => tag`<p>${true}</p>`, TypeError);
  assert.throws(() => tag`<p title="a ${["b"]}"></p>`, TypeError);
  assert.throws(() => tag`<title>${tag`<b></b>`}</title>`, TypeError);
});
