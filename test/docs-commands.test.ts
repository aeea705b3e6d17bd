import assert from "node:assert/strict";
import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { type Command, CommanderError } from "commander";
import { findCommands, type Written } from "./find-commands.ts";
import { feedOrigin } from "./ground/feed-origin.ts";
import { describedProgram } from "./ground/run-command.ts";
import { movingWorld, standIn } from "./moving/moving-world.ts";

const project = resolve(import.meta.dirname, "..");
const documents = ["", "docs", "bench", "ops", "extension"]
  .flatMap((folder) => readdirSync(join(project, folder)).map((name) => join(folder, name)))
  // The changelog speaks of commands that older versions had.
  .filter((file) => file.endsWith(".md") && file !== "CHANGELOG.md");
const commands = documents.flatMap((file) => findCommands(file, readFileSync(join(project, file), "utf8")));
const ofPlainwire = commands.filter(({ words }) => /^(?:bin\/)?plainwire$/.test(words[0] ?? ""));

test("every plainwire command in a document is one that the command line takes, with these options and arguments", async () => {
  assert.ok(ofPlainwire.length > 100);
  const wrong: string[] = [];
  for (const command of ofPlainwire) {
    const fault = command.isWhole ? await faultOfParsing(command) : faultOfNaming(command);
    if (fault !== null) wrong.push(`${command.document}: ${command.line}: ${fault}`);
  }
  assert.deepEqual(wrong, []);
});

test("a command with a wrong option, argument or name is noticed", async () => {
  const [good, ...bad] = findCommands(
    "x.md",
    `
    plainwire feed add --enabled https://example.org/feed.xml && npm ci   # a comment
    plainwire feed add --enabeld https://example.org/feed.xml
    plainwire feed ad https://example.org/feed.xml
    PORT=1 plainwire feed add
    plainwire import miniflux --url https://example.org < key
`,
  ).filter(({ words }) => words[0] === "plainwire");
  assert.equal(good === undefined ? "missing" : await faultOfParsing(good), null);
  assert.equal(bad.length, 4);
  for (const command of bad) assert.notEqual(await faultOfParsing(command), null, command.line);
  const [named] = findCommands("x.md", "Say `plainwire feed show --jsno` now.");
  assert.match(named === undefined ? "" : (faultOfNaming(named) ?? ""), /--jsno/);
});

test("every npm command in a document has its script", () => {
  const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as { scripts: object };
  const own = new Set(Object.keys(scripts));
  const builtIn = new Set(["ci", "install", "uninstall", "pack", "sbom", "audit", "ls", "rebuild", "install-scripts"]);
  const wrong = commands.filter(({ words: [program, verb = "", name = ""] }) => {
    if (program !== "npm") return false;
    return verb === "run" ? !own.has(name) : !(builtIn.has(verb) || own.has(verb));
  });
  assert.deepEqual(
    wrong.map(({ document, line }) => `${document}: ${line}`),
    [],
  );
});

test("the commands about feeds, people and moving do what the documents say, with a publisher and readers on this machine", async () => {
  const world = await movingWorld();
  const origin = await feedOrigin();
  origin.serve("/feed.xml", { headers: { "content-type": "application/rss+xml" }, body: feed });
  const freshrss = await standIn((path) =>
    path.includes("ClientLogin") ? { body: "Auth=me/1\n" } : { body: { subscriptions: [], items: [] } },
  );
  const miniflux = await standIn((path) => ({ body: path === "/v1/feeds" ? [] : { total: 0, entries: [] } }));
  const places: Record<string, string> = {
    "https://example.org/feed.xml": origin.url("/feed.xml"),
    "<feed>": origin.url("/feed.xml"),
    "https://miniflux.example.org": miniflux.url,
    "https://rss.example.org": freshrss.url,
  };
  for (const [from, to] of [
    ["freshrss-starred.json", "starred_2026-11-17.json"],
    ["feedly.opml", "feedly.opml"],
  ] as const) {
    copyFileSync(join(import.meta.dirname, "moving/fixtures", from), join(world.folder, to));
  }
  await world.createAccount("me@example.org");

  const done = new Set<string>();
  const failed: string[] = [];
  for (const { document, line, words, isWhole, readsFile } of ofPlainwire) {
    const args = words.slice(1).map((word) => places[word] ?? word);
    const name = runnable.find((path) => words.slice(1, path.split(" ").length + 1).join(" ") === path);
    if (!isWhole || name === undefined || document === "docs/cli.md" || done.has(args.join(" "))) continue;
    done.add(args.join(" "));
    const env = { FETCH_ALLOW_NETWORKS: "127.0.0.0/8" };
    const ran = await world.run(args, { cwd: world.folder, env, ...(readsFile ? { input: "secret" } : {}) });
    if (ran.code !== 0) failed.push(`${document}: ${line}: ${ran.code}: ${ran.stderr}`);
  }
  assert.deepEqual(failed, []);
  // Of each kind at least once, or the documents no longer show it.
  for (const path of runnable)
    assert.ok(
      [...done].some((line) => line.startsWith(path)),
      `no document runs ${path}`,
    );
});

/** In this order of need: a feed must be added before it is shown, and the documents do it in that order. */
const runnable = ["fetch", "feed add", "feed show", "feed logs", "queue status", "config"].concat([
  "import opml",
  "import miniflux",
  "import freshrss",
  "export",
]);

const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>A</title><link>https://example.org/</link><description>d</description>
<item><title>Bridge reopens</title><link>https://example.org/1</link><guid>1</guid></item></channel></rss>`;

/** Parsed as written, without running anything. */
async function faultOfParsing({ words }: Written): Promise<string | null> {
  const program = describedProgram();
  disarm(program);
  const args = words.slice(1).map((word) => (word.startsWith("$(") ? "x" : word));
  try {
    await program.parseAsync(args, { from: "user" });
    return null;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? null : error.message;
    throw error;
  }
}

function disarm(command: Command): void {
  command.commands.forEach(disarm);
  if (command.commands.length === 0) command.action(() => undefined);
}

/** In a sentence a command may stand without its arguments: it must exist, and so must the options that are named. */
function faultOfNaming({ words }: Written): string | null {
  let command = describedProgram();
  for (const word of words.slice(1)) {
    if (command.commands.length === 0) break;
    if (word.startsWith("-")) break;
    const next = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (next === undefined) return `there is no ${word}`;
    command = next;
  }
  const known = new Set(command.options.flatMap(({ long, short }) => [long, short]));
  const unknown = words.filter((word) => /^--?[a-z]/.test(word) && !known.has(word.split("=")[0] ?? ""));
  return unknown.length === 0 ? null : `${command.name()} has no ${unknown.join(", ")}`;
}
