export type Bookmark = { url: string; title: string; folder: string; starredAt: Date };

/**
 * Starred items as the bookmark file that every browser and every service for bookmarks imports (Netscape's, 1996: unclosed tags
 * and a DOCTYPE of its own are part of it). Bookmarks come sorted by folder.
 */
export async function* buildBookmarks(title: string, bookmarks: AsyncIterable<Bookmark>): AsyncGenerator<string> {
  yield `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>${escape(title)}</TITLE>
<H1>${escape(title)}</H1>
<DL><p>
`;
  let folder: string | null = null;
  for await (const bookmark of bookmarks) {
    if (bookmark.folder !== folder) {
      yield `${folder === null ? "" : "  </DL><p>\n"}  <DT><H3>${escape(bookmark.folder)}</H3>\n  <DL><p>\n`;
      folder = bookmark.folder;
    }
    const seconds = Math.floor(bookmark.starredAt.getTime() / 1_000);
    yield `    <DT><A HREF="${escape(bookmark.url)}" ADD_DATE="${seconds}">${escape(bookmark.title)}</A>\n`;
  }
  yield `${folder === null ? "" : "  </DL><p>\n"}</DL><p>\n`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escape(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
