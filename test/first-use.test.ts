import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { rolesOf } from "../src/admin/run-in-roles.ts";

// What a server that fetches and reads feeds loads before anybody opens a page. Each of these takes megabytes, and is for the few
// who use it. The first use of Intl takes 7 MB, of undici's own entry 20, of nodemailer and imapflow 8 each (bench/history.md).
const rarePackages = [
  "postal-mime",
  "nodemailer",
  "imapflow",
  "smtp-server",
  "marked",
  "@aws-sdk",
  "@mozilla",
  "commander",
  "cli-progress",
  "linkedom",
];

const root = resolve(import.meta.dirname, "..");
const program = `
import { registerHooks } from "node:module";
const loaded = new Set();
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    loaded.add(found.url);
    return found;
  },
});
const used = [];
for (const name of Object.getOwnPropertyNames(Intl)) {
  if (typeof Intl[name] !== "function") continue;
  const original = Intl[name];
  Intl[name] = function (...given) {
    used.push(name + new Error().stack.split("\\n")[2]);
    return new.target === undefined ? original(...given) : Reflect.construct(original, given);
  };
}
for (const file of process.argv.slice(1)) await import(file);
console.log(JSON.stringify({ used, loaded: [...loaded] }));
`;

test("what few servers need is loaded on first use", () => {
  const files = ["src/admin/run.ts", "src/run-roles.ts"].map((file) => pathToFileURL(resolve(root, file)).href);
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program, ...files];
  const said = execFileSync(process.execPath, args, { cwd: root, encoding: "utf8", maxBuffer: 10_000_000 });
  const { used, loaded } = JSON.parse(said) as { used: string[]; loaded: string[] };
  assert.deepEqual(used, []);
  assert.ok(loaded.some((url) => url.endsWith("/src/pipeline.ts")));
  assert.deepEqual(
    loaded.filter((url) => rarePackages.some((name) => url.includes(`/node_modules/${name}/`))),
    [],
  );
  assert.ok(!loaded.some((url) => url.endsWith("/node_modules/undici/index.js")));
});

test("a server is started without the other commands; what it does not understand is left to them", () => {
  assert.deepEqual(rolesOf(["start"]), ["web", "worker"]);
  assert.deepEqual(rolesOf(["web"]), ["web"]);
  assert.deepEqual(rolesOf(["worker"]), ["worker"]);
  for (const args of [[], ["feed", "list"], ["start", "--help"], ["--help"]]) assert.equal(rolesOf(args), null);
});
