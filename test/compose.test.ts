import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";

test("compose runs one web server, one worker and one database, and the two wait for the third", () => {
  const text = readFileSync(resolve(import.meta.dirname, "../ops/compose.yaml"), "utf8");
  const [, services = ""] = /^services:\n([^]*?)^\S/m.exec(text) ?? [];
  const commands = [...services.matchAll(/^ {2}(\w+):\n(?: {4}.*\n)*? {4}command: \[(\w+)\]$/gm)];
  assert.deepEqual(
    [...services.matchAll(/^ {2}(\w+):$/gm)].map(([, name]) => name),
    ["web", "worker", "database"],
  );
  assert.deepEqual(
    commands.map(([, name, command]) => [name, command]),
    [
      ["web", "web"],
      ["worker", "worker"],
    ],
  );
  assert.match(text, /depends_on:\n +database:\n +condition: service_healthy/);
  assert.equal(services.match(/<<: \*plainwire$/gm)?.length, 2);
});
