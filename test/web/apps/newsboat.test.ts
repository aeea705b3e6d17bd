import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test, type TestContext } from "node:test";
import { promisify } from "node:util";
import { startWebServer, type WebServer } from "../../../src/web/serve.ts";
import { eventually } from "../../ground/eventually.ts";
import { type App, appsWorld } from "./apps-world.ts";

const programs = ["/usr/bin/newsboat", "/usr/bin/tmux"];
const missing = programs.filter((program) => !existsSync(program));
if (missing.length > 0)
  console.error(`\n!!! SKIPPED: there is no ${missing.join(", ")}. Whether a real app works with us is not tested.\n`);
const isSkipped = missing.length > 0;

const world = await appsWorld();
const run = promisify(execFile);
let server: WebServer;
before(async () => {
  server = await startWebServer({ app: world.app, host: "127.0.0.1", port: 0, log: world.parts.log });
});
after(() => server.stop(1_000));

const folders: string[] = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

type Account = Pick<App, "reader" | "password">;

const asFeedHq = ({ reader, password }: Account) => [
  'urls-source "feedhq"',
  `feedhq-url "${server.url}"`,
  `feedhq-login "${reader.email}"`,
  `feedhq-password "${password}"`,
  'feedhq-flag-star "s"',
  "feedhq-min-items 50",
  // Otherwise it adds three feeds at a server on the internet.
  "feedhq-show-special-feeds no",
];

const asMiniflux = ({ reader, password }: Account) => [
  'urls-source "miniflux"',
  `miniflux-url "${server.url}"`,
  `miniflux-login "${reader.email}"`,
  `miniflux-password "${password}"`,
];

/** A folder with newsboat's settings: it is a client at our address. */
function setUp(settings: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "plainwire-newsboat-"));
  folders.push(folder);
  const [config = "", cache = "", urls = ""] = ["config", "cache.db", "urls"].map((name) => join(folder, name));
  writeFileSync(urls, "");
  writeFileSync(config, [...settings, ""].join("\n"));
  return { folder, args: ["-C", config, "-c", cache, "-u", urls] };
}

async function newsOf(app: Account) {
  const feed = await world.addNumberedFeed(app.reader, "Alpha Wire");
  const numbers: string[] = [];
  for (const day of [1, 2, 3]) {
    const seenAt = new Date(`2026-11-0${day}T10:00:00Z`);
    const item = { title: `The council met on day ${day}`, text: "<p>It met.</p>", seenAt, pubDate: seenAt };
    numbers.push(await world.numberOf(await world.addItem(feed.feedId, item)));
  }
  await world.settle();
  const [one = "", two = "", three = ""] = numbers;
  return { one, two, three };
}

/** Asked of the database: an app that asked us so often would be told to wait. */
async function marked(app: Account, mark: "read_at" | "starred_at"): Promise<string[]> {
  const { rows } = await world.database.worker.query<{ number: string }>(
    `select i.number from item_states s join items i on i.id = s.item_id
     where s.user_id = $1 and s.${mark} is not null order by i.number desc`,
    [app.reader.id],
  );
  return rows.map(({ number }) => number);
}

for (const { protocol, settings } of [
  { protocol: "greader", settings: asFeedHq },
  { protocol: "miniflux", settings: asMiniflux },
] as const) {
  test(`newsboat syncs without a screen, over ${protocol}`, { skip: isSkipped }, async () => {
    const reader = await world.addReader();
    const { password } = await world.addPassword(reader, { protocol });
    await newsOf({ reader, password });
    const { folder, args } = setUp(settings({ reader, password }));
    const env = { HOME: folder, LANG: "C.UTF-8" };
    await run("/usr/bin/newsboat", [...args, "-x", "reload"], { env, timeout: 60_000 });
    const { stdout } = await run("/usr/bin/newsboat", [...args, "-x", "print-unread"], { env, timeout: 60_000 });
    assert.match(stdout, /3 unread articles/);
  });
}

test(
  "newsboat without any protocol reads the personal feeds of an imported list, each under its name",
  { skip: isSkipped },
  async () => {
    const reader = await world.addReader();
    await newsOf({ reader, password: "" });
    await world.addItem(await world.addFeed([reader], "Beta Wire"));
    await world.settle();
    const page = await (await reader.post("/personal-feeds", { name: "Mine" })).text();
    const list = [...page.matchAll(/<code>([^<]+)<\/code>/g)]
      .map(([, address = ""]) => address)
      .find((one) => one.endsWith(".opml"));
    const opml = await (await fetch(server.url + new URL(list ?? "").pathname)).text();
    const { folder, args } = setUp([]);
    const file = join(folder, "list.opml");
    writeFileSync(file, opml.replaceAll(world.parts.publicOrigin, server.url));
    const env = { HOME: folder, LANG: "C.UTF-8" };
    const newsboat = (...more: string[]) => run("/usr/bin/newsboat", [...args, ...more], { env, timeout: 60_000 });
    await newsboat("-i", file);
    await newsboat("-x", "reload");
    assert.match((await newsboat("-x", "print-unread")).stdout, /4 unread articles/);
    const { stdout } = await newsboat("-e");
    assert.deepEqual([...stdout.matchAll(/title="([^"]*)"/g)].map(([, title]) => title).toSorted(), [
      "Alpha Wire",
      "Beta Wire",
    ]);
  },
);

test(
  "a person in newsboat reads, stars and marks all as read, and the server knows",
  { skip: isSkipped },
  async (context) => {
    const app = await world.addApp();
    const { one, two, three } = await newsOf(app);
    const { folder, args } = setUp(asFeedHq(app));
    const { press, shows } = openScreen(context, folder, args);

    await shows(/Alpha Wire/);
    press("R");
    await shows(/\(3\/3\) Alpha Wire/);
    press("Enter");
    await shows(/The council met on day 3/);
    // The newest is the first. Reading it marks it as read.
    press("Enter");
    await shows(/It met\./);
    press("q");
    await shows(/The council met on day 1/);
    await eventually(async () => assert.deepEqual(await marked(app, "read_at"), [three]));
    press("C-e");
    await shows(/Flags:/);
    press("s", "Enter");
    await eventually(async () => assert.deepEqual(await marked(app, "starred_at"), [three]));
    press("N");
    await eventually(async () => assert.deepEqual(await marked(app, "read_at"), []));
    press("A");
    await eventually(async () => assert.deepEqual(await marked(app, "read_at"), [three, two, one]));
  },
);

test("a person in newsboat reads over miniflux and marks all as read", { skip: isSkipped }, async (context) => {
  const reader = await world.addReader();
  const { password } = await world.addPassword(reader, { protocol: "miniflux" });
  const account = { reader, password };
  const { one, two, three } = await newsOf(account);
  const { folder, args } = setUp(asMiniflux(account));
  const { press, shows } = openScreen(context, folder, args);
  await shows(/Alpha Wire/);
  press("R");
  await shows(/\(3\/3\) Alpha Wire/);
  press("Enter");
  await shows(/The council met on day 3/);
  press("Enter");
  await shows(/It met\./);
  press("q");
  await eventually(async () => assert.deepEqual(await marked(account, "read_at"), [three]));
  press("A");
  await eventually(async () => assert.deepEqual(await marked(account, "read_at"), [three, two, one]));
});

/** newsboat on a screen of its own. */
function openScreen(context: TestContext, folder: string, args: string[]) {
  const env = { ...process.env, TMUX_TMPDIR: folder };
  const tmux = (...words: string[]) =>
    execFileSync("/usr/bin/tmux", ["-L", "own", ...words], { env, encoding: "utf8" });
  const environment = ["env", "-i", `HOME=${folder}`, "LANG=C.UTF-8", "TERM=screen"];
  tmux("new-session", "-d", "-x", "120", "-y", "30", "-s", "reader", ...environment, "/usr/bin/newsboat", ...args);
  context.after(() => tmux("kill-server"));
  return {
    press: (...keys: string[]) => tmux("send-keys", "-t", "reader", ...keys),
    shows: (pattern: RegExp) => eventually(() => assert.match(tmux("capture-pane", "-p", "-t", "reader"), pattern)),
  };
}
