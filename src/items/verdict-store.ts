import type { Queryable } from "../database/transaction.ts";
import { column, unnestSql, unnestValues, type Column } from "../database/unnest.ts";
import type { Verdict } from "./judge-item.ts";

export type PersonVerdict = Verdict & { personId: string; itemId: string };

/**
 * A rule stars and marks as read what the person has not touched yet; their own hand has the last word. Hidden is what
 * the rules say now, for nobody hides by hand.
 */
export async function saveVerdicts(db: Queryable, verdicts: PersonVerdict[], now: Date): Promise<void> {
  if (verdicts.length === 0) return;
  const at = `$${verdictColumns.length + 1}::timestamptz`;
  await db.query({
    name: "save-verdicts",
    text: `
with given as materialized (select * from ${unnestSql("g", verdictColumns)}),
shown as (
  update item_states s set hidden_at = null from given g
  where s.user_id = g.user_id and s.item_id = g.item_id and s.hidden_at is not null and not g.hide
)
insert into item_states as s (user_id, item_id, hidden_at, read_at, starred_at)
select user_id, item_id, case when hide then ${at} end, case when read then ${at} end, case when star then ${at} end
from given where hide or read or star order by user_id, item_id
on conflict (user_id, item_id) do update set hidden_at = excluded.hidden_at
where s.hidden_at is null and excluded.hidden_at is not null`,
    values: [...unnestValues(verdictColumns, verdicts), now],
  });
}

const verdictColumns: Column<PersonVerdict>[] = [
  column("user_id", "uuid", ({ personId }) => personId),
  column("item_id", "uuid", ({ itemId }) => itemId),
  column("hide", "boolean", ({ hide }) => hide),
  column("read", "boolean", ({ read }) => read),
  column("star", "boolean", ({ star }) => star),
];
