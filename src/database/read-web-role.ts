import type { Queryable } from "./transaction.ts";

export type WebRole = { canBecomePerson: boolean; seesFeeds: boolean };

/** What the web's role may do before it has become anybody. */
export async function readWebRole(web: Queryable): Promise<WebRole | null> {
  const { rows } = await web.query<WebRole>(
    `select pg_has_role('anon', 'member') and pg_has_role('authenticated', 'member') as "canBecomePerson",
       has_any_column_privilege('feeds', 'select') as "seesFeeds"`,
  );
  return rows[0] ?? null;
}
