import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { test } from "node:test";
import type { Answer } from "../ground/feed-origin.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const driver = fetchDriver(await testDatabase());
const origin = await feedOrigin();
const dayMs = 86_400_000;
const body = rss([{ title: "One", guid: "1" }]);
const before = { etag: '"first"', "last-modified": "Sun, 01 Mar 2026 10:00:00 GMT" };

const answers: [string, Answer, string, { etag: string | null; last_modified: string | null }][] = [
  [
    "a 304 without validators keeps the stored ones",
    { status: 304, headers: { etag: "" } },
    "not-modified",
    { etag: before.etag, last_modified: before["last-modified"] },
  ],
  [
    "a 304 with a new ETag replaces that one alone",
    { status: 304, headers: { etag: '"second"' } },
    "not-modified",
    { etag: '"second"', last_modified: before["last-modified"] },
  ],
  [
    "the same body with new validators stores the new ones",
    { status: 200, body, headers: { etag: '"second"', "last-modified": "Mon, 02 Mar 2026 10:00:00 GMT" } },
    "same-body",
    { etag: '"second"', last_modified: "Mon, 02 Mar 2026 10:00:00 GMT" },
  ],
  [
    "a validator that a 200 does not name any more is forgotten",
    { status: 200, body, headers: { etag: '"second"' } },
    "same-body",
    { etag: '"second"', last_modified: null },
  ],
];
for (const [index, [title, answer, outcome, expected]] of answers.entries()) {
  test(title, async () => {
    const path = `/validators${index}`;
    origin.serve(path, { status: 200, body, headers: before });
    const id = await driver.add(origin.url(path, `127.6.0.${index + 1}`));
    await driver.fetchDue();
    origin.serve(path, answer);
    driver.clock.advance(2 * dayMs);
    const second = await driver.fetchDueOf(id);
    assert.equal(second?.completion.log.outcome, outcome);
    const { etag, last_modified } = await driver.feed(id);
    assert.deepEqual({ etag, last_modified }, expected);

    // And those are what goes out the next time, byte for byte.
    driver.clock.advance(2 * dayMs);
    await driver.fetchDue();
    const sent = origin.log.findLast((seen) => seen.path === path)?.headers;
    assert.deepEqual(
      [sent?.["if-none-match"], sent?.["if-modified-since"]],
      [expected.etag ?? undefined, expected.last_modified ?? undefined],
    );
  });
}

test("a 412 to validators drops them, does not count as a failure, and the next request has none", async () => {
  const path = "/refusing";
  const refusing = ({ headers }: IncomingMessage): Answer =>
    headers["if-none-match"] === undefined && headers["if-modified-since"] === undefined
      ? { status: 200, body, headers: before }
      : { status: 412 };
  origin.serve(path, refusing);
  const id = await driver.add(origin.url(path, "127.6.0.90"), { failurePolicy: "one_strike" });
  await driver.fetchDue();
  driver.clock.advance(2 * dayMs);
  const refused = await driver.fetchDueOf(id);
  assert.deepEqual([refused?.completion.log.outcome, refused?.completion.log.httpStatus], ["deferred", 412]);
  const { last_fetch_status, retry_count, suspended, etag, last_modified, next_run_at } = await driver.feed(id);
  assert.deepEqual([last_fetch_status, retry_count, suspended], ["success", 0, false]);
  assert.deepEqual([etag, last_modified], [null, null]);
  driver.clock.set(next_run_at as Date);
  assert.equal((await driver.fetchDueOf(id))?.completion.log.outcome, "same-body");
});

test("a 412 to a request without validators is a refusal like any other", async () => {
  origin.serve("/always-refusing", { status: 412 });
  const id = await driver.add(origin.url("/always-refusing", "127.6.0.91"));
  assert.equal((await driver.fetchDueOf(id))?.completion.plan.status, "permanent_error");
});

test("a 304 to a request without validators, which another address gave, is no answer to it", async () => {
  origin.serve("/known", { status: 200, body, headers: before });
  const id = await driver.add(origin.url("/known", "127.6.9.1"));
  await driver.fetchDueOf(id);
  origin.serve("/known", { status: 302, headers: { location: origin.url("/confused", "127.6.9.2") } });
  origin.serve("/confused", { status: 304, headers: { etag: "" } });
  driver.clock.advance(2 * dayMs);
  const second = await driver.fetchDueOf(id);
  assert.equal(second?.completion.log.outcome, "failed");
  const { validators_url, etag } = await driver.feed(id);
  assert.deepEqual([validators_url, etag], [origin.url("/known", "127.6.9.1"), before.etag]);
});
