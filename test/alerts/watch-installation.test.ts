import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import pg from "pg";
import { after, test } from "node:test";
import { uuidV7 } from "../../src/ids.ts";
import { listRaisedAlerts } from "../../src/alerts/alert-store.ts";
import type { Parts } from "../../src/assemble.ts";
import { createOutbox } from "../../src/alerts/outbox.ts";
import { embeddedConnection, createPool } from "../../src/database/connection.ts";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { alertStage } from "../../src/pipeline.ts";
import { idleTurn } from "../ground/one-stage.ts";
import { smtpInbox } from "../ground/smtp-inbox.ts";
import { type TestDatabase, testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";

type Posted = { kind: string; state: string; sentence: string; text: string; origin: string };

/** Takes what is posted; answers with `status()`. */
async function hook(status = () => 204) {
  const posted: Posted[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    void (async () => {
      const body = (await json(request)) as Posted;
      const code = status();
      if (code < 300) posted.push(body);
      response.writeHead(code, { location: "/elsewhere" }).end();
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, posted };
}

const minuteMs = 60_000;

/** A process on this database. Each look is a minute after the one before. */
function process(database: TestDatabase, settings: Record<string, string>, time = { ms: Date.now() }) {
  const clock = { now: () => new Date(time.ms), correct: async () => undefined } as Parts["clock"];
  const parts = testParts(database, settings, { clock });
  const { run } = alertStage(parts);
  const look = async () => {
    time.ms += minuteMs;
    await run(idleTurn);
  };
  return { parts, look };
}

test("a dead letter and its end are reported by mail and webhook, once each across two processes", async () => {
  const database = await testDatabase();
  const [inbox, { url, posted }] = [await smtpInbox(), await hook()];
  const from = "News desk <desk@news.example>";
  const settings = { SMTP_URL: inbox.url, SMTP_FROM: from, ALERT_MAIL_TO: "ops@example.org", ALERT_WEBHOOK_URL: url };
  await database.worker.query(
    "insert into dead_letters (id, kind, reason, created_at) values ($1, 'fetch', 'died', now())",
    [uuidV7(new Date())],
  );
  const time = { ms: Date.now() };
  const [one, two] = [process(database, settings, time), process(database, settings, time)];
  for (let round = 0; round < 3; round += 1) await Promise.all([one.look(), two.look()]);
  assert.match((await listRaisedAlerts(database.worker))[0]?.sentence ?? "", /feeds 1, items 0/);
  await database.worker.query("delete from dead_letters");
  for (let round = 0; round < 3; round += 1) await Promise.all([one.look(), two.look()]);

  assert.deepEqual(
    posted.map(({ kind, state }) => [kind, state]),
    [
      ["dead-letters", "raised"],
      ["dead-letters", "cleared"],
    ],
  );
  assert.equal(posted[0]?.origin, "http://127.0.0.1:8080");
  assert.deepEqual(
    inbox.letters.map(({ to }) => to),
    [["ops@example.org"], ["ops@example.org"]],
  );
  assert.match(inbox.letters[0]?.text ?? "", /^Subject: Plainwire: work was given up \(raised\)$/m);
  assert.match(inbox.letters[0]?.text ?? "", /^From: News desk <desk@news\.example>$/m);
  assert.deepEqual(await listRaisedAlerts(database.worker), []);
});

test("late feeds are reported, and a restart does not report them again", async () => {
  const database = await testDatabase();
  const { url, posted } = await hook();
  const added = { url: "https://late.example/", enabled: true, polling: true, enforceFeedDomain: false };
  await addFeed(database.worker, added, 4, new Date());
  const time = { ms: Date.now() + 60 * minuteMs };
  for (let start = 0; start < 3; start += 1) {
    const { look } = process(database, { ALERT_WEBHOOK_URL: url }, time);
    for (let round = 0; round < 3; round += 1) await look();
  }
  assert.deepEqual(
    posted.map(({ kind, state }) => [kind, state]),
    [["health", "raised"]],
  );
  assert.match(posted[0]?.sentence ?? "", /^Health is DOWN: a feed is \d+ minutes late\.$/);
});

test("a database that only reads is reported, though nothing about it can be stored there", async (t) => {
  const database = await testDatabase();
  const standby = new pg.Pool({
    ...database.connection.client("app_worker"),
    options: "-c default_transaction_read_only=on",
  });
  t.after(() => standby.end());
  const { url, posted } = await hook();
  const { look } = process({ ...database, worker: standby }, { ALERT_WEBHOOK_URL: url });
  for (let round = 0; round < 3; round += 1) await look();
  assert.deepEqual(
    posted.map(({ sentence }) => sentence),
    ["The database only reads: DATABASE_URL may lead to a standby that was not promoted."],
  );
});

test("a lost database and its return are reported by mail, by webhook and as a metric", async () => {
  const database = await testDatabase();
  const [inbox, { url, posted }] = [await smtpInbox(), await hook()];
  const settings = { SMTP_URL: inbox.url, ALERT_MAIL_TO: "ops@example.org", ALERT_WEBHOOK_URL: url };
  // A socket that is not there.
  const gone = createPool(embeddedConnection("/nowhere"), "app_worker", 1);
  after(() => gone.end());
  const pools = { current: gone };
  const worker = new Proxy(database.worker, {
    get: (_, name) => {
      const value: unknown = Reflect.get(pools.current, name);
      return typeof value === "function" ? value.bind(pools.current) : value;
    },
  });
  const { parts, look } = process({ ...database, worker }, settings);
  for (let round = 0; round < 3; round += 1) await look();
  assert.equal(posted.length, 1);
  assert.match(inbox.letters[0]?.text ?? "", /The database does not answer\./);
  assert.match(await parts.metrics.metrics(), /plainwire_alert_raised\{kind="database"\} 1/);
  pools.current = database.worker;
  for (let round = 0; round < 3; round += 1) await look();
  assert.deepEqual(
    posted.map(({ kind, state }) => [kind, state]),
    [
      ["database", "raised"],
      ["database", "cleared"],
    ],
  );
  assert.equal(inbox.letters.length, 2);
  assert.match(await parts.metrics.metrics(), /plainwire_alert_raised\{kind="database"\} 0/);
});

test("what a webhook refused, even with a redirect, is sent again; an unreachable mail server is an alert itself", async () => {
  const database = await testDatabase();
  const answers = [500, 302];
  const { url, posted } = await hook(() => answers.shift() ?? 204);
  const settings = { SMTP_URL: "smtp://127.0.0.1:1", ALERT_MAIL_TO: "ops@example.org", ALERT_WEBHOOK_URL: url };
  const { parts, look } = process(database, settings);
  for (let round = 0; round < 3; round += 1) await look();
  assert.equal(posted.length, 0);
  await look();
  assert.deepEqual(
    posted.map(({ kind, state }) => [kind, state]),
    [["mail", "raised"]],
  );
  const failures = parts.lines.filter((line) => line.includes("an alert could not be sent"));
  assert.ok(failures.some((line) => line.includes("answered 500")) && failures.some((line) => line.includes("302")));
  assert.ok(!parts.lines.some((line) => line.includes(url)), "the address of the webhook is a secret");
});

test("the outbox drops old undeliverable messages and has a size limit", async () => {
  let tries = 0;
  const channel = { name: "x", send: () => Promise.reject(new Error(`no ${(tries += 1)}`)) };
  const outbox = createOutbox({ channels: [channel], onSent: () => assert.fail("sent"), onFailure: () => undefined });
  const message = { kind: "health", sentence: "s", state: "raised", at: new Date() } as const;
  outbox.add(Array.from({ length: 1_000 }, () => message));
  for (let round = 0; round < 10_000; round += 1) await outbox.flush();
  assert.equal(tries, 50 * 60);
});
