import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { Refusal } from "../refusal.ts";
import { migrationsFolder } from "./migration-files.ts";
import { type Queryable, retrying } from "./transaction.ts";

const rolesFile = join(migrationsFolder, "roles.sql");

/** Makes the roles of migrations/roles.sql where they are missing. */
export async function ensureRoles(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ ready: boolean }>(`
    select count(*) = 5 and bool_and(pg_has_role(current_user, oid, 'member')) as ready
    from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'app_worker', 'app_web')`);
  if (rows[0]?.ready) return;
  try {
    await retrying(() => client.query(readFileSync(rolesFile, "utf8")));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "42501")) throw error;
    throw new Refusal(
      `The user of DATABASE_URL may not create roles (${error.message}): let an administrator of the server run ${rolesFile} once, ` +
        `with "current_user" in its last line replaced by this user, then start again.`,
    );
  }
}

export type WebRole = { canBecomePerson: boolean; seesFeeds: boolean };

/** What the web's role may do before it has become anybody. */
export async function readWebRole(web: Queryable): Promise<WebRole | null> {
  const { rows } = await web.query<WebRole>(
    `select pg_has_role('anon', 'member') and pg_has_role('authenticated', 'member') as "canBecomePerson",
       has_any_column_privilege('feeds', 'select') as "seesFeeds"`,
  );
  return rows[0] ?? null;
}
