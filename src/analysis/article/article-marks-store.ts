import type { Queryable } from "../../database/transaction.ts";
import type { ItemText } from "../feed-text.ts";
import type { MarkedArticle } from "./mark-article.ts";

/**
 * `html` is that of its page, or of an item without an analysis; null: it is what the feed sent, cleaned. `marked` is what was
 * stored, for this HTML and version or another.
 */
export type StoredArticle = ItemText & {
  html: string | null;
  marked: (MarkedArticle & { htmlHash: Buffer; version: string }) | null;
};

/** Null: there is no such item, or not for this person. */
export async function loadArticle(asPerson: Queryable, itemId: string): Promise<StoredArticle | null> {
  const { rows } = await asPerson.query<ArticleRow>({
    name: "load-article",
    text: `
select i.clean_html as html, i.content, i.summary, i.title, i.url, i.content_base as "contentBase",
  coalesce(i.language, f.language) as language, m.html_hash as "htmlHash",
  jsonb_build_object('version', m.version, 'language', m.language, 'isRead', m.is_read, 'marks', m.marks) as marked
from items i join feeds f on f.id = i.feed_id left join article_marks m on m.item_id = i.id where i.id = $1`,
    values: [itemId],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { htmlHash, marked } = row;
  return { ...row, marked: htmlHash === null || marked === null ? null : { ...marked, htmlHash } };
}

type ArticleRow = StoredArticle & { htmlHash: Buffer | null };

/**
 * Two people may open an article at the same moment: both make the same marks, and the second row says nothing new. If the item
 * is deleted meanwhile, nothing is saved.
 */
export async function saveMarks(
  db: Queryable,
  itemId: string,
  { htmlHash, version, language, isRead, marks }: MarkedArticle & { htmlHash: Buffer; version: string },
  now: Date,
): Promise<void> {
  await db.query({
    name: "save-marks",
    text: `
insert into article_marks as m (item_id, html_hash, version, language, is_read, marks, made_at)
select id, $2, $3, $4, $5, $6::jsonb, $7 from items where id = $1 for key share
on conflict (item_id) do update set html_hash = excluded.html_hash, version = excluded.version, language = excluded.language,
  is_read = excluded.is_read, marks = excluded.marks, made_at = excluded.made_at
where (m.html_hash, m.version) is distinct from (excluded.html_hash, excluded.version)`,
    values: [itemId, htmlHash, version, language, isRead, JSON.stringify(marks), now],
  });
}
