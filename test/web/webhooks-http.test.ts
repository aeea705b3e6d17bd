import assert from "node:assert/strict";
import { test } from "node:test";
import { createResetPass, useResetPass } from "../../src/accounts/pass-store.ts";
import { listWebhooks } from "../../src/webhooks/webhook-store.ts";
import { readingWorld, type Reader } from "../reading/reading-world.ts";

const world = await readingWorld();
const page = "/settings/webhooks";
const given = { kind: "webhook", name: "My program", url: "https://receiver.example/hook", "event item.saved": "on" };
const hookOf = async (reader: Reader) => (await reader.as(listWebhooks))[0];

test("a webhook is added, and its secret is shown once and stored sealed", async () => {
  const anna = await world.addReader();
  const form = await (await anna.ask(`${page}/new?kind=webhook`)).text();
  for (const name of ["name", "url", "event item.new", "event feed.failing", "folder", "words"]) {
    assert.ok(form.includes(`name="${name}"`), name);
  }
  const made = await anna.post(page, { ...given, words: "bridge -old" });
  const text = await made.text();
  assert.deepEqual([made.status, made.headers.get("Cache-Control")], [200, "no-store"]);
  const secret = /whsec_[\w+/]{43}=/.exec(text)?.[0] ?? "";
  assert.notEqual(secret, "");
  const again = await (await anna.ask(page)).text();
  assert.match(again, /My program/);
  assert.ok(!again.includes(secret));
  const { rows } = await world.database.worker.query<{ secret: Buffer; query: string }>(
    "select secret, query::text from webhooks where user_id = $1",
    [anna.id],
  );
  assert.ok(!rows[0]?.secret.toString("latin1").includes(secret));
  assert.match(rows[0]?.query ?? "", /bridge/);
});

test("what is missing or wrong is said at its field, and what was typed stays, except for secrets", async () => {
  const anna = await world.addReader();
  for (const [changes, sentence] of [
    [{ name: " " }, "Please enter a name"],
    [{ url: "ftp://x" }, "Enter an address that starts with"],
    [{ url: "https://user:word@x.example" }, "Enter an address that starts with"],
    [{ "event item.saved": "" }, "Choose at least one of these"],
    [{ words: "-" }, "cannot be searched for"],
    [{ kind: "linkding" }, "Please enter: Token"],
    [{ kind: "linkding", token: "hush hush łódź" }, "Token: it has characters that cannot be sent"],
    [{ kind: "wallabag", clientId: "c\u0000" }, "Client ID: it has characters that cannot be sent"],
    [{ kind: "wallabag", username: "me", password: "hush hush" }, "Please enter: Client ID"],
  ] as [Record<string, string>, string][]) {
    const refused = await anna.post(page, { ...given, ...changes });
    const text = await refused.text();
    assert.equal(refused.status, 400, sentence);
    assert.ok(text.includes(sentence), sentence);
    assert.ok(!text.includes("hush hush"));
    assert.equal(text.includes('value="My program"'), changes["name"] === undefined);
  }
  assert.equal((await anna.post(page, { ...given, kind: "carrier-pigeon" })).status, 400);
  assert.equal(await hookOf(anna), undefined);
});

test("a test, its answer, another try, and the end", async () => {
  const anna = await world.addReader();
  await anna.post(page, given);
  const id = (await hookOf(anna))?.id ?? "";
  assert.equal((await anna.post(`${page}/${id}/test`)).headers.get("Location"), `${page}?done=tested`);
  const { worker } = world.database;
  await worker.query(
    "update deliveries set due_at = null, ended_at = now(), attempts = 1, answer = '<b>no</b>' where webhook_id = $1",
    [id],
  );
  const shown = await (await anna.ask(page)).text();
  assert.ok(shown.includes("&lt;b&gt;no&lt;/b&gt;"));
  const delivery = (await hookOf(anna))?.deliveries[0]?.id ?? "";
  assert.equal((await anna.post(`${page}/deliveries/${delivery}/repeat`)).status, 303);
  assert.partialDeepStrictEqual((await hookOf(anna))?.deliveries[0], { attempts: 0, isDelivered: false });
  await worker.query("update webhooks set disabled_at = now() where id = $1", [id]);
  assert.match(await (await anna.ask(page)).text(), /Switched off/);
  assert.equal((await anna.post(`${page}/${id}/enable`)).status, 303);
  assert.equal((await hookOf(anna))?.disabledAt, null);
  assert.equal((await anna.post(`${page}/${id}/delete`)).status, 303);
  assert.equal((await anna.post(`${page}/${id}/delete`)).status, 404);
});

test("a password reset switches them off: somebody who knew the password could have added one", async () => {
  const [anna, boris] = [await world.addReader(), await world.addReader()];
  for (const reader of [anna, boris]) await reader.post(page, given);
  const { worker } = world.database;
  const token = await createResetPass(worker, anna.email, new Date());
  assert.equal(await useResetPass(worker, token ?? "", "a hash", new Date()), anna.id);
  assert.notEqual((await hookOf(anna))?.disabledAt, null);
  assert.equal((await hookOf(boris))?.disabledAt, null);
});

test("an item has a button for each place it can be sent to, and says that it was sent", async () => {
  const anna = await world.addReader();
  const feed = await world.addFeed([anna], "Gazette");
  const item = await world.addItem(feed, { title: "The bridge opens" });
  await world.settle();
  assert.ok(!(await (await anna.ask(`/items/${item}`)).text()).includes(`/items/${item}/send`));
  await anna.post(page, given);
  await anna.post(page, { ...given, name: "Only stars", "event item.saved": "", "event item.starred": "on" });
  const shown = await (await anna.ask(`/items/${item}`)).text();
  assert.ok(shown.includes('aria-label="Send to My program"'));
  assert.ok(!shown.includes("Only stars"));
  const webhook = (await anna.as(listWebhooks)).find(({ name }) => name === "My program")?.id ?? "";
  const sent = await anna.post(`/items/${item}/send`, { webhook });
  assert.equal(sent.headers.get("Location"), `/items/${item}?done=sent`);
  assert.match(await (await anna.ask(`/items/${item}?done=sent`)).text(), /Settings → Send to shows the answer/);
  // The list that the item was opened from stays the way back.
  const fromList = await anna.post(`/items/${item}/send`, { webhook, list: "view=starred" });
  assert.equal(fromList.headers.get("Location"), `/items/${item}?list=view%3Dstarred&done=sent`);
});

test("nobody can see, use or change somebody else's", async () => {
  const [anna, ben] = [await world.addReader(), await world.addReader()];
  await anna.post(page, given);
  const id = (await hookOf(anna))?.id ?? "";
  await anna.post(`${page}/${id}/test`);
  const delivery = (await hookOf(anna))?.deliveries[0]?.id ?? "";
  const own = await world.addItem(await world.addFeed([ben], "Gazette"), { title: "The bridge opens" });
  await world.settle();
  assert.ok(!(await (await ben.ask(page)).text()).includes("My program"));
  for (const path of [
    `${page}/${id}/test`,
    `${page}/${id}/enable`,
    `${page}/${id}/delete`,
    `${page}/deliveries/${delivery}/repeat`,
  ]) {
    assert.equal((await ben.post(path)).status, 404, path);
  }
  assert.equal((await ben.post(`/items/${own}/send`, { webhook: id })).status, 404);
  // An item that only others read cannot be sent either.
  assert.equal((await anna.post(`/items/${own}/send`, { webhook: id })).status, 404);
  assert.equal((await hookOf(anna))?.deliveries.length, 1);
});

test("the account's export names where news was sent, without a secret", async () => {
  const anna = await world.addReader();
  const made = await (await anna.post(page, given)).text();
  const text = await (await anna.ask("/account/export.json")).text();
  const { webhooks } = JSON.parse(text) as { webhooks: { name: string; url: string }[] };
  assert.partialDeepStrictEqual(webhooks, [{ name: given.name, url: given.url, events: ["item.saved"] }]);
  assert.ok(!text.includes(/whsec_[\w+/]{43}=/.exec(made)?.[0] ?? "whsec_"));
});

test("twenty are enough for anybody", async () => {
  const anna = await world.addReader();
  for (let count = 0; count < 20; count += 1) await anna.post(page, given);
  const refused = await anna.post(page, given);
  assert.equal(refused.status, 409);
  assert.match(await refused.text(), /You have 20 of these/);
});
