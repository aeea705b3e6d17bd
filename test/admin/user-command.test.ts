import assert from "node:assert/strict";
import { test } from "node:test";
import { findPass } from "../../src/accounts/pass-store.ts";
import { commandLine } from "./command-line.ts";

const { run, json, pool } = await commandLine();
type Listed = { email: string; operator: boolean; disabledAt: string | null };

test("an account is created, listed, disabled, enabled and deleted", async () => {
  const made = await run(["user", "create", "--operator", "me@example.org"]);
  assert.equal(made.code, 0, made.stderr);
  assert.equal((await findPass(pool, tokenIn(made.stdout), new Date()))?.purpose, "reset");
  assert.match((await run(["user", "list"])).stdout, /^EMAIL +OPERATOR +STATE .*\nme@example\.org +yes +enabled +0 /);

  assert.equal((await run(["user", "disable", "ME@example.org"])).stdout, "Disabled me@example.org\n");
  assert.notEqual((await json<Listed[]>(["user", "list"]))[0]?.disabledAt, null);
  assert.equal((await run(["user", "reset-password", "me@example.org"])).code, 1);
  assert.equal((await run(["user", "enable", "me@example.org"])).stdout, "Enabled me@example.org\n");
  assert.match(
    (await run(["user", "reset-password", "me@example.org"])).stdout,
    /^Set the password within 30 minutes at http.*\/auth\/reset\//,
  );

  assert.equal((await run(["user", "delete", "me@example.org"])).stdout, "Deleted me@example.org\n");
  assert.deepEqual(await json<Listed[]>(["user", "list"]), []);
});

test("an invitation is a link for one person, at the public address", async () => {
  const { stdout } = await run(["user", "invite", "friend@example.org"], {
    env: { PUBLIC_ORIGIN: "https://news.example.org" },
  });
  assert.match(stdout, /https:\/\/news\.example\.org\/auth\/register\?token=/);
  assert.deepEqual(await findPass(pool, tokenIn(stdout), new Date()), {
    purpose: "invite",
    email: "friend@example.org",
  });
});

test("a second account with the same address, an unknown account and an invalid address are refused", async () => {
  await run(["user", "create", "twice@example.org"]);
  const again = await run(["user", "create", "Twice@example.org"]);
  assert.deepEqual([again.code, again.stdout], [1, ""]);
  assert.match(again.stderr, /^There is already an account Twice@example\.org/);
  assert.match(
    (await run(["user", "delete", "nobody@example.org"])).stderr,
    /^There is no account nobody@example\.org/,
  );
  const wrong = await run(["user", "create", "nonsense"]);
  assert.deepEqual([wrong.code, wrong.stderr], [2, '"nonsense" is not an email address.\n']);
});

function tokenIn(text: string): string {
  return /[/=]([\w-]{20,})\s*$/.exec(text)?.[1] ?? "";
}
