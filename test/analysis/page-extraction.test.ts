import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { extractPage, type PageText } from "../../src/analysis/page/extract-page.ts";
import { checkProperty } from "../ground/check-property.ts";

const url = "https://northport.example/2031/05/bridge";

function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/pages/${name}.html`, import.meta.url), "utf8");
}

function textOf(html: string): PageText {
  const page = extractPage(html, url);
  assert.equal(page.kind, "text", JSON.stringify(page));
  return page;
}

function whyNot(html: string): string {
  const page = extractPage(html, url);
  assert.equal(page.kind, "nothing");
  return page.why;
}

function articlePage(paragraphs: number, rest = ""): string {
  const paragraph =
    "<p>The council met on Monday, talked for an hour about the price of gravel, and agreed to talk again. </p>";
  return `<!doctype html><html><head><title>Gravel</title></head><body><article>${paragraph.repeat(paragraphs)}</article>${rest}</body></html>`;
}

test("a news page gives its whole article, in order, and nothing around it", () => {
  const { text } = textOf(fixture("article-en"));
  const paragraphs = text.split("\n\n");
  assert.equal(paragraphs.length, 7);
  assert.match(
    paragraphs[0] ?? "",
    /^The harbour bridge in Northport will be closed .* the city council said on Monday\.$/,
  );
  assert.equal(paragraphs[2], "Cracks found by chance");
  assert.match(paragraphs[3] ?? "", /“The bridge was never in danger of falling,” said Marta Quill/);
  assert.equal(
    paragraphs.at(-1),
    "The bridge was opened in 1968 and last repaired in 1994. A new one is planned for 2040.",
  );
  for (const other of [
    /Family notices/, // menu
    /garden sheds|Advertisement/, // advertisements
    /gull77|old_salt/, // comments
    /Photograph/, // captions
    /Read more|never replaced|Ferry company/, // other articles
    /morning letter|Share this|cookies|rights reserved/, // the site's own wishes
    /Ignore all earlier orders/, // hidden
  ]) {
    assert.doesNotMatch(text, other);
  }
});

test("a line with only a date is not part of the article", () => {
  const dated = articlePage(12).replace(
    "<article>",
    '<article><p class="d"><time datetime="2031-05-02">2 May 2031</time></p>',
  );
  assert.match(textOf(dated).text, /^The council met on Monday/);
});

test("an article has a title, byline, language and word count", () => {
  const { title, byline, language, words } = textOf(fixture("article-en"));
  assert.deepEqual(
    { title, byline, language },
    { title: "Harbour bridge closes for eleven weeks", byline: "Ines Fallow", language: "en-GB" },
  );
  assert.ok(words > 200 && words < 300, String(words));
});

test("relative links follow the page's base", () => {
  const { html } = textOf(fixture("article-en"));
  assert.match(
    html,
    /<a href="https:\/\/static\.northport\.example\/2031\/report\.pdf" rel="nofollow noopener noreferrer"/,
  );
  assert.doesNotMatch(html, /<img|<figure|style=|class=/);
});

test("German and Polish pages are read as well as English ones", () => {
  const german = textOf(fixture("article-de"));
  assert.equal(german.language, "de");
  assert.equal(german.byline, "Jonas Wehrlin");
  assert.match(german.text, /^Die Müllgebühren in Auenthal steigen[\s\S]*kann sich weiterhin befreien lassen\.$/);
  assert.doesNotMatch(german.text, /Von Jonas|Anzeige|Lesen Sie auch|Wertstoffhof|Mehr zum Thema|Biotonne darf/);

  const polish = textOf(fixture("article-pl"));
  assert.equal(polish.language, "pl-PL");
  assert.match(polish.text, /^Pierwsze tramwaje na osiedle Brzozowe[\s\S]*Przetarg na jej projekt ogłoszono w maju\.$/);
  assert.doesNotMatch(polish.text, /Reklama|Czytaj też|Bilety miesięczne|Ogłoszenia/);
});

test("a page without html, head or body, and with unclosed tags, is still read", () => {
  const { text } = textOf(fixture("broken"));
  assert.match(text, /Every third colony in the valley[\s\S]*calmer & hardier[\s\S]*nobody wants to say\.$/);
  assert.doesNotMatch(text, /never meant to be read/);
});

test("the first lines of an article for subscribers are not taken for the article", () => {
  assert.equal(whyNot(fixture("paywall")), "paywall");
});

test("a publisher's request to subscribe is understood in three languages", () => {
  for (const request of [
    "Sign in to continue reading",
    "Create a free account to keep reading",
    "This article is for subscribers",
    "You’ve reached your monthly limit",
    "Um weiterzulesen, brauchen Sie ein Abo",
    "Mit dem Probemonat weiterlesen",
    "Dieser Inhalt ist exklusiv für Abonnenten",
    "Melden Sie sich an, um diesen Artikel zu lesen",
    "Aby czytać dalej, zaloguj się",
    "Artykuł dostępny tylko dla prenumeratorów",
    "Odblokuj ten artykuł",
    "Pozostało 81% tekstu",
  ]) {
    assert.equal(whyNot(articlePage(6, `<div><b>${request}</b></div>`)), "paywall", request);
  }
});

test("a page that declares itself not free is a paywall when it shows little, and read when it shows all", () => {
  const declared = '<script type="application/ld+json">{"isAccessibleForFree": false}</script>';
  assert.equal(whyNot(articlePage(6, declared)), "paywall");
  assert.equal(textOf(articlePage(30, declared)).kind, "text");
});

test("an article about subscribers and cookies is not a paywall or consent wall", () => {
  const about =
    "<p>The newspaper lost a tenth of its subscribers last year, and a court found that its cookies needed consent.</p>";
  assert.equal(textOf(articlePage(6, about)).kind, "text");
});

test("a page that asks for consent in place of its article says so", () => {
  assert.equal(whyNot(fixture("consent-wall")), "consent-wall");
});

test("a page of teasers, a short page and an empty one have no article", () => {
  for (const html of [
    fixture("teasers"),
    articlePage(2),
    "<html><body></body></html>",
    "",
    "plain",
    "<frameset><frame>",
  ]) {
    assert.equal(whyNot(html), "not-an-article", html.slice(0, 40));
  }
});

test("a page with absurd markup is refused before a tree is built", () => {
  assert.equal(whyNot("<div>".repeat(5_000)), "too-deep");
  assert.equal(whyNot("<table><tr><td>".repeat(3_000)), "too-deep");
  assert.equal(whyNot("<p>x</p>".repeat(60_001)), "too-large");
  assert.equal(whyNot("a<!---->".repeat(100_000)), "too-large");
  assert.equal(whyNot("x".repeat(3_000_001)), "too-large");
});

test("no generated tags make it throw", () => {
  const piece = fc.constantFrom(
    "<p>Some words, and more of them, to be taken for an article.",
    ...(
      "<div>|</div>|<a href='x'>link</a>|<br>|<body>|</body>|<html lang=de>|<head>|<title>t|</title>|<base href='//['>|" +
      "<svg>|</svg>|<table><tr><td>|</table>|<!--|-->|<script type='application/ld+json'>{|</script>|<style>|" +
      "<noscript><img src=x>|</noscript>|<figure><figcaption>|<meta property='og:title' content='x'>|<h1>t</h1>"
    ).split("|"),
  );
  const heap = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));
  checkProperty(
    fc.property(heap, (html) => ["text", "nothing"].includes(extractPage(html, url).kind)),
    300,
  );
});
