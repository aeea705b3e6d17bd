import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { type DefaultTreeAdapterTypes as Tree, parse, parseFragment } from "parse5";
import { type Html, html as tag } from "../../../src/web/kit/html.ts";
import { anyCharacter, checkProperty } from "../../ground/check-property.ts";

const rendersPerTemplate = 4_000;
const ownOrigin = "https://own.example";
const urlAttributes = new Set(["href", "src", "action", "formaction", "cite", "hx-get", "hx-delete"]);

const templates = {
  page: (s: string) => tag`<!doctype html><html lang="en" data-theme="${s}"><head><title>${s} · a</title>
    <meta name="description" content="${s}"></head><body class="a ${s} b">${s}<p title='${s}'>${[s, tag`<b>${s}</b>`]}</p></body></html>`,
  links: (s: string) => tag`<a href="${s}">${s}</a><img src="${s}" alt="${s}"><q cite='${s}'>${s}</q>
    <form action="${s}"><button formaction="${s}" value="${s}">${s}</button></form>`,
  "own links": (s: string) => tag`<a href="/feeds/${s}/${s}?q=${s}&page=${s}#${s}">${s}</a><a href="/${s}/${s}">x</a>
    <button hx-get="/feeds?search=${s}" hx-target="#f-${s}" hx-delete='/feeds/${s}'>${s}</button>`,
  forms: (s: string) => tag`<textarea name="${s}">${s}</textarea><input value="${s}" placeholder='a ${s}'>
    <select><option value="${s}">${s}</option></select><table><tr><td data-a="${s}">${s}</td></tr></table>`,
  drawings: (s: string) => tag`<svg viewBox="0 0 ${s} 9" aria-label="${s}"><title>${s}</title><text x="${s}">${s}</text>
    <path d="${s}" /></svg><math><mi>${s}</mi></math><pre>${s}</pre>`,
};

const characters = "\"'<>&`=/\\:#?.@;\0\t\n\r\f \u0001\u001f\u007f\u00a0\u2028\ufeff：％\udc00\ud800".split("");
const words = `</title> </textarea> </script> <script> <!-- --> --!> <![CDATA[ ]]> <? </ <svg/onload=x> onload=x href='x
  "onload="x javascript: JaVaScRiPt: data:text/html, vbscript: https://evil.example/ //evil.example .. mailto:
  &quot; &#34; &lt; &#x6a;avascript&colon; &Tab; &NewLine; {x}`.split(/\s+/);
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...characters),
      fc.constantFrom(...words),
      fc.string({ unit: anyCharacter, maxLength: 9 }),
    ),
    {
      maxLength: 8,
    },
  )
  .map((pieces) => pieces.join(""));

for (const [name, template] of Object.entries(templates)) {
  test(`no text changes the shape of ${name}, nor makes an address other than http, https or mailto`, () => {
    const expected = elements(template("x")).map(shape);
    const holds = fc.property(hostile, (text) => {
      const found = elements(template(text));
      assert.deepEqual(found.map(shape), expected);
      for (const { name: attribute, value } of found.flatMap(({ attrs }) => attrs)) {
        if (urlAttributes.has(attribute)) assertSafe(value, name === "own links");
      }
    });
    checkProperty(holds, rendersPerTemplate);
  });
}

function assertSafe(value: string, staysHere: boolean) {
  if (!URL.canParse(value, ownOrigin)) return;
  const { protocol, origin } = new URL(value, ownOrigin);
  assert.match(protocol, /^(?:https?|mailto):$/, value);
  const isAbsolute = /^[\0-\x20]*(?:h\s*t\s*t\s*p\s*s?|m\s*a\s*i\s*l\s*t\s*o)\s*:/i.test(value);
  if (staysHere || !isAbsolute) assert.equal(origin, ownOrigin, value);
}

function elements({ text }: Html): Tree.Element[] {
  const below = (node: Tree.ParentNode): Tree.Element[] =>
    node.childNodes.filter((child) => "tagName" in child).flatMap((child) => [child, ...below(child)]);
  return below(text.startsWith("<!doctype") ? parse(text) : parseFragment(text));
}

/** Name and depth of the element, names of its attributes: all but the text. */
function shape(element: Tree.Element): string {
  let depth = 0;
  for (let node: Tree.Node | null = element; node !== null && "parentNode" in node; node = node.parentNode) depth += 1;
  return `${depth} ${element.tagName} ${element.attrs.map(({ name }) => name).join(" ")}`;
}
