import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeEach, test } from "node:test";
import { eventually } from "../ground/eventually.ts";
import { commandLine, plainEnvironment } from "./command-line.ts";

const { run, json, pool, env, folder } = await commandLine();

beforeEach(() => pool.query("delete from feeds"));

test("an OPML import adds feeds like 'feed add', and prints one line per feed", async () => {
  const file = write("a.opml", opml(outline("https://example.org/a", "A & B"), outline("https://example.org/b")));
  const { code, stdout, stderr } = await run(["feed", "import", file]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^added [0-9a-f]{8} https:\/\/example\.org\/a\nadded [0-9a-f]{8} https:\/\/example\.org\/b\n$/);
  assert.equal(stderr, "2 added.\n");
  assert.deepEqual(await stored("name, published, enabled, polling, root_domain"), [
    { name: "A & B", published: true, enabled: false, polling: false, root_domain: "example.org" },
    { name: "https://example.org/b", published: true, enabled: false, polling: false, root_domain: "example.org" },
  ]);
  const again = await json<{ kind: string }[]>(["feed", "import", file]);
  assert.deepEqual(
    again.map(({ kind }) => kind),
    ["exists", "exists"],
  );
});

test("the first fetches of an import are spread out, and a list can come from standard input", async () => {
  const list = opml(...Array.from({ length: 20 }, (_, index) => outline(`https://example.org/${index}`)));
  const { code } = await run(["feed", "import", "--enabled", "--polling", "-"], { input: list });
  assert.equal(code, 0);
  const { rows } = await pool.query<{ at: Date }>("select next_run_at as at from feed_schedules order by next_run_at");
  const gapsMs = rows.slice(1).map(({ at }, index) => at.getTime() - (rows[index]?.at.getTime() ?? 0));
  assert.deepEqual(
    gapsMs,
    Array.from({ length: 19 }, () => 1_000),
  );
});

test("a relative file is looked up in the command's working directory", async () => {
  write("relative.opml", opml(outline("https://example.org/a")));
  const { code, stderr } = await run(["feed", "import", "relative.opml"], { cwd: folder });
  assert.deepEqual([code, stderr], [0, "1 added.\n"]);
});

test("a JSON export can be imported without losing a setting", async () => {
  await run(["feed", "add", "https://example.org/a", "https://example.org/b", "--enabled", "--interval", "30"]);
  await run([
    "feed",
    "set",
    "https://example.org/a",
    "name=Ä name",
    "prompt=Be\nbrief",
    "full-text=always",
    "cache-scope=global",
  ]);
  const exported = await run(["feed", "export", "--format", "json"]);
  const before = await stored(
    "url, name, prompt, full_text, cache_scope, enabled, adaptive, own_interval_minutes, root_domain",
  );
  await pool.query("delete from feeds");
  const { code } = await run(["feed", "import", "-"], { input: exported.stdout });
  assert.equal(code, 0);
  assert.deepEqual(
    await stored("url, name, prompt, full_text, cache_scope, enabled, adaptive, own_interval_minutes, root_domain"),
    before,
  );
});

test("an OPML export can be imported again; unpublished feeds and headers are not exported", async () => {
  await run(["feed", "add", "https://example.org/a?x=1&y=2", "--name", 'An "odd" <name>', "--header", "X-Key: secret"]);
  await run(["feed", "add", "https://example.org/hidden"]);
  await run(["feed", "set", "https://example.org/hidden", "published=off"]);
  const { stdout, stderr } = await run(["feed", "export"]);
  assert.doesNotMatch(stdout, /hidden|secret/);
  assert.match(stderr, /^1 feeds have headers of their own/);
  assert.match((await run(["feed", "export", "--all"])).stdout, /hidden/);
  await pool.query("delete from feeds");
  await run(["feed", "import", "-"], { input: stdout });
  assert.deepEqual(await stored("url, name"), [{ url: "https://example.org/a?x=1&y=2", name: 'An "odd" <name>' }]);
});

test("a broken list is refused with line and column; with --keep-going the rest is imported", async () => {
  const file = write(
    "broken.opml",
    `<opml><body>\n${outline("https://example.org/a")}\n  ${outline("nonsense")}\n<outline text="x">`,
  );
  const refused = await run(["feed", "import", file]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /broken\.opml, line 3, column 3: "nonsense": Invalid URL format/);
  assert.match(refused.stderr, /broken\.opml, line 4, column 1: <outline> is not closed\./);
  assert.match(refused.stderr, /Nothing was imported\./);
  assert.deepEqual(await stored("url"), []);
  const kept = await run(["feed", "import", "--keep-going", file]);
  assert.equal(kept.code, 1);
  assert.deepEqual(await stored("url"), [{ url: "https://example.org/a" }]);
});

const wrong: [string, RegExp][] = [
  ['{ "feeds": [\n oops', /as JSON: Unexpected token 'o'.* is not valid JSON\./s],
  ['{"feeds": [{"url": "https://example.org/", "polling": "maybe"}]}', /feed 1: polling must be on or off/],
  ['{"feeds": [{"url": "https://example.org/", "colour": 1}]}', /feed 1: "colour" is no setting of a feed/],
  ["[]", /It must be \{ "feeds": \[ … \] \}/],
  ["hello", /line 1, column 1: This is no OPML/],
  ["", /line 1, column 1: This is no OPML/],
];
test("a file that is not a feed list is refused with the reason", async () => {
  for (const [input, sentence] of wrong) {
    const { code, stderr } = await run(["feed", "import", "-"], { input });
    assert.equal(code, 1);
    assert.match(stderr, sentence);
  }
  const { code, stderr } = await run(["feed", "import", join(folder, "nowhere.opml")]);
  assert.equal(code, 1);
  assert.match(stderr, /nowhere\.opml cannot be read: ENOENT/);
});

test("after Ctrl-C imported feeds stay, and the others are listed", async (t) => {
  // The second batch waits behind this lock, so that the signal surely comes in the middle.
  const held = "blocked.example/0";
  await pool.query("insert into lanes (lane) values ($1) on conflict do nothing", [held]);
  const holder = await pool.connect();
  t.after(() => holder.release(true));
  await holder.query("begin");
  await holder.query("select from lanes where lane = $1 for update", [held]);
  const blocked = Array.from({ length: 40 }, (_, index) => `https://${index}.blocked.example/`);
  const urls = [...Array.from({ length: 250 }, (_, index) => `https://example.org/${index}`), ...blocked];
  const more = Array.from({ length: 400 }, (_, index) => `https://example.net/${index}`);

  const child = spawn(resolve("bin/plainwire"), ["feed", "import", "-"], {
    env: { ...plainEnvironment(), ...env },
  });
  child.stdin.end(opml(...[...urls, ...more].map((url) => outline(url))));
  const ended = once(child, "exit");
  const output = child.stdout.toArray();
  await eventually(async () => assert.equal((await stored("url")).length, 250));
  child.kill("SIGINT");
  await once(child.stderr, "data");
  await holder.query("commit");
  const [code] = await ended;

  assert.equal(code, 1);
  const lines = Buffer.concat(await output)
    .toString("utf8")
    .trimEnd()
    .split("\n");
  assert.deepEqual([lines.length, lines.filter((line) => line.startsWith("added ")).length], [690, 500]);
  assert.deepEqual(
    lines.slice(500),
    more.slice(210).map((url) => `not-imported - ${url}`),
  );
  assert.equal((await stored("url")).length, 500);
});

test("five thousand feeds are imported in one go", async () => {
  const urls = Array.from(
    { length: 5_000 },
    (_, index) => `https://host${index % 1_700}.example${index % 97}.org/feeds/${index}.xml`,
  );
  const { code, stderr } = await run(["feed", "import", "--enabled", "--polling", "-"], {
    input: opml(...urls.map((url) => outline(url))),
  });
  assert.equal(code, 0, stderr);
  assert.equal(stderr, "5000 added.\n");
  const { rows } = await pool.query(
    "select count(distinct next_run_at)::int as times, count(*)::int as feeds from feed_schedules where runnable",
  );
  assert.deepEqual(rows, [{ times: 5_000, feeds: 5_000 }]);
});

async function stored(columns: string): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query(`select ${columns} from feeds order by url`);
  return rows;
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function opml(...outlines: string[]): string {
  return `<?xml version="1.0"?>\n<opml version="2.0"><head><title>x</title></head><body>\n${outlines.join("\n")}\n</body></opml>`;
}

function outline(url: string, name = url): string {
  return `<outline type="rss" text="${name.replaceAll("&", "&amp;")}" xmlUrl="${url.replaceAll("&", "&amp;")}"/>`;
}
