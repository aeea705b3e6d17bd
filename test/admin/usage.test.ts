import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { cliMarkdown, leaves, pathOf } from "../../src/admin/help-commands.ts";
import { addFeeds } from "../../src/feeds/add-feeds-store.ts";
import { noFullDisk } from "../ground/full-disk.ts";
import { describedProgram, runCommand, terminalWidth } from "../ground/run-command.ts";
import { commandLine, noTerminal, plainEnvironment, runInTerminal, runProgram } from "./command-line.ts";

const { run, pool, env: settings } = await commandLine();
const admin = resolve(import.meta.dirname, "../../bin/admin");

test("docs/cli.md is the same as the commands' help", () => {
  const written = readFileSync(resolve(import.meta.dirname, "../../docs/cli.md"), "utf8");
  assert.equal(written, cliMarkdown(describedProgram()), "run 'bin/plainwire help --markdown > docs/cli.md'");
});

test("every command has a description, an example, and help for each option and argument", () => {
  const markdown = cliMarkdown(describedProgram());
  for (const command of leaves(describedProgram())) {
    const path = pathOf(command);
    const section = markdown.split("## ").find((part) => part.startsWith(`${path}\n`)) ?? "";
    assert.match(section, new RegExp(`Examples?:\n(.*\n)*.*${path}`), path);
    assert.ok(command.description() !== "", path);
    assert.deepEqual(
      command.options.filter(({ description }) => description === ""),
      [],
      path,
    );
  }
});

test("every command that lists or shows something has --json", () => {
  const lists = leaves(describedProgram()).filter((command) =>
    /^(list|show|logs|discover|doctor|config|fetch|status)$/.test(command.name()),
  );
  assert.ok(lists.length >= 8);
  for (const command of lists)
    assert.ok(
      command.options.some(({ long }) => long === "--json"),
      pathOf(command),
    );
});

test("another program's variable in the environment is one warning, and the command still works", async () => {
  const { code, stdout, stderr } = await run(["feed", "list", "--json"], { env: { FETCHER_OF_OTHERS: "1" } });
  assert.equal(code, 0, stderr);
  assert.ok(Array.isArray(JSON.parse(stdout)));
  assert.equal(stderr.match(/^Warning: FETCHER_OF_OTHERS is not a setting \(environment\)\./gm)?.length, 1);
});

test("admin is the same program, and help explains a command", async () => {
  const { stdout } = spawnSync(admin, ["feed", "list", "--help"], { encoding: "utf8", env: plainEnvironment() });
  assert.match(stdout, /^Usage: plainwire feed list/);
  assert.equal((await runProgram(["help", "feed", "list"])).stdout, stdout);
  assert.match((await runCommand(["help"])).stdout, /^Usage: plainwire \[options\] \[command\]/);
  const unknown = await runCommand(["help", "feed", "lits"]);
  assert.deepEqual(
    [unknown.code, unknown.stderr],
    [2, "There is no command 'feed lits': 'plainwire help' lists all.\n"],
  );
  assert.match((await runCommand(["version"])).stdout, /^Plainwire \d+\.\d+\.\d+ on Node 24\./);
});

test("an unknown command or option is exit code 2, and the nearest one is suggested", async () => {
  const command = await runProgram(["fed", "list"]);
  assert.deepEqual([command.code, command.stdout], [2, ""]);
  assert.match(command.stderr, /Did you mean feed\?/);
  const option = await runCommand(["feed", "list", "--jsn"]);
  assert.equal(option.code, 2);
  assert.match(option.stderr, /Did you mean --json\?/);
  assert.equal((await runCommand(["feed"])).code, 2);
});

test("options that contradict each other are exit code 2, and none of them is passed over", async () => {
  for (const args of [
    ["feed", "list", "--errors", "--status", "success"],
    ["feed", "set", "3f2a9c1e", "--header", "X-Key: 1", "--no-headers"],
    ["config", "--json", "--markdown"],
    ["import", "freshrss", "--account", "me@example.org", "--file", "starred.json", "--url", "https://rss.example"],
    ["import", "miniflux", "--account", "me@example.org", "--url", "https://m.example", "--token", "t", "--user", "me"],
  ]) {
    const { code, stdout, stderr } = await run(args);
    assert.deepEqual([code, stdout], [2, ""], args.join(" "));
    assert.match(stderr, /^error: option '.*' cannot be used with option '.*'\n/, args.join(" "));
  }
});

test("an unreachable database is one sentence and exit code 1", async () => {
  const env = { DATABASE_URL: "postgres://me@127.0.0.1:1/x", SECRET_KEY: "k".repeat(32) };
  const { code, stdout, stderr } = await runCommand(["feed", "list"], { env });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^DATABASE_URL \(external, 127\.0\.0\.1:1\) cannot be reached .*\n$/);
});

test("closing the pipe early ends the command silently", async () => {
  const feeds = Array.from({ length: 3_000 }, (_, index) => ({
    url: `https://example.org/${index}`,
    enabled: false,
    polling: false,
    enforceFeedDomain: true,
  }));
  await addFeeds(pool, feeds, 4, new Date());
  const child = spawn("/bin/sh", ["-c", '"$0" feed list | head -n 2', admin], {
    env: { ...plainEnvironment(), ...settings },
  });
  const [stdout, stderr] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()]);
  assert.equal(Buffer.concat(stdout).toString("utf8").split("\n").length, 3);
  assert.equal(Buffer.concat(stderr).toString("utf8"), "");
});

test("output that cannot be written is a sentence and exit code 1", { skip: noFullDisk }, async () => {
  const child = spawn("/bin/sh", ["-c", '"$0" user list > /dev/full', admin], {
    env: { ...plainEnvironment(), ...settings },
  });
  const stderr = child.stderr.toArray();
  const [code] = await once(child, "exit");
  assert.equal(
    Buffer.concat(await stderr).toString("utf8"),
    "The output cannot be written (ENOSPC: no space left on device, write): free some space, or send it elsewhere.\n",
  );
  assert.equal(code, 1);
});

test("completion in bash offers commands and options", async () => {
  const { stdout: script } = await runCommand(["completion", "bash"]);
  const complete = (...words: string[]) =>
    spawnSync(
      "bash",
      [
        "-c",
        `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _plainwire; echo "\${COMPREPLY[@]}"`,
        "bash",
        "plainwire",
        ...words,
      ],
      { encoding: "utf8" },
    ).stdout.trim();
  assert.equal(complete("fe"), "feed fetch");
  assert.equal(complete("feed", "en"), "enable");
  assert.equal(complete("feed", "list", "--e"), "--errors");
  assert.equal(complete("feed", "list", "--root-domain", "x", "--wi"), "--wide");
  for (const shell of ["zsh", "fish"])
    assert.match((await runCommand(["completion", shell])).stdout, /feed add|from feed/);
  assert.equal((await runCommand(["completion", "tcsh"])).code, 2);
});

test(
  "on a terminal tables fit and their heads are bold, without colours if NO_COLOR is set",
  { skip: noTerminal },
  () => {
    assert.match(runInTerminal("feed list", settings), /\x1b\[1m.*ID/);
    const plain = runInTerminal("feed list", { ...settings, NO_COLOR: "1" });
    assert.doesNotMatch(plain, /\x1b\[[\d;]*m/);
    for (const line of plain.split("\r\n")) assert.ok(line.length <= terminalWidth, line);
  },
);

test("without a terminal there are no colours and no progress bar", async () => {
  const { stdout, stderr } = await run(["feed", "import", "-"], {
    input: '{"feeds": [{"url": "https://example.net/"}]}',
  });
  assert.match(stdout, /^added [0-9a-f]{8} https:\/\/example\.net\/\n$/);
  assert.equal(stderr, "1 added.\n");
});
