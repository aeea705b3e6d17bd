import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { Answer, GotrueClient, GotrueKeys } from "../../src/accounts/supabase/gotrue-client.ts";
import { createAccessTokenVerifier } from "../../src/accounts/supabase/verify-access-token.ts";

const issuer = "https://project.example/auth/v1";
const startMs = Date.UTC(2026, 2, 2, 8);
const minuteMs = 60_000;
const expiresAt = new Date(startMs + 60 * minuteMs);
const [first, second] = [await makeKey("first"), await makeKey("second")];

let nowMs = startMs;
let published: Answer<GotrueKeys>;
let lookups = 0;
beforeEach(() => {
  nowMs = startMs;
  published = { kind: "answer", value: { keys: [first.jwk] } };
  lookups = 0;
});

function verifier() {
  const jwks: GotrueClient["jwks"] = async () => {
    lookups += 1;
    return published;
  };
  return createAccessTokenVerifier(
    { jwks } as GotrueClient,
    { issuers: [issuer], jwtSecret: null },
    () => new Date(nowMs),
  );
}

test("a token of the project is valid, and says who it belongs to and when it expires", async () => {
  assert.deepEqual(await verifier()(await sign()), { kind: "good", subject: "person", expiresAt });
});

const bad: [string, Record<string, unknown>, RegExp][] = [
  ["without an end", { exp: undefined }, /without subject or end/],
  ["of nobody", { sub: undefined }, /without subject or end/],
  ["of another project", { iss: "https://other.example/auth/v1" }, /come from https:\/\/other\.example/],
  ["for somebody who is not logged in", { aud: "anon" }, /"aud"/],
  ["that has run out", { exp: startMs / 1_000 - 1 }, /"exp"/],
];
for (const [name, changes, reason] of bad) {
  test(`a token ${name} is invalid`, async () => {
    const result = await verifier()(await sign(changes));
    assert.equal(result.kind, "bad");
    assert.match(result.kind === "bad" ? result.reason : "", reason);
  });
}

test("if the keys cannot be read, the reason is given", async () => {
  published = { kind: "refused", code: "no_authorization", message: "" };
  assert.deepEqual(await verifier()(await sign()), {
    kind: "bad",
    reason: "its keys cannot be read: no_authorization",
    bySetting: false,
  });
  published = { kind: "unavailable", reason: "status 503" };
  assert.deepEqual(await verifier()(await sign()), {
    kind: "bad",
    reason: "its keys cannot be read: status 503",
    bySetting: false,
  });
});

test("keys are read at most once in ten minutes", async () => {
  const verify = verifier();
  for (const [afterMs, expected] of [
    [0, 1],
    [10 * minuteMs, 1],
    [10 * minuteMs + 1, 2],
  ] as const) {
    nowMs = startMs + afterMs;
    assert.equal((await verify(await sign())).kind, "good");
    assert.equal(lookups, expected);
  }
});

test("an unknown key is looked up, but not within 30 seconds of the last lookup", async () => {
  const verify = verifier();
  await verify(await sign());
  published = { kind: "answer", value: { keys: [second.jwk] } };
  nowMs = startMs + minuteMs / 2 - 1;
  assert.equal((await verify(await sign({}, second))).kind, "bad");
  assert.equal(lookups, 1);
  nowMs = startMs + minuteMs / 2;
  assert.equal((await verify(await sign({}, second))).kind, "good");
  assert.equal(lookups, 2);
});

async function makeKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kty: "EC", kid, alg: "ES256" } };
}

function sign(changes: Record<string, unknown> = {}, { kid, privateKey } = first): Promise<string> {
  const payload = { iss: issuer, aud: "authenticated", sub: "person", exp: expiresAt.getTime() / 1_000, ...changes };
  return new SignJWT(payload).setProtectedHeader({ alg: "ES256", kid }).sign(privateKey);
}
