import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { importsOf, readSources, type Source } from "./ground/read-sources.ts";

test("no file imports itself over other files, not even for a type", () => {
  assert.deepEqual(findCycles(readSources()), []);
});

test("a circle of imports is caught, and named once", () => {
  const files = [
    { path: "src/feeds/a.ts", text: `import { b } from "./b.ts";\nimport { d } from "./d.ts";` },
    { path: "src/feeds/b.ts", text: `import type { C } from "../items/c.ts";` },
    { path: "src/items/c.ts", text: `import { a } from "../feeds/a.ts";\nimport { d } from "../feeds/d.ts";` },
    { path: "src/feeds/d.ts", text: "" },
  ];
  assert.deepEqual(findCycles(files), ["src/feeds/a.ts → src/feeds/b.ts → src/items/c.ts → src/feeds/a.ts"]);
});

/** Every circle of imports, as the files on it. */
function findCycles(files: Source[]): string[] {
  const importsBy = new Map(
    files.map(({ path, text }) => [
      path,
      importsOf(text)
        .filter(({ name }) => name.startsWith("."))
        .map(({ name }) => join(dirname(path), name)),
    ]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, way: string[]) => {
    const place = way.indexOf(path);
    if (place !== -1) cycles.push([...way.slice(place), path].join(" → "));
    if (place !== -1 || done.has(path)) return;
    for (const next of importsBy.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of importsBy.keys()) visit(path, []);
  return cycles;
}
