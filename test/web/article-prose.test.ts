import assert from "node:assert/strict";
import { test } from "node:test";
import { readingWorld } from "../reading/reading-world.ts";

const world = await readingWorld();
const long = "The council of Leeds met on Monday and talked about the bridge. ".repeat(40);

/** What stands in the column of the text. */
async function proseOf(text: string): Promise<string> {
  const reader = await world.addReader();
  const id = await world.addItem(await world.addFeed([reader], "Harbour Gazette"), { title: "Council meets", text });
  await world.settle();
  const answer = await reader.ask(`/items/${id}`);
  assert.equal(answer.status, 200);
  const [, prose = ""] =
    /<div class="prose"[^>]*>([^]*?)<\/div>\s*(?:<div class="rest"|<figure|<nav|<\/div>)/.exec(await answer.text()) ??
    [];
  // Our templates indent lists and tables.
  return prose.replace(/>\n\s+</g, "><");
}

test("the text is built from our own elements: nothing of the source's markup comes along", async () => {
  const prose = await proseOf(
    `<base href="https://evil.example/"><style>*{position:fixed}</style><div id="main" class="top" style="position:fixed">${long}</div>` +
      `<form action="https://evil.example"><input name="a"><button>Go</button></form><iframe src="https://evil.example"></iframe>` +
      `<svg><script>alert(1)</script></svg><math><mi>x</mi></math><img src="https://evil.example/pixel.gif" width="1" height="1"><h1 id="article">Background</h1>` +
      `<p onclick="alert(1)">One <a href="https://news.example/a?b=1&c" id="menu" class="btn">link</a> and <a href="javascript:alert(1)">two</a>`,
  );
  assert.doesNotMatch(
    prose,
    /<(?:base|style|form|input|button|iframe|svg|math|img|script)|\sid=|class="(?!sideways)|style=|onclick|javascript|evil/,
  );
  assert.match(prose, /<h2>Background<\/h2>/);
  assert.match(
    prose,
    /<a href="https:\/\/news\.example\/a\?b=1&amp;c" rel="noopener noreferrer nofollow" target="_blank">link<\/a> and two/,
  );
});

test("paragraphs, lists, quotes, code and tables keep their form; headings go down in order", async () => {
  assert.match(
    await proseOf(`First line\n\nSecond one\nwith a break`),
    /<p>First line<\/p><p>Second one<br \/>with a break<\/p>/,
  );
  assert.match(await proseOf(`One<br><br>Two<br>still two`), /<p>One<\/p><p>Two<br \/>still two<\/p>/);
  const prose = await proseOf(
    `<h4>A</h4><h6>B</h6><h4>C</h4><ul><li>x<li><p>y</p><p>z</p></ul><blockquote>said</blockquote>` +
      `<pre><code>if (a &lt; b)\n  c();</code></pre><table><tr><th>Town<th>Votes<tr><td>Hull<td>23</table><p>&nbsp;</p>` +
      `<table><tr><td><p>Laid out</p></table><figure><iframe src=x></iframe><figcaption>Only a caption</figcaption></figure>`,
  );
  assert.match(prose, /<h2>A<\/h2><h3>B<\/h3><h2>C<\/h2><ul><li>x<\/li><li><p>y<\/p><p>z<\/p><\/li><\/ul>/);
  assert.match(prose, /<blockquote><p>said<\/p><\/blockquote>/);
  assert.match(prose, /aria-label="Code"><pre><code>if \(a &lt; b\)\n {2}c\(\);<\/code><\/pre>/);
  assert.match(
    prose,
    /aria-label="Table"><table><thead><tr><th scope="col">Town<\/th><th scope="col">Votes<\/th><\/tr><\/thead><tbody><tr><td>Hull<\/td><td>23<\/td>/,
  );
  assert.match(prose, /<p>Laid out<\/p>$/);
});

test("tables keep their head, their headings of rows and the cells that span; definitions and captions stay", async () => {
  const prose = await proseOf(
    `<table><caption>Votes</caption><thead><tr><th rowspan="2">Town<th colspan="2">Votes</tr><tr><th>Yes<th>No</tr></thead>` +
      `<tr><th>Hull<td>23<td>14<tr><td colspan="9999">Counted by hand<td rowspan="x">-</table>` +
      `<table><tr>${'<td colspan="50">a</td>'.repeat(5)}</table>` +
      `<dl><div><dt>Bid</dt><dd>An <em>offer</em></dd></div></dl><figure><blockquote>Said</blockquote><figcaption>Who</figcaption></figure>`,
  );
  assert.match(
    prose,
    /<table><caption>\s*Votes\s*<\/caption><thead><tr><th rowspan="2" scope="col">Town<\/th><th colspan="2" scope="col">Votes<\/th><\/tr><tr><th scope="col">Yes<\/th>/,
  );
  assert.match(prose, /<tbody><tr><th scope="row">Hull<\/th><td>23<\/td>/);
  assert.match(prose, /<td colspan="50">Counted by hand<\/td><td>-<\/td>/);
  assert.match(prose, /<tr>(?:<td>a<\/td>){5}<\/tr>/);
  assert.match(prose, /<dl><dt>Bid<\/dt><dd>An <em>offer<\/em><\/dd><\/dl>/);
  assert.match(prose, /<figure><blockquote><p>Said<\/p><\/blockquote><figcaption>Who<\/figcaption><\/figure>/);
});

test("footnotes lead within the page and back; only places that are linked get an id, each once", async () => {
  const prose = await proseOf(
    `<p>A bid<sup id="ref1"><a href="#fn1">1</a></sup>, a vote<a href="#toast">2</a>, <a href="#missing">more</a> and ` +
      `<a href="https://other.example/#fn1">elsewhere</a>. ${long}</p><p id="unused">End</p><div id="toast">Ours?</div>` +
      `<ol><li id="fn1"><p>Of four. <a href="#ref1">Back</a></p></li><li id="fn1">Again</li></ol>`,
  );
  assert.match(
    prose,
    /A bid<sup><span class="anchor" id="in-text-ref1"><\/span><a href="#in-text-fn1">1<\/a><\/sup>, a vote<a href="#in-text-toast">2/,
  );
  assert.match(
    prose,
    /<li><p><span class="anchor" id="in-text-fn1"><\/span>Of four. <a href="#in-text-ref1">Back<\/a>/,
  );
  assert.match(prose, /<a href="https:\/\/news.example\/[\da-f-]+#missing"[^>]+target="_blank">more<\/a>/);
  assert.match(prose, /<a href="https:\/\/other.example\/#fn1"/);
  assert.deepEqual([...prose.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id).toSorted(), [
    "in-text-fn1",
    "in-text-ref1",
    "in-text-toast",
  ]);
});

test("a feed's own marks look like text, not like ours", async () => {
  assert.match(await proseOf(`<p>A <mark data-mark="0">council</mark> met.</p>`), /<p>A council met\.<\/p>/);
});
