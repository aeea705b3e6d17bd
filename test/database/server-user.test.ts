import assert from "node:assert/strict";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { findServerUser, runProgram } from "../../src/database/server-user.ts";
import { temporaryFolder } from "../ground/plainwire-process.ts";

for (const signal of ["INT", "TERM"]) {
  test(`a program that a SIG${signal} for us ended before it had its own session runs again`, async () => {
    const binaries = await temporaryFolder();
    await mkdir(join(binaries, "bin"));
    const program = join(binaries, "bin", "pg_ctl");
    // As if the first one had met the signal.
    const [once, again] = [join(binaries, "once"), `echo stopped "$1"`];
    await writeFile(program, `#!/bin/sh\nmkdir ${once} 2>/dev/null && kill -${signal} $$\n${again}\n`);
    await Promise.all([chmod(program, 0o755), chmod(binaries, 0o777)]);
    const ended = await runProgram({ binaries, user: findServerUser() }, "pg_ctl", ["fast"]);
    assert.deepEqual(ended, { code: 0, signal: null, output: "stopped fast" });
  });
}
