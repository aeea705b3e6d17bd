import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { startFauxqs } from "fauxqs";
import { SignJWT } from "jose";
import { noteBackupEnd, noteBackupStart } from "../../src/backups/backup-store.ts";
import { connectAs } from "../../src/database/connection.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import { loadConfig } from "../../src/load-config.ts";
import { hostileClient, hostileOidc } from "../ground/hostile-oidc.ts";
import { gotrue } from "../ground/gotrue.ts";
import { chatBehaviours } from "../ground/stub-chat-server-behaviours.ts";
import { startStubChat } from "../ground/stub-chat-server.ts";
import { commandLine, runProgram } from "./command-line.ts";

const { run, pool, env: settings, folder } = await commandLine();
type Finding = { check: string; state: string; found: string; advice: string | null };

test("doctor prints one line per check, and advice for each problem", async () => {
  const { code, stdout, stderr } = await run(["doctor"]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(
    stdout.split("\n").flatMap((line) => /^(\w+) +([^:]+):/.exec(line)?.slice(1, 3).join(" ") ?? []),
    [
      "ok Node",
      "ok Disk",
      "ok Network policy",
      "ok Database",
      "ok Roles",
      "ok Rights",
      "ok Sign-in",
      "ok Clock",
      "ok AI",
      "ok Mail",
      "ok Backup",
      "ok SQS",
      "warn Queue",
    ],
  );
  assert.match(stdout, /→ No feed is fetched: run 'plainwire start' or 'plainwire worker'\./);
});

test("doctor finds rights that were granted by hand, takes them back and says so", async () => {
  const db = await openDatabase(loadConfig(settings, {}).config, () => undefined);
  const owner = await connectAs(db.connection, "app_owner");
  await owner.query("grant execute on function drop_fetch_log_partitions(date) to anon");
  const found = await finding("Rights", {});
  assert.equal(found.state, "warn");
  assert.match(
    found.found,
    /taken back just now: execute on function public\.drop_fetch_log_partitions\(date\) from anon/,
  );
  assert.equal((await finding("Rights", {})).state, "ok");
  await owner.end();
  await db.close();
});

test("doctor says that there is no database yet, and creates none", async () => {
  const unused = join(folder, "unused");
  const { code, stdout } = await run(["doctor"], { env: { DATABASE_URL: "", DATA_DIR: unused } });
  assert.equal(code, 0);
  assert.match(stdout, /^ok +Database: none yet, the first start creates it in .*unused/m);
  assert.ok(!existsSync(unused));
  const file = await run(["doctor"], { env: { DATABASE_URL: "", DATA_DIR: import.meta.filename } });
  assert.equal(file.code, 1);
  assert.match(file.stdout, /^fail +Database: DATA_DIR .* cannot be written/m);
  if (process.platform !== "linux") return;
  // Not even root may write there.
  const closed = await run(["doctor"], { env: { DATABASE_URL: "", DATA_DIR: "/sys/plainwire" } });
  assert.equal(closed.code, 1);
  assert.match(closed.stdout, /^fail +Disk: \/sys cannot be written \(EPERM\)\n +→ Make it writable/m);
  assert.doesNotMatch(closed.stdout, /Database/);
});

test("doctor uses colours on a terminal and nowhere else", async () => {
  assert.match((await run(["doctor"], { isTerminal: true })).stdout, /\x1b\[32mok/);
  assert.doesNotMatch((await run(["doctor"])).stdout, /\x1b/);
});

test("doctor warns about private networks that feeds may reach", async () => {
  const found = await finding("Network policy", { FETCH_ALLOW_NETWORKS: "10.0.0.0/8" });
  assert.equal(found.state, "warn");
  assert.match(found.found, /^feeds may reach 1 private network, 10\.0\.0\.1 among them/);
});

test("doctor asks the model: an answer is ok, a refused key is a failure", async () => {
  const chat = await startStubChat();
  after(() => chat.close());
  const env = { AI_TYPE: "openai", AI_BASE_URL: chat.baseUrl, AI_API_KEY: "key", AI_MODEL: "a-model" };
  assert.equal((await finding("AI", env)).state, "ok");
  assert.equal(chat.questions.length, 1);

  chat.willAnswer(chatBehaviours.badKey);
  const refused = await finding("AI", env);
  assert.equal(refused.state, "fail");
  assert.match(refused.advice ?? "", /AI_API_KEY/);
  assert.equal((await finding("AI", { AI_TYPE: "fail" })).state, "warn");
});

test("doctor does not blame the key for a spent budget or a model that is overloaded", async () => {
  const chat = await startStubChat();
  after(() => chat.close());
  const env = { AI_TYPE: "openai", AI_BASE_URL: chat.baseUrl, AI_API_KEY: "key", AI_MODEL: "another-model" };
  const spent = await finding("AI", { ...env, AI_DAILY_BUDGET_USD: "0" });
  assert.equal(spent.state, "warn");
  assert.match(spent.found, /The budget for AI is spent/);
  assert.match(spent.advice ?? "", /raise the budget/);
  chat.willAnswer(chatBehaviours.overloaded);
  const busy = await finding("AI", env);
  assert.equal(busy.state, "warn");
  assert.doesNotMatch(busy.advice ?? "", /AI_API_KEY/);
});

test("doctor asks the mail server, and reads how the last backup went", async () => {
  assert.match((await finding("Mail", {})).found, /SMTP_URL is not set/);
  const silent = await finding("Mail", { SMTP_URL: "smtp://127.0.0.1:1" });
  assert.equal(silent.state, "fail");
  assert.match(silent.advice ?? "", /Check its host/);

  const scheduled = { BACKUP_AT: "03:30" };
  assert.equal((await finding("Backup", scheduled)).found, "none yet");
  const started = { startedAt: new Date(), file: "f", host: "h", scheduled: true, encrypted: false };
  const id = await noteBackupStart(pool, started);
  await noteBackupEnd(pool, id, { endedAt: new Date(), taken: null, error: "the disk is full" });
  const failed = await finding("Backup", scheduled);
  assert.deepEqual([failed.state, failed.found], ["fail", "The last backup failed: the disk is full"]);
  const unreadable = await finding("Backup", { ...scheduled, BACKUP_PASSPHRASE_FILE: "/nowhere" });
  assert.match(unreadable.found, /^BACKUP_PASSPHRASE_FILE cannot be read/);
});

test("doctor asks SQS for its queue", async () => {
  const sqs = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false });
  after(() => sqs.stop());
  sqs.createQueue("feeds");
  const keys = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };
  const at = (port: number) => ({
    ...keys,
    QUEUE: "sqs",
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    SQS_QUEUE_URL: `http://127.0.0.1:${port}/000000000000/feeds`,
  });
  // In a process: Amazon's package reads its keys from the process's environment.
  const asked = async (port: number) =>
    findingOf("SQS", await runProgram(["doctor", "--json"], { env: { ...settings, ...at(port) } }));
  assert.deepEqual(await asked(sqs.port), {
    check: "SQS",
    state: "ok",
    found: "answers, about 0 messages wait",
    advice: null,
  });
  assert.equal((await asked(1)).state, "fail");
});

test("doctor asks the Supabase project whether people can log in, and explains each problem", async () => {
  const server = await gotrue();
  const jwtSecret = "a secret of the project that is long enough";
  const env = {
    AUTH_PROVIDER: "supabase",
    SUPABASE_URL: server.url,
    SUPABASE_ANON_KEY: server.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: server.serviceRoleKey,
  };
  assert.equal((await finding("Sign-in", env)).state, "ok");

  const { SUPABASE_SERVICE_ROLE_KEY: _, ...keyless } = env;
  const leftBehind = await finding("Sign-in", keyless);
  assert.deepEqual([leftBehind.state, leftBehind.advice], ["warn", "Set SUPABASE_SERVICE_ROLE_KEY."]);

  server.settings.issuer = "https://elsewhere.example/auth/v1";
  assert.match((await finding("Sign-in", env)).found, /calls itself https:\/\/elsewhere\.example\/auth\/v1/);
  Object.assign(server.settings, { issuer: null, jwtSecret });
  const unsigned = await finding("Sign-in", env);
  assert.equal(unsigned.state, "fail");
  assert.match(unsigned.found, /signs with HS256/);
  assert.match(unsigned.advice ?? "", /^Set SUPABASE_JWT_SECRET/);

  server.anonKey = await new SignJWT({ role: "anon", iss: "supabase" })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(jwtSecret));
  const old = { ...env, SUPABASE_ANON_KEY: server.anonKey };
  assert.equal((await finding("Sign-in", { ...old, SUPABASE_JWT_SECRET: jwtSecret })).state, "ok");
  const wrong = await finding("Sign-in", { ...old, SUPABASE_JWT_SECRET: "another secret that is long enough" });
  assert.match(wrong.found, /did not sign SUPABASE_ANON_KEY/);
  assert.equal((await finding("Sign-in", { ...env, SUPABASE_ANON_KEY: "mistyped" })).state, "fail");
});

test("doctor asks the OpenID Connect server, and says what its redirect URI has to be", async () => {
  const provider = await hostileOidc();
  const env = { OIDC_ISSUER: provider.issuer, ...hostileClient, PUBLIC_ORIGIN: "https://news.example.org" };
  const good = await finding("OpenID Connect", env);
  assert.equal(good.state, "ok");
  assert.match(good.found, /redirect URI has to be https:\/\/news\.example\.org\/auth\/oidc\/callback$/);
  const slash = await finding("OpenID Connect", { ...env, OIDC_ISSUER: `${provider.issuer}/` });
  assert.equal(slash.state, "fail");
  assert.match(slash.found, /set OIDC_ISSUER to exactly that/);
});

test("doctor reports a bad setting and an unreachable database as findings", async () => {
  const settings = await run(["doctor", "--json"], { env: { PORT: "x" } });
  assert.equal(settings.code, 1);
  assert.match((JSON.parse(settings.stdout) as Finding[])[0]?.found ?? "", /^PORT must be a whole number/);

  const gone = await run(["doctor"], {
    env: { DATABASE_URL: "postgres://me@127.0.0.1:1/x", SECRET_KEY: "k".repeat(32) },
  });
  assert.equal(gone.code, 1);
  assert.match(gone.stdout, /^ok +Node/);
  assert.match(gone.stdout, /^fail +Database: DATABASE_URL .* cannot be reached/m);
});

async function finding(check: string, env: Record<string, string>): Promise<Finding> {
  return findingOf(check, await run(["doctor", "--json"], { env }));
}

function findingOf(check: string, { stdout, stderr }: { stdout: string; stderr: string }): Finding {
  const found = (JSON.parse(stdout || "[]") as Finding[]).find((one) => one.check === check);
  if (found === undefined) throw new Error(`nothing about ${check}: ${stdout}${stderr}`);
  return found;
}
