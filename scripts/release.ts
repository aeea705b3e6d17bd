// Makes a release of what is committed: npm run release -- --dry-run [--without-tests]
// Checks, tests, packs and tags. A dry run does all of it but the tag, and also goes on where only the release would be refused.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildTagMessage, findNotes, hasDay } from "./release/parse-changelog.ts";

const root = resolve(import.meta.dirname, "..");
const { values } = readArguments();
const isDry = values["dry-run"];
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
const tag = `v${version}`;

if (values["without-tests"] && !isDry) end("--without-tests is for a dry run only.");
console.log(`Plainwire ${version}${isDry ? ", a dry run: nothing is tagged" : ""}\n`);

const notes = findNotes(changelog, version);
demand(notes !== null, `CHANGELOG.md has no section for ${version}.`);
demand(hasDay(changelog, version), `The section of ${version} in CHANGELOG.md has no day.`);
demand(ask("git", ["status", "--porcelain"]) === "", "There are changes that are not committed.");
demand(ask("git", ["tag", "--list", tag]) === "", `There is already a tag ${tag}.`);

run("npm", ["run", "check"]);
if (!values["without-tests"]) for (const script of ["test", "test:slow"]) run("npm", ["run", script]);
const tarball = pack();

const message = buildTagMessage(version, notes ?? "");
console.log(`\nThe message of the tag ${tag}:\n\n${message.replaceAll(/^/gm, "    ").trimEnd()}\n`);
if (isDry) {
  rmSync(tarball);
  console.log("Everything but the tag was done. Nothing was left behind.");
} else {
  run("git", ["tag", "--annotate", tag, "--message", message]);
  console.log(`Tagged ${tag}. Next:\n  git push origin main ${tag}\n  publish ${tarball} and its sha256:`);
  run("sha256sum", [tarball]);
}

function readArguments() {
  try {
    return parseArgs({
      options: { "dry-run": { type: "boolean", default: false }, "without-tests": { type: "boolean", default: false } },
    });
  } catch {
    return end("release: give --dry-run, with or without --without-tests, or nothing.");
  }
}

/** In a dry run it is only said. */
function demand(isTrue: boolean, sentence: string): void {
  if (isTrue) return;
  if (!isDry) end(`${sentence} Nothing was released.`);
  console.log(`A release would stop here: ${sentence}`);
}

function pack(): string {
  const folder = join(root, "data/tmp/release");
  mkdirSync(folder, { recursive: true });
  const name = ask("npm", ["pack", "--silent", "--pack-destination", folder]).split("\n").at(-1) ?? "";
  const file = join(folder, name);
  console.log(`\n$ npm pack\n${name}: ${(statSync(file).size / 1_000_000).toFixed(1)} MB`);
  return file;
}

function run(program: string, args: string[]): void {
  console.log(`\n$ ${[program, ...args.filter((arg) => !arg.includes("\n"))].join(" ")}`);
  const { status } = spawnSync(program, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) end(`${program} ${args[0]} failed. Nothing was released.`);
}

function ask(program: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: "utf8" });
  if (status !== 0) end(`${program} ${args[0]} failed: ${stderr}`);
  return stdout.trim();
}

function end(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
