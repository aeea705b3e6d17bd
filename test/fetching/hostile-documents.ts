// Documents of the size of the body cap (C2), each made to cost more than its bytes.
const documentChars = 10 * 1_024 * 1_024;

const filled = (unit: string, chars = documentChars) => unit.repeat(Math.ceil(chars / unit.length));
const numbered = (count: number, unit: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => unit(i)).join("");
const rss = (channel: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>${channel}</channel></rss>`;
const item = (fields: string) => rss(`<item><guid>1</guid>${fields}</item>`);
const jsonFeed = (items: string) => `{"version":"https://jsonfeed.org/version/1","items":[${items}]}`;

export const hostileDocuments: Record<string, () => string> = {
  "billion laughs": () =>
    `<!DOCTYPE r [<!ENTITY l "lol">${numbered(10, (i) => `<!ENTITY l${i} "${`&l${i - 1};`.repeat(10)}">`)}]>${rss("<title>&l9;</title>")}`,
  "nested tags": () => filled("<a>"),
  "nested tags in a feed, closed again": () =>
    rss(filled("<a>", documentChars / 2) + filled("</a>", documentChars / 2)),
  "nested tags of many names": () => numbered(900_000, (i) => `<a${i}>`),
  "nested items": () => rss(filled("<item><content>")),
  "nested groups": () => item(filled("<media:group>")),
  "end tags of nothing": () => rss("<b>".repeat(250) + filled("</a>")),
  "end tags of nothing, of many names": () => rss("<b>".repeat(250) + numbered(1_000_000, (i) => `</a${i}>`)),
  "tiny items": () => rss(filled("<item><title>a</title></item>")),
  "empty items": () => rss(filled("<item/>")),
  "many channels": () => `<rss>${filled("<channel><item/></channel>")}</rss>`,
  "a huge attribute": () => item(`<enclosure url="${filled("x")}"/>`),
  "many attributes": () => item(`<a ${filled("b ")}/>`),
  "quotes without end": () => item(filled(`<a b='x" `)),
  "namespaces within namespaces": () => rss(filled('<a xmlns:b="c">')),
  "a namespace in each element": () => rss(filled('<a xmlns="u"/>')),
  "many prefixes": () => `<rss ${numbered(500_000, (i) => `xmlns:p${i}="u" `)}>${filled("<p1:a/>", 1_000_000)}</rss>`,
  "prefixes that nobody declared": () =>
    `<rss>${numbered(250, (i) => `<p${i}:x xmlns:p${i}="u">`)}${numbered(400_000, (i) => `<q${i}:y/>`)}`,
  "instructions without end": () => rss(filled("<?x>")),
  "comments without end": () => rss(filled("<!--")),
  "CDATA without end": () => rss(`<item><title>${filled("<![CDATA[")}`),
  "many CDATA": () => item(`<title>${filled("<![CDATA[x]]>")}</title>`),
  "declarations with brackets": () => `${filled("<!x[>")}]`,
  "less-than signs": () => item(`<title>${filled("<")}</title>`),
  ampersands: () => item(`<description>${filled("&")};</description>`),
  "character references": () => item(`<title>${filled("&amp;#x41;")}</title>`),
  "tags without end in a title": () => item(`<title>${filled("&lt;a ")}</title>`),
  "scripts without end in a title": () => item(`<title>${filled("&lt;script&gt;")}</title>`),
  "tags without end in many titles": () => rss(filled(`<item><title>${"&lt;a ".repeat(100)}</title></item>`)),
  "an author of parentheses": () => item(`<author>${filled("(")}</author>`),
  "many authors": () => item(filled("<author>((((( (b@c)</author>")),
  "many links": () => item(filled('<link href="a/../../b"/>')),
  "many enclosures": () => item(filled('<enclosure url="http://a/../b"/>')),
  keywords: () => item(`<itunes:keywords>${filled(",")}</itunes:keywords>`),
  "dates in zones": () =>
    rss(
      filled(
        "<item><pubDate>Thu, 25 Feb 2016 00:00:00 Europe/Paris</pubDate><updated>1 Feb 2016 Asia/Tokyo</updated></item>",
      ),
    ),
  "dates that are none": () => rss(filled(`<item><guid>1</guid><pubDate>${"a 1 ".repeat(24)}</pubDate></item>`)),
  "markup in a description": () => item(`<description>${filled("<b/>&lt;")}</description>`),
  base64: () => item(`<content mode="base64">${filled("AAAA")}</content>`),
  "many hours": () => rss(`<skipHours>${filled("<hour>1</hour>")}</skipHours>`),
  "arrays in JSON": () => `{"version":"https://jsonfeed.org/version/1","items":${filled("[")}`,
  "objects in JSON": () => filled('{"a":'),
  "tiny items in JSON": () => jsonFeed(`${"{},".repeat(3_000_000)}{}`),
  "escapes in JSON": () => jsonFeed(`"${filled(String.raw`\ud83d\u0000`)}"`),
  "nested tags in a page": () => `<html>${filled("<div>")}`,
  "many links in a page": () => `<html>${filled('<a href="/feed">x</a>')}`,
  "a page of less-than signs": () => `<html><title>${filled("<")}`,
  "a page of attributes": () => `<html ${filled("a ")}`,
};
