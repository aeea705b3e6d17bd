import assert from "node:assert/strict";
import { test } from "node:test";
import {
  findTables,
  findWriterFaults,
  readNumberedMigrations,
  readSqlSources,
  type SqlSource,
} from "./find-writers.ts";

// Which folder writes which tables, and owns the SQL functions that write them.
const owned: Record<string, string[]> = {
  schedule: ["feed_schedules", "lanes", "worker_heartbeats"],
  feeds: [
    "feeds",
    "feed_aliases",
    "feed_imports",
    "folders",
    "subscriptions",
    "removed_subscriptions",
    "stale_feeds",
  ].concat(["fetch_logs", "fetch_logs_default", "dead_letters", "newsletters"]),
  items: ["items", "item_counts", "item_versions", "older_analyses"].concat(
    ["item_states", "awaited_marks"],
    "filters",
    "personal_feeds",
  ),
  accounts: ["users", "sessions", "one_time_tokens", "throttles", "identities"]
    .concat("passkeys", "second_steps", "recovery_codes", "begun_logins")
    .map((table) => `accounts.${table}`)
    .concat("events", "app_passwords"),
  analysis: ["article_marks", "item_index", "stale_items", "story_signs", "robots", "translations"],
  models: ["model_settings", "model_answers", "model_stops", "ai_spend"],
  briefs: ["summaries", "summary_runs", "brief_settings", "brief_mails"],
  "feed-notes": ["feed_notes"],
  webhooks: ["webhooks", "deliveries"],
  websub: ["hub_subscriptions", "hub_requests", "hub_listeners", "hub_pushes"],
  moving: ["move_ins"],
  newsletters: ["incoming_mails", "item_mails", "mail_calls", "mailboxes"],
  publishing: ["cached_feeds"],
  alerts: ["alerts"],
  backups: ["backups"],
  media: ["feed_icons"],
  database: ["schema_migrations"],
};
// Exceptions: when a person's next brief is due stands in their row, and a brief is saved and noted in one statement.
const alsoWrites: Record<string, string[]> = { briefs: ["accounts.users", "events"] };
const writers = { owned, alsoWrites };

const tables = findTables([...readNumberedMigrations(), { path: "", text: "create table schema_migrations ()" }]);

test("every table is written by its owner alone, and a SQL function writes the tables of one folder", () => {
  assert.deepEqual(findWriterFaults(readSqlSources(), tables, writers), []);
});

const plantedWrites: [string, SqlSource, RegExp][] = [
  ["an insert", { path: "src/fetching/x-store.ts", text: "`insert into items (id)`" }, /fetching may not write items/],
  ["an update", { path: "src/feeds/x-store.ts", text: `"update lanes h set"` }, /feeds may not write lanes/],
  ["a delete", { path: "src/web/x-store.ts", text: "`delete\n from only feeds`" }, /web may not write feeds/],
  [
    "a copy",
    { path: "src/items/x-store.ts", text: `"copy feed_schedules from stdin"` },
    /may not write feed_schedules/,
  ],
  ["a merge", { path: "src/admin/x-store.ts", text: `"merge into accounts.users u"` }, /write accounts\.users/],
  ["a name made at run time", { path: "src/feeds/x-store.ts", text: "`update ${table} set`" }, /is not named/],
  [
    "a SQL function of two owners",
    {
      path: "migrations/functions/x.sql",
      text: "update public.feeds set a = 1;\ninsert into public.lanes (lane) values (1);",
    },
    /writes tables of schedule and feeds/,
  ],
];
for (const [what, source, sentence] of plantedWrites) {
  test(`${what} into another folder's table is caught`, () => {
    const found = findWriterFaults([source], tables, writers);
    assert.equal(found.length, 1, found.join("\n"));
    assert.match(found[0] ?? "", sentence);
  });
}

test("locks, conflicts and comments are no writes, and a new table needs an owner", () => {
  const text = "// update feeds\n`select from feeds for update; on conflict do update set a = 1; select 1 from lanes`";
  assert.deepEqual(findWriterFaults([{ path: "src/web/x-store.ts", text }], tables, writers), []);
  assert.deepEqual(findWriterFaults([], new Set([...tables, "drawer"]), writers), ["drawer has no owner"]);
});
