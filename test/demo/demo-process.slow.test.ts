import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { freePort } from "../ground/free-port.ts";
import { join } from "node:path";
import { test } from "node:test";
import { demoAccount } from "../../src/demo/demo-store.ts";
import { type Running, startPlainwire, temporaryFolder } from "../ground/plainwire-process.ts";
import { isAlive, postmasterOf } from "../ground/postmaster.ts";
import { runCommand } from "../ground/run-command.ts";

// One demo from its first start to its last. The tests share its folder and run in order: a new database for each would cost
// seconds.
const folder = await temporaryFolder();
const [data, demos] = [join(folder, "data"), join(folder, "data-demo")];
const port = String(await freePort());
const demo = (...options: string[]) => ["demo", "--port", port, ...options];
const env = { DATA_DIR: data };

test("--fresh leaves a folder alone that no demo created", async () => {
  for (const one of [data, demos]) {
    mkdirSync(one);
    writeFileSync(join(one, "precious"), "mine");
  }
  const { code, output } = await runCommand(demo("--fresh"), { env });
  assert.equal(code, 1);
  assert.match(output, /^\S+data-demo was not created by a demo, so it was not removed\. .*\n$/);
  assert.equal(readFileSync(join(demos, "precious"), "utf8"), "mine");
});

test("--fresh removes a demo's folder and no other; a signal at the start leaves nothing behind", async () => {
  writeFileSync(join(demos, "newsroom.json"), "[]");
  const running = startPlainwire(demo("--fresh"), env);
  await running.line(/newsroom/);
  assert.ok(!existsSync(join(demos, "precious")));
  assert.equal(readFileSync(join(data, "precious"), "utf8"), "mine");
  await stop(running, demos);
});

test("a port in use gives one sentence, and nothing keeps running", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(Number(port), "127.0.0.1", resolve));
  const { code, output } = await runCommand(demo(), { env });
  await new Promise((resolve) => taken.close(resolve));
  assert.equal(code, 1);
  assert.match(output, new RegExp(`^Port ${port} is in use: set PORT to another`, "m"));
  assert.doesNotMatch(output, /^\s+at /m);
  assert.ok(!isAlive(postmasterOf(demos)));
});

test("the demo shows clean feeds, a brief, and each feed's problem", async () => {
  const running = startPlainwire(demo(), env);
  await running.line(/^Ready after/);
  assert.match(running.output(), new RegExp(`Password +${demoAccount.password}`));
  assert.match(running.output(), /DATA_DIR='\S+data-demo' FETCH_ALLOW_NETWORKS=127\.0\.0\.0\/8 bin\/plainwire/);
  const rss = await fetch(/http:\S+\/rss\S+/.exec(running.output())?.[0] ?? "");
  assert.equal(rss.status, 200);
  assert.equal((await rss.text()).match(/<item>/g)?.length, 20);
  const read = await logIn(`http://127.0.0.1:${port}`);
  assert.match(await read("/summaries/latest"), /from 100 reports, without AI/);
  const list = await read("/feeds");
  assert.match(list, /Feed no longer available/);
  assert.match(list, /Rate limited/);
  await stop(running, demos);
});

test("the demo starts again with the same feeds, and only one runs at a time", async () => {
  const running = startPlainwire(demo(), env);
  await running.line(/^Ready after/);
  assert.equal(await countFeeds(demos), 11);
  const second = await runCommand(["demo"], { env });
  assert.equal(second.code, 1);
  const sentence = `A demo is already running on http://127.0.0.1:${port}, in ${demos}. Use that one, or stop it first (Ctrl-C).\n`;
  assert.equal(second.output, sentence);
  const fresh = await runCommand(demo("--fresh"), { env });
  assert.deepEqual([fresh.code, fresh.output], [1, sentence]);
  await stop(running, demos);
});

async function stop(demo: Running, folder: string): Promise<void> {
  demo.child.kill("SIGINT");
  assert.deepEqual(await demo.ended, { code: 0, signal: null }, demo.output());
  assert.ok(!isAlive(postmasterOf(folder)), "the database has ended");
}

async function countFeeds(dataDir: string): Promise<number> {
  const { output } = await runCommand(["feed", "list", "--json"], { env: { DATA_DIR: dataDir } });
  return (JSON.parse(output) as unknown[]).length;
}

/** Logs in like a browser: a form with its token and cookie, then the pages behind it. */
async function logIn(origin: string): Promise<(path: string) => Promise<string>> {
  const form = await fetch(`${origin}/auth/login`);
  const token = /name="csrf" value="([^"]+)"/.exec(await form.text())?.[1] ?? "";
  const answer = await fetch(`${origin}/auth/login`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookieOf(form), origin, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ csrf: token, ...demoAccount }),
  });
  assert.equal(answer.status, 303);
  return async (path) => (await fetch(origin + path, { headers: { cookie: cookieOf(answer) } })).text();
}

function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
