import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { eventually } from "../../ground/eventually.ts";
import { testParts } from "../../ground/test-parts.ts";
import { tinyGguf } from "../../ground/tiny-gguf.ts";
import { startFileServer } from "../../models/inside/file-server.ts";
import { writeLock, writeStandIn } from "../../models/inside/inside-world.ts";
import { operatorWorld } from "./operator-world.ts";

const dataDir = mkdtempSync(join(tmpdir(), "plainwire-inside-page-"));
after(() => rmSync(dataDir, { recursive: true, force: true }));
// Of llama.cpp only the list of what npm installed: nothing is run here, and nothing may be installed.
writeLock(join(dataDir, "models", "runtime"));
const env = { AI_TYPE: "", AI_MODEL: "", DATA_DIR: dataDir };
const { ask, operator, database } = await operatorWorld(undefined, {}, env);
const boss = await operator();
const path = "/operator/model/inside";
const server = await startFileServer(tinyGguf());
const installed = (name: string) => existsSync(join(dataDir, "models", `${name}.gguf`));

test("a model is looked up first: its size and the free space are shown, and nothing is downloaded", async () => {
  const { status, text } = await ask(boss.headers, `POST ${path}`, { source: server.url });
  assert.equal(status, 200);
  assert.match(text, /tiny-model: (\d+ kB|[\d.]+ MB)\. Free on the disk: [\d.,]+ [GM]B\./);
  assert.match(text, /formaction="\/operator\/model\/inside\/install"/);
  assert.equal(installed("tiny-model"), false);
});

test("a model is installed with a button while the page shows how far it is, and can be stopped", async () => {
  server.stallAt = 1_000;
  const started = await ask(boss.headers, `POST ${path}/install`, { source: server.url });
  assert.deepEqual([started.status, started.headers.get("Location")], [303, path]);
  await eventually(async () =>
    assert.match((await ask(boss.headers, `GET ${path}`)).text, /<progress max="\d+" value="1000"/),
  );
  const second = await ask(boss.headers, `POST ${path}/install`, { source: server.url });
  assert.match(second.text, /Another model is being installed/);
  await ask(boss.headers, `POST ${path}/stop`, {});
  assert.match((await ask(boss.headers, `GET ${path}`)).text, /Stopped\. Run it again/);
  assert.equal(installed("tiny-model"), false);

  server.stallAt = null;
  await ask(boss.headers, `POST ${path}/install`, { source: server.url });
  await eventually(async () =>
    assert.match((await ask(boss.headers, `GET ${path}`)).text, /tiny-model is installed\./),
  );
  assert.equal(server.asked.at(-1), "bytes=1000-");
  assert.equal(installed("tiny-model"), true);
});

test("a path of the server is refused: the page takes names and addresses only", async () => {
  const file = join(dataDir, "mine.gguf");
  writeFileSync(file, tinyGguf());
  for (const where of ["", "/install"]) {
    const { status, text } = await ask(boss.headers, `POST ${path}${where}`, { source: file });
    assert.equal(status, 400);
    assert.match(text, /Enter an address that begins with https/);
  }
});

test("a model that is in use is not removed, any other is", async () => {
  writeFileSync(join(dataDir, "models", "used.gguf"), tinyGguf());
  writeFileSync(join(dataDir, "models", "other.gguf"), tinyGguf());
  const chosen = { provider: "inside", model: "used", titles: "on", briefs: "on" };
  assert.equal((await ask(boss.headers, "POST /operator/model", chosen)).status, 303);
  await ask(boss.headers, `POST ${path}/remove`, { name: "used" });
  await ask(boss.headers, `POST ${path}/remove`, { name: "other" });
  assert.deepEqual([installed("used"), installed("other")], [true, false]);
  assert.match((await ask(boss.headers, `GET ${path}`)).text, /<code>used<\/code> [\d.]+ .B <span class="note">in use/);
});

test("a model inside is listed, tried and asked like that of any provider", async () => {
  writeStandIn(join(dataDir, "models", "runtime"));
  const chosen = { provider: "inside", model: "used", titles: "on", briefs: "on" };
  const listed = await ask(boss.headers, "POST /operator/model/list", chosen);
  assert.match(listed.text, /<li><code>used<\/code><\/li>/);
  await ask(boss.headers, "POST /operator/model", chosen);
  const { models } = testParts(database, { DATA_DIR: dataDir });
  const { briefChat, concurrency } = await models.current();
  assert.equal(concurrency, 1);
  const messages = [{ role: "user" as const, text: "hello" }];
  const question = { system: "s", messages, format: null, outputTokensMax: 9, temperature: 0 };
  const outcome = await briefChat?.ask(question, AbortSignal.any([]));
  assert.deepEqual([outcome?.kind, outcome?.usage?.costUsd], ["answered", 0]);
  // The stand-in's answer is no title: the page says so instead of showing it.
  const tried = await ask(boss.headers, "POST /operator/model/try", { ...chosen, headline: "Shock" });
  assert.match(tried.text, /class="fault" role="alert"/);
});
