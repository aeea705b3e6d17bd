import assert from "node:assert/strict";
import { test } from "node:test";
import { createMinifluxReader } from "../../src/moving/miniflux-reader.ts";
import { createTrustedClient } from "../../src/http-client/trusted-client.ts";
import { saveItemsForTest } from "./saved-item.ts";
import { movingWorld, standIn } from "./moving-world.ts";

const world = await movingWorld();
const { run, createAccount, foldersOf, marksOf, pool } = world;

test("feeds come in their folders, stars with their text, and read marks with the items that are here", async () => {
  await createAccount("mini@example.org");
  const miniflux = await recordedMiniflux();
  const args = ["import", "miniflux", "--url", `${miniflux.url}/`, "--token", "-", "--account", "mini@example.org"];
  const { code, stdout, stderr } = await run(args, { input: "secret\n" });
  assert.equal(code, 0, stderr);
  assert.equal(
    stdout,
    `Feeds: 3 added, 0 already there, 1 new folder.
Stars: 3, of these 3 were not here and came along with their text.
Read: 1 marked, 2 will be marked when their feed brings them.
1 marks belong to feeds that are not here.
These feeds need a login, which stayed there. Add it under Feeds → Edit:
  https://closed.example.org/feed
`,
  );
  assert.match(stderr, /^Stars: 2 of 3\nStars: 3 of 3\nRead: 4 of 4\n/m);
  assert.deepEqual(await foldersOf("mini@example.org"), [
    { feed: "https://closed.example.org/feed", folder: "News" },
    { feed: "https://loose.example.org/feed", folder: null },
    { feed: "https://news.example.org/feed", folder: "News" },
  ]);
  assert.deepEqual(await marksOf("mini@example.org"), [
    { title: "Bridge reopens", url: "https://news.example.org/bridge", isStarred: true, isRead: true },
    { title: "Harbour closed", url: "https://news.example.org/harbour", isStarred: true, isRead: false },
    { title: "Loose end", url: "https://loose.example.org/end", isStarred: true, isRead: true },
  ]);
  assert.ok(miniflux.asked.every(({ headers }) => headers["x-auth-token"] === "secret"));
  // The items that came along wait for the same analysis as all others.
  const { rows } = await pool.query<{ status: string; content: string }>(
    "select analysis_status as status, content from items where url = 'https://news.example.org/bridge'",
  );
  assert.deepEqual(rows, [{ status: "pending", content: "<p>It was repaired.</p>" }]);
});

test("an item that comes with its feed later is read from the moment it is saved", async () => {
  const { rows } = await pool.query<{ id: string }>("select id from feeds where url = 'https://news.example.org/feed'");
  const feedId = rows[0]?.id ?? "";
  await saveItemsForTest(pool, feedId, [
    { url: "https://news.example.org/read-one?utm_source=rss", title: "Read there" },
    { url: "https://news.example.org/never-seen", title: "Never seen there" },
  ]);
  const marks = await marksOf("mini@example.org");
  assert.deepEqual(
    marks.filter(({ title }) => /there/.test(title)).map(({ title, isRead }) => ({ title, isRead })),
    [{ title: "Read there", isRead: true }],
  );
});

test("the same import again changes nothing", async () => {
  const before = await marksOf("mini@example.org");
  const miniflux = await recordedMiniflux();
  const args = ["import", "miniflux", "--url", miniflux.url, "--user", "me", "--password", "p:w", "--account"];
  const { code, stdout } = await run([...args, "mini@example.org"]);
  assert.equal(code, 0);
  assert.match(stdout, /^Feeds: 0 added, 3 already there, 0 new folders\.\nStars: 3, of these 0 were not here/);
  assert.deepEqual(await marksOf("mini@example.org"), before);
  assert.equal(miniflux.asked[0]?.headers.authorization, `Basic ${Buffer.from("me:p:w").toString("base64")}`);
  const { rows } = await pool.query("select from move_ins");
  assert.equal(rows.length, 0);
});

test("others who read the feed find the items that came along read, and no webhook is told of the stars", async () => {
  await createAccount("other@example.org");
  await createAccount("starring@example.org");
  const feed = (await foldersOf("mini@example.org"))[2]?.feed ?? "";
  await pool.query(
    `insert into subscriptions (id, user_id, feed_id, name, created_at, updated_at)
     select gen_random_uuid(), u.id, f.id, 'News', now(), now() from accounts.users u, feeds f
     where u.email = 'other@example.org' and f.url = $1`,
    [feed],
  );
  await pool.query(
    `insert into webhooks (id, user_id, name, kind, url, secret, events, created_at)
     select gen_random_uuid(), id, 'all', 'webhook', 'https://hook.example.org/', '', '{item.starred}', '2000-01-01'
     from accounts.users where email = 'starring@example.org'`,
  );
  const miniflux = await recordedMiniflux({ url: "https://news.example.org/one-more", title: "One more" });
  const args = ["import", "miniflux", "--url", miniflux.url, "--token", "x", "--account", "starring@example.org"];
  assert.equal((await run(args)).code, 0);
  assert.deepEqual(await marksOf("other@example.org"), [
    { title: "One more", url: "https://news.example.org/one-more", isStarred: false, isRead: true },
  ]);
  assert.equal((await pool.query("select from deliveries")).rowCount, 0);
});

test("an import that is interrupted goes on from the page it had reached", async () => {
  await createAccount("slow@example.org");
  const args = (url: string) => ["import", "miniflux", "--url", url, "--token", "x", "--account", "slow@example.org"];
  let command: ReturnType<typeof world.start> | undefined;
  const miniflux = await recordedMiniflux(undefined, (path) => {
    if (path.includes("starred=true") && !path.includes("before_entry_id")) void command?.stop("SIGINT");
  });
  command = world.start(args(miniflux.url));
  const stopped = await command.ended;
  assert.equal(stopped.code, 1);
  assert.match(stopped.stderr, /Stopped\. Run the same command again/);
  assert.equal((await marksOf("slow@example.org")).length, 2);

  command = undefined;
  const seen = miniflux.asked.length;
  assert.equal((await run(args(miniflux.url))).code, 0);
  const starred = miniflux.asked.slice(seen).filter(({ path }) => path.includes("starred=true"));
  assert.deepEqual(
    starred.map(({ path }) => new URLSearchParams(path.split("?")[1]).get("before_entry_id")),
    ["8", "7"],
  );
  assert.equal((await marksOf("slow@example.org")).filter(({ isStarred }) => isStarred).length, 3);
});

test("an import that was interrupted days ago begins again: what was starred since is on the first page", async () => {
  await createAccount("late@example.org");
  const args = (url: string) => ["import", "miniflux", "--url", url, "--token", "x", "--account", "late@example.org"];
  let command: ReturnType<typeof world.start> | undefined;
  const miniflux = await recordedMiniflux(undefined, (path) => {
    if (path.includes("starred=true")) void command?.stop("SIGINT");
  });
  command = world.start(args(miniflux.url));
  assert.equal((await command.ended).code, 1);
  command = undefined;
  await world.pool.query("update move_ins set updated_at = updated_at - interval '2 days'");
  const seen = miniflux.asked.length;
  assert.equal((await run(args(miniflux.url))).code, 0);
  const [first] = miniflux.asked.slice(seen).filter(({ path }) => path.includes("starred=true"));
  assert.doesNotMatch(first?.path ?? "", /before_entry_id/);
});

test("what goes wrong is said in a sentence", async () => {
  await createAccount("wrong@example.org");
  const args = (url: string) => ["import", "miniflux", "--url", url, "--token", "x", "--account", "wrong@example.org"];
  const cases: [Parameters<typeof standIn>[0], RegExp][] = [
    [() => ({ status: 401 }), /refuses the login \(401\): check the token/],
    [() => ({ status: 404 }), /is not there \(404\): check --url/],
    [
      () => ({ status: 301, headers: { location: "https://rss.example.org/reader/v1/feeds?x=1" } }),
      /\/v1\/feeds leads elsewhere: give --url https:\/\/rss\.example\.org\/reader\n$/,
    ],
    [() => ({ body: "<html>" }), /does not answer like the API/],
    [() => ({ body: [{ id: "one" }] }), /does not answer like the API/],
  ];
  for (const [answer, sentence] of cases) {
    const { code, stderr } = await run(args((await standIn(answer)).url));
    assert.equal(code, 1);
    assert.match(stderr, sentence);
    assert.doesNotMatch(stderr, /Unexpected error/);
  }
  const unknown = await run([
    "import",
    "miniflux",
    "--url",
    "http://127.0.0.1:1",
    "--token",
    "x",
    "--account",
    "no@x.y",
  ]);
  assert.match(unknown.stderr, /^There is no account no@x\.y/);
  const bare = await run(["import", "miniflux", "--url", "http://127.0.0.1:1", "--account", "wrong@example.org"]);
  assert.equal(bare.code, 2);
  assert.match(bare.stderr, /^Give --token/);
});

test("a server that fails for a moment is asked again, and not for ever", async () => {
  let failures = 2;
  const flaky = await standIn(() => (failures-- > 0 ? { status: 502 } : { body: [] }));
  const client = createTrustedClient();
  const asking = { client, origin: flaky.url, signal: new AbortController().signal, pauseMs: [1, 1] };
  assert.deepEqual(await createMinifluxReader(asking, { token: "x" }).listFeeds(), []);
  assert.equal(flaky.asked.length, 3);
  failures = 9;
  await assert.rejects(createMinifluxReader(asking, { token: "x" }).listFeeds(), /answers 502\. Run the same command/);
  assert.equal(flaky.asked.length, 6);
  await client.close();
});

const entry = (id: number, feed: number, more: object) => ({
  id,
  user_id: 1,
  feed_id: feed,
  status: "unread",
  hash: `${id}`,
  title: "",
  url: "",
  comments_url: "",
  published_at: "2024-03-01T08:00:00Z",
  created_at: "2024-03-01T08:01:00Z",
  changed_at: "2024-03-02T09:00:00Z",
  content: "",
  author: "",
  share_code: "",
  starred: false,
  reading_time: 1,
  enclosures: [],
  tags: [],
  ...more,
});

/** Answers as Miniflux 2.3.3 gives them (test/moving/real-miniflux.test.ts), with fewer fields of a feed and two entries a page. */
function recordedMiniflux(more?: { url: string; title: string }, onAsk: (path: string) => void = () => undefined) {
  const feed = (id: number, host: string, category: string, username = "") => ({
    id,
    user_id: 1,
    feed_url: `https://${host}.example.org/feed`,
    site_url: `https://${host}.example.org/`,
    title: host,
    disabled: false,
    username,
    password: "",
    cookie: "",
    category: { id: 1, title: category, user_id: 1, hide_globally: false },
    icon: null,
  });
  const feeds = [feed(1, "news", "News"), feed(2, "loose", "All"), feed(3, "closed", "News", "me")];
  const starred = [
    entry(9, 1, {
      title: "Bridge reopens",
      url: "https://news.example.org/bridge",
      starred: true,
      status: "read",
      content: "<p>It was repaired.</p>",
    }),
    entry(8, 1, { title: "Harbour closed", url: "https://news.example.org/harbour", starred: true }),
    entry(7, 2, { title: "Loose end", url: "https://loose.example.org/end", starred: true, status: "read" }),
  ];
  if (more !== undefined) starred.unshift(entry(10, 1, { ...more, starred: true }));
  const read = [
    entry(9, 1, { title: "Bridge reopens", url: "https://news.example.org/bridge", status: "read" }),
    entry(6, 1, { title: "Read", url: "https://news.example.org/read-one", status: "read" }),
    entry(5, 1, { title: "Read", url: "https://news.example.org/read-two", status: "read" }),
    entry(4, 99, { title: "Gone", url: "https://gone.example.org/", status: "read" }),
  ];
  return standIn((path) => {
    onAsk(path);
    if (path === "/v1/feeds") return { body: feeds };
    const query = new URLSearchParams(path.split("?")[1]);
    const before = Number(query.get("before_entry_id") ?? 1_000);
    if (query.get("starred") === "true") {
      const rest = starred.filter(({ id }) => id < before);
      return { body: { total: rest.length, entries: rest.slice(0, 2) } };
    }
    const rest = read.filter(({ id }) => query.get("status") === "read" && id < before);
    return { body: { total: rest.length, entries: rest } };
  });
}
