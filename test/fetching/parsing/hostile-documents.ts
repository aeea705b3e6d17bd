/** As long as the longest body that is read. */
export const documentChars = 10 * 1_024 * 1_024;

const filled = (unit: string, chars: number) => unit.repeat(Math.ceil(chars / unit.length));
const numbered = (count: number, unit: (index: number) => string) =>
  Array.from({ length: Math.ceil(count) }, (_, i) => unit(i)).join("");
const rss = (channel: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>${channel}</channel></rss>`;
const item = (fields: string) => rss(`<item><guid>1</guid>${fields}</item>`);
const jsonFeed = (items: string) => `{"version":"https://jsonfeed.org/version/1","items":[${items}]}`;

/** Each made to cost more than its characters, of which it has about as many as asked for. */
export const hostileDocuments: Record<string, (chars: number) => string> = {
  "billion laughs": () =>
    `<!DOCTYPE r [<!ENTITY l "lol">${numbered(10, (i) => `<!ENTITY l${i} "${`&l${i - 1};`.repeat(10)}">`)}]>${rss("<title>&l9;</title>")}`,
  "nested tags": (chars) => filled("<a>", chars),
  "nested tags in a feed, closed again": (chars) => rss(filled("<a>", chars / 2) + filled("</a>", chars / 2)),
  "nested tags of many names": (chars) => numbered(chars / 10, (i) => `<a${i}>`),
  "nested items": (chars) => rss(filled("<item><content>", chars)),
  "nested groups": (chars) => item(filled("<media:group>", chars)),
  "end tags of nothing": (chars) => rss("<b>".repeat(250) + filled("</a>", chars)),
  "end tags of nothing, of many names": (chars) => rss("<b>".repeat(250) + numbered(chars / 10, (i) => `</a${i}>`)),
  "tiny items": (chars) => rss(filled("<item><title>a</title></item>", chars)),
  "empty items": (chars) => rss(filled("<item/>", chars)),
  "many channels": (chars) => `<rss>${filled("<channel><item/></channel>", chars)}</rss>`,
  "a huge attribute": (chars) => item(`<enclosure url="${filled("x", chars)}"/>`),
  "many attributes": (chars) => item(`<a ${filled("b ", chars)}/>`),
  "quotes without end": (chars) => item(filled(`<a b='x" `, chars)),
  "namespaces within namespaces": (chars) => rss(filled('<a xmlns:b="c">', chars)),
  "a namespace in each element": (chars) => rss(filled('<a xmlns="u"/>', chars)),
  "many prefixes": (chars) =>
    `<rss ${numbered(chars / 20, (i) => `xmlns:p${i}="u" `)}>${filled("<p1:a/>", chars / 10)}</rss>`,
  "prefixes that nobody declared": (chars) =>
    `<rss>${numbered(250, (i) => `<p${i}:x xmlns:p${i}="u">`)}${numbered(chars / 25, (i) => `<q${i}:y/>`)}`,
  "instructions without end": (chars) => rss(filled("<?x>", chars)),
  "comments without end": (chars) => rss(filled("<!--", chars)),
  "CDATA without end": (chars) => rss(`<item><title>${filled("<![CDATA[", chars)}`),
  "many CDATA": (chars) => item(`<title>${filled("<![CDATA[x]]>", chars)}</title>`),
  "declarations with brackets": (chars) => `${filled("<!x[>", chars)}]`,
  "less-than signs": (chars) => item(`<title>${filled("<", chars)}</title>`),
  ampersands: (chars) => item(`<description>${filled("&", chars)};</description>`),
  "character references": (chars) => item(`<title>${filled("&amp;#x41;", chars)}</title>`),
  "tags without end in a title": (chars) => item(`<title>${filled("&lt;a ", chars)}</title>`),
  "scripts without end in a title": (chars) => item(`<title>${filled("&lt;script&gt;", chars)}</title>`),
  "tags without end in many titles": (chars) =>
    rss(filled(`<item><title>${"&lt;a ".repeat(100)}</title></item>`, chars)),
  "an author of parentheses": (chars) => item(`<author>${filled("(", chars)}</author>`),
  "many authors": (chars) => item(filled("<author>((((( (b@c)</author>", chars)),
  "many links": (chars) => item(filled('<link href="a/../../b"/>', chars)),
  "many enclosures": (chars) => item(filled('<enclosure url="http://a/../b"/>', chars)),
  keywords: (chars) => item(`<itunes:keywords>${filled(",", chars)}</itunes:keywords>`),
  "dates in zones": (chars) =>
    rss(
      filled(
        "<item><pubDate>Thu, 25 Feb 2016 00:00:00 Europe/Paris</pubDate><updated>1 Feb 2016 Asia/Tokyo</updated></item>",
        chars,
      ),
    ),
  "dates that are none": (chars) =>
    rss(filled(`<item><guid>1</guid><pubDate>${"a 1 ".repeat(24)}</pubDate></item>`, chars)),
  "markup in a description": (chars) => item(`<description>${filled("<b/>&lt;", chars)}</description>`),
  base64: (chars) => item(`<content mode="base64">${filled("AAAA", chars)}</content>`),
  "many hours": (chars) => rss(`<skipHours>${filled("<hour>1</hour>", chars)}</skipHours>`),
  "arrays in JSON": (chars) => `{"version":"https://jsonfeed.org/version/1","items":${filled("[", chars)}`,
  "objects in JSON": (chars) => filled('{"a":', chars),
  "tiny items in JSON": (chars) => jsonFeed(`${filled("{},", chars * 0.85)}{}`),
  "escapes in JSON": (chars) => jsonFeed(`"${filled(String.raw`\ud83d\u0000`, chars)}"`),
  "nested tags in a page": (chars) => `<html>${filled("<div>", chars)}`,
  "many links in a page": (chars) => `<html>${filled('<a href="/feed">x</a>', chars)}`,
  "a page of less-than signs": (chars) => `<html><title>${filled("<", chars)}`,
  "a page of attributes": (chars) => `<html ${filled("a ", chars)}`,
};
