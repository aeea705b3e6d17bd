import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";
import type { Command } from "commander";
import { buildLicencePage, type Lock } from "../scripts/licences/build-licence-page.ts";
import { describedProgram } from "./ground/run-command.ts";
import { settings } from "../src/config.ts";

const project = resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(project, file), "utf8");
const documents = ["", "docs", "bench", "training"]
  .flatMap((folder) => readdirSync(join(project, folder)).map((name) => join(folder, name)))
  .filter((file) => file.endsWith(".md"));

test("every link in a document leads to an existing file and heading", () => {
  const linksOf = (text: string) => [
    ...[...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target),
    ...[...text.matchAll(/^\[[^\]]+\]: (\S+)$/gm)].map(([, target = ""]) => target),
  ];
  assert.deepEqual(wrongIn(linksOf, leadsSomewhere), []);
});

test("every npm script in a document exists", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const scriptsIn = (text: string) => [...text.matchAll(/\bnpm run ([a-z:-]+)/g)].map(([, name = ""]) => name);
  assert.deepEqual(
    wrongIn(scriptsIn, (name) => name in scripts),
    [],
  );
});

test("every command in a document exists", () => {
  const program = describedProgram();
  const commandsIn = (text: string) =>
    [...text.matchAll(/bin\/plainwire((?: [a-z-]+)+)/g)].map(([, words = ""]) => words);
  assert.deepEqual(
    wrongIn(commandsIn, (words) => isCommand(program, words.trim().split(" "))),
    [],
  );
});

test("every setting in a document exists", () => {
  const known = new Set<string>([...Object.values(settings).map(({ name }) => name), ...otherVariables]);
  const namesIn = (text: string) => text.match(/(?<![\w-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w-])/g) ?? [];
  assert.deepEqual(
    wrongIn(namesIn, (name) => known.has(name)),
    [],
  );
});

test("every file that a document names in code exists", () => {
  const filesIn = (text: string) =>
    [...text.matchAll(/`((?:src|test|scripts|bench|migrations|docs)\/[\w./-]*\w)`/g)].map(([, file = ""]) => file);
  assert.deepEqual(
    wrongIn(filesIn, (file) => existsSync(join(project, file)) || examples.has(file)),
    [],
  );
});

test("docs/licences.md is what scripts/licences.ts writes", () => {
  assert.equal(read("docs/licences.md"), buildLicencePage(JSON.parse(read("package-lock.json")) as Lock));
});

/** Environment variables that are not settings, and a file. */
const otherVariables = [
  "BASE_IMAGE",
  "CODE_OF_CONDUCT",
  "GROWTH_FEEDS",
  "MINIFLUX_PROGRAM",
  "NODE_IMAGE",
  "NO_COLOR",
  "PLAINWIRE_MONTH",
  "UPDATE_OPENAPI",
  "XDG_DATA_HOME",
];

/** Files that docs/extending.md tells its readers to write. */
const examples = new Set([
  "src/analysis/capitals-analyzer.ts",
  "test/analysis/capitals-analyzer.test.ts",
  "src/queue/stack-transport.ts",
  "test/fetching/queue/stack-queue.test.ts",
  "src/fetching/without-ad-mark.ts",
  "src/web/house-rules-page.ts",
]);

function wrongIn(findAll: (text: string) => string[], isRight: (found: string, document: string) => boolean): string[] {
  return documents.flatMap((document) =>
    findAll(read(document))
      .filter((found) => !isRight(found, document))
      .map((found) => `${document}: ${found}`),
  );
}

function leadsSomewhere(target: string, document: string): boolean {
  if (/^(?:https?|mailto):/.test(target)) return URL.canParse(target);
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? document : relative(project, resolve(project, dirname(document), path));
  if (!existsSync(join(project, file))) return false;
  return anchor === undefined || headingsOf(read(file)).includes(anchor);
}

/** Anchors as on GitHub: "What is shown, and how" is #what-is-shown-and-how. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Words after a command without subcommands are its arguments. */
function isCommand(command: Command, [word, ...rest]: string[]): boolean {
  if (word === undefined || command.commands.length === 0) return true;
  const next = command.commands.find((one) => one.name() === word);
  return next !== undefined && isCommand(next, rest);
}
