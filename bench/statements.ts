import pg from "pg";
import { superuser } from "../src/database/connection.ts";
import type { BenchDatabase } from "./bench-database.ts";
import type { Figure } from "./figure.ts";

/** The embedded server has the module; it must be loaded when the server starts. */
export const statementSettings = ["shared_preload_libraries = 'pg_stat_statements'", "pg_stat_statements.max = 1000"];

export type StatementLog = {
  reset: () => Promise<void>;
  top: (name: string, count: number) => Promise<Figure[]>;
  vacuum: () => Promise<void>;
  close: () => Promise<void>;
};

/** Which statements took the server's time: pg_stat_statements. */
export async function statementLog({ parts }: BenchDatabase): Promise<StatementLog> {
  const server = new pg.Client({ ...parts.db.connection.client("app_owner"), user: superuser });
  await server.connect();
  await server.query("create extension if not exists pg_stat_statements");
  return {
    reset: async () => void (await server.query("select pg_stat_statements_reset()")),
    top: async (name, count) => {
      const { rows } = await server.query<{ query: string; share: number; calls: string }>(
        `select query, total_exec_time * 100 / sum(total_exec_time) over () as share, calls::text
         from pg_stat_statements where query !~ 'pg_stat_' order by total_exec_time desc limit $1`,
        [count],
      );
      return rows.map(({ query, share, calls }, at) => ({
        name: `${name}, ${at + 1}. ${shorten(query)}`,
        value: share,
        unit: "%",
        aim: null,
        how: `of PostgreSQL's time, ${calls} calls`,
      }));
    },
    vacuum: async () => void (await server.query("vacuum analyze")),
    close: () => server.end(),
  };
}

/** The tables that it writes, or its beginning: what tells statements apart in a table. */
function shorten(query: string): string {
  const text = query.replaceAll(/\s+/g, " ").replaceAll("|", "/").trim();
  const written = [...text.matchAll(/\b(insert into|update|delete from) (?:public\.)?([a-z_]+)/g)].map(
    ([, verb, table]) => `${verb} ${table}`,
  );
  const unique = [...new Set(written)].filter((one) => !one.endsWith(" set"));
  return unique.length > 0 ? unique.slice(0, 6).join(", ") : text.slice(0, 70);
}
