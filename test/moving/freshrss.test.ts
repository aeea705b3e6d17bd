import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { movingWorld, standIn } from "./moving-world.ts";
import { saveItemsForTest } from "./saved-item.ts";

const { run, createAccount, foldersOf, marksOf, pool, folder } = await movingWorld();
const read = "user/-/state/com.google/read";
const starred = "user/-/state/com.google/starred";

test("feeds, stars and read marks come through the Google Reader API, page by page", async () => {
  await createAccount("fresh@example.org");
  const freshrss = await recordedFreshrss();
  const args = ["import", "freshrss", "--url", freshrss.url, "--user", "alice", "--password", "-"];
  const { code, stdout, stderr } = await run([...args, "--account", "fresh@example.org"], { input: "pw&1" });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^Feeds: 2 added, 0 already there, 1 new folder\.\nStars: 2, of these 2 were not here/);
  assert.match(stdout, /^Read: 1 marked, 1 will be marked when their feed brings them\.$/m);
  assert.deepEqual(await foldersOf("fresh@example.org"), [
    { feed: "https://a.example.org/feed?x=1&y=2", folder: "Wiadomości & więcej" },
    { feed: "https://b.example.org/feed", folder: null },
  ]);
  assert.deepEqual(await marksOf("fresh@example.org"), [
    { title: "One", url: "https://a.example.org/1", isStarred: true, isRead: true },
    { title: "Two", url: "https://b.example.org/2", isStarred: true, isRead: false },
  ]);
  const [login, ...rest] = freshrss.asked;
  assert.equal(login?.body, "Email=alice&Passwd=pw%261");
  assert.ok(rest.every(({ headers }) => headers.authorization === "GoogleLogin auth=alice/abc"));
});

test("a wrong password and another program are said in a sentence", async () => {
  const args = (url: string) =>
    ["import", "freshrss", "--url", url, "--user", "a", "--password", "b", "--account"].concat("fresh@example.org");
  const closed = await standIn(() => ({ status: 401, body: "Unauthorized!" }));
  assert.match((await run(args(closed.url))).stderr, /refuses the login \(401\)/);
  const other = await standIn(() => ({ body: "<html>" }));
  assert.match((await run(args(other.url))).stderr, /gives no login: check --url/);
});

test("a file of starred items finds by its guid what we have under another address, and brings the rest", async () => {
  await createAccount("file@example.org");
  const opml = join(folder, "one.opml");
  writeFileSync(
    opml,
    `<opml version="2.0"><body><outline text="C" xmlUrl="https://c.example.org/feed"/></body></opml>`,
  );
  assert.equal((await run(["import", "opml", opml, "--account", "file@example.org"])).code, 0);
  const { rows } = await pool.query<{ id: string }>("select id from feeds where url = 'https://c.example.org/feed'");
  await saveItemsForTest(pool, rows[0]?.id ?? "", [
    { url: "https://c.example.org/new-address", title: "Known", guid: "tag:1" },
  ]);

  const file = join(import.meta.dirname, "fixtures/freshrss-starred.json");
  const { code, stdout, stderr } = await run(["import", "freshrss", "--file", file, "--account", "file@example.org"]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^Stars: 2, of these 1 were not here/m);
  assert.deepEqual(await marksOf("file@example.org"), [
    { title: "Brought along", url: "https://d.example.org/old", isStarred: true, isRead: true },
    { title: "Known", url: "https://c.example.org/new-address", isStarred: true, isRead: false },
  ]);
});

test("an item with an impossible date or an odd field costs no other its star", async () => {
  await createAccount("odd@example.org");
  const item = (id: number, odd: object) => ({
    guid: `odd:${id}`,
    title: `Odd ${id}`,
    published: 1_709_276_400,
    canonical: [{ href: `https://odd.example.org/${id}` }],
    categories: [starred],
    origin: { streamId: "feed/9", feedUrl: "https://odd.example.org/feed", title: "Odd" },
    ...odd,
  });
  const odd = [{}, { published: -1e12 }, { published: 1e300 }, { timestampUsec: null }, { author: 7, canonical: "x" }];
  const file = join(folder, "odd.json");
  writeFileSync(file, JSON.stringify({ items: odd.map((fields, id) => item(id, fields)) }));
  const { code, stderr } = await run(["import", "freshrss", "--file", file, "--account", "odd@example.org"]);
  assert.equal(code, 0, stderr);
  assert.equal((await marksOf("odd@example.org")).length, odd.length);
});

test("a file that is something else is refused", async () => {
  const file = join(folder, "else.json");
  writeFileSync(file, `{"feeds": []}`);
  const { code, stderr } = await run(["import", "freshrss", "--file", file, "--account", "file@example.org"]);
  assert.equal(code, 1);
  assert.match(stderr, /is not an export of FreshRSS: give the file starred_….json/);
});

/** Answers in the form of FreshRSS 1.25.0-dev (p/api/greader.php), two pages of stars. The command was also run by hand against one. */
function recordedFreshrss() {
  const item = (id: number, feed: number, url: string, { title, states }: { title: string; states: string[] }) => ({
    id: `tag:google.com,2005:reader/item/${id.toString(16).padStart(16, "0")}`,
    crawlTimeMsec: "1709280000000",
    timestampUsec: "1709280000000000",
    published: 1_709_276_400,
    title,
    canonical: [{ href: url }],
    alternate: [{ href: url }],
    categories: ["user/-/state/com.google/reading-list", "user/-/label/News", ...states],
    origin: { streamId: `feed/${feed}`, htmlUrl: "https://a.example.org/", title: "A" },
    summary: { content: `<p>${title}</p>` },
  });
  const one = item(1, 4, "https://a.example.org/1", { title: "One", states: [read, starred] });
  const two = item(2, 5, "https://b.example.org/2", { title: "Two", states: [starred] });
  const old = item(3, 5, "https://b.example.org/old", { title: "Old", states: [read] });
  const feed = (id: number, url: string, label: string) => ({
    id: `feed/${id}`,
    title: `Feed ${id}`,
    categories: [{ id: `user/-/label/${label}`, label }],
    url,
    htmlUrl: "https://a.example.org/",
    iconUrl: "",
  });
  return standIn((path) => {
    const [address = "", query = ""] = path.split("?");
    if (address.endsWith("/accounts/ClientLogin")) return { body: "SID=alice/abc\nLSID=null\nAuth=alice/abc\n" };
    if (address.endsWith("/subscription/list")) {
      return {
        body: {
          subscriptions: [
            feed(4, "https://a.example.org/feed?x=1&y=2", "Wiadomości & więcej"),
            feed(5, "https://b.example.org/feed", "Uncategorized"),
          ],
        },
      };
    }
    const after = new URLSearchParams(query).get("c");
    if (address.endsWith("/stream/contents/user/-/state/com.google/starred")) {
      if (after === null) return { body: { id: "x", updated: 1, items: [one], continuation: "1" } };
      return { body: { id: "x", updated: 1, items: after === "1" ? [two] : [] } };
    }
    const isRead = new URLSearchParams(query).get("it") === read;
    return { body: { id: "x", updated: 1, items: isRead ? [one, old] : [] } };
  });
}
