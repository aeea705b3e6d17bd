import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { Refusal } from "../refusal.ts";
import { migrationsFolder } from "./migration-files.ts";
import { type Queryable, retrying } from "./transaction.ts";

/** One object as the catalogue has it. A partition is reached through its parent and needs no rights of its own. */
type FoundRights = { object: string; parent: string | null; rights: string[]; columns: string[] };
/** As sentences that follow `revoke` and `grant`. */
type RightsFaults = { surplus: string[]; missing: string[] };

/** `public` and the roles of roles.sql. What another role may do is for those to say who made it. */
const roles = "'anon', 'authenticated', 'service_role', 'app_worker', 'app_web'";

/** What these roles may do with the tables, functions and schemas there are. Owners are left out. */
export async function readRights(db: Queryable): Promise<FoundRights[]> {
  const { rows } = await db.query<FoundRights>(`
with objects as (
  select format('%s %I.%I', case c.relkind when 'S' then 'sequence' else 'table' end, n.nspname, c.relname) as object,
    c.oid as relation, c.relowner as owner, c.relacl as acl, null::name as part,
    (select format('table %I.%I', pn.nspname, pc.relname) from pg_inherits i join pg_class pc on pc.oid = i.inhparent
       join pg_namespace pn on pn.oid = pc.relnamespace where i.inhrelid = c.oid and c.relispartition) as parent
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'accounts') and c.relkind in ('r', 'p', 'v', 'm', 'S')
  union all
  select format('table %I.%I', n.nspname, c.relname), c.oid, c.relowner, a.attacl, a.attname, null
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'accounts') and a.attacl is not null and not a.attisdropped
  union all
  select format('function %I.%I(%s)', n.nspname, p.proname, oidvectortypes(p.proargtypes)), null, p.proowner,
    coalesce(p.proacl, acldefault('f', p.proowner)), null, null
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('public', 'accounts') and p.prokind = 'f'
  union all
  select format('schema %I', nspname), null, nspowner, nspacl, null, null from pg_namespace where nspname = 'accounts'
), granted as (
  select o.object, lower(x.privilege_type) || coalesce(' (' || quote_ident(o.part) || ')', '') || ' to '
    || case x.grantee when 0 then 'public' else r.rolname end as sentence
  from objects o cross join aclexplode(o.acl) x left join pg_roles r on r.oid = x.grantee
  where x.grantee <> o.owner and (x.grantee = 0 or r.rolname in (${roles}))
)
select o.object, max(o.parent) as parent,
  array(select distinct g.sentence from granted g where g.object = o.object order by 1) as rights,
  array(select quote_ident(a.attname) from pg_attribute a
    where a.attrelid = max(o.relation) and a.attnum > 0 and not a.attisdropped) as columns
from objects o group by o.object order by o.object`);
  return rows;
}

/**
 * Only of what the list names: a database may hold tables of other programs too. And only of what is there: a backup of an
 * older version is restored into that version's schema first.
 */
export function findRightsFaults(found: FoundRights[], list: RightsList): RightsFaults {
  const surplus: string[] = [];
  const missing: string[] = [];
  for (const { object, parent, rights, columns } of found) {
    const listed = list.get(object) ?? (parent !== null && list.has(parent) ? new Set<string>() : null);
    if (listed === null) continue;
    for (const right of rights.filter((one) => !listed.has(one))) surplus.push(sentence(object, right, "from"));
    const wanted = [...listed].filter((right) => {
      const column = /\((.*)\)/.exec(right)?.[1];
      return !rights.includes(right) && (column === undefined || columns.includes(column));
    });
    for (const right of wanted) missing.push(sentence(object, right, "to"));
  }
  return { surplus, missing };
}

/** What was wrong; `left` is what stayed, since another role than the owner granted it. */
export type SettledRights = RightsFaults & { left: string[] };

/** Brings the rights to what the list says, in one transaction: nobody misses a right they are about to get. */
export async function settleRights(client: pg.Client, list = readRightsList()): Promise<SettledRights> {
  const read = async () => findRightsFaults(await readRights(client), list);
  const { surplus, missing } = await read();
  if (surplus.length + missing.length === 0) return { surplus, missing, left: [] };
  await client.query("begin");
  try {
    for (const right of surplus) await client.query(`revoke ${right}`);
    // Read once more: a right to a whole table takes those to its columns along when it goes.
    for (const right of (await read()).missing) await client.query(`grant ${right}`);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
  return { surplus, missing, left: (await read()).surplus };
}

function sentence(object: string, right: string, word: "from" | "to"): string {
  const [what, role] = right.split(" to ");
  return `${what} on ${object} ${word} ${role}`;
}

/** Who may do what with one table, function or schema of ours: `select (url) to anon`, `execute to authenticated`. */
type RightsList = Map<string, Set<string>>;

const statementForm =
  /^(?:grant (?<grants>.+)|revoke all) on (?<object>(?:table|sequence|function|schema) .+?) (?:to|from) (?<roles>[a-z_, ]+)$/;

/** migrations/rights.sql, which names every object of ours and every right to it. */
export function readRightsList(sql = readFileSync(join(migrationsFolder, "rights.sql"), "utf8")): RightsList {
  const list: RightsList = new Map();
  const statements = sql.replaceAll(/^--.*$/gm, "").split(";");
  for (const statement of statements.map((text) => text.trim().replaceAll(/\s+/g, " "))) {
    if (statement === "") continue;
    const { grants = "", object, roles } = statementForm.exec(statement)?.groups ?? {};
    if (object === undefined || roles === undefined) throw new Error(`rights.sql: no such statement: ${statement}`);
    const rights = list.get(object) ?? new Set();
    for (const role of roles.split(", ")) {
      for (const right of spellOut(grants)) rights.add(`${right} to ${role}`);
    }
    list.set(object, rights);
  }
  return list;
}

/** `select (id, url), delete` is `select (id)`, `select (url)` and `delete`. */
function spellOut(grants: string): string[] {
  return [...grants.matchAll(/(\w+)(?: \(([^)]*)\))?/g)].flatMap(([, privilege = "", columns]) =>
    columns === undefined ? [privilege] : columns.split(", ").map((column) => `${privilege} (${column})`),
  );
}

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

type WebRole = { canBecomePerson: boolean; seesFeeds: boolean };

/** What the web's role may do before it has become anybody. */
export async function readWebRole(web: Queryable): Promise<WebRole | null> {
  const { rows } = await web.query<WebRole>(
    `select pg_has_role('anon', 'member') and pg_has_role('authenticated', 'member') as "canBecomePerson",
       has_any_column_privilege('feeds', 'select') as "seesFeeds"`,
  );
  return rows[0] ?? null;
}
