/** One item of a made-up feed; its number determines everything in it. */
type Entry = { number: number; title: string; url: string; date: Date; html: string };

export const entriesPerDocument = 30;

/** 62 KB as text and about 17 KB as gzip: the size used when the storage design was measured. */
export function rssDocument(numbers: number[], stamp: number): string {
  const items = numbers
    .map(makeEntry)
    .map(
      ({ number, title, url, date, html }) =>
        `<item><title>${title}</title><link>${url}</link><guid isPermaLink="false">g${number}</guid>` +
        `<pubDate>${date.toUTCString()}</pubDate><description>${escape(html)}</description></item>`,
    );
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Harbour Gazette</title><link>http://example.org/</link><lastBuildDate>${stamp}</lastBuildDate>${items.join("\n")}</channel></rss>`;
}

export function atomDocument(numbers: number[], stamp: number): string {
  const entries = numbers
    .map(makeEntry)
    .map(
      ({ number, title, url, date, html }) =>
        `<entry><title>${title}</title><link href="${url}"/><id>tag:example.org,2026:${number}</id>` +
        `<updated>${date.toISOString()}</updated><author><name>Ada Quill</name></author><content type="html">${escape(html)}</content></entry>`,
    );
  return `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Harbour Gazette</title><id>tag:example.org,2026:${stamp}</id><updated>2026-03-02T08:00:00Z</updated>${entries.join("\n")}</feed>`;
}

/** Sentences of made-up news; the same `seed` gives the same words. */
export function prose(seed: number, words: number): string {
  const random = randomFrom(seed);
  const text = Array.from({ length: words }, (_, at) => {
    const word = vocabulary[Math.floor(random() ** 1.5 * vocabulary.length)] ?? "";
    return at % 14 === 13 || at === words - 1 ? `${word}.` : word;
  });
  return text.join(" ");
}

function makeEntry(number: number): Entry {
  return {
    number,
    title: `Item ${number}: ${prose(number, 7)}`,
    url: `http://example.org/news/${number}`,
    // A minute apart and long ago: the items with the highest numbers are the newest.
    date: new Date(Date.UTC(2026, 2, 2) + number * 60_000),
    html: `<p>${prose(number, 140)}</p>\n<p>${prose(-number, 140)} <a href="/more/${number}">more</a></p>`,
  };
}

function escape(html: string): string {
  return html.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** mulberry32 */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// The first words are the most frequent.
const vocabulary = (
  "the of to and in a for on that with said was is by at from as it will be are not has have were after their over more " +
  "council bridge harbour river minister budget school hospital winter summer Monday Tuesday ferry crane storm repair old " +
  "new plan vote report year month million people city town police court judge union strike price energy water power road " +
  "train station airport museum library garden forest island coast village mayor senator committee election campaign law " +
  "tax bank market company factory worker farmer teacher doctor engineer scientist study university research climate flood " +
  "fire rescue crew captain ship vessel port container cargo border trade agreement meeting talks summit president premier " +
  "parliament opposition party government ministry agency office department spokesman statement letter decision appeal " +
  "delay opening closing construction contract bidder cost funding grant loan debt rent housing flat building tower square " +
  "market street corner festival concert theatre film book author painter exhibition match team coach season league goal " +
  "record medal champion stadium crowd weather snow rain wind sunny degrees northern southern eastern western central local"
).split(" ");
