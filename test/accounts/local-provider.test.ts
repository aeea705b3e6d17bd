import assert from "node:assert/strict";
import { test } from "node:test";
import { createHasher } from "../../src/accounts/local-provider.ts";

test("a hash of the reference implementation is understood", async () => {
  const reference = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  const hasher = createHasher();
  assert.equal(await hasher.verify("password", reference), true);
  assert.equal(await hasher.verify("Password", reference), false);
});

test("a hash contains its cost and its own salt, and matches one password only", async () => {
  const hasher = createHasher();
  const [first, second] = [await hasher.hash("a quiet lake"), await hasher.hash("a quiet lake")];
  assert.match(first ?? "", /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.notEqual(first, second);
  assert.equal(await hasher.verify("a quiet lake", first), true);
  assert.equal(await hasher.verify("a quiet lake ", first), false);
});

test("the same characters are the same password, however the keyboard composes them", async () => {
  const hasher = createHasher();
  const hash = await hasher.hash("caf\u00e9 au lait");
  assert.equal(await hasher.verify("cafe\u0301 au lait", hash), true);
});

test("without a hash, no password is correct", async () => {
  assert.equal(await createHasher().verify("", null), false);
});

test("more requests than can be hashed in time are refused immediately; all others are served", async () => {
  const hasher = createHasher();
  const results = await Promise.all(Array.from({ length: 104 }, () => hasher.verify("x", cheap)));
  assert.equal(results.filter((result) => result === null).length, 2);
  assert.equal(results.filter((result) => result === false).length, 102);
  assert.equal(await hasher.verify("x", cheap), false);
});

/** The least argon2 allows, so that a hundred of them are quick. */
const cheap = "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
