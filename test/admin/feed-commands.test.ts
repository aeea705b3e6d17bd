import assert from "node:assert/strict";
import { test } from "node:test";
import { createSecretBox, findSecretKey } from "../../src/database/secret-box.ts";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import type { ListedFeed } from "../../src/feeds/list-feeds-store.ts";
import { loadConfig } from "../../src/load-config.ts";
import { commandLine } from "./command-line.ts";
import { refuseFeed } from "../ground/refuse-feed.ts";

const { run, json, pool, env, freshUrl, createFeed } = await commandLine();

test("a new feed is published, disabled, not polling and not scheduled, and the command that fetches it is printed", async () => {
  const url = freshUrl();
  const { code, stdout, stderr } = await run(["feed", "add", url]);
  assert.equal(code, 0, stderr);
  const { rows } = await pool.query(
    "select id, published, enabled, polling, next_run_at, runnable, root_domain from feeds join feed_schedules on feed_id = id where url = $1",
    [url],
  );
  const { id, ...feed } = rows[0];
  const [published, off] = [true, false];
  assert.deepEqual(feed, {
    published,
    enabled: off,
    polling: off,
    runnable: off,
    next_run_at: null,
    root_domain: "example.org",
  });
  const short = id.slice(0, 8);
  assert.equal(
    stdout,
    `Added ${short} ${url}: not scheduled; to fetch it: plainwire feed enable ${short} && plainwire feed sync ${short}\n`,
  );
});

test("flags change these defaults, and an enabled, polling feed is due at once", async () => {
  const url = freshUrl();
  const flags = ["--enabled", "--polling", "--no-root-domain", "--interval", "30", "--failure-policy", "one_strike"];
  const [added] = await json<{ kind: string; id: string; nextRunAt: string }[]>([
    "feed",
    "add",
    url,
    "--name",
    "The Example",
    "--header",
    "Authorization: Bearer x",
    ...flags,
  ]);
  assert.equal(added?.kind, "added");
  assert.ok(Date.parse(added.nextRunAt) <= Date.now() + 1_000);
  const { rows } = await pool.query("select * from feeds where id = $1", [added.id]);
  assert.equal(rows[0].name, "The Example");
  assert.equal(rows[0].root_domain, null);
  assert.deepEqual([rows[0].adaptive, rows[0].own_interval_minutes], [false, 30]);
  assert.equal(rows[0].failure_policy, "one_strike");
  assert.equal(
    createSecretBox(findSecretKey(loadConfig(env, {}).config)).open(rows[0].headers),
    '{"Authorization":"Bearer x"}',
  );
});

test("a trailing slash is part of the address, a fragment is not", async () => {
  const url = freshUrl();
  const added = await json<{ url: string }[]>(["feed", "add", `${url}/`, `${url}#top`]);
  assert.deepEqual(
    added.map((feed) => feed.url),
    [`${url}/`, url],
  );
});

test("adding a feed that people already read publishes it; adding a published feed again is an error", async () => {
  const url = freshUrl();
  const { id } = await addFeed(pool, { url, enabled: true, polling: true, enforceFeedDomain: false }, 4, new Date());
  const first = await run(["feed", "add", url]);
  assert.match(first.stdout, /^Published .*people already read it; its settings stay the same\./);
  const again = await run(["feed", "add", url]);
  assert.equal(again.code, 1);
  assert.equal(again.stdout, `Already added: ${id.slice(0, 8)} ${url}\n`);
});

test("a feed's former address still means that feed", async () => {
  const { id, url } = await createFeed({ published: true });
  const former = freshUrl();
  await pool.query("insert into feed_aliases (url, feed_id) values ($1, $2)", [former, id]);
  const added = await run(["feed", "add", former, "--json"]);
  assert.deepEqual(JSON.parse(added.stdout), [{ kind: "exists", id, url: former, nextRunAt: null, refusal: null }]);
  assert.equal((await json<{ url: string }>(["feed", "show", former])).url, url);
});

test("a private address is added with a warning", async () => {
  const { code, stderr } = await run(["feed", "add", "http://127.0.0.1/a", "http://localhost/b"]);
  assert.equal(code, 0);
  assert.equal(
    stderr.match(
      /^Warning: .* will not be fetched: 127\.0\.0\.1 is a private address; to fetch it, add its network to FETCH_ALLOW_NETWORKS\.$/gm,
    )?.length,
    2,
  );
});

test("a feed is found by its id, the first characters of its id, or its address", async () => {
  const { id, url } = await createFeed();
  for (const name of [id, id.slice(0, 8), id.toUpperCase().slice(0, 12), url]) {
    assert.equal((await json<{ id: string }>(["feed", "show", name])).id, id);
  }
});

test("an id prefix that several feeds share is refused, and the feeds are listed", async () => {
  const ids = ["abcd1111-0000-4000-8000-000000000000", "abcd2222-0000-4000-8000-000000000000"];
  for (const id of ids) {
    const feed = await createFeed();
    await pool.query(
      "insert into feeds select (jsonb_populate_record(f, jsonb_build_object('id', $2::text, 'url', f.url || $2))).* from feeds f where id = $1",
      [feed.id, id],
    );
    await pool.query("insert into feed_schedules (feed_id, lane) values ($1, 'example.org/0')", [id]);
  }
  const { code, stderr } = await run(["feed", "show", "abcd"]);
  assert.equal(code, 1);
  for (const id of ids) assert.ok(stderr.includes(id), stderr);
  assert.equal((await json<{ id: string }>(["feed", "show", "abcd-1"])).id, ids[0]);
});

test("feed list shows the specified columns, filters, and prints everything as JSON", async () => {
  const broken = await createFeed({ rootDomain: "broken.example" });
  await pool.query(
    "update feeds set last_fetch_status = 'permanent_error', last_fetch_error = 'Feed no longer available' where id = $1",
    [broken.id],
  );
  const { stdout } = await run(["feed", "list", "--root-domain", "broken.example"]);
  const [head, row, ...rest] = stdout.trimEnd().split("\n");
  assert.match(head ?? "", /^ID +FEED +ENABLED +POLLING +ROOT DOMAIN +NEXT RUN \(UTC\) +LAST ERROR$/);
  assert.match(
    row ?? "",
    new RegExp(
      `^${broken.id.slice(0, 8)} +${broken.url} +yes +yes +broken\\.example +due now +Feed no longer available$`,
    ),
  );
  assert.equal(rest.length, 0);

  const ids = async (...args: string[]) => (await json<ListedFeed[]>(["feed", "list", ...args])).map(({ id }) => id);
  assert.deepEqual(await ids("--errors"), [broken.id]);
  assert.deepEqual(await ids("--status", "permanent_error"), [broken.id]);
  assert.ok(!(await ids("--status", "pending")).includes(broken.id));
  assert.deepEqual(await ids("--status", "working"), []);
  assert.match(
    (await run(["feed", "list", "--wide"])).stdout,
    /STATUS +QUEUE +INTERVAL +FETCHED \(UTC\) +READERS +PUBLIC/,
  );
  const [listed] = await json<ListedFeed[]>(["feed", "list", "--errors"]);
  assert.equal(
    Object.keys(listed ?? {}).join(" "),
    "id url name title rootDomain published personal enabled polling suspended adaptive intervalMinutes adaptiveIntervalMinutes status lastError " +
      "lastFetchedAt lastSuccessAt nextRunAt queueState subscribers deletedAt",
  );
});

test("feed show prints everything, why the feed runs next, and its last attempts; hostile text cannot move the cursor", async () => {
  const { id } = await createFeed();
  const why = {
    from: "2026-03-02T08:00:00Z",
    at: "2026-03-02T09:00:00Z",
    winner: "freshness",
    candidates: [],
    shifts: [],
  };
  await pool.query("update feed_schedules set why_next = $2 where feed_id = $1", [id, why]);
  await pool.query("update feeds set title = E'Evil \\x1b[2Jtitle' where id = $1", [id]);
  await pool.query(
    `insert into fetch_logs (id, feed_id, started_at, completed_at, duration_ms, outcome, http_status, error)
     values (gen_random_uuid(), $1, '2026-03-02T08:00:00Z', '2026-03-02T08:00:01Z', 1000, 'failed', 503, 'Server error')`,
    [id],
  );
  await pool.query(
    `insert into hub_subscriptions (feed_id, hub, topic, token, state, lease_until, note, created_at)
     values ($1, 'https://hub.example/x', 'https://a.example', 'a token', 'active', '2026-03-09T08:00:00Z', 'It was away.', now())`,
    [id],
  );
  const { stdout } = await run(["feed", "show", id]);
  assert.match(
    stdout,
    /Push +hub\.example tells of new items until 2026-03-09 08:00:00 UTC; no push yet, 0 missed\. It was away\./,
  );
  assert.match(stdout, /Next run 2026-03-02 09:00:00 UTC, decided by the server's Cache-Control or Expires\./);
  assert.match(stdout, /2026-03-02 08:00:00 +failed +503 +1000 .*Server error/);
  assert.match(stdout, /Title +Evil {2}\[2Jtitle\n/);
  const shown = await json<{ whyNext: unknown; attempts: { httpStatus: number }[] }>(["feed", "show", id]);
  assert.deepEqual(shown.whyNext, why);
  assert.equal(shown.attempts[0]?.httpStatus, 503);
  const logs = await json<{ outcome: string }[]>(["feed", "logs", id]);
  assert.deepEqual(
    logs.map(({ outcome }) => outcome),
    ["failed"],
  );
  assert.match((await run(["feed", "logs", "-n", "1", id])).stdout, /^STARTED \(UTC\) +OUTCOME +HTTP/);
});

test("a feed shows what it cost its server in a week, and its host in all", async () => {
  const { id } = await createFeed({ url: "https://polite.example/feed" });
  assert.match(
    (await run(["feed", "show", id])).stdout,
    /^Last 7 days +0 requests, 0 % not modified, 0\.0 kB, 0 failed$/m,
  );
  for (const [daysAgo, outcome, status, bytes] of [
    [1, "parsed", 200, 5_000],
    [1, "not-modified", 304, 200],
    [2, "failed", 503, 100],
    [2, "deferred", null, null],
    [8, "parsed", 200, 90_000],
  ] as const) {
    await pool.query(
      `insert into fetch_logs (id, feed_id, started_at, completed_at, duration_ms, outcome, http_status, wire_bytes)
       select gen_random_uuid(), $1, at, at, 10, $3, $4, $5 from (select now() - $2 * interval '1 day' as at) t`,
      [id, daysAgo, outcome, status, bytes],
    );
  }
  await pool.query(
    `update lanes set requests = 40, not_modified = 30, received_bytes = 12345, early = 2, slow_ms = 6000, refused_at = now()
     where lane = (select lane from feed_schedules where feed_id = $1)`,
    [id],
  );
  const { stdout } = await run(["feed", "show", id]);
  assert.match(stdout, /^Last 7 days +3 requests, 33 % not modified, 5\.3 kB, 1 failed$/m);
  assert.match(
    stdout,
    /^Host in all +40 requests, 75 % not modified, 12\.3 kB, 2 early, asked more slowly after a refusal$/m,
  );
  const { hostScore } = await json<{ hostScore: { early: number } }>(["feed", "show", id]);
  assert.equal(hostScore.early, 2);
});

test("the operator sees which address was refused, what allows it, and the host without its lane number", async () => {
  const { id } = await createFeed({ url: "http://127.0.0.21/feed" });
  const detail = "127.0.0.21 is a private address; to fetch it, add its network to FETCH_ALLOW_NETWORKS";
  await refuseFeed(pool, id, detail);
  const { stdout } = await run(["feed", "show", id]);
  assert.match(stdout, new RegExp(`^Last error +${detail}$`, "m"));
  assert.match(stdout, /^Host +127\.0\.0\.21$/m);
  const listed = await json<ListedFeed[]>(["feed", "list"]);
  assert.equal(listed.find((feed) => feed.id === id)?.lastError, detail);
  const logs = await run(["feed", "logs", id]);
  assert.ok(logs.stdout.includes(detail));
  assert.ok(!logs.stdout.includes("Hidden"));
});

test("FETCHER_DOMAIN_LANES is how many lanes the hosts of one domain share", async () => {
  const lanesWith = async (setting: string, domain: string) => {
    const urls = Array.from({ length: 30 }, (_, n) => `https://host${n}.${domain}/feed`);
    await run(["feed", "add", ...urls], { env: { FETCHER_DOMAIN_LANES: setting } });
    const { rows } = await pool.query("select distinct lane from feed_schedules where lane like $1", [`${domain}/%`]);
    return rows.length;
  };
  assert.equal(await lanesWith("1", "one.example"), 1);
  assert.equal(await lanesWith("2", "two.example"), 2);
  assert.ok((await lanesWith("64", "many.example")) > 4);
});

test("fetch refuses a private address and says what allows it", async () => {
  const { code, stdout } = await run(["fetch", "http://10.0.0.1/feed"]);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^Outcome +10\.0\.0\.1 is a private address; to fetch it, add its network to FETCH_ALLOW_NETWORKS$/m,
  );
});

const wrong: [string[], number, RegExp][] = [
  [["feed", "add"], 2, /^error: missing required argument 'url'/],
  [["feed", "add", "ftp://example.org/"], 2, /Invalid URL format\. Must start with http:\/\/ or https:\/\//],
  [["feed", "add", "https://me:secret@example.org/"], 2, /may not hold a password/],
  [["feed", "add", "--header", "Host: x", "https://example.org/h"], 2, /^The header Host cannot be set\./],
  [["feed", "add", "--header", "nonsense", "https://example.org/h"], 2, /is not a header: write --header/],
  [["feed", "add", "--interval", "0", "https://example.org/h"], 2, /^--interval must be minutes/],
  [["feed", "add", "--name", "x".repeat(256), "https://example.org/h"], 2, /^Feed name must be less than 255 char/],
  [["feed", "add", "--name", "x", "https://example.org/1", "https://example.org/2"], 2, /one feed at a time/],
  [["feed", "lst"], 2, /Did you mean list\?/],
  [["feed", "list", "--status", "odd"], 2, /Allowed choices are working, pending, error/],
  [["feed", "show", "00000000"], 1, /^There is no feed "00000000": 'plainwire feed list' shows all\./],
  [["feed", "show", "abc"], 2, /too short: write at least 4 characters/],
  [["feed", "show", "example.org"], 2, /is not a feed: use an id/],
  [["feed", "show", "https://nowhere.example/"], 1, /^There is no feed "https:\/\/nowhere\.example\/"/],
  [["feed", "set", "00000000", "colour=red"], 2, /^"colour" is no setting of a feed; there are name, root-domain/],
  [["feed", "set", "00000000", "polling=maybe"], 2, /^polling must be on or off/],
  [["feed", "set", "00000000"], 2, /^Nothing to set/],
  [["feed", "polling", "00000000", "perhaps"], 2, /^polling must be on or off/],
  [["feed", "logs", "-n", "0", "00000000"], 2, /It must be from 1 to 10000/],
  [["root-domain", "set", "00000000", "no domain"], 2, /^root-domain must be a domain/],
];
test("wrong usage is exit code 2 and a failure is 1, with one sentence on standard error and nothing else", async () => {
  for (const [args, code, sentence] of wrong) {
    const ran = await run(args);
    assert.match(ran.stderr, sentence);
    assert.deepEqual([ran.code, ran.stdout], [code, ""], args.join(" "));
    assert.doesNotMatch(ran.stderr, /^\s+at /m);
  }
});
