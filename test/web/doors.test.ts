import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { limitsByRoute } from "../../src/web/app.ts";
import { connectionFrom, strangerHeaders } from "../ground/signed-in.ts";
import { operatorWorld } from "./operator/operator-world.ts";

const root = resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

type Door = { patterns: string[]; limits: string; file: string; title: string };

const doors = readDoors(read("docs/security.md"));
const { app, parts } = await operatorWorld();
const routes = [...new Set(app.routes.flatMap(({ method, path }) => (method === "ALL" ? [] : [`${method} ${path}`])))];

test("every route has a row in the table of doors, and every row has a route", () => {
  const pathOf = (route: string) => route.slice(route.indexOf(" ") + 1);
  assert.ok(doors.length > 15 && routes.length > 100);
  assert.deepEqual(
    routes.filter((route) => doorOf(pathOf(route)) === undefined),
    [],
    "add a row to “Every door” in docs/security.md: who may, limits, how often, and the test that holds it",
  );
  const unused = doors
    .flatMap(({ patterns }) => patterns)
    .filter((pattern) => !routes.some((route) => fits(pattern, pathOf(route))));
  assert.deepEqual(unused, []);
});

test("every test that a row names exists", () => {
  const missing = doors.filter(({ file, title }) => !read(file).includes(`test("${title}"`));
  assert.deepEqual(
    missing.map(({ title }) => title),
    [],
  );
});

test("the larger limits in the table are those in the code, and there are no others", () => {
  for (const [path, { bodyBytesMax, answerMs }] of Object.entries(limitsByRoute)) {
    const door = doorOf(path) ?? assert.fail(path);
    const named = [...door.limits.matchAll(/`([^`]+)`((?: \d+ \w+)+)/g)];
    const [, , said = ""] =
      named.find(([, end = ""]) => path.endsWith(end)) ?? assert.fail(`${path} has no limit in the table`);
    const expected = [
      ...(bodyBytesMax === undefined ? [] : [`${bodyBytesMax / 1_000_000} MB`]),
      ...(answerMs === undefined ? [] : [`${answerMs / 1_000} s`]),
    ];
    assert.equal(said.trim(), expected.join(" "), path);
  }
  const known = Object.keys(limitsByRoute);
  const named = doors.flatMap(({ limits }) => [...limits.matchAll(/`([^`]+)`/g)].map(([, end = ""]) => end));
  assert.deepEqual(
    named.filter((end) => !known.some((path) => path.endsWith(end))),
    [],
  );
});

test("a stranger gets the strict headers at every door, whatever the answer is", async () => {
  const headers = strangerHeaders(parts);
  for (const route of routes) {
    const [method = "", pattern = ""] = route.split(" ");
    const path = pattern.replaceAll(/:\w+(\{[^}]*\})?/g, randomUUID()).replaceAll("*", "x");
    const answer = await app.request(path, { method, headers }, connectionFrom("127.0.0.1"));
    assert.match(answer.headers.get("Content-Security-Policy") ?? "", /^default-src 'none'/, route);
    assert.equal(answer.headers.get("X-Content-Type-Options"), "nosniff", route);
    assert.equal(answer.headers.get("X-Frame-Options"), "DENY", route);
    assert.equal(answer.headers.get("Referrer-Policy"), "same-origin", route);
    assert.ok(answer.headers.has("Cache-Control"), route);
    await answer.body?.cancel();
  }
});

/** The row with the longest pattern: `/brief/unsubscribe/*` goes before `/brief/*`. */
function doorOf(path: string): Door | undefined {
  const length = (door: Door) =>
    Math.max(0, ...door.patterns.filter((pattern) => fits(pattern, path)).map((one) => one.length));
  const [best] = doors.toSorted((one, other) => length(other) - length(one));
  return best !== undefined && length(best) > 0 ? best : undefined;
}

function fits(pattern: string, path: string): boolean {
  const base = pattern.replace(/\/\*$/, "");
  return path === base || (base !== "/" && base !== "" && path.startsWith(`${base}/`));
}

function readDoors(document: string): Door[] {
  const [, section = ""] = /## Every door\n([^]*?)\n## /.exec(document) ?? [];
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => {
      const [, door = "", , limits = "", , held = ""] = line.split("|");
      const [, file = "", title = ""] = /`([^`]+)`: (.*?) *$/.exec(held) ?? [];
      return { patterns: [...door.matchAll(/`([^`]+)`/g)].map(([, pattern = ""]) => pattern), limits, file, title };
    });
}
