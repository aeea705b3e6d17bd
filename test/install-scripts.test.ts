import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";

const root = resolve(import.meta.dirname, "..");
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), "utf8"));

type Locked = { version?: string; integrity?: string; resolved?: string; link?: boolean; hasInstallScript?: boolean };

const lock = read("package-lock.json") as { packages: Record<string, Locked> };
const { allowScripts } = read("package.json") as { allowScripts: Record<string, boolean> };
const locked = Object.entries(lock.packages).filter(([path]) => path !== "");

test("only packages whose install script was read may run one", () => {
  const withScript = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
  assert.ok(withScript.length > 0);
  assert.deepEqual([...new Set(withScript)].toSorted(), Object.keys(allowScripts).toSorted());
});

test("every package is pinned by its version and a checksum, and the lock names no registry", () => {
  assert.ok(locked.length > 100);
  assert.deepEqual(
    locked.filter(([, { version, integrity }]) => version === undefined || !integrity?.startsWith("sha512-")),
    [],
  );
  assert.deepEqual(
    locked.filter(([, { resolved }]) => resolved !== undefined),
    [],
  );
});

test("npm sbom lists every package that runs", () => {
  const text = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { components } = JSON.parse(text) as { components: { name: string; group?: string; version: string }[] };
  const listed = new Set(components.map(({ name, group }) => (group === undefined ? name : `${group}/${name}`)));
  const { dependencies } = read("package.json") as { dependencies: Record<string, string> };
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => !listed.has(name)),
    [],
  );
});

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}
