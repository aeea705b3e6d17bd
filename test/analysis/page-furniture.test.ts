import assert from "node:assert/strict";
import { test } from "node:test";
import { covers } from "../../src/analysis/page/densest-block.ts";
import { extractPage } from "../../src/analysis/page/extract-page.ts";
import { headsOtherMatter, isFurnitureLine, isRequest, leadsElsewhere } from "../../src/analysis/page/prune-article.ts";
import { parseDocument } from "../../src/analysis/page/parse-document.ts";

const url = "https://northport.example/2031/05/ferry";
const sentence =
  "The ferry to the islands leaves an hour earlier from June, the harbour office said, and costs the same. ";
const paragraphs = `<p>${sentence}</p>`.repeat(8);

function page(body: string, head = ""): string {
  return `<!doctype html><html><head><title>Ferry</title>${head}</head><body>${body}</body></html>`;
}

function textOf(html: string): string {
  const extracted = extractPage(html, url);
  return extracted.kind === "text" ? extracted.text : `nothing: ${extracted.why}`;
}

const long = "Somebody wrote at length about quite another thing, and then about a third one, with commas, in a box. ";

test("boxes named after comments, other articles, newsletters, authors and cookies are not part of the article", () => {
  for (const name of [
    'class="related-content"',
    'class="articleBody__newsletter"',
    'class="post-author-box"',
    'id="cookieContent"',
    'id="comments"',
    'class="main-article-links"',
    'itemprop="author"',
  ]) {
    const text = textOf(page(`<article><h1>Ferry</h1>${paragraphs}<div ${name}><p>${long}</p></div></article>`));
    assert.match(text, /^The ferry/, name);
    assert.doesNotMatch(text, /Somebody/, name);
  }
});

test("a cookie banner that stands in the page itself is not the article, however long it is", () => {
  const request =
    "<p>We and our partners use cookies to show personalised advertising, with your consent, and ask here.</p>";
  for (const name of [
    'id="CybotCookiebotDialog"',
    'id="didomi-host"',
    'id="usercentrics-root"',
    'class="cmplz-cookiebanner"',
    'class="cookiebar"',
  ]) {
    const banner = `<div ${name}><h2>We value your privacy</h2>${request.repeat(20)}</div>`;
    const text = textOf(page(`${banner}<article><h1>Ferry</h1>${paragraphs}</article>`));
    assert.match(text, /^The ferry/, name);
    assert.doesNotMatch(text, /partners/, name);
  }
});

test("the box with most of the text stays, whatever its name", () => {
  for (const name of ["sidebar share", "newsletter", "related", "comments-page cookie-consent"]) {
    const text = textOf(page(`<div class="${name}"><div class="${name}">${paragraphs}</div></div>`));
    assert.match(text, /^The ferry/, name);
  }
  const menu = `<div>${'<a href="/x">Another page</a> '.repeat(60)}</div>`;
  for (const name of ["sidebar share", "newsletter", "related"]) {
    const text = textOf(page(`${menu}<div class="${name}"><div>${paragraphs}</div></div>`));
    assert.match(text, /^The ferry/, name);
  }
});

test("a box that holds the page's heading stays", () => {
  const html = page(
    `<div class="promo"><h1>Ferry</h1><div class="x"><p>${long}</p></div></div><div>${paragraphs}</div>`,
  );
  assert.match(textOf(html), /^Somebody/);
});

test("words of a sentence stay, whatever their class", () => {
  const dated = `<p><span class="promo">NORTHPORT –</span> ${sentence}</p>`;
  assert.match(textOf(page(`<article>${dated}${paragraphs}</article>`)), /^NORTHPORT – The ferry/);
});

test("subjects among an article's class names are not names of boxes", () => {
  const html = page(
    `<article><div>${paragraphs}</div><div class="tag-newsletter no-share"><p>${long}</p></div></article>`,
  );
  assert.match(textOf(html), /Somebody/);
});

test("a long comment is not taken for a short article", () => {
  const comments = `<div class="comment"><div>${`<p>${long}</p>`.repeat(12)}</div></div>`;
  const text = textOf(
    page(`<article class="hentry"><h1>Ferry</h1><p>${sentence}${sentence}</p></article>
    <section class="comments-area">${comments}</section>`),
  );
  assert.match(text, /^The ferry/);
  assert.doesNotMatch(text, /Somebody/);
});

test("picture captions are not part of the article, long texts named so are", () => {
  const caption = (text: string) =>
    page(`<article>${paragraphs}<div class="image-caption">${text}</div>${paragraphs}</article>`);
  assert.doesNotMatch(textOf(caption("The harbour at dusk, seen from the pier.")), /dusk/);
  assert.match(textOf(caption(`<p>${long.repeat(6)}</p>`)), /Somebody/);
});

test("the lead between the heading and the article comes first, once", () => {
  const lead = "Islanders have to get up earlier in the summer, and nobody asked them.";
  for (const html of [
    page(`<header><h1>Ferry</h1><p>${lead}</p></header><div><div>${paragraphs}</div></div>`),
    page(
      `<header><h1>Ferry</h1><div class="article__subtitle">${lead}</div></header><div><div>${paragraphs}</div></div>`,
    ),
    page(`<article><h1>Ferry</h1><p>${lead}</p>${paragraphs}</article>`),
  ]) {
    const text = textOf(html);
    assert.ok(text.startsWith(lead), text.slice(0, 100));
    assert.equal(text.split(lead).length, 2);
  }
});

test("what stands before the heading, or below it in a menu, as links or later, is not a lead", () => {
  const other = "Our summer prize has a boat in it, and everyone may win it this year.";
  for (const html of [
    page(
      `<section><div><div><p>${other}</p></div></div></section><header><h1>Ferry</h1></header><div><div>${paragraphs}</div></div>`,
    ),
    page(`<article><h1>Ferry</h1>${paragraphs}<div class="sponsor"><p>${other}</p></div>${paragraphs}</article>`),
    page(`<header><h1>Ferry</h1><nav><p>${other}</p></nav></header><div><div>${paragraphs}</div></div>`),
    page(`<header><h1>Ferry</h1><p><a href="/x">${other}</a></p></header><div><div>${paragraphs}</div></div>`),
  ]) {
    assert.match(textOf(html), /^The ferry/);
  }
});

test("a short post is read when the page says that it is one article, and only then", () => {
  const post = `<p>${sentence}</p><p>The last one leaves at nine.</p>`;
  assert.match(textOf(page(`<div class="post hentry"><h1>Ferry</h1>${post}</div>`)), /^The ferry[\s\S]*at nine\.$/);
  const openGraph = '<meta property="og:type" content="article">';
  assert.match(textOf(page(`<main><h1>Ferry</h1>${post}</main>`, openGraph)), /^The ferry/);
  assert.equal(textOf(page(`<div>${post}</div>`, openGraph)), "nothing: not-an-article");
  assert.equal(textOf(page(`<main><h1>Ferry</h1>${post}</main>`)), "nothing: not-an-article");
  assert.equal(textOf(page(`<div class="hentry">${post}</div>`.repeat(2))), "nothing: not-an-article");
  assert.equal(textOf(page(`<div class="hentry"><p>See below.</p></div>`)), "nothing: not-an-article");
});

test("a request to subscribe is a paywall also in a box that is named after it", () => {
  const box = '<div class="newsletter subscribe"><p>Subscribe now to continue reading.</p></div>';
  assert.equal(textOf(page(`<article>${paragraphs}${box}</article>`)), "nothing: paywall");
});

test("a teaser that ends with an arrow is not a request to subscribe", () => {
  const teaser = (end: string) =>
    page(`<article>${paragraphs}</article><div>Er kam mit dem Boot Weiterlesen${end}</div>`);
  for (const end of [" …", "...", " »", " →"]) assert.match(textOf(teaser(end)), /^The ferry/, end);
  assert.equal(textOf(teaser("")), "nothing: paywall");
});

test("a page with a sidebar is not a sidebar", () => {
  const lines = `${sentence}<br>`.repeat(8);
  const menu = `<div>${'<a href="/x">Another page</a> '.repeat(60)}</div>`;
  assert.match(textOf(page(`${menu}<div class="main--withSidebar"><div>${lines}</div></div>`)), /^The ferry/);
});

test("the article is read where Readability prefers a list", () => {
  const signer =
    "<div><p>Ada Ferro, who signed this, as did others, in June, at noon, in the harbour, by hand</p></div>";
  const letter = `<p>${long}</p>`.repeat(7);
  const text = textOf(
    page(
      `<main><div><div class="media-scroll">${letter}</div></div><div class="entry-text">${signer.repeat(20)}</div></main>`,
    ),
  );
  assert.match(text, /^Somebody/);
});

test("a text covers a block when it has a fair part of its paragraphs, hidden characters aside", () => {
  const block = parseDocument(
    page("<div><p>The fer\u00adry left.</p><p>It was late.</p><h2>Not counted, but long</h2></div>"),
  ).querySelector("div");
  assert.ok(block !== null);
  assert.ok(covers("The ferry\nleft.", block));
  assert.ok(!covers("Nothing of that.", block));
});

test("the reading aids of Japanese pages do not repeat words", () => {
  const aided = "<p>港の<ruby>船<rp>(</rp><rt>ふね</rt><rp>)</rp></ruby>は六月から一時間早く出ます。</p>";
  assert.match(textOf(page(`<article>${paragraphs}${aided}${paragraphs}</article>`)), /港の船は六月から/);
});

test("a heading about other matter goes with what follows, up to the next heading", () => {
  const text = textOf(
    page(
      `<article>${paragraphs}<h3>About the author</h3><p>${long}</p><h3>Prices</h3><p>A ticket costs nine.</p></article>`,
    ),
  );
  assert.doesNotMatch(text, /About the author|Somebody/);
  assert.match(text, /Prices\n\nA ticket costs nine\.$/);
});

test("no heading takes most of the article with it", () => {
  const text = textOf(page(`<article><h2>Kommentar</h2>${paragraphs}</article>`));
  assert.match(text, /^The ferry/);
});

test("labels, dates and picture credits are told from sentences", () => {
  for (const line of [
    "Advertisement",
    "Artikel teilen",
    "Czytaj też:",
    "2 May 2031",
    "Montag, 5. Mai 2031, 14:30 Uhr",
    "Updated: 05/02/2031 10:15",
    "2031-05-02",
    "Foto: Ida Wehr / Nordbild",
    "© Ida Wehr",
    "Photo by Ida Wehr",
    "(Bildquelle: Nordbild)",
  ]) {
    assert.ok(isFurnitureLine(line), line);
  }
  for (const line of [
    "Advertisement prices fell in May.",
    "On 2 May 2031 the bridge was closed for eleven weeks.",
    "Foto und Film gehören zusammen.",
    "Photos from the flight show a crack.",
    "1968",
  ]) {
    assert.ok(!isFurnitureLine(line), line);
  }
});

test("ways to other articles are known in six languages", () => {
  for (const line of [
    "Read more: Why the bridge was closed",
    "You might also like",
    "Das könnte dich auch interessieren:",
    "Ähnliche Beiträge",
    "[czytaj więcej]",
    "Te puede interesar: los puentes",
    "À lire aussi",
    "Leggi anche: il ponte",
  ]) {
    assert.ok(leadsElsewhere(line), line);
  }
  assert.ok(!leadsElsewhere("Related to this is the question of money."));
});

test("a sentence that only begins like a way to other articles stays", () => {
  const plain = "<p>Weitere Nachrichten blieben aus, bis das Schiff im Hafen lag.</p>";
  assert.match(textOf(page(`<article>${paragraphs}${plain}${paragraphs}</article>`)), /Weitere Nachrichten/);
  const linked = "<p>Weitere Nachrichten stehen <a href='/x'>auf dieser Seite</a>.</p>";
  assert.doesNotMatch(textOf(page(`<article>${paragraphs}${linked}${paragraphs}</article>`)), /Weitere Nachrichten/);
});

test("the site's requests to its readers are known, and reports about such requests are not", () => {
  for (const line of [
    "Sign up for our weekly letter.",
    "Follow us on every network.",
    "Abonniere unseren Newsletter und erfahre alles zuerst.",
    "Diese Website verwendet Akismet.",
    "Follow The Harbour Post on Instagram",
    "Dieser Beitrag enthält Werbung für ein Boot.",
    "Zapisz się na nasz newsletter",
    "Suscríbete a nuestro boletín",
  ]) {
    assert.ok(isRequest(line), line);
    assert.doesNotMatch(
      textOf(page(`<article>${paragraphs}<p>${line}</p>${paragraphs}</article>`)),
      new RegExp(line),
      line,
    );
  }
  assert.ok(!isRequest("Thousands follow us on the march, the organisers said."));
  assert.ok(!isRequest(`Subscribe to ${long.repeat(3)}`));
});

test("a heading about other matter is the whole heading", () => {
  for (const heading of ["About the author", "Über die Autorin", "12 Kommentare", "Related articles"]) {
    assert.ok(headsOtherMatter(heading), heading);
  }
  for (const heading of ["Author found after forty years", "Kontakt zu Außerirdischen", "Comments by the minister"]) {
    assert.ok(!headsOtherMatter(heading), heading);
  }
});
