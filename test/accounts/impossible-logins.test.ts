import assert from "node:assert/strict";
import { test } from "node:test";
import { logIn } from "../../src/accounts/sessions.ts";
import { testDatabase } from "../ground/test-database.ts";
import { accountParts } from "../web/web-parts.ts";
import { goodPassword } from "./auth-provider-contract.ts";

const { web } = await testDatabase();
const visit = { address: null, userAgent: null, sessionToken: null };

test("an impossible email or password is refused without asking the provider", async () => {
  const parts = accountParts(web);
  let asked = 0;
  const signIn: typeof parts.provider.signIn = async () => {
    asked += 1;
    return { kind: "wrong" };
  };
  const counted = { ...parts, provider: { ...parts.provider, signIn } };
  for (const [email, password, asks] of [
    ["no email", goodPassword, 0],
    ["a@example.org", "x".repeat(1_000_000), 0],
    ["a@example.org", goodPassword, 1],
  ] as const) {
    asked = 0;
    assert.deepEqual(await logIn(counted, { email, password }, visit), { kind: "wrong" });
    assert.equal(asked, asks, email);
  }
});
