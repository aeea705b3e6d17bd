import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { NewAppPassword } from "../../../src/accounts/app-password-store.ts";
import { createIcons } from "../../../src/media/icons.ts";
import { createWebApp } from "../../../src/web/app.ts";
import { connectionFrom } from "../../ground/signed-in.ts";
import { appsWorld } from "./apps-world.ts";
import { addNews } from "./stream-news.ts";

const world = await appsWorld();
const { worker } = world.database;
type Answer = Record<string, never> & { auth: number; items: { id: number }[]; unread_item_ids: string };

/** A reader with a Fever app. `ask` sends the key in the body, as most apps do. */
async function addFever(changes: Partial<NewAppPassword> = {}) {
  const reader = await world.addReader();
  const { id, password } = await world.addPassword(reader, { protocol: "fever", ...changes });
  const key = createHash("md5").update(`${reader.email.toLowerCase()}:${password}`).digest("hex");
  const send = (query: string) =>
    world.request(`/fever/?api&${query}`, { method: "POST", body: new URLSearchParams({ api_key: key }) });
  const ask = async (query: string) => (await (await send(query)).json()) as Answer;
  return { reader, id, key, send, ask };
}

const numbersOf = (...texts: string[]) => texts.map(Number);

test("NewsFlash 3.2: key in a multipart form, lists one by one, items in fifties, marks in the query with &&", async () => {
  const { reader, key } = await addFever();
  const { alpha, beta, one, two, three, four } = await addNews(world, { reader });
  const ask = async (query: string) => {
    const body = new FormData();
    body.set("api_key", key);
    const answer = await world.request(`/fever/?api${query}`, { method: "POST", body });
    assert.equal(answer.status, 200);
    const { last_refreshed_on_time: time, ...rest } = (await answer.json()) as Record<string, unknown>;
    assert.equal(typeof time, "number");
    return rest;
  };
  const head = { api_version: 3, auth: 1 };
  const { rows } = await worker.query("select number from folders where user_id = $1", [reader.id]);
  const group = Number(rows[0].number);
  const groups = [{ group_id: group, feed_ids: alpha.number }];
  assert.deepEqual(await ask(""), head);
  assert.deepEqual(await ask("&groups"), {
    ...head,
    groups: [{ id: group, title: "World ＆ more" }],
    feeds_groups: groups,
  });
  const feed = ({ number, url }: typeof alpha, title: string) => ({
    id: Number(number),
    favicon_id: 0,
    title,
    url,
    site_url: url,
    is_spark: 0,
    last_updated_on_time: 0,
  });
  assert.deepEqual(await ask("&feeds"), {
    ...head,
    feeds: [feed(alpha, "Alpha ＜Wire＞"), feed(beta, "Beta")],
    feeds_groups: groups,
  });
  assert.deepEqual(await ask("&saved_item_ids"), { ...head, saved_item_ids: "" });
  assert.deepEqual(await ask("&unread_item_ids"), { ...head, unread_item_ids: [four, three, two, one].join(",") });
  const { items, total_items: total } = (await ask("&items")) as { items: { id: number }[]; total_items: number };
  assert.deepEqual([total, items.map(({ id }) => id)], [4, numbersOf(four, three, two, one)]);
  assert.partialDeepStrictEqual(items[3], {
    id: Number(one),
    feed_id: Number(alpha.number),
    title: "Item of day 1",
    author: "",
    is_saved: 0,
    is_read: 0,
    created_on_time: Date.parse("2026-11-01T10:00:00Z") / 1_000,
  });
  const some = (await ask(`&items&with_ids=${two},${four},999999999`)) as { items: { id: number }[] };
  assert.deepEqual(
    some.items.map(({ id }) => id),
    numbersOf(two, four),
  );
  assert.deepEqual(await ask(`&&mark=item&as=read&id=${two}`), {
    ...head,
    unread_item_ids: [four, three, one].join(","),
  });
  // Sent twice, it stays.
  await ask(`&&mark=item&as=saved&id=${two}`);
  assert.deepEqual(await ask(`&&mark=item&as=saved&id=${two}`), { ...head, saved_item_ids: two });
  assert.deepEqual(await ask(`&&mark=item&as=unsaved&id=${two}`), { ...head, saved_item_ids: "" });
  const before = Date.parse("2026-11-04T00:00:00Z") / 1_000;
  assert.deepEqual(await ask(`&&mark=group&as=read&id=0&before=${before}`), { ...head, unread_item_ids: four });
});

test("Unread and FeedMe: the key in the query, by GET or by POST without a type, in capital letters, at every address", async () => {
  const { reader, key } = await addFever();
  const { four } = await addNews(world, { reader });
  for (const path of ["/fever/", "/fever", "//fever/", "/fever/fever.php", "/api/fever.php"]) {
    const url = `${path}?api=&api_key=${key.toUpperCase()}&unread_item_ids`;
    for (const method of ["GET", "POST"]) {
      const answer = (await (await world.request(url, { method })).json()) as Answer;
      assert.deepEqual([answer.auth, answer.unread_item_ids.split(",")[0]], [1, four], `${method} ${path}`);
    }
  }
  const logged = JSON.stringify(world.lines);
  assert.ok(logged.includes("/fever") && !logged.toLowerCase().includes(key), "the key is in the log");
});

test("keys combine in one request, as FreshRSS answers them", async () => {
  const { ask } = await addFever();
  const answer = await ask("groups&feeds&favicons&links&items&unread_item_ids&saved_item_ids&refresh");
  const { last_refreshed_on_time: _, ...rest } = answer;
  assert.deepEqual(rest, {
    api_version: 3,
    auth: 1,
    groups: [],
    feeds_groups: [],
    feeds: [],
    favicons: [],
    links: [],
    total_items: 0,
    items: [],
    unread_item_ids: "",
    saved_item_ids: "",
  });
});

test("pages have exactly 50 items: upwards from since_id, downwards from max_id, until none are left", async () => {
  const { reader, ask } = await addFever();
  const feed = await world.addNumberedFeed(reader, "Long");
  const numbers: number[] = [];
  for (let n = 0; n < 103; n += 1) {
    const seenAt = new Date(Date.parse("2026-11-01T10:00:00Z") + n * 1_000);
    numbers.push(Number(await world.numberOf(await world.addItem(feed.feedId, { seenAt }))));
  }
  await world.settle();
  const walk = async (start: string, next: (ids: number[]) => string) => {
    const pages: number[][] = [];
    for (let query = start; pages.at(-1)?.length !== 0; query = next(pages.at(-1) ?? [])) {
      pages.push((await ask(`items&${query}`)).items.map(({ id }) => id));
    }
    assert.deepEqual(
      pages.map((page) => page.length),
      [50, 50, 3, 0],
    );
    return pages.flat();
  };
  assert.deepEqual(await walk("since_id=0", (ids) => `since_id=${ids.at(-1)}`), numbers);
  const down = (ids: number[]) => `max_id=${ids.at(-1)}`;
  assert.deepEqual(await walk("max_id=9007199254740991", down), numbers.toReversed());
  assert.deepEqual((await ask("items&max_id=0")).items[0]?.id, numbers.at(-1));
});

test("an item whose number is above one that is still analysed waits for it, so that since_id misses none", async () => {
  const { reader, ask } = await addFever();
  const feed = await world.addNumberedFeed(reader, "Fresh");
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
  const old = await world.numberOf(await world.addItem(feed.feedId, { seenAt: ago(3_600) }));
  await world.settle();
  const waiting = await world.addItem(feed.feedId, { seenAt: ago(60) });
  const later = await world.addItem(feed.feedId, { seenAt: ago(59) });
  await worker.query("update items set analysis_status = 'done' where id = $1", [later]);
  const shown = async () => (await ask("items&since_id=0")).items.map(({ id }) => id);
  assert.deepEqual(await shown(), [Number(old)]);
  await worker.query("update items set analysis_status = 'done' where id = $1", [waiting]);
  assert.deepEqual(await shown(), numbersOf(old, await world.numberOf(waiting), await world.numberOf(later)));
});

test("feeds and groups are marked as read until a time; groups that are none, and feeds of others, mark nothing", async () => {
  const [{ reader, ask }, other] = [await addFever(), await addFever()];
  const { alpha, one, two, three, four } = await addNews(world, { reader });
  const theirs = await addNews(world, { reader: other.reader });
  const unread = async () => (await ask("unread_item_ids")).unread_item_ids.split(",");
  const all = [four, three, two, one];
  for (const query of [
    "mark=group&as=read&id=-1",
    "mark=group&as=unread&id=0",
    "mark=feed&as=read&id=x",
    `mark=feed&as=read&id=${theirs.alpha.number}`,
    `mark=item&as=read&id=${theirs.one}`,
    "mark=item&as=toString&id=1",
  ]) {
    await ask(query);
    assert.deepEqual(await unread(), all, query);
  }
  assert.deepEqual((await ask(`items&with_ids=${theirs.one}`)).items, []);
  assert.equal((await other.ask("unread_item_ids")).unread_item_ids.split(",").length, 4);

  await ask(`mark=feed&as=read&id=${alpha.number}&before=${Date.parse("2026-11-02T00:00:00Z") / 1_000}`);
  assert.deepEqual(await unread(), [four, three, two]);
  const { rows } = await worker.query("select number from folders where user_id = $1", [reader.id]);
  await ask(`mark=group&as=read&id=${rows[0].number}`);
  assert.deepEqual(await unread(), [four, two]);
});

test("a wrong key, a revoked one, and one of another protocol are answered with auth 0, and guessing is slowed down", async () => {
  const { reader, id, key, ask } = await addFever();
  assert.equal((await ask("groups")).auth, 1);
  const greader = await world.addPassword(reader);
  const guess = (secret: string) =>
    world.app.request(`/fever/?api&api_key=${secret}`, { method: "POST" }, connectionFrom("192.0.2.31"));
  assert.deepEqual(await (await guess(greader.password)).json(), { api_version: 3, auth: 0 });
  for (let n = 0; n < 4; n += 1) assert.equal((await guess("0".repeat(32))).status, 200);
  const refused = await guess("0".repeat(32));
  assert.deepEqual([refused.status, await refused.json()], [429, { api_version: 3, auth: 0 }]);
  assert.match(refused.headers.get("Retry-After") ?? "", /^\d+$/);
  // Somebody else behind the same address has the right key.
  assert.equal(((await (await guess(key)).json()) as Answer).auth, 1);
  await reader.post(`/settings/apps/${id}/delete`);
  assert.equal((await ask("groups")).auth, 0);
});

test("marking hundreds of items one by one is not limited; asking the same every second is", async () => {
  const { reader, send } = await addFever();
  const { one } = await addNews(world, { reader });
  const statuses = new Set<number>();
  for (let n = 0; n < 120; n += 1) statuses.add((await send(`mark=item&as=read&id=${one}`)).status);
  assert.deepEqual([...statuses], [200]);
  for (let n = 0; n < 20; n += 1) assert.equal((await send("feeds")).status, 200);
  assert.equal((await send("feeds")).status, 429);
  assert.equal((await send("groups")).status, 200);
});

test("a key that only reads changes nothing, and the answer says what is so", async () => {
  const { reader, ask } = await addFever({ readOnly: true });
  const { one, four } = await addNews(world, { reader });
  assert.ok((await ask(`mark=item&as=read&id=${one}`)).unread_item_ids.endsWith(`,${one}`));
  assert.ok((await ask("mark=group&as=read&id=0")).unread_item_ids.startsWith(`${four},`));
});

test("icons come once, and feeds of one site share them", async () => {
  const { reader, key } = await addFever();
  const { alpha, beta } = await addNews(world, { reader });
  for (const { feedId } of [alpha, beta]) {
    await worker.query(
      "insert into feed_icons (feed_id, due_at, name, type, bytes) values ($1, now(), 'fever-icon', 'image/png', 'x')",
      [feedId],
    );
  }
  const icons = createIcons(world.database.web, true);
  const app = createWebApp({ ...world.parts, media: { ...world.parts.media, icons } });
  const answer = await app.request(`/fever/?api&favicons&feeds&api_key=${key}`, {}, connectionFrom("127.0.0.1"));
  const { favicons, feeds } = (await answer.json()) as Record<string, { favicon_id: number }[]>;
  assert.deepEqual(favicons, [{ id: Number(alpha.number), data: "image/png;base64,eA==" }]);
  assert.deepEqual(
    feeds?.map(({ favicon_id: id }) => id),
    [Number(alpha.number), Number(alpha.number)],
  );
});
