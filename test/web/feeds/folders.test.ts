import assert from "node:assert/strict";
import { test } from "node:test";
import { feedsWorld, plainBrowser } from "./feeds-world.ts";

const world = await feedsWorld();
const { ask, add, person, feedOf, database } = world;

type Reader = Awaited<ReturnType<typeof person>>;

async function folderNames(who: Reader): Promise<string[]> {
  const { text } = await ask(who, "GET /feeds/folders", null, plainBrowser);
  return [...text.matchAll(/name="name" value="([^"]*)"/g)].map(([, name = ""]) => name);
}

async function folderId(who: Reader, name: string): Promise<string> {
  const { rows } = await database.worker.query("select id from folders where user_id = $1 and name = $2", [
    who.id,
    name,
  ]);
  return rows[0]?.id as string;
}

async function create(who: Reader, name: string): Promise<string> {
  const answer = await ask(who, "POST /feeds/folders", { name }, plainBrowser);
  assert.equal(answer.status, 303, answer.text);
  return folderId(who, name);
}

/** The form fields with the same name several times, as checkboxes send them. */
async function bulk(who: Reader, action: string, ids: string[], folder = "") {
  const fields: [string, string][] = ids.map((id) => ["id", id]);
  const body = new URLSearchParams([["action", action], ["folder", folder], ...fields]);
  const headers = { ...who.headers, "HX-Request": "true" };
  const answer = await world.app.request("/feeds/bulk", { method: "POST", headers, body });
  return { status: answer.status, trigger: answer.headers.get("HX-Trigger"), text: await answer.text() };
}

test("folders are created, renamed, ordered and deleted by plain forms; their feeds stay", async () => {
  const anna = await person();
  const [towns, sport] = [await create(anna, "Towns"), await create(anna, "Sport")];
  await create(anna, "Arts");
  assert.deepEqual(await folderNames(anna), ["Towns", "Sport", "Arts"]);
  const post = (path: string, form: Record<string, string> = {}) => ask(anna, `POST ${path}`, form, plainBrowser);

  assert.equal((await post(`/feeds/folders/${sport}/up`)).status, 303);
  assert.deepEqual(await folderNames(anna), ["Sport", "Towns", "Arts"]);
  assert.equal((await post(`/feeds/folders/${sport}/up`)).status, 303);
  assert.equal((await post(`/feeds/folders/${sport}/down`)).status, 303);
  assert.deepEqual(await folderNames(anna), ["Towns", "Sport", "Arts"]);
  const ids = [await folderId(anna, "Arts"), towns, sport];
  assert.equal((await post("/feeds/folders/order", { ids: ids.join(",") })).status, 303);
  assert.deepEqual(await folderNames(anna), ["Arts", "Towns", "Sport"]);

  assert.equal((await post(`/feeds/folders/${towns}`, { name: "Cities" })).status, 303);
  const feed = await add(anna, "Gazette", "https://folder.example/1");
  assert.equal((await bulk(anna, "move", [feed], towns)).status, 204);
  assert.match((await ask(anna, "GET /feeds")).text, /Cities<\/span ?><span class="note">1 feed/);
  assert.equal((await post(`/feeds/folders/${towns}/delete`)).status, 303);
  assert.deepEqual(await folderNames(anna), ["Arts", "Sport"]);
  assert.match((await ask(anna, "GET /feeds")).text, /No folder<\/span ?><span class="note">1 feed[^]*Gazette/);
});

test("a folder needs a name of its own, of at most 255 characters", async () => {
  const anna = await person();
  const sport = await create(anna, "Sport");
  const arts = await create(anna, "Arts");
  const post = (path: string, name: string) => ask(anna, `POST ${path}`, { name }, plainBrowser);
  const wrong: [path: string, name: string, status: number, sentence: RegExp][] = [
    ["/feeds/folders", " \u0000 ", 400, /Enter a name/],
    ["/feeds/folders", "Sport", 409, /already have a folder of that name[^]*value="Sport" aria-label="New folder"/],
    [`/feeds/folders/${arts}`, "Sport", 409, /already have a folder of that name/],
    [`/feeds/folders/${arts}`, "", 400, /Enter a name/],
    ["/feeds/folders/nonsense", "X", 404, /not on your list any more/],
  ];
  for (const [path, name, status, sentence] of wrong) {
    const answer = await post(path, name);
    assert.equal(answer.status, status, `${path} ${name}`);
    assert.match(answer.text, sentence);
  }
  assert.equal((await post(`/feeds/folders/${sport}`, "x".repeat(300))).status, 303);
  assert.deepEqual(await folderNames(anna), ["x".repeat(255), "Arts"]);
});

test("nobody sees, changes or uses another person's folder", async () => {
  const [anna, ben] = [await person(), await person()];
  const hers = await create(anna, "Hers");
  assert.deepEqual(await folderNames(ben), []);
  for (const path of [hers, `${hers}/delete`, `${hers}/up`]) {
    assert.equal((await ask(ben, `POST /feeds/folders/${path}`, { name: "Mine" }, plainBrowser)).status, 404, path);
  }
  const own = await add(ben, "Own", "https://folder.example/own");
  assert.equal((await bulk(ben, "move", [own], hers)).status, 404);
  const foreign = await add(anna, "Foreign", "https://folder.example/foreign");
  assert.equal((await bulk(ben, "pause", [foreign])).status, 404);
  assert.deepEqual(await folderNames(anna), ["Hers"]);
  const { rows } = await database.worker.query("select folder_id, paused_at from subscriptions where id = any($1)", [
    [own, foreign],
  ]);
  assert.deepEqual(
    rows,
    Array.from({ length: 2 }, () => ({ folder_id: null, paused_at: null })),
  );
});

test("selected feeds are moved, paused, hidden from Today and removed together; removing can be undone", async () => {
  const anna = await person();
  const folder = await create(anna, "Both");
  const ids = [await add(anna, "One", "https://bulk.example/1"), await add(anna, "Two", "https://bulk.example/2")];
  const state = async () => {
    const { rows } = await database.worker.query(
      `select folder_id is not null as foldered, in_today as "inToday", paused_at is not null as paused
       from subscriptions where user_id = $1`,
      [anna.id],
    );
    return rows;
  };
  const both = (one: object) => [one, one];
  assert.deepEqual(await bulk(anna, "move", ids, folder), { status: 204, trigger: "refreshFeedList", text: "" });
  await bulk(anna, "hide", ids);
  await bulk(anna, "pause", ids);
  assert.deepEqual(await state(), both({ foldered: true, inToday: false, paused: true }));
  const { text } = await ask(anna, "GET /feeds");
  assert.equal(text.match(/>Paused</g)?.length, 2);
  assert.equal(text.match(/not in Today</g)?.length, 2);
  await bulk(anna, "move", ids);
  await bulk(anna, "show", ids);
  await bulk(anna, "resume", ids);
  assert.deepEqual(await state(), both({ foldered: false, inToday: true, paused: false }));

  await bulk(anna, "move", ids, folder);
  await bulk(anna, "pause", ids);
  // Another tab has removed one of them already.
  assert.equal((await ask(anna, `DELETE /feeds/${ids[0]}`)).status, 204);
  assert.equal((await bulk(anna, "remove", ids)).status, 204);
  assert.equal((await bulk(anna, "remove", ids)).status, 404);
  for (const id of ids) assert.equal((await ask(anna, `POST /feeds/${id}/restore`)).status, 204);
  assert.deepEqual(await state(), both({ foldered: true, inToday: true, paused: true }));
});

test("a bulk change that cannot be read changes nothing and says what to do", async () => {
  const anna = await person();
  const id = await add(anna, "One", "https://bulk.example/read");
  const wrong: [action: string, ids: string[], folder: string, sentence: RegExp][] = [
    ["move", [], "", /Select one or more feeds first/],
    ["explode", [id], "", /cannot read this form/],
    ["move", [id], "nonsense", /cannot read this form/],
    ["pause", ["nonsense"], "", /cannot read this form/],
    ["pause", Array.from({ length: 101 }, () => id), "", /cannot read this form/],
  ];
  for (const [action, ids, folder, sentence] of wrong) {
    const answer = await bulk(anna, action, ids, folder);
    assert.equal(answer.status, 400, action);
    assert.match(answer.text, sentence);
  }
  const plain = await ask(anna, "POST /feeds/bulk", { action: "pause", id }, plainBrowser);
  assert.equal(plain.status, 303);
});

test("a feed that everybody paused is not fetched; one more reader, or a resume, brings it back", async () => {
  const [anna, ben] = [await person(), await person()];
  const address = "https://pause.example/feed";
  const hers = await add(anna, "Hers", address);
  const isRunnable = async () => (await feedOf(hers))["runnable"];
  await bulk(anna, "pause", [hers]);
  assert.equal(await isRunnable(), false);
  const fetchNow = await ask(anna, `POST /feeds/${hers}/fetch`);
  assert.equal(fetchNow.status, 409);
  assert.match(fetchNow.text, /Resume it first/);

  const his = await add(ben, "His", address);
  assert.equal(await isRunnable(), true);
  await bulk(ben, "pause", [his]);
  assert.equal(await isRunnable(), false);
  await bulk(ben, "resume", [his]);
  assert.equal(await isRunnable(), true);
  // Whoever is left has paused it.
  assert.equal((await ask(ben, `DELETE /feeds/${his}`)).status, 204);
  assert.equal(await isRunnable(), false);
  await bulk(anna, "resume", [hers]);
  assert.equal(await isRunnable(), true);
});

test("a published feed is fetched although its only reader paused it", async () => {
  const anna = await person();
  const id = await add(anna, "Public", "https://pause.example/public");
  await database.worker.query("update feeds set published = true where id = $1", [(await feedOf(id))["id"]]);
  await bulk(anna, "pause", [id]);
  assert.equal((await feedOf(id))["runnable"], true);
});

test("feeds that need a look come first: stopped ones at once, failing ones after a week, paused ones never", async () => {
  const anna = await person();
  const folder = await create(anna, "First");
  const names = ["Fine", "Stopped", "Failing", "Broken", "Resting"];
  const ids = new Map<string, string>();
  for (const name of names) ids.set(name, await add(anna, name, `https://look.example/${name}`));
  const set = async (name: string, status: string, days: number) =>
    database.worker.query(
      "update feeds set last_fetch_status = $2, last_fetch_error = 'no', last_success_at = now() - $3 * interval '1 day' where id = $1",
      [(await feedOf(ids.get(name) ?? ""))["id"], status, days],
    );
  await set("Fine", "success", 0);
  await set("Stopped", "permanent_error", 0);
  await set("Failing", "temporary_error", 6);
  await set("Broken", "temporary_error", 8);
  await set("Resting", "permanent_error", 8);
  await bulk(anna, "pause", [ids.get("Resting") ?? ""]);
  await bulk(anna, "move", [ids.get("Fine") ?? "", ids.get("Broken") ?? ""], folder);
  const { text } = await ask(anna, "GET /feeds");
  const shown = [...text.matchAll(/rowgroup"> <span dir="auto">([^<]*)|dir="auto">(\w+)<\/a>/g)];
  assert.deepEqual(
    shown.map(([, head, name]) => (head === undefined ? name : `[${head}]`)),
    ["[Need a look]", "Broken", "Stopped", "[First]", "Fine", "[No folder]", "Resting", "Failing"],
  );
  assert.match((await ask(anna, "GET /dashboard", null, plainBrowser)).text, /2 feeds need a look/);
});

test("what a bulk action removed comes back in one go, with folder, name and all settings", async () => {
  const anna = await person();
  const folder = await create(anna, "Kept");
  const ids = [await add(anna, "One", "https://undo.example/1"), await add(anna, "Two", "https://undo.example/2")];
  const alone = await add(anna, "Three", "https://undo.example/3");
  const edit = { name: "Renamed", url: "https://undo.example/1", folder, interval: "180" };
  assert.equal((await ask(anna, `PATCH /feeds/${ids[0]}`, edit)).status, 204);
  for (const action of ["pause", "hide"]) assert.equal((await bulk(anna, action, ids)).status, 204);
  const readAll = async () => {
    const { rows } = await database.worker.query(
      "select (to_jsonb(s) - 'updated_at') as kept from subscriptions s where user_id = $1 order by id",
      [anna.id],
    );
    return rows.map(({ kept }) => kept);
  };
  const before = await readAll();

  assert.equal((await ask(anna, `DELETE /feeds/${alone}`)).status, 204);
  assert.equal((await bulk(anna, "remove", ids)).status, 204);
  assert.deepEqual(await readAll(), []);
  const list = (await ask(anna, "GET /feeds")).text;
  assert.match(list, /Removed in the last 24 hours: 3[^]*2 feeds removed at once[^]*Undo all[^]*Three/);
  const removed = /name="removed" value="([^"]+)"/.exec(list)?.[1] ?? "";
  assert.equal((await ask(await person(), "POST /feeds/restore", { removed })).status, 404);
  assert.equal((await ask(anna, "POST /feeds/restore", { removed: "nonsense" })).status, 404);
  assert.equal((await ask(anna, "POST /feeds/restore", { removed })).status, 204);
  assert.deepEqual(
    await readAll(),
    before.filter(({ id }) => id !== alone),
  );
  assert.equal((await ask(anna, "POST /feeds/restore", { removed }, plainBrowser)).status, 404);
});

test("the form of a feed moves it to a folder and sets how often it is fetched; what it does not send stays", async () => {
  const anna = await person();
  const folder = await create(anna, "Slow");
  const url = "https://edit.example/feed";
  const id = await add(anna, "Edited", url);
  const stored = async () => {
    const { rows } = await database.worker.query(
      "select folder_id as folder, own_interval_minutes as minutes from subscriptions where id = $1",
      [id],
    );
    return rows[0];
  };
  const edit = (form: Record<string, string>) => ask(anna, `PATCH /feeds/${id}`, { name: "Edited", url, ...form });
  assert.equal((await edit({ folder, interval: "own", minutes: "25" })).status, 204);
  assert.deepEqual(await stored(), { folder, minutes: 25 });
  const form = (await ask(anna, `GET /feeds/${id}/edit`)).text;
  assert.match(form, new RegExp(`<option value="${folder}" selected[^>]*>Slow`));
  assert.match(form, /<option value="own" selected[^]*name="minutes"[^>]*value="25"/);
  assert.equal((await edit({})).status, 204);
  assert.deepEqual(await stored(), { folder, minutes: 25 });

  const wrong: [form: Record<string, string>, status: number, sentence: RegExp][] = [
    [{ interval: "own", minutes: "4" }, 400, /whole number of minutes from 5 to 10080/],
    [{ interval: "own", minutes: "" }, 400, /whole number of minutes/],
    [{ interval: "10081" }, 400, /whole number of minutes/],
    [{ folder: "nonsense" }, 404, /folder is not on your list any more/],
    [{ folder: await create(await person(), "Other") }, 404, /folder is not on your list any more/],
  ];
  for (const [sent, status, sentence] of wrong) {
    const answer = await edit(sent);
    assert.equal(answer.status, status, JSON.stringify(sent));
    assert.match(answer.text, sentence);
  }
  assert.deepEqual(await stored(), { folder, minutes: 25 });
  assert.equal((await edit({ folder: "", interval: "" })).status, 204);
  assert.deepEqual(await stored(), { folder: null, minutes: null });
});

test("a feed that waits is planned anew as soon as its reader sets an interval", async () => {
  const anna = await person();
  const url = "https://edit.example/waits";
  const id = await add(anna, "Waits", url);
  const { id: feedId } = await feedOf(id);
  const now = Date.now();
  const [fetchedAt, dueAt] = [new Date(now), new Date(now + 86_400_000)];
  await database.worker.query("update feeds set last_success_at = $2 where id = $1", [feedId, fetchedAt]);
  await database.worker.query("update feed_schedules set next_run_at = $2 where feed_id = $1", [feedId, dueAt]);
  assert.equal((await ask(anna, `PATCH /feeds/${id}`, { name: "Waits", url, interval: "30" })).status, 204);
  assert.deepEqual((await feedOf(id))["next_run_at"], new Date(now + 30 * 60_000));
});
