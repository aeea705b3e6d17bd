import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";

// Only main.ts knows the process. Commands get their input, output, environment and signals as arguments, so that tests can
// call them. The files below need a process id, the platform or, for the embedded server, signals;
// model-child.ts is a process of its own.
const processUse = /(?<![\w.])process\.[a-zA-Z]|["'](node:)?process["']|\bconsole\./;
const mayUseProcess =
  /^src\/(main\.ts$|database\/|telemetry\/log\.ts$|run-roles\.ts$|assemble-worker\.ts$|models\/inside\/model-child\.ts$)/;

type Source = { path: string; text: string };

test("only main.ts reads from the process or writes to it", () => {
  const project = resolve(import.meta.dirname, "..");
  const sources = readdirSync(join(project, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => ({ path: join("src", name), text: readFileSync(join(project, "src", name), "utf8") }));
  assert.ok(sources.some(({ path }) => path.startsWith("src/admin/")));
  assert.deepEqual(violations(sources), []);
});

test("a command that prints to the process, imports it or uses the console is caught", () => {
  for (const text of [
    `process.stdout.write("hello");`,
    `import { stdout } from "node:process";`,
    `console.log("hello");`,
  ])
    assert.deepEqual(violations([{ path: "src/admin/x.ts", text }]), ["src/admin/x.ts"]);
  assert.deepEqual(violations([{ path: "src/admin/x.ts", text: "// Runs in one process. Others wait." }]), []);
});

function violations(sources: Source[]): string[] {
  return sources.filter(({ path, text }) => processUse.test(text) && !mayUseProcess.test(path)).map(({ path }) => path);
}
