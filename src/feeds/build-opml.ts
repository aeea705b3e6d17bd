export type OpmlFeed = { url: string; name: string; siteUrl: string | null };

/** OPML 2.0 of the kind every reader imports: one flat list. */
export function buildOpml(title: string, feeds: OpmlFeed[], now: Date): string {
  const outlines = feeds.map(({ url, name, siteUrl }) => {
    const site = siteUrl === null ? "" : ` htmlUrl="${escape(siteUrl)}"`;
    return `    <outline type="rss" text="${escape(name)}" title="${escape(name)}" xmlUrl="${escape(url)}"${site}/>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
  <head>
    <title>${escape(title)}</title>
    <dateCreated>${now.toUTCString()}</dateCreated>
  </head>
  <body>
${outlines.join("")}  </body>
</opml>
`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Line breaks would become spaces anyway; what XML cannot say at all is left out. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\t\n\r]+/g, " ")
    .replace(/[\x00-\x1f\ufffe\uffff]/g, "")
    .replace(/[&<>"]/g, (character) => entities[character] ?? "");
}
