import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { asAnybody, asPerson } from "../../../src/database/transaction.ts";
import { moveFeed } from "../../../src/feeds/change-url-store.ts";
import { restoreSubscription, unsubscribe } from "../../../src/feeds/subscription-store.ts";
import { feedsWorld } from "./feeds-world.ts";

const world = await feedsWorld();
const { ask, add, person, feedOf } = world;
const { worker, web } = world.database;
const [anna, ben] = [await person("anna@example.org"), await person("ben@example.org")];
const dayMs = 86_400_000;

test("a feed that a person adds is readable only by them and due at once", async () => {
  const before = Date.now();
  const feed = await feedOf(await add(anna, "Due", "https://due.example/feed/"));
  const { url, enabled, polling, published, owner_id, enforce_feed_domain, runnable } = feed;
  assert.deepEqual(
    { url, enabled, polling, published, owner_id, enforce_feed_domain, runnable },
    {
      url: "https://due.example/feed/",
      enabled: true,
      polling: true,
      published: false,
      owner_id: null,
      enforce_feed_domain: false,
      runnable: true,
    },
  );
  const dueAt = (feed["next_run_at"] as Date).getTime();
  assert.ok(dueAt >= before - dayMs && dueAt <= Date.now() - dayMs);
  const { rows: events } = await worker.query(
    "select metadata from events where user_id = $1 and event_type = 'feed_added'",
    [anna.id],
  );
  assert.deepEqual(events.at(-1)?.metadata, { feed_id: feed["id"] });
  const { rows: lanes } = await worker.query("select ready_at from lanes where lane = $1", [feed["lane"]]);
  assert.equal(lanes[0]?.ready_at.getTime(), dueAt);
});

test("two people who follow an address share one feed, and the second one causes no fetch", async () => {
  const first = await feedOf(await add(anna, "One", "https://shared.example/feed"));
  await worker.query("update feed_schedules set next_run_at = now() + interval '1 hour' where feed_id = $1", [
    first["id"],
  ]);
  await worker.query("update feeds set last_fetch_status = 'success' where id = $1", [first["id"]]);
  const second = await feedOf(await add(ben, "Other name", "https://shared.example/feed"));
  assert.equal(second["id"], first["id"]);
  assert.ok((second["next_run_at"] as Date).getTime() > Date.now());
  assert.match((await ask(ben, "GET /feeds?status=working")).text, /Other name/);
  assert.doesNotMatch((await ask(ben, "GET /feeds")).text, />One</);
});

test("a feed that moved is found under its old address", async () => {
  const url = "https://old.example/feed";
  const feed = await feedOf(await add(anna, "Moves", url));
  await moveFeed(worker, { id: String(feed["id"]), url }, "https://new.example/feed", 4);
  assert.equal((await feedOf(await add(ben, "Moved", "https://old.example/feed")))["id"], feed["id"]);
  assert.equal((await ask(anna, "POST /feeds", { name: "Again", url: "https://old.example/feed" })).status, 409);
});

test("two clicks at once add one feed", async () => {
  const form = { name: "Twice", url: "https://twice.example/feed" };
  const answers = await Promise.all([1, 2, 3].map(() => ask(anna, "POST /feeds", form)));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 409, 409]);
  const { rowCount } = await worker.query("select from feeds where url = $1", [form.url]);
  assert.equal(rowCount, 1);
});

test("a feed that nobody reads any more is marked deleted; one that others read, or that is published, stays", async () => {
  const alone = await add(anna, "Alone", "https://alone.example/feed");
  const [mine, theirs] = [
    await add(anna, "M", "https://both.example/f"),
    await add(ben, "T", "https://both.example/f"),
  ];
  const shown = await add(anna, "Shown", "https://shown.example/feed");
  const [aloneFeed, bothFeed, shownFeed] = [await feedOf(alone), await feedOf(theirs), await feedOf(shown)];
  await worker.query("update feeds set published = true where id = $1", [shownFeed["id"]]);
  for (const gone of [alone, mine, shown]) assert.equal((await ask(anna, `DELETE /feeds/${gone}`)).status, 204);
  const { rows } = await worker.query(
    "select f.deleted_at is not null as deleted, c.runnable from feeds f join feed_schedules c on c.feed_id = f.id where f.id = any($1) order by array_position($1, f.id)",
    [[aloneFeed["id"], bothFeed["id"], shownFeed["id"]]],
  );
  assert.deepEqual(rows, [
    { deleted: true, runnable: false },
    { deleted: false, runnable: true },
    { deleted: false, runnable: true },
  ]);
});

test("undo brings a feed back as it was, with its items, for a day", async () => {
  const id = await add(anna, "Back", "https://back.example/feed");
  const feed = await feedOf(id);
  await worker.query(
    "insert into items (id, feed_id, hash, title, content, pub_date, fingerprint) values ($1, $2, $3, 'Kept', '', now(), '')",
    [randomUUID(), feed["id"], "b".repeat(64)],
  );
  const now = new Date();
  await asPerson(web, anna.id, (tx) => unsubscribe(tx, id, now));
  const undo = (who: string, at: Date) => asPerson(web, who, (tx) => restoreSubscription(tx, id, at));
  assert.equal(await undo(ben.id, now), false);
  assert.equal(await undo(anna.id, new Date(now.getTime() + dayMs + 1)), false);
  assert.equal(await undo(anna.id, new Date(now.getTime() + dayMs - 1)), true);
  const back = await feedOf(id);
  assert.deepEqual([back["id"], back["deleted_at"], back["runnable"]], [feed["id"], null, true]);
  assert.match((await ask(anna, `GET /feeds/${id}`)).text, /Kept/);
});

test("adding a feed that was just removed restores it with its items", async () => {
  const id = await add(anna, "Regret", "https://regret.example/feed");
  const { id: feedId } = await feedOf(id);
  await ask(anna, `DELETE /feeds/${id}`);
  assert.equal((await feedOf(await add(ben, "Found", "https://regret.example/feed")))["id"], feedId);
  assert.equal((await ask(anna, `POST /feeds/${id}/restore`)).status, 204);
  assert.equal((await feedOf(id))["id"], feedId);
});

test("another address is another feed, and the old one is deleted with its last reader", async () => {
  const id = await add(anna, "Edit", "https://before.example/feed");
  const before = await feedOf(id);
  await worker.query(
    "update feeds set etag = 'x', last_fetch_status = 'permanent_error', suspended = true where id = $1",
    [before["id"]],
  );
  await ask(anna, `PATCH /feeds/${id}`, { name: "Edited", url: "https://after.example/feed" });
  const after = await feedOf(id);
  assert.notEqual(after["id"], before["id"]);
  assert.deepEqual(
    [after["etag"], after["last_fetch_status"], after["suspended"], after["runnable"]],
    [null, null, false, true],
  );
  const { rows } = await worker.query("select deleted_at is not null as deleted from feeds where id = $1", [
    before["id"],
  ]);
  assert.deepEqual(rows, [{ deleted: true }]);
});

test("renaming changes only the name", async () => {
  const id = await add(anna, "Name", "https://name.example/feed");
  await worker.query("update feeds set etag = 'x', last_fetch_status = 'success' where id = $1", [
    (await feedOf(id))["id"],
  ]);
  const before = await feedOf(id);
  await ask(anna, `PATCH /feeds/${id}`, { name: "New name", url: "https://name.example/feed" });
  assert.deepEqual(await feedOf(id), before);
  assert.match((await ask(anna, "GET /feeds?search=new+name")).text, />New name</);
});

test("a feed with a login has its own encrypted row and is shared with nobody", async () => {
  const url = "https://locked.example/feed";
  const id = await add(anna, "Locked", url, { username: "anna", password: "s3cret", headers: "X-Key: k" });
  const feed = await feedOf(id);
  assert.equal(feed["owner_id"], anna.id);
  assert.doesNotMatch((feed["headers"] as Buffer).toString("latin1"), /s3cret|YW5uYTpzM2NyZXQ/);
  const opened = JSON.parse(world.parts.accounts.secrets.open(feed["headers"] as Buffer)) as unknown;
  assert.deepEqual(opened, { "X-Key": "k", Authorization: `Basic ${Buffer.from("anna:s3cret").toString("base64")}` });
  const shared = await feedOf(await add(ben, "Open", url));
  assert.deepEqual([shared["owner_id"], shared["headers"]], [null, null]);
  assert.notEqual(shared["id"], feed["id"]);
  const edit = await ask(anna, `GET /feeds/${id}/edit`);
  assert.doesNotMatch(edit.text, /s3cret|X-Key/);
});

test("a login stays with its origin, can be replaced, and can be forgotten", async () => {
  const id = await add(anna, "Own", "https://own.example/a", { headers: "X-Key: 1" });
  const headersOf = async () => (await feedOf(id))["headers"] as Buffer | null;
  const change = (form: Record<string, string>) => ask(anna, `PATCH /feeds/${id}`, { name: "Own", ...form });

  const elsewhere = await change({ url: "https://thief.example/a" });
  assert.equal(elsewhere.status, 400);
  assert.match(elsewhere.text, /The login belongs to the old address/);
  const sealed = await headersOf();
  await change({ url: "https://own.example/b" });
  assert.deepEqual(await headersOf(), sealed);

  await worker.query(
    "update feeds set etag = 'x', suspended = true, last_fetch_status = 'unauthorized', not_before = now() + interval '1 hour' where id = $1",
    [(await feedOf(id))["id"]],
  );
  await change({ url: "https://own.example/b", headers: "X-Key: 2" });
  const renewed = await feedOf(id);
  assert.deepEqual(
    [renewed["etag"], renewed["suspended"], renewed["last_fetch_status"], renewed["runnable"]],
    [null, false, null, true],
  );
  assert.deepEqual(renewed["next_run_at"], renewed["not_before"]);
  assert.equal(world.parts.accounts.secrets.open((await headersOf()) ?? Buffer.of()), '{"X-Key":"2"}');

  await change({ url: "https://own.example/b", share: "yes" });
  const shared = await feedOf(id);
  assert.deepEqual([shared["owner_id"], shared["headers"]], [null, null]);
});

test("a full list accepts no more feeds, and says so", async () => {
  const guest = await person();
  const wanted = [1, 2].map((n) => ({
    id: randomUUID(),
    name: "n",
    url: `https://full.example/${n}`,
    lane: "full.example/0",
    is_own: false,
  }));
  const { rows } = await asPerson(web, guest.id, (tx) =>
    tx.query("select outcome from subscribe($1, 1, now()) order by place", [JSON.stringify(wanted)]),
  );
  assert.deepEqual(
    rows.map(({ outcome }) => outcome),
    ["added", "full"],
  );
});

test("nobody can see others' removed feeds, bypass the functions, or call them without a person", async () => {
  const id = await add(anna, "Hidden", "https://hidden.example/feed");
  await ask(anna, `DELETE /feeds/${id}`);
  const seen = await asPerson(web, ben.id, (tx) =>
    tx.query("select from removed_subscriptions where user_id <> $1", [ben.id]),
  );
  assert.equal(seen.rowCount, 0);
  const forbidden = [
    "insert into subscriptions (id, user_id, feed_id, name) values (gen_random_uuid(), auth.uid(), gen_random_uuid(), 'x')",
    "delete from subscriptions",
    "update feeds set url = 'https://x.example/'",
    "select headers from feeds",
    "select take_feed(null, '{}', now())",
    "select release_feed(gen_random_uuid(), now())",
  ];
  for (const statement of forbidden) {
    await assert.rejects(
      asPerson(web, ben.id, (tx) => tx.query(statement)),
      /permission denied/,
      statement,
    );
  }
  await assert.rejects(
    asAnybody(web, (tx) => tx.query("select * from subscribe('[]', 1, now())")),
    /permission denied/,
  );
});

test("a feed disabled or deleted by the operator is shown as such", async () => {
  const off = await add(anna, "Switched", "https://off.example/feed");
  const gone = await add(anna, "Taken", "https://gone.example/feed");
  await worker.query("update feeds set enabled = false where id = $1", [(await feedOf(off))["id"]]);
  await worker.query("update feeds set deleted_at = now() where id = $1", [(await feedOf(gone))["id"]]);
  assert.match((await ask(anna, "GET /feeds?search=switched")).text, /Off<\/span>.*?by the operator/);
  assert.match((await ask(anna, "GET /feeds?search=taken")).text, /Deleted<\/span>.*?by the operator/);
  const refused = await ask(anna, `POST /feeds/${off}/fetch`);
  assert.equal(refused.status, 409);
  assert.match(refused.text, /disabled/);
});

test("a person may ask for a fetch, but not twice in five minutes", async () => {
  const id = await add(anna, "Asked", "https://asked.example/feed");
  await worker.query(
    "update feeds set last_fetched_at = now(), last_fetch_status = 'permanent_error', suspended = true where id = $1",
    [(await feedOf(id))["id"]],
  );
  const early = await ask(anna, `POST /feeds/${id}/fetch`);
  assert.equal(early.status, 429);
  assert.match(early.text, /Possible again at .*it was fetched just now/);
  assert.doesNotMatch(early.text, /UTC/);
  assert.equal(early.headers.get("HX-Retarget"), `#feed-item-${id}-errors`);
  const waitSeconds = Number(early.headers.get("Retry-After"));
  assert.ok(waitSeconds > 290 && waitSeconds <= 300);
  await worker.query("update feeds set last_fetched_at = now() - interval '6 minutes' where id = $1", [
    (await feedOf(id))["id"],
  ]);
  assert.equal((await ask(anna, `POST /feeds/${id}/fetch`)).status, 204);
  assert.equal((await feedOf(id))["suspended"], false);
  assert.match((await ask(anna, "GET /feeds?search=asked")).text, /queued for a retry/);
});

test("the page of a published feed has the address of its clean feed to copy, others have none", async () => {
  const url = "https://clean.example/feed?a=1&b=2";
  const id = await add(anna, "Clean", url);
  const clean = `data-copy="http://127.0.0.1:8080/rss?url=${encodeURIComponent(url)}"`;
  assert.ok(!(await ask(anna, `GET /feeds/${id}`)).text.includes(clean));
  await worker.query("update feeds set published = true where id = $1", [(await feedOf(id))["id"]]);
  assert.ok((await ask(anna, `GET /feeds/${id}`)).text.includes(clean));
});
