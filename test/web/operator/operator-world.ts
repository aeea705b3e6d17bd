import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import type { FeedSettings } from "../../../src/feeds/feed-settings.ts";
import { addFeed, type NewFeed } from "../../../src/feeds/add-feeds-store.ts";
import { createModelSetup } from "../../../src/analysis/set-up-model.ts";
import { uuidV7 } from "../../../src/ids.ts";
import { createWebApp } from "../../../src/web/app.ts";
import { liveOperations } from "../../../src/web/feeds/live-feeds.ts";
import type { Operations } from "../../../src/web/operator/operator-parts.ts";
import { fieldsShown, valuesOf } from "../../../src/web/operator/read-settings-form.ts";
import { settingNames } from "../../../src/web/operator/setting-field.ts";
import type { SignedIn } from "../../ground/signed-in.ts";
import type { TestDatabase } from "../../ground/test-database.ts";
import { testParts } from "../../ground/test-parts.ts";
import { type Answered, type FeedsWorld, feedsWorld } from "../feeds/feeds-world.ts";

export type OperatorWorld = Pick<FeedsWorld, "database" | "parts" | "lines" | "app" | "person"> & {
  operator: () => Promise<SignedIn>;
  /** As a browser without script. `what` is method and path. */
  ask: (headers: Record<string, string>, what: string, form?: Record<string, string>) => Promise<Answered>;
};

/** The whole app with the operator's pages, on a database of the test's own. `now` is what those pages take for it. */
export async function operatorWorld(
  now: Operations["now"] = () => new Date(),
  aiChanges: Partial<Operations["ai"]> = {},
  env: Record<string, string> = {},
): Promise<OperatorWorld> {
  const world = await feedsWorld();
  const { database, person } = world;
  const ai = { stopped: async () => null, askAgain: async () => false, ...aiChanges };
  const { config, db, trusted, secrets, inside } = testParts(database, {
    AI_TYPE: "openai",
    AI_MODEL: "small-model",
    ...env,
  });
  const setup = createModelSetup({ config, pool: db.worker, now, trusted, secrets, inside });
  const operations = { pool: database.worker, now, live: liveOperations(), setup, backupAt: config.backupAt, ai };
  const parts = { ...world.parts, metrics: new Registry(), operations };
  const app = createWebApp(parts);
  return {
    database,
    parts,
    lines: world.lines,
    app,
    person,
    operator: async () => makeOperator(database, await person()),
    ask: async (headers, what, form) => {
      const [method = "", path = ""] = what.split(" ");
      const body = form === undefined ? {} : { body: new URLSearchParams(form) };
      const answer = await app.request(path, { method, headers, ...body });
      return { status: answer.status, headers: answer.headers, text: (await answer.text()).replace(/\s+/g, " ") };
    },
  };
}

export async function makeOperator({ worker }: TestDatabase, person: SignedIn): Promise<SignedIn> {
  await worker.query("update accounts.users set operator = true where id = $1", [person.id]);
  return person;
}

/** Shared and published, enabled and polling, unless told otherwise. */
export async function makeFeed({ worker }: TestDatabase, feed: Partial<NewFeed> = {}): Promise<string> {
  const url = `https://${randomUUID()}.example/feed.xml`;
  const made = { url, published: true, enabled: true, polling: true, enforceFeedDomain: true, ...feed };
  return (await addFeed(worker, made, 4, new Date())).id;
}

/** Of an item, its analysis was given up; else a fetch of the feed. */
export async function makeDeadLetter(
  { worker }: TestDatabase,
  feedId: string,
  reason: string,
  itemId: string | null = null,
): Promise<string> {
  const id = uuidV7(new Date());
  const kind = itemId === null ? "fetch" : "analysis";
  await worker.query("insert into dead_letters (id, kind, feed_id, item_id, reason) values ($1, $2, $3, $4, $5)", [
    id,
    kind,
    feedId,
    itemId,
    reason,
  ]);
  return id;
}

/** A host that asked for an hour's rest, a worker, one that is silent and one that is dead, a day of fetches and ten days of spending. */
export async function furnishOperations({ worker }: TestDatabase, feedId: string, now: Date): Promise<void> {
  await worker.query(
    `update lanes set free_at = $2::timestamptz + interval '1 hour', reason = 'It answered 429 and asked for an hour',
       requests = 1234567, not_modified = 1000000, received_bytes = 98765432109, slow_ms = 6000, refused_at = $2
     where lane = (select lane from feed_schedules where feed_id = $1)`,
    [feedId, now],
  );
  await worker.query(
    `insert into worker_heartbeats (id, host, pid, roles, version, started_at, beat_at, in_flight)
     values (gen_random_uuid(), 'news-1', 4711, '{worker}', '0.1.0', $1, $1, 3),
       (gen_random_uuid(), 'news-2', 4712, '{worker}', '0.1.0', $1, $1::timestamptz - interval '25 seconds', 0)`,
    [now],
  );
  await worker.query(
    `insert into fetch_logs (id, feed_id, started_at, completed_at, duration_ms, outcome, created)
     select gen_random_uuid(), $1, $2::timestamptz - n * interval '20 minutes', $2, 120,
       case when n % 7 = 0 then 'failed' else 'parsed' end, n % 5 from generate_series(0, 60) n`,
    [feedId, now],
  );
  await worker.query(
    `insert into ai_spend (day, feed_id, purpose, model, calls, prompt_tokens, completion_tokens, cost_usd)
     select ($2::timestamptz at time zone 'UTC')::date - n, $1::uuid, 'analysis', 'small-model', 12 + n, 9000, 1500, 0.04 * (n + 1)
     from generate_series(0, 9) n
     union all select ($2::timestamptz at time zone 'UTC')::date, null, 'digest', 'small-model', 2, 4000, 900, 0.0123`,
    [feedId, now],
  );
}

type Settings = FeedSettings & { url: string };

/** As a browser sends the form that was shown with these settings: a box that is not ticked is not sent. */
export function formOf(shown: Settings, changes: Partial<Settings> = {}): Record<string, string> {
  const unticked = new Set<string>(settingNames.filter((name) => ({ ...shown, ...changes })[name] === false));
  const { typed } = valuesOf({ ...shown, ...changes });
  const sent = Object.entries(typed).filter(([name]) => !unticked.has(name));
  return { ...fieldsShown(valuesOf(shown)), ...Object.fromEntries(sent) };
}
