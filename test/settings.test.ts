import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { settings } from "../src/config.ts";
import { loadConfig } from "../src/load-config.ts";
import { holdsTitle } from "./find-title.ts";
import { runCommand } from "./ground/run-command.ts";
import { settingTests } from "./setting-tests.ts";

type Case = [name: string, fallback: string, meant: unknown, other: string, otherMeant: unknown];

const cases: Case[] = [
  ["FETCHER_INTERVAL", "60", 60_000, "300", 300_000],
  ["FETCHER_SUCCESS_INTERVAL", "3600", 3_600_000, "7200", 7_200_000],
  ["FETCHER_WORKERS", "10", 10, "4", 4],
  ["FETCHER_BATCH_SIZE", "1000", 1_000, "100", 100],
  ["FETCHER_DOMAIN_DELAY", "3", 3_000, "0.5", 500],
  ["FETCHER_REQUEST_TIMEOUT", "30", 30_000, "20", 20_000],
  ["FETCHER_JOB_TIMEOUT", "45", 45_000, "60", 60_000],
  ["FETCHER_MAX_ARTICLES", "100", 100, "50", 50],
  ["FETCHER_MAX_BODY_SIZE_MB", "10", 10_000_000, "2", 2_000_000],
  ["FETCHER_MAX_REDIRECTS", "5", 5, "10", 10],
  ["FETCHER_MIN_INTERVAL_MINUTES", "5", 5, "15", 15],
  ["FETCHER_MAX_INTERVAL_MINUTES", "1440", 1_440, "720", 720],
  ["FETCHER_INCREASE_FACTOR", "1.25", 1.25, "1.5", 1.5],
  ["FETCHER_DECREASE_FACTOR", "0.75", 0.75, "0.5", 0.5],
  ["FETCHER_JITTER_PERCENT", "10", 10, "0", 0],
  ["FEED_INGESTION_ENABLED", "true", true, "false", false],
  ["FETCH_QUEUE_CAPACITY", "1000", 1_000, "50", 50],
  ["LEASE_SECONDS", "600", 600_000, "60", 60_000],
  ["QUEUE", "postgres", "postgres", "memory", "memory"],
  ["AI_TYPE", "heuristic", "heuristic", "mock", "mock"],
  ["AI_MODEL", "openai/gpt-4o-mini", "openai/gpt-4o-mini", "a-model", "a-model"],
];
for (const [name, fallback, meant, other, otherMeant] of cases) {
  test(`${name} is ${fallback} unless it is set`, () => {
    assert.deepEqual(valueOf(name, {}), meant);
    assert.deepEqual(valueOf(name, { [name]: other }), otherMeant);
  });
}

test("each setting has a test that runs it with another value, and each test that is named exists", () => {
  const names = Object.values(settings).map(({ name }) => name);
  assert.deepEqual(Object.keys(settingTests).toSorted(), names.toSorted());
  for (const [name, [file, title]] of Object.entries(settingTests)) {
    const source = readFileSync(resolve(import.meta.dirname, "..", file), "utf8");
    assert.ok(holdsTitle(source, title), `${file} holds no test "${title}"`);
    assert.ok(source.includes(name), `${file} does not set ${name}`);
  }
});

test("keys and passwords come from the environment, and 'config' never prints one", async () => {
  const secrets = Object.values(settings).flatMap(({ name, secret }) => (secret ? [name] : []));
  for (const name of ["AI_API_KEY", "DB_PASSWORD", "SUPABASE_SERVICE_ROLE_KEY"])
    assert.ok(secrets.includes(name), name);

  const hidden = "never-to-be-printed-anywhere-at-all";
  const given = secrets.filter((name) => !name.endsWith("_URL"));
  const { code, output } = await runCommand(["config", "--json"], {
    env: Object.fromEntries(given.map((name) => [name, hidden])),
  });
  assert.equal(code, 0, output);
  assert.ok(!output.includes(hidden));
  const printed = JSON.parse(output) as { name: string; value: string }[];
  assert.deepEqual(
    printed.flatMap(({ name, value }) => (value === "(hidden)" ? [name] : [])),
    given,
  );
});

function valueOf(name: string, environment: Record<string, string>): unknown {
  const { config } = loadConfig(environment, {});
  // Settings and their loaded values are in the same order.
  const place = Object.values(settings).findIndex((row) => row.name === name);
  return Object.values(config)[place];
}
