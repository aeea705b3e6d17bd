import type { Queryable } from "../database/transaction.ts";
import type { AnalyzerResult } from "./analyzer-result.ts";

/** What an item said until `seenUntil`, when its publisher changed it. `content` is the feed's own markup, raw. */
export type ItemVersion = {
  version: number;
  title: string;
  content: string;
  base: string | null;
  analysis: AnalyzerResult | null;
  seenUntil: Date;
};

const versionsMax = 10;
// Of the markup; a diff of more would be read by nobody.
const contentCharsMax = 50_000;

/** The newest first; the first of them is what it says now, with `seenUntil` in the time to come. */
export async function findVersions(db: Queryable, itemId: string, now: Date): Promise<ItemVersion[]> {
  const { rows } = await db.query<ItemVersion>({
    name: "find-versions",
    text: `
select 32767 as version, left(i.title, 1000) as title, left(i.content, ${contentCharsMax}) as content, coalesce(i.content_base, i.url) as base,
  case when i.analysis_status <> 'pending' then i.analyzer_result end as analysis, $2::timestamptz as "seenUntil"
from items i where i.id = $1
union all
(select v.version, left(v.title, 1000), left(v.content, ${contentCharsMax}), coalesce(i.content_base, i.url), v.analyzer_result, v.seen_until
 from item_versions v join items i on i.id = v.item_id where v.item_id = $1 order by v.version desc limit ${versionsMax})
order by version desc`,
    values: [itemId, now],
  });
  return rows;
}
