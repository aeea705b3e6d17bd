import assert from "node:assert/strict";
import { test } from "node:test";
import { onDatabase } from "../../faults/fault-world.ts";
import { startCommand } from "../../ground/run-command.ts";
import { testDatabase } from "../../ground/test-database.ts";

test(
  "the first start prints a link that makes the operator, the next one prints none",
  { timeout: 60_000 },
  async () => {
    const settings = { ...onDatabase(await testDatabase()), PORT: "0", REGISTRATION: "closed" };
    const first = startCommand(["web"], { env: settings });
    const url = /Plainwire is on (http:\S+?)"/.exec(await first.line(/Plainwire is on/))?.[1] ?? "";
    const setup = /Open this link to become the operator: http:[^/]*\/\/[^/]*(\/auth\/setup\/[\w-]{43})/.exec(
      await first.line(/Open this link to become the operator/),
    )?.[1];

    const form = await fetch(url + setup);
    assert.match(form.url, /\/auth\/register\?token=/);
    const [, csrf = ""] = /name="csrf" value="([\w-]+)"/.exec(await form.text()) ?? [];
    const password = "a quiet lake at dawn";
    const token = new URL(form.url).searchParams.get("token") ?? "";
    const registered = await fetch(`${url}/auth/register`, {
      method: "POST",
      headers: { Cookie: cookieOf(form), Origin: url },
      body: new URLSearchParams({
        csrf,
        token,
        email: "ada@example.org",
        password,
        repeated: password,
        privacy: "yes",
      }),
      redirect: "manual",
    });
    assert.equal(registered.status, 303);
    const account = await fetch(`${url}/account`, { headers: { Cookie: cookieOf(registered) } });
    assert.match(await account.text(), /You are an operator of this server/);
    assert.equal((await first.stop()).code, 0);

    const second = startCommand(["web"], { env: settings });
    await second.line(/"ready"/);
    assert.ok(!second.output().includes("Open this link to become the operator"));
    await second.stop();
  },
);

function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}
