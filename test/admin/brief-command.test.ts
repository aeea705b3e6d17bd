import assert from "node:assert/strict";
import { test } from "node:test";
import { findLatestBrief } from "../../src/briefs/brief-store.ts";
import { findPersonByEmail } from "../../src/accounts/person-store.ts";
import { commandLine } from "./command-line.ts";
import { storeItems } from "./stored-items.ts";

const { run, json, pool, createFeed } = await commandLine();

test("a brief is written for a person, saved for them, and printed", async () => {
  const personId = await reader("me@example.org");
  const { code, stdout, stderr } = await run(["brief", "write", "ME@example.org"]);
  assert.equal(code, 0, stderr);
  const kept = await findLatestBrief(pool, personId);
  assert.ok(kept !== null);
  assert.ok(stdout.startsWith(kept.content.split("\n")[0] ?? "?"));
  assert.match(stdout, new RegExp(`From 2 items, by .*; at /brief/${kept.id}\n$`));
  const again = await json<{ id: string; content: string; itemRefs: string[] }>(["brief", "write", "me@example.org"]);
  assert.equal((await findLatestBrief(pool, personId))?.id, again.id);
  assert.ok(again.itemRefs.length > 0);
});

test("an unavailable model is one sentence, and --no-ai writes a brief without it", async () => {
  await reader("model@example.org");
  const env = { AI_TYPE: "fail" };
  const failed = await run(["brief", "write", "model@example.org"], { env });
  assert.deepEqual([failed.code, failed.stdout], [1, ""]);
  assert.match(failed.stderr, /^The model wrote no brief \(.*\): --no-ai writes one without it\.\n$/);
  assert.equal((await run(["brief", "write", "--no-ai", "model@example.org"], { env })).code, 0);
  assert.equal((await run(["brief", "write", "--no-ai", "model@example.org"], { env })).code, 0, "its former name");
});

test("an unknown account, an empty day and a brief in progress are refused", async () => {
  const unknown = await run(["brief", "write", "nobody@example.org"]);
  assert.deepEqual(
    [unknown.code, unknown.stderr],
    [1, "There is no account nobody@example.org: 'plainwire user list' shows all.\n"],
  );
  await run(["user", "create", "idle@example.org"]);
  const empty = await run(["brief", "write", "idle@example.org"]);
  assert.equal(empty.code, 1);
  assert.match(empty.stderr, /^The feeds of idle@example\.org had no items in the last 24 hours/);
  const busyId = await reader("busy@example.org");
  await pool.query(
    "insert into summary_runs (user_id, started_at, locked_until) values ($1, now(), now() + interval '3 minutes')",
    [busyId],
  );
  assert.match(
    (await run(["brief", "write", "busy@example.org"])).stderr,
    /^A brief of busy@example\.org is already being written/,
  );
});

/** Somebody who reads a feed with two analysed items. */
async function reader(email: string): Promise<string> {
  await run(["user", "create", email]);
  const { id: feedId } = await createFeed({ fullText: "never", firstRunAt: null });
  await storeItems(pool, feedId, 2);
  await run(["analyse", "--pending"]);
  const personId = (await findPersonByEmail(pool, email))?.id ?? "";
  await pool.query(
    "insert into subscriptions (id, user_id, feed_id, name) values (gen_random_uuid(), $1, $2, 'Feed')",
    [personId, feedId],
  );
  return personId;
}
