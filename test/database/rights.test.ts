import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, test } from "node:test";
import pg from "pg";
import { connectAs, embeddedConnection } from "../../src/database/connection.ts";
import { migrate } from "../../src/database/migrate.ts";
import { readMigrations } from "../../src/database/migration-files.ts";
import { superuser } from "../../src/database/connection.ts";
import {
  findRightsFaults,
  readRights,
  readRightsList,
  type SettledRights,
  settleRights,
} from "../../src/database/rights.ts";
import { testSocket } from "../ground/test-database.ts";

/** A separate database with only what `layout` creates in it, and its owner's connection. */
async function emptyDatabase(layout: string) {
  const host = testSocket();
  const name = `rights_${randomBytes(6).toString("hex")}`;
  const maker = new pg.Client({ host, user: superuser, database: "postgres" });
  await maker.connect();
  await maker.query(`create database ${name} owner app_owner`);
  await maker.end();
  const admin = new pg.Client({ host, user: superuser, database: name });
  await admin.connect();
  await admin.query(layout);
  const owner = await connectAs(embeddedConnection(host, name), "app_owner");
  after(() => Promise.all([admin.end(), owner.end()]));
  return { admin, owner };
}

/** As on Supabase: whatever the owner makes in `public` is granted to its three roles by name, and `auth` is there. */
const asOnSupabase = `
create schema auth;
create table auth.users (id uuid primary key, email text);
create function auth.uid() returns uuid language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;
grant usage on schema auth to anon, authenticated, service_role, app_owner;
alter default privileges for role app_owner in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role app_owner in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges for role app_owner in schema public grant all on sequences to anon, authenticated, service_role;`;

const list = readRightsList();
const asText = (rights: Map<string, Set<string>>) =>
  [...rights].flatMap(([object, all]) => [object, ...[...all].map((right) => `${object}: ${right}`)]).toSorted();

test("the list names every table, function and right that the migrations make", async () => {
  const { owner } = await emptyDatabase("");
  for (const { sql } of readMigrations()) await owner.query(sql);
  await owner.query("create table schema_migrations ()");
  const found = (await readRights(owner)).filter(({ object, parent }) => parent === null || list.has(object));
  const made = asText(new Map(found.map(({ object, rights }) => [object, new Set(rights)])));
  const listed = asText(list);
  const isTable = (line: string) => !line.startsWith("function ");
  assert.deepEqual(made.filter(isTable), listed.filter(isTable));
  // Functions are installed from files after the migrations, so the list may name more of them, and other rights.
  assert.deepEqual(
    made.filter((line) => !listed.includes(line)),
    [],
  );
});

test("on a database laid out as Supabase's, every right is one of the list", async () => {
  const { owner, admin } = await emptyDatabase(asOnSupabase);
  await migrate(owner);
  await owner.query("select make_fetch_log_partitions(current_date, current_date + 2)");
  assert.deepEqual(findRightsFaults(await readRights(admin), list), { surplus: [], missing: [] });
  const found = (await readRights(admin)).filter(({ object, parent }) => parent === null || list.has(object));
  assert.deepEqual(asText(new Map(found.map(({ object, rights }) => [object, new Set(rights)]))), asText(list));

  for (const role of ["anon", "authenticated"]) {
    const refused = [
      "select drop_fetch_log_partitions('2100-01-01')",
      "truncate item_index",
      "truncate fetch_logs",
      "select count(*) from schema_migrations",
    ];
    for (const statement of refused) {
      await admin.query(`set role ${role}`);
      await assert.rejects(admin.query(statement), { code: "42501" }, `${role}: ${statement}`);
      await admin.query("reset role");
    }
  }
  await admin.query("set role anon");
  await assert.rejects(admin.query("select * from subscribe('{}', 1, now())"), { code: "42501" });
  await assert.rejects(admin.query("select plan_my_briefs('UTC', '06:00', now())"), { code: "42501" });
  assert.deepEqual((await admin.query("select id from feeds")).rows, []);
  await admin.query("reset role");
});

test("the next run revokes extra rights, restores missing ones, and reports both", async () => {
  const { owner } = await emptyDatabase(asOnSupabase);
  await migrate(owner);
  await owner.query(
    "grant all on all tables in schema public to anon; grant execute on all functions in schema public to anon",
  );
  await owner.query("revoke select on items from authenticated; create table of_another_program (id int)");
  const told: SettledRights[] = [];
  await migrate(owner, undefined, { tellRights: (settled) => told.push(settled) });
  assert.ok(told[0]?.surplus.includes("execute on function public.drop_fetch_log_partitions(date) from anon"));
  assert.ok(told[0]?.surplus.includes("truncate on table public.item_index from anon"));
  assert.deepEqual(told[0]?.missing, ["select on table public.items to authenticated"]);
  assert.deepEqual(told[0]?.left, []);
  const found = await readRights(owner);
  assert.deepEqual(findRightsFaults(found, list), { surplus: [], missing: [] });
  const foreign = found.find(({ object }) => object === "table public.of_another_program");
  assert.ok(foreign?.rights.includes("select to anon"), "another program's tables are not ours to close");
});

test("restoring a backup into an older schema grants no rights on missing objects", async () => {
  const { owner } = await emptyDatabase(asOnSupabase);
  await owner.query("create table feeds (id uuid, url text)");
  const { surplus, missing, left } = await settleRights(owner);
  assert.ok(surplus.includes("truncate on table public.feeds from anon"));
  assert.deepEqual(left, []);
  assert.ok(!missing.some((right) => right.includes("(title)")));
  const found = (await readRights(owner)).find(({ object }) => object === "table public.feeds");
  assert.ok(found?.rights.includes("select (url) to anon"));
});

test("a right granted by another role is reported as one that stays", async () => {
  const { owner, admin } = await emptyDatabase("");
  await migrate(owner);
  await admin.query("grant select on feeds to service_role with grant option");
  await admin.query("set role service_role; grant select on feeds to anon; reset role");
  const { left } = await settleRights(owner);
  assert.deepEqual(left, ["select on table public.feeds from anon"]);
});

test("a statement that is not a grant stops the reading of the list", () => {
  assert.throws(() => readRightsList("drop table feeds;"), /no such statement/);
});
