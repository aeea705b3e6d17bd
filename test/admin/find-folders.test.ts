import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { findFolders } from "../../src/admin/find-folders.ts";
import { temporaryFolder } from "../ground/plainwire-process.ts";
import { runCommand } from "../ground/run-command.ts";

test("a clone has its data and its .env in the working directory, a package in the user's data folder", () => {
  const env = { HOME: "/home/ann" };
  assert.deepEqual(findFolders({ isPackage: false, env, cwd: "/srv" }), { dotEnvFolder: "/srv", usual: {} });
  const home = "/home/ann/.local/share/plainwire";
  assert.deepEqual(findFolders({ isPackage: true, env, cwd: "/srv" }), {
    dotEnvFolder: home,
    usual: { DATA_DIR: home },
  });
  const chosen = { ...env, XDG_DATA_HOME: "/big/share" };
  assert.equal(findFolders({ isPackage: true, env: chosen, cwd: "/srv" }).usual["DATA_DIR"], "/big/share/plainwire");
  const relative = { ...env, XDG_DATA_HOME: "share" };
  assert.equal(findFolders({ isPackage: true, env: relative, cwd: "/srv" }).usual["DATA_DIR"], home);
  assert.equal(findFolders({ isPackage: true, env: { ...env, DATA_DIR: "x" }, cwd: "/srv" }).dotEnvFolder, "/srv/x");
});

test("a package ignores the .env of the folder it is started in, and reads its own", async () => {
  const folder = await temporaryFolder();
  const own = join(folder, "share", "plainwire");
  await mkdir(own, { recursive: true });
  await writeFile(join(folder, ".env"), "SOMEBODY_ELSES=1\nPORT=1111\n");
  await writeFile(join(own, ".env"), "PORT=2222\n");
  const env = { XDG_DATA_HOME: join(folder, "share") };
  const { code, stdout, stderr } = await runCommand(["config", "--json"], { env, cwd: folder, isPackage: true });
  assert.deepEqual([code, stderr], [0, ""]);
  const rows = JSON.parse(stdout) as { name: string; value: string; from: string }[];
  const shown = rows.filter(({ name }) => name === "DATA_DIR" || name === "PORT");
  assert.deepEqual(shown, [
    { name: "DATA_DIR", value: own, from: "default" },
    { name: "PORT", value: "2222", from: ".env" },
  ]);
});
