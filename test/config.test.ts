import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { settings } from "../src/config.ts";
import { findMalformedLines } from "../src/find-malformed-lines.ts";
import { loadConfig, readDotEnv } from "../src/load-config.ts";
import { configMarkdown } from "../src/admin/config-command.ts";

const project = resolve(import.meta.dirname, "..");

test("without any setting the specified defaults apply", () => {
  const { config, written } = loadConfig({}, {});
  assert.equal(config.fetcherIntervalMs, 60_000);
  assert.equal(config.fetcherSuccessIntervalMs, 3_600_000);
  assert.equal(config.fetcherWorkers, 10);
  assert.equal(config.fetcherMaxBodyBytes, 10_000_000);
  assert.equal(config.queue, "postgres");
  assert.equal(config.aiType, "heuristic");
  assert.equal(config.databaseUrl, null);
  assert.equal(written.port.from, "default");
});

test("the environment wins over .env, and .env over the default", () => {
  const { config, written } = loadConfig({ PORT: "9001" }, { PORT: "9002", FETCHER_WORKERS: "3" });
  assert.equal(config.port, 9001);
  assert.equal(config.fetcherWorkers, 3);
  assert.deepEqual(
    [written.port.from, written.fetcherWorkers.from, written.host.from],
    ["environment", ".env", "default"],
  );
});

test("a relative DATA_DIR starts at the working directory", () => {
  assert.equal(loadConfig({}, {}, "/srv/news").config.dataDir, "/srv/news/data");
  assert.equal(loadConfig({ DATA_DIR: "x" }, {}, "/srv/news").config.dataDir, "/srv/news/x");
  assert.equal(loadConfig({ DATA_DIR: "/x" }, {}, "/srv/news").config.dataDir, "/x");
});

test("a setting that is set but empty counts as not set", () => {
  assert.equal(loadConfig({ PORT: "" }, {}).config.port, 8080);
});

const refused: [string, Record<string, string>, RegExp][] = [
  [
    "a word where a number belongs",
    { PORT: "eighty" },
    /^PORT must be a whole number from 0 to 65535, not "eighty" \(environment\)\.$/,
  ],
  ["a number out of range", { FETCHER_WORKERS: "0" }, /FETCHER_WORKERS must be from 1 to 1000/],
  ["a number in another notation", { FETCHER_WORKERS: "1e2" }, /FETCHER_WORKERS must be a whole number/],
  ["a choice that does not exist", { QUEUE: "kafka" }, /QUEUE must be one of: postgres, memory, sqs/],
  [
    "a flag that is neither true nor false",
    { FEED_INGESTION_ENABLED: "maybe" },
    /FEED_INGESTION_ENABLED must be true or false/,
  ],
  [
    "a job timeout not above the request timeout",
    { FETCHER_JOB_TIMEOUT: "30" },
    /FETCHER_JOB_TIMEOUT must be greater than FETCHER_REQUEST_TIMEOUT/,
  ],
  [
    "a database of another kind",
    { DATABASE_URL: "mysql://x/y" },
    /DATABASE_URL must be a URL that starts with postgres:/,
  ],
  [
    "a database on several hosts",
    { DATABASE_URL: "postgres://x@a:5433,b:5434/y?target_session_attrs=read-write" },
    /DATABASE_URL must name one host; for a primary with a standby, an address that follows the primary/,
  ],
  [
    "an external database without a shared key",
    { DATABASE_URL: "postgres://x/y" },
    /SECRET_KEY is required with DATABASE_URL/,
  ],
  ["a short secret key", { SECRET_KEY: "short" }, /SECRET_KEY must have 32 characters/],
  ["mail for alerts without a mail server", { ALERT_MAIL_TO: "me@example.org" }, /ALERT_MAIL_TO needs SMTP_URL/],
  [
    "two receivers of alerts",
    { ALERT_MAIL_TO: "a@example.org, b@example.org", SMTP_URL: "smtp://x" },
    /ALERT_MAIL_TO must be one mail address/,
  ],
  ["a queue without its address", { QUEUE: "sqs" }, /QUEUE=sqs needs SQS_QUEUE_URL/],
  ["a model of another service", { AI_TYPE: "anthropic" }, /AI_MODEL openai\/gpt-4o-mini is a name of OpenRouter's/],
  [
    "a network that is open to all",
    { FETCH_ALLOW_NETWORKS: "10.0.0.0/0" },
    /FETCH_ALLOW_NETWORKS must be private networks in CIDR form \("10\.0\.0\.0\/0" would allow every address\)/,
  ],
  [
    "an origin with a path",
    { PUBLIC_ORIGIN: "https://example.org/news" },
    /PUBLIC_ORIGIN must be an origin without a path/,
  ],
];
for (const [what, environment, sentence] of refused) {
  test(`${what} is refused with a sentence`, () => {
    assert.throws(() => loadConfig(environment, {}), { name: "Refusal", message: sentence });
  });
}

test("all problems are reported at once", () => {
  assert.throws(
    () => loadConfig({ PORT: "x", QUEUE: "y" }, {}),
    (error: Error) => error.message.split("\n").length === 2,
  );
});

test("analyzers for tests are accepted but not suggested", () => {
  assert.equal(loadConfig({ AI_TYPE: "mock" }, {}).config.aiType, "mock");
  assert.throws(
    () => loadConfig({ AI_TYPE: "x" }, {}),
    /AI_TYPE must be one of: heuristic, inside, ollama, .*, gemini, not "x"/,
  );
});

test("a malformed line of .env is refused with its file and number, and is not repeated", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "plainwire-env-"));
  context.after(() => rm(folder, { recursive: true }));
  assert.deepEqual(readDotEnv(folder), {});
  await writeFile(join(folder, ".env"), "PORT=1\nthis is no line\n=x\n");
  assert.throws(() => readDotEnv(folder), {
    name: "Refusal",
    message: [2, 3]
      .map((line) => `${join(folder, ".env")}, line ${line} is neither NAME=value nor a comment after #.`)
      .join("\n"),
  });
});

test("comments, empty lines, export, quotes and values over several lines are well-formed", () => {
  const fine = "# a\r\n\n  \n export A=1 # one\nB='x\n=y' # two\nC=\nD=it's # three\nE=\"#\"\n\tF = `'`";
  assert.deepEqual(findMalformedLines(fine), []);
  assert.deepEqual(findMalformedLines("A='1\n2'\nB='1' 2\nC=\"1\n"), [
    { line: 3, problem: "goes on after its closing quote" },
    { line: 4, problem: "has a quote that is not closed" },
  ]);
});

test("a # in the middle of a value is refused, because the rest would be taken for a comment", () => {
  const fine = "A=x #y#z\nB=#none\nC= # none\nD='a#b'\nE=\"a#b\"#c\n# F=a#b\nG=x\r\n#c\n";
  assert.deepEqual(findMalformedLines(fine), []);
  const problem = 'has a "#" in its value: put the value in quotes, or a blank before a comment';
  assert.deepEqual(findMalformedLines("A=1\nDB_PASSWORD=ab#cd\nB=2\nexport C = a b#c d#e\nD=4"), [
    { line: 2, problem },
    { line: 4, problem },
  ]);
});

test("the mark that some editors put before a file is no part of its first name", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "plainwire-env-"));
  context.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, ".env"), "\uFEFFPORT=9000\r\nHOST=::\r\n");
  assert.deepEqual({ ...readDotEnv(folder) }, { PORT: "9000", HOST: "::" });
  await writeFile(join(folder, ".env"), "\uFEFF# a comment\nPORT=9000\n");
  assert.deepEqual({ ...readDotEnv(folder) }, { PORT: "9000" });
});

test("a refused secret is not repeated", () => {
  assert.throws(
    () => loadConfig({ DATABASE_URL: "http://me:hunter2@x/y" }, {}),
    (error: Error) => !error.message.includes("hunter2"),
  );
});

test("a name with only a blank after it is empty, and the next line is separate", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "plainwire-env-"));
  context.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, ".env"), "SMTP_URL= \nPORT=8081\r\nAI_API_KEY=\t\r\nHOST=127.0.0.2\n");
  assert.deepEqual({ ...readDotEnv(folder) }, { SMTP_URL: "", PORT: "8081", AI_API_KEY: "", HOST: "127.0.0.2" });
});

test("a misspelt name stops the start in .env and is a warning in the environment, with the right one suggested", () => {
  const sentence = /^FETCHER_WORKER is not a setting \(.*\)\. Did you mean FETCHER_WORKERS\?$/;
  assert.throws(() => loadConfig({}, { FETCHER_WORKER: "5" }), { name: "Refusal", message: sentence });
  const { config, warnings } = loadConfig({ FETCHER_WORKER: "5", PORT: "9001", EDITOR: "vi" }, {});
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? "", sentence);
  assert.deepEqual([config.fetcherWorkers, config.port], [10, 9001]);
});

test("names of other programs in the environment are left alone, in .env they are not", () => {
  loadConfig({ PATH: "/bin", EDITOR: "vi", AWS_REGION: "eu-central-1" }, { AWS_REGION: "eu-central-1" });
  assert.throws(() => loadConfig({}, { EDITOR: "vi" }), /EDITOR is not a setting \(\.env\)/);
});

test("docs/configuration.md is what 'config --markdown' writes", () => {
  assert.equal(readFileSync(resolve(project, "docs/configuration.md"), "utf8"), configMarkdown());
});

test(".env.example names every setting and only settings", () => {
  const named = [...readFileSync(resolve(project, ".env.example"), "utf8").matchAll(/^#?\s?([A-Z_]+)=/gm)].map(
    (match) => match[1],
  );
  assert.deepEqual(
    named.sort(),
    Object.values(settings)
      .map((row) => row.name)
      .sort(),
  );
});
