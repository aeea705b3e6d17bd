import assert from "node:assert/strict";
import { test } from "node:test";
import { parseStrictXml, textOf } from "./strict-xml.ts";

const malformed = {
  "a bare ampersand": "<a>b & c</a>",
  "an unknown entity": "<a>&nbsp;</a>",
  "a reference without its semicolon": "<a>&amp b</a>",
  "a reference to a control character": "<a>&#0;</a>",
  "a reference to half a surrogate pair": "<a>&#xD800;</a>",
  "a reference beyond Unicode": "<a>&#x110000;</a>",
  "a control character": "<a>\u0001</a>",
  "half a surrogate pair": "<a>\ud800</a>",
  "a noncharacter": "<a>\uffff</a>",
  "the end of a CDATA section in text": "<a>]]></a>",
  "an element that is never closed": "<a><b></a>",
  "an element closed twice": "<a></a></a>",
  "crossed elements": "<a><b></a></b>",
  "two roots": "<a/><b/>",
  "no root": " ",
  "text next to the root": "<a/>b",
  "an attribute twice": '<a b="1" b="2"/>',
  "an unquoted attribute": "<a b=1/>",
  "a less-than sign in an attribute": '<a b="<"/>',
  "a bare ampersand in an attribute": '<a b="&"/>',
  "attributes without space between": '<a b="1"c="2"/>',
  "an unbound prefix": "<x:a/>",
  "an unbound prefix of an attribute": '<a x:b="1"/>',
  "a declaration in the middle": '<a><?xml version="1.0"?></a>',
  "space before the declaration": ' <?xml version="1.0" encoding="UTF-8"?><a/>',
};

for (const [what, document] of Object.entries(malformed)) {
  test(`the strict checker refuses ${what}`, () => {
    assert.throws(() => parseStrictXml(document));
  });
}

test("the strict checker reads names, attributes and text as a parser must", () => {
  const root = parseStrictXml('<a xmlns:x="u" b=" 1\n&#xA;&quot; "><x:c/>&lt;&#x1F600;&#xD;\r\n</a>');
  assert.equal(root.attributes.get("b"), ' 1 \n" ');
  assert.equal(textOf(root), "<\u{1F600}\r\n");
});
