import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { InstallStep, WantedModel } from "../../../src/models/inside/install-model.ts";
import { eventually } from "../../ground/eventually.ts";
import { runCommand } from "../../ground/run-command.ts";
import { tinyGguf } from "../../ground/tiny-gguf.ts";
import { startFileServer } from "./file-server.ts";
import { binary, insideWorld, type InsideWorld, noStop, writeLock } from "./inside-world.ts";

const bytes = tinyGguf();
const sha256 = createHash("sha256").update(bytes).digest("hex");
const half = Math.floor(bytes.length / 2);

async function install({ inside }: InsideWorld, wanted: Omit<WantedModel, "cwd">): Promise<InstallStep[]> {
  const steps: InstallStep[] = [];
  const plan = await inside.plan({ cwd: "/", ...wanted }, noStop);
  await inside.install(plan, { signal: noStop, onStep: (step) => void steps.push(step) });
  return steps;
}

function filesOf({ dataDir }: InsideWorld): string[] {
  return readdirSync(join(dataDir, "models")).filter((name) => name !== "runtime");
}

function modelOf({ dataDir }: InsideWorld, name: string): Buffer {
  return readFileSync(join(dataDir, "models", `${name}.gguf`));
}

test("the size and the free space are told before anything is downloaded, then progress, then the model is there", async () => {
  const world = insideWorld("stand-in");
  const server = await startFileServer(bytes);
  const plan = await world.inside.plan({ source: server.url, cwd: null }, noStop);
  assert.deepEqual([plan.name, plan.bytes, plan.haveBytes, plan.needsRuntime], ["tiny-model", bytes.length, 0, false]);
  assert.ok(plan.freeBytes > 0);
  assert.deepEqual(filesOf(world), []);
  const steps: InstallStep[] = [];
  await world.inside.install(plan, { signal: noStop, onStep: (step) => void steps.push(step) });
  assert.deepEqual(steps.at(0), { step: "model", doneBytes: 0, bytes: bytes.length });
  assert.deepEqual(steps.at(-1), { step: "check" });
  assert.deepEqual(modelOf(world, "tiny-model"), bytes);
  assert.deepEqual(filesOf(world), ["tiny-model.gguf"]);
  assert.deepEqual(
    (await world.inside.list()).map(({ name, bytes: size }) => [name, size]),
    [["tiny-model", bytes.length]],
  );
});

test("a folder is not a model, and the command says so in a sentence", async () => {
  const { dataDir } = insideWorld("stand-in");
  const { code, stderr } = await runCommand(["model", "install", dataDir], { env: { DATA_DIR: dataDir } });
  assert.equal(code, 1);
  assert.match(stderr, /^There is no file .*, and no model of this name\. Names: /);
});

test("a download that broke off goes on where it stopped", async () => {
  const world = insideWorld("stand-in");
  const server = await startFileServer(bytes);
  server.closeAt = half;
  await assert.rejects(install(world, { source: server.url }), /it goes on from there/);
  server.closeAt = null;
  const plan = await world.inside.plan({ source: server.url, cwd: null }, noStop);
  assert.equal(plan.haveBytes, half);
  await install(world, { source: server.url, sha256 });
  assert.equal(server.asked.at(-1), `bytes=${half}-`);
  assert.deepEqual(modelOf(world, "tiny-model"), bytes);
});

test("a file that changed meanwhile is downloaded from the beginning", async () => {
  const other = tinyGguf(2);
  for (const [what, file] of [
    ["another tag", { bytes: other, etag: '"v2"', hasRanges: true }],
    ["no ranges", { bytes: other, etag: '"v1"', hasRanges: false }],
    ["another length", { bytes: Buffer.concat([other, Buffer.alloc(9)]), etag: '"v1"', hasRanges: true }],
  ] as const) {
    const world = insideWorld("stand-in");
    const server = await startFileServer(bytes);
    server.closeAt = half;
    await assert.rejects(install(world, { source: server.url }));
    Object.assign(server, { file, closeAt: null });
    await install(world, { source: server.url });
    assert.deepEqual(modelOf(world, "tiny-model"), file.bytes, what);
  }
});

test("a stop keeps what is there, and the next attempt goes on", async () => {
  const world = insideWorld("stand-in");
  const server = await startFileServer(bytes);
  server.stallAt = half;
  const stop = new AbortController();
  const plan = await world.inside.plan({ source: server.url, cwd: null }, noStop);
  const onStep = (step: InstallStep) => step.step === "model" && step.doneBytes === half && stop.abort();
  await assert.rejects(world.inside.install(plan, { signal: stop.signal, onStep }), /Stopped/);
  server.stallAt = null;
  await install(world, { source: server.url });
  assert.equal(server.asked.at(-1), `bytes=${half}-`);
  assert.deepEqual(modelOf(world, "tiny-model"), bytes);
});

test("plainwire model install that is killed in the middle goes on from there the next time", async () => {
  const world = insideWorld("stand-in");
  const server = await startFileServer(bytes);
  server.stallAt = half;
  const env = { DATA_DIR: world.dataDir, FETCH_ALLOW_NETWORKS: "127.0.0.0/8" };
  const main = join(import.meta.dirname, "../../../src/main.ts");
  const killed = spawn(process.execPath, [main, "model", "install", server.url], { env, stdio: "ignore" });
  const part = join(world.dataDir, "models", "tiny-model.gguf.part");
  await eventually(() => assert.equal(statSync(part).size, half));
  killed.kill("SIGKILL");
  await once(killed, "exit");
  assert.deepEqual(await world.inside.list(), []);

  server.stallAt = null;
  const ran = await runCommand(["model", "install", server.url, "--sha256", sha256], { env });
  assert.equal(ran.code, 0, ran.output);
  assert.match(ran.stderr, /tiny-model: 1 MB to download, 1 MB of it are here\nFree on the disk: /);
  assert.match(ran.stdout, /plainwire model use inside tiny-model/);
  assert.equal(server.asked.at(-1), `bytes=${half}-`);
  assert.deepEqual(modelOf(world, "tiny-model"), bytes);
});

test("with a wrong checksum nothing is installed and nothing is kept", async () => {
  const world = insideWorld("stand-in");
  const server = await startFileServer(bytes);
  await assert.rejects(install(world, { source: server.url, sha256: "0".repeat(64) }), /checksum is wrong.*deleted/);
  const file = join(world.dataDir, "source.gguf");
  writeFileSync(file, bytes);
  await assert.rejects(install(world, { source: file, sha256: "0".repeat(64) }), /checksum is wrong/);
  assert.deepEqual(filesOf(world), []);
  await assert.rejects(install(world, { source: file, sha256: "12" }), /64 digits/);
});

test("what is not a model is refused before it is downloaded: a web page, an error, a file of another kind", async () => {
  const world = insideWorld("stand-in");
  const server = await startFileServer(Buffer.from(`<!doctype html>${" ".repeat(2_000)}`));
  await assert.rejects(install(world, { source: server.url }), /not a model/);
  server.file.bytes = Buffer.alloc(0);
  await assert.rejects(install(world, { source: server.url }), /server answers 416/);
  const file = join(world.dataDir, "old.gguf");
  writeFileSync(file, "GGML and then some more text to read");
  await assert.rejects(install(world, { source: file }), /not a GGUF file/);
  await assert.rejects(install(world, { source: "no-such-name" }), /no file .*no-such-name.*qwen2\.5-1\.5b/);
  assert.deepEqual(filesOf(world), []);
});

test("a model that does not fit on the disk is refused with both sizes", async () => {
  const world = insideWorld("stand-in");
  const server = await startFileServer(bytes);
  server.claimedBytes = 1e15;
  await assert.rejects(world.inside.plan({ source: server.url, cwd: null }, noStop), /1000001\.0 GB are needed .*free/);
});

test("a private address is refused unless FETCH_ALLOW_NETWORKS allows it", async () => {
  const world = insideWorld("stand-in", { fetchAllowNetworks: [] });
  const server = await startFileServer(bytes);
  await assert.rejects(install(world, { source: server.url }), /cannot be downloaded/);
  assert.deepEqual(server.asked, []);
});

test("a file on this machine is linked, and left in place if asked; its name may be chosen, and is checked", async () => {
  const world = insideWorld("stand-in");
  const file = join(world.dataDir, "Mine.Q4.gguf");
  writeFileSync(file, bytes);
  await install(world, { source: file });
  assert.equal(statSync(join(world.dataDir, "models", "mine.q4.gguf")).ino, statSync(file).ino);
  await install(world, { source: file, name: "linked", inPlace: true });
  assert.ok(lstatSync(join(world.dataDir, "models", "linked.gguf")).isSymbolicLink());
  await assert.rejects(install(world, { source: file }), /installed already/);
  await assert.rejects(install(world, { source: file, name: "../up" }), /not a name/);
  assert.deepEqual(
    (await world.inside.list()).map(({ name }) => name),
    ["linked", "mine.q4"],
  );
  assert.equal(await world.inside.remove("linked"), true);
  assert.equal(await world.inside.remove("linked"), false);
  assert.ok(existsSync(file));
});

test("llama.cpp is installed on demand: one package and the binary of this machine, and no script of theirs runs", async () => {
  const calls: { args: string[]; cwd: string }[] = [];
  const world = insideWorld("none", {
    runNpm: async (args, { cwd }) => {
      calls.push({ args, cwd });
      writeLock(cwd);
    },
  });
  const file = join(world.dataDir, "tiny.gguf");
  writeFileSync(file, bytes);
  assert.equal((await world.inside.plan({ source: file, cwd: "/" }, noStop)).needsRuntime, true);
  assert.deepEqual(await install(world, { source: file }), [{ step: "runtime" }, { step: "check" }]);
  const [call] = calls;
  assert.equal(call?.cwd, join(world.dataDir, "models", "runtime"));
  const packages = call?.args.filter((arg) => arg.includes("llama")) ?? [];
  assert.deepEqual(packages, ["node-llama-cpp@3.22.1", `@node-llama-cpp/${binary}@3.22.1`]);
  for (const flag of ["--no-save", "--omit=optional", "--ignore-scripts"]) assert.ok(call?.args.includes(flag), flag);
  await install(world, { source: file, name: "second" });
  assert.equal(calls.length, 1);
});

test("an npm that installed another version, or half of it, is not believed", async () => {
  const world = insideWorld("none", { runNpm: async (_, { cwd }) => writeLock(cwd, "2.0.0") });
  const file = join(world.dataDir, "tiny.gguf");
  writeFileSync(file, bytes);
  await assert.rejects(install(world, { source: file }), /are not in/);
  assert.deepEqual(await world.inside.list(), []);
});

test("node-llama-cpp is no dependency, and only the process with the model loads it", () => {
  const root = join(import.meta.dirname, "../../..");
  const text = readFileSync(join(root, "package.json"), "utf8") + readFileSync(join(root, "package-lock.json"), "utf8");
  assert.equal(text.includes("llama"), false);
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .filter((name) => /dist.{1,6}index\.js|model-child\.ts/.test(readFileSync(join(root, "src", name), "utf8")));
  assert.deepEqual(sources.sort(), ["models/inside/model-child.ts", "models/inside/start-child.ts"]);
});
