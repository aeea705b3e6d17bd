import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { pino } from "pino";
import { Registry } from "prom-client";
import { createAlertMetrics } from "../src/alerts/watch-installation.ts";
import { settings } from "../src/config.ts";
import { loadConfig } from "../src/load-config.ts";
import { createFetchMetrics, createMetrics } from "../src/telemetry/metrics.ts";
import { requestObserver } from "../src/web/observe-requests.ts";
import { temporaryFolder } from "./ground/plainwire-process.ts";

const root = resolve(import.meta.dirname, "..");
const read = (name: string) => readFileSync(join(root, name), "utf8");
const known = new Set(Object.values(settings).map(({ name }) => name));
// Settings of Node and of the PostgreSQL image, not ours.
const others = /^(NODE_|POSTGRES_)/;

test("the dashboard uses only metrics that exist", () => {
  const exported = exportedNames();
  const asked = expressions(JSON.parse(read("ops/grafana-dashboard.json"))).map((expression) => ({
    expression,
    names: namesIn(expression),
  }));
  assert.ok(asked.length > 20);
  for (const { expression, names } of asked) {
    assert.notEqual(names.length, 0, expression);
    assert.deepEqual(
      names.filter((name) => !exported.has(name)),
      [],
      expression,
    );
  }
});

test("the rules for Prometheus use only metrics that exist", () => {
  const exported = exportedNames().add("up");
  const rules = [...read("ops/alerts.yaml").matchAll(/^ +- alert: (\w+)\n +expr: (.+)$/gm)];
  assert.ok(rules.length >= 7);
  assert.equal(rules.length, read("ops/alerts.yaml").match(/\bexpr:/g)?.length);
  for (const [, name, expression = ""] of rules) {
    const names = namesIn(expression);
    assert.equal(names.length, 1, name);
    assert.ok(exported.has(names[0] ?? ""), `${name} asks for ${names[0]}`);
  }
});

test("every fetching metric is on the dashboard", () => {
  const asked = new Set(expressions(JSON.parse(read("ops/grafana-dashboard.json"))).flatMap(namesIn));
  const registry = new Registry();
  createFetchMetrics(registry);
  const missing = registry
    .getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => !asked.has(name) && !asked.has(`${name}_sum`) && !asked.has(`${name}_bucket`));
  assert.deepEqual(missing, []);
});

test("compose, image and unit use settings that exist, with valid values", () => {
  const assignments = [
    ...read("ops/compose.yaml").matchAll(/^\s+([A-Z][A-Z0-9_]+): (.*)$/gm),
    ...read("ops/Dockerfile").matchAll(/^(?:ENV)?\s+([A-Z][A-Z0-9_]+)=(\S*)/gm),
    ...read("ops/plainwire.service")
      .split("\n")
      .filter((line) => line.startsWith("Environment="))
      .flatMap((line) => [...line.matchAll(/\b([A-Z][A-Z0-9_]+)=(\S*)/g)]),
  ].map(([, name = "", value = ""]) => ({ name, value: filledIn(value) }));
  const ours = assignments.filter(({ name }) => !others.test(name));
  assert.ok(ours.length > 8);
  assert.deepEqual(
    ours.filter(({ name }) => !known.has(name)),
    [],
  );
  loadConfig(Object.fromEntries(ours.map(({ name, value }) => [name, value])), {});
});

test("compose runs one web server, one worker and one database, and the two wait for the third", () => {
  const text = read("ops/compose.yaml");
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

test("the image copies only files that exist and that .dockerignore lets through", () => {
  const copied = [...read("ops/Dockerfile").matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names = ""]) =>
    names.split(" "),
  );
  const given = read(".dockerignore")
    .split("\n")
    .filter((line) => line.startsWith("!"))
    .map((line) => line.slice(1));
  assert.ok(copied.length > 4);
  assert.deepEqual(
    copied.filter((name) => !existsSync(join(root, name))),
    [],
  );
  assert.deepEqual(copied.toSorted(), given.toSorted());
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test(
  "systemd accepts the unit, and its exposure stays low",
  {
    skip: hasSystemd ? false : "SKIPPED: systemd-analyze is not installed here",
  },
  async () => {
    const file = join(await temporaryFolder(), "plainwire.service");
    // The program lies elsewhere on this machine, and nothing else of the unit changes.
    writeFileSync(file, read("ops/plainwire.service").replace("ExecStart=/opt/plainwire", `ExecStart=${root}`));
    const verified = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
    assert.deepEqual([verified.status, verified.stderr], [0, ""]);
    const judged = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", file], {
      encoding: "utf8",
    });
    assert.equal(judged.status, 0, judged.stdout);
  },
);

function exportedNames(): Set<string> {
  const registry = createMetrics();
  createFetchMetrics(registry);
  createAlertMetrics(registry);
  requestObserver(pino({ level: "silent" }), registry);
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  return new Set(names.flatMap((name) => ["", "_bucket", "_sum", "_count"].map((suffix) => name + suffix)));
}

/** Every "expr" in the document, at any depth. */
function expressions(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === "expr" ? [String(value)] : expressions(value)));
}

const functions = new Set(["sum", "max", "rate", "increase", "histogram_quantile"]);

/** The metric names in an expression: labels, ranges and functions are removed. */
function namesIn(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, " ");
  return (bare.match(/[a-z_][a-z0-9_]*/gi) ?? []).filter((word) => !functions.has(word));
}

/** Treats `${NAME:?why}` as set and `${NAME:-else}` as not set. */
function filledIn(value: string): string {
  return value
    .replaceAll(/^"|"$/g, "")
    .replaceAll(/\$\{\w+:\?[^}]*\}/g, "x".repeat(40))
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, "$1");
}
