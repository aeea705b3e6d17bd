import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const database = await testDatabase();
const origin = await feedOrigin();
const driver = fetchDriver(database);
const dayMs = 86_400_000;
const answerMs = 40;

test("every attempt is a row of the log: a document, a 304 and a failure, with time, status, headers and counts", async () => {
  const [one, two] = [
    { title: "One", guid: "1" },
    { title: "Two", guid: "2" },
  ];
  const first = rss([one, two]);
  const second = rss([one, { ...two, title: "Two, corrected" }, { title: "Three", guid: "3" }]);
  const id = await driver.add(origin.url("/logged", "127.6.1.1"));
  for (const answer of [{ body: first }, { body: first }, { body: second }, { status: 503, body: "Back soon" }]) {
    origin.serve("/logged", () => {
      driver.clock.advance(answerMs);
      return { ...answer, headers: { "cache-control": "max-age=60", "set-cookie": "track=1" } };
    });
    await driver.fetchDue();
    driver.clock.advance(dayMs);
  }

  const logs = await logsOf(id);
  assert.deepEqual(
    logs.map(({ outcome, status, http_status, created, updated, failed }) => [
      outcome,
      status,
      http_status,
      created,
      updated,
      failed,
    ]),
    [
      ["parsed", "success", 200, 2, 0, 0],
      ["not-modified", "success", 304, 0, 0, 0],
      ["parsed", "success", 200, 1, 1, 0],
      ["failed", "temporary_error", 503, 0, 0, 0],
    ],
  );
  for (const { started_at, completed_at, duration_ms, response } of logs) {
    assert.equal(completed_at.getTime() - started_at.getTime(), answerMs);
    assert.equal(duration_ms, answerMs);
    assert.equal(response.headers["cache-control"], "max-age=60");
    assert.equal(response.headers["set-cookie"], undefined, "nobody's business");
  }
  const { error_class, error, error_detail, metadata } = logs.at(-1) ?? assert.fail("no log");
  assert.deepEqual(
    [error_class, error, error_detail, metadata],
    ["server-error", "Server error (HTTP 503): Back soon", "Back soon", null],
  );
});

test("a document's signature is the SHA-256 of its body, and its parser is recorded", async () => {
  const body = rss([{ title: "One", guid: "1" }]);
  origin.serve("/signed", { body });
  const id = await driver.add(origin.url("/signed", "127.6.1.2"));
  await driver.fetchDue();
  const [log] = await logsOf(id);
  const signature = createHash("sha256").update(body).digest("hex");
  assert.deepEqual([log?.metadata?.["parser"], log?.metadata?.["signature"]], ["rss 2.0", signature]);
  assert.equal(((await driver.feed(id))["body_hash"] as Buffer).toString("hex"), signature);
});

test("a feed without items is valid", async () => {
  origin.serve("/empty", { body: rss([]) });
  const id = await driver.add(origin.url("/empty", "127.6.1.3"));
  await driver.fetchDue();
  assert.equal((await driver.feed(id))["last_fetch_status"], "success");
  const [log] = await logsOf(id);
  assert.deepEqual([log?.outcome, log?.created, log?.failed], ["parsed", 0, 0]);
});

type LogRow = {
  outcome: string;
  status: string;
  http_status: number;
  created: number;
  updated: number;
  failed: number;
  started_at: Date;
  completed_at: Date;
  duration_ms: number;
  response: { headers: Record<string, string> };
  error_class: string | null;
  error: string | null;
  error_detail: string | null;
  metadata: Record<string, unknown> | null;
};

async function logsOf(feedId: string): Promise<LogRow[]> {
  const { rows } = await database.worker.query<LogRow>(
    "select * from fetch_logs where feed_id = $1 order by started_at",
    [feedId],
  );
  return rows;
}
