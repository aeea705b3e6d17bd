import type { Queryable } from "../database/transaction.ts";

/**
 * For each of these items, the report that leads its story: the plainest, then the clearest, then the earliest that the
 * person may read and has not hidden (as plainness.ts says). An item without a story leads itself.
 */
export async function findStoryLeads(
  db: Queryable,
  ids: readonly string[],
  { isUnread }: { isUnread: boolean },
): Promise<string[]> {
  const { rows } = await db.query<{ itemId: string; leadId: string }>({
    name: "find-story-leads",
    text: `
select distinct on (x.item_id) x.item_id as "itemId", n.item_id as "leadId"
from unnest($1::uuid[]) page(id) join item_index x on x.item_id = page.id
join item_index n on n.story_id = x.story_id join items i on i.id = n.item_id
left join item_states s on s.item_id = n.item_id
where s.hidden_at is null and (s.read_at is null or not $2)
order by x.item_id, i.rating nulls last, n.clickbait nulls last, n.pub_date, n.item_id`,
    values: [ids, isUnread],
  });
  const leads = new Map(rows.map(({ itemId, leadId }) => [itemId, leadId]));
  return ids.map((id) => leads.get(id) ?? id);
}
