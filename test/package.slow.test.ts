import assert from "node:assert/strict";
import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { startProgram, temporaryFolder } from "./ground/plainwire-process.ts";

const root = resolve(import.meta.dirname, "..");

// What npm does with the tarball, without the network: the package is unpacked, and what it needs stands next to it.
const folder = join(await temporaryFolder(), "a folder with spaces");
const modules = join(folder, "node_modules");
const packed = pack();

test("npm pack has the program without types, and neither tests nor secrets nor anything outside its list", () => {
  assert.deepEqual(
    packed.filter((file) => /\.ts$|^(src|test|scripts|data|node_modules|\.)/.test(file)),
    [],
  );
  for (const file of ["bin/plainwire", "dist/main.js", "migrations/rights.sql", "LICENSE", "README.md", "SECURITY.md"])
    assert.ok(packed.includes(file), file);
  assert.ok(!existsSync(join(root, "dist")), "dist/ is removed after packing");
});

test("every file that a packed source names is in the package", () => {
  const scripts = packed.filter((file) => /^dist\/.*\.js$/.test(file) && !file.includes("/static/"));
  assert.ok(scripts.length > 500);
  const missing = scripts.flatMap((file) =>
    [...readFileSync(join(modules, "plainwire", file), "utf8").matchAll(/"(\.\.?\/[^"\n]+\.js)"/g)]
      .map(([, name = ""]) => join(dirname(file), name))
      .filter((name) => !packed.includes(name))
      .map((name) => `${file}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

test("the installed package starts from another folder, keeps its data in the user's data folder, and stops", async () => {
  const home = await temporaryFolder();
  // Another project's .env lies in the folder it is started in.
  const running = startProgram(join(modules, ".bin/plainwire"), ["start"], {
    HOME: home,
    PORT: "0",
    NODE_COMPILE_CACHE: "",
  });
  const [, url = ""] = /Plainwire is on (http:[^"]+)/.exec(await running.line(/Plainwire is on/)) ?? [];
  await running.line(/"msg":"ready"/);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  const page = await (await fetch(url)).text();
  const [script] = /\/vendor\/[^"]+\.js/.exec(page) ?? assert.fail("the page names no script");
  assert.equal((await fetch(url + script)).status, 200);
  assert.ok(existsSync(join(home, ".local/share/plainwire/secret-key")));
  assert.ok(existsSync(join(home, ".cache/plainwire")), "compiled code is kept where the user may write");
  running.child.kill("SIGTERM");
  assert.deepEqual(await running.ended, { code: 0, signal: null });
});

test("the installed package shows its demo: threads and files of their own are found", async () => {
  const home = await temporaryFolder();
  const running = startProgram(join(modules, ".bin/plainwire"), ["demo"], { HOME: home, PORT: "0" });
  await running.line(/item pages are still being read|everything is read|Ready after/);
  assert.match(running.output(), /Log in/);
  running.child.kill("SIGINT");
  assert.equal((await running.ended).code, 0);
  assert.deepEqual(readdirSync(join(home, ".local/share")), ["plainwire-demo"]);
});

/** Packs, unpacks, links. Returns the files of the package. */
function pack(): string[] {
  mkdirSync(modules, { recursive: true });
  const options: ExecFileSyncOptionsWithStringEncoding = {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  };
  const [described] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", folder], options)) as [
    { filename: string; files: { path: string }[] },
  ];
  execFileSync("tar", ["-xzf", join(folder, described.filename), "-C", modules]);
  execFileSync("mv", [join(modules, "package"), join(modules, "plainwire")]);
  for (const name of readdirSync(join(root, "node_modules")).filter((one) => !one.startsWith(".")))
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  mkdirSync(join(modules, ".bin"));
  symlinkSync("../plainwire/bin/plainwire", join(modules, ".bin/plainwire"));
  return described.files.map(({ path }) => path);
}
