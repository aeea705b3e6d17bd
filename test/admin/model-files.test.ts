import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { tinyGguf } from "../ground/tiny-gguf.ts";
import { writeLock } from "../models/inside/inside-world.ts";
import { commandLine } from "./command-line.ts";

test("plainwire model install takes a file, list shows it, and remove deletes it unless it is in use", async () => {
  const { run: runIn, folder: dataDir } = await commandLine();
  writeLock(join(dataDir, "models", "runtime"));
  writeFileSync(join(dataDir, "Mine.gguf"), tinyGguf());
  const run = (...args: string[]) => runIn(["model", ...args], { cwd: dataDir });

  const installed = await run("install", "Mine.gguf");
  assert.equal(installed.code, 0, installed.output);
  assert.match(installed.output, /mine: 1 MB to link or copy\nFree on the disk: .*\nChecking …\nInstalled mine\./);
  assert.match(
    (await run("list")).stdout,
    /No language model is in use: the offline reader works alone\.\n\nInstalled here:\n {2}mine \(1 MB\)\n/,
  );
  assert.equal((await run("use", "inside", "mine")).code, 0);
  const used = await run("remove", "mine");
  assert.deepEqual([used.code, existsSync(join(dataDir, "models", "mine.gguf"))], [1, true]);
  assert.match(used.stderr, /in use/);
  await run("use", "none");
  assert.equal((await run("remove", "mine")).stdout, "Removed mine.\n");
  assert.match((await run("remove", "mine")).stderr, /There is no model mine here/);
});
