/** A feed in another reader; `id` is what that reader calls it. */
export type OtherFeed = {
  id: string;
  url: string;
  name: string;
  folder: string | null;
  /** Its password stays there: it must be given again. */
  needsLogin: boolean;
};

/** Marked by the person there: starred, read, or both. */
export type OtherItem = {
  feedId: string;
  guid: string | null;
  url: string | null;
  title: string;
  author: string | null;
  content: string;
  publishedAt: Date | null;
  isRead: boolean;
  markedAt: Date | null;
};

export type Mark = "starred" | "read";

/** `next`: where the next page begins; null after the last. `total`: null where the reader does not say. */
export type OtherPage = { items: OtherItem[]; next: string | null; total: number | null };

/** What we ask of another reader. Newest first, so that a limit cuts off what is oldest. */
export type OtherReader = {
  listFeeds: () => Promise<OtherFeed[]>;
  readPage: (mark: Mark, after: string | null) => Promise<OtherPage>;
};

const titleCharsMax = 2_000;
const contentCharsMax = 500_000;
const urlCharsMax = 4_096;

/** Nothing that PostgreSQL cannot store, and no field of megabytes. */
export function limitItem(item: OtherItem): OtherItem {
  const { guid, url, title, author, content } = item;
  return {
    ...item,
    guid: guid === null || guid.length > urlCharsMax ? null : storable(guid),
    url: url !== null && /^https?:\/\//i.test(url) && url.length <= urlCharsMax ? storable(url) : null,
    title: storable(title.slice(0, titleCharsMax)),
    author: author === null || author === "" ? null : storable(author.slice(0, titleCharsMax)),
    content: storable(content.slice(0, contentCharsMax)),
  };
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}
