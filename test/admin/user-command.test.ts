import assert from "node:assert/strict";
import { test } from "node:test";
import { findPass } from "../../src/accounts/pass-store.ts";
import { findPersonByEmail, savePassword } from "../../src/accounts/person-store.ts";
import {
  replaceRecoveryCodes,
  saveBegunLogin,
  saveSecondStep,
} from "../../src/accounts/second-step/second-step-store.ts";
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

test("a link leads to where a browser on this machine reaches the server", async () => {
  const hosts = { "0.0.0.0": "localhost", "::": "localhost", "::1": "[::1]", "news.lan": "news.lan" };
  for (const [HOST, reached] of Object.entries(hosts)) {
    const { stdout } = await run(["user", "invite"], { env: { HOST, PORT: "8080" } });
    assert.equal(/http:\/\/(.+):8080\/auth\//.exec(stdout)?.[1], reached, stdout);
  }
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

test("a second step is turned off by the operator, and passkeys only where a password is left", async () => {
  await run(["user", "create", "armed@example.org"]);
  const { id = "" } = (await findPersonByEmail(pool, "armed@example.org")) ?? {};
  const count = async (table: string) => (await pool.query(`select from ${table} where user_id = $1`, [id])).rowCount;
  const arm = async () => {
    await saveSecondStep(pool, id, { sealedSecret: Buffer.from("x"), step: 1, asksPasskey: false }, new Date());
    await replaceRecoveryCodes(pool, id, [Buffer.alloc(32)], new Date());
    await saveBegunLogin(pool, "a token", id, new Date());
  };
  await pool.query(
    `insert into accounts.passkeys values (gen_random_uuid(), $1, 'h', 'c', 'k', -7, 0, '{}', false, 'Key', now())`,
    [id],
  );
  await arm();
  const reset = await run(["user", "reset-second-step", "Armed@example.org"]);
  assert.equal(reset.stdout, "The password alone opens the account armed@example.org again.\n", reset.stderr);
  for (const table of ["second_steps", "recovery_codes", "begun_logins"])
    assert.equal(await count(`accounts.${table}`), 0);
  assert.equal(await count("accounts.passkeys"), 1);
  const events = await pool.query(
    "select metadata from events where user_id = $1 and event_type = 'second_step_reset'",
    [id],
  );
  assert.deepEqual(events.rows, [{ metadata: { passkeys: false } }]);

  await arm();
  const refused = await run(["user", "reset-second-step", "--passkeys", "armed@example.org"]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^armed@example\.org has no other way in than passkeys/);
  assert.deepEqual([await count("accounts.passkeys"), await count("accounts.second_steps")], [1, 1]);
  await savePassword(pool, id, "a hash", new Date());
  const removed = await run(["user", "reset-second-step", "--passkeys", "armed@example.org"]);
  assert.match(removed.stdout, /Removed 1 passkey\.\n$/);
  assert.deepEqual([await count("accounts.passkeys"), await count("accounts.second_steps")], [0, 0]);
  assert.match((await run(["user", "reset-second-step", "nobody@example.org"])).stderr, /^There is no account nobody/);
});

function tokenIn(text: string): string {
  return /[/=]([\w-]{20,})\s*$/.exec(text)?.[1] ?? "";
}
