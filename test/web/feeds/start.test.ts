import assert from "node:assert/strict";
import { after, test } from "node:test";
import { parseFeedUrl } from "../../../src/feeds/new-feed.ts";
import { readStarterSets } from "../../../src/feeds/starter-sets.ts";
import { openBrowser, visit } from "../../ground/open-browser.ts";
import { feedsServer } from "./feeds-server.ts";
import { feedsWorld, plainBrowser } from "./feeds-world.ts";

const { ask, add, person, database } = await feedsWorld();
const browser = await openBrowser();
after(() => browser?.close());

test("the starter sets have readable https addresses, each once, and every language has two sets", () => {
  const sets = readStarterSets();
  const addresses = sets.flatMap(({ feeds }) => feeds.map(({ url }) => url));
  for (const url of addresses) assert.deepEqual(parseFeedUrl(url), { kind: "url", url: new URL(url).href });
  assert.ok(addresses.every((url) => url.startsWith("https://")));
  assert.equal(new Set(addresses).size, addresses.length);
  assert.equal(new Set(sets.map(({ id }) => id)).size, sets.length);
  for (const language of ["en", "de", "pl"]) {
    assert.ok(sets.filter((set) => set.language === language).length >= 2, language);
  }
});

test("before the first feed, Today shows three ways to begin and the brief's place; afterwards it does not", async () => {
  const anna = await person();
  const { status, text } = await ask(anna, "GET /dashboard", null, plainBrowser);
  assert.equal(status, 200);
  for (const words of [
    'action="/feeds/find"',
    'href="/feeds/import"',
    'action="/feeds/start"',
    'id="summary-container"',
  ])
    assert.ok(text.includes(words), words);
  const { rows } = await database.worker.query("select count(*)::int as feeds from feeds");
  assert.deepEqual(rows, [{ feeds: 0 }], "looking at the sets adds no feed");
  await add(anna, "First", "https://first.example/feed");
  assert.doesNotMatch((await ask(anna, "GET /dashboard", null, plainBrowser)).text, /action="\/feeds\/start"/);
  assert.doesNotMatch((await ask(anna, "GET /feeds", null, plainBrowser)).text, /action="\/feeds\/start"/);
  assert.match((await ask(anna, "GET /feeds?start", null, plainBrowser)).text, /action="\/feeds\/start"/);
});

test("one form subscribes to a whole set, in a folder of its name; a second time nothing is added twice", async () => {
  const anna = await person();
  const set = readStarterSets().find(({ id }) => id === "news-de");
  for (let time = 0; time < 2; time += 1) {
    const answer = await ask(anna, "POST /feeds/start", { set: "news-de" }, plainBrowser);
    assert.deepEqual([answer.status, answer.headers.get("Location")], [303, "/feeds"]);
  }
  const { rows } = await database.worker.query(
    `select s.name, f.url, o.name as folder from subscriptions s join feeds f on f.id = s.feed_id
     join folders o on o.id = s.folder_id where s.user_id = $1 order by f.url collate "C"`,
    [anna.id],
  );
  assert.deepEqual(
    rows,
    set?.feeds
      .toSorted((one, other) => (one.url < other.url ? -1 : 1))
      .map(({ name, url }) => ({ name, url, folder: "Nachrichten" })),
  );
  assert.equal((await ask(anna, "POST /feeds/start", { set: "nonsense" }, plainBrowser)).status, 404);
});

test("the first page is accessible and fits desk and phone", { skip: browser === null && "no browser" }, async () => {
  assert.ok(browser !== null);
  const server = await feedsServer();
  const { page, isWell, close } = await visit(browser, `${server.url}/dashboard`, { session: await server.person() });
  await page.getByRole("heading", { name: "What do you like to read?" }).waitFor();
  await page.getByText("Look inside").first().click();
  await isWell("start");
  await close();
});
