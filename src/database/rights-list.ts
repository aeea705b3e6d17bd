import { readFileSync } from "node:fs";
import { join } from "node:path";
import { migrationsFolder } from "./migration-files.ts";

/** Who may do what with one table, function or schema of ours: `select (url) to anon`, `execute to authenticated`. */
export type RightsList = Map<string, Set<string>>;

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
