import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { createChallenge } from "../../src/accounts/passkeys/challenges.ts";
import { listPasskeys } from "../../src/accounts/passkeys/passkey-store.ts";
import { removePasskey } from "../../src/accounts/passkeys/remove-passkey.ts";
import { addPasskey } from "../../src/accounts/passkeys/use-passkey.ts";
import { useResetPass, createResetPass } from "../../src/accounts/pass-store.ts";
import { registerPerson } from "../../src/accounts/person-store.ts";
import { removePassword } from "../../src/accounts/remove-password.ts";
import { setPasskeyStep } from "../../src/accounts/second-step/change-second-step.ts";
import { findSecondStep } from "../../src/accounts/second-step/second-step-store.ts";
import { mayRemove, type WayIn, type WaysIn } from "../../src/accounts/ways-in.ts";
import { findWaysIn } from "../../src/accounts/ways-in-store.ts";
import { softwarePasskey } from "../ground/software-passkey.ts";
import { testDatabase } from "../ground/test-database.ts";
import { accountParts } from "../web/web-parts.ts";

const { web } = await testDatabase();
const parts = accountParts(web);
const party = { id: "news.example.org", origin: "https://news.example.org" };
const here = { host: party.id, issuers: [] };
const visit = { address: null, userAgent: null, sessionToken: null };

const removals: [WaysIn, WayIn, boolean][] = [
  [{ password: true, passkeys: 0, identities: 0 }, "password", false],
  [{ password: true, passkeys: 1, identities: 0 }, "password", true],
  [{ password: true, passkeys: 0, identities: 1 }, "password", true],
  [{ password: false, passkeys: 2, identities: 1 }, "password", false],
  [{ password: false, passkeys: 1, identities: 0 }, "passkey", false],
  [{ password: false, passkeys: 2, identities: 0 }, "passkey", true],
  [{ password: false, passkeys: 1, identities: 1 }, "passkey", true],
  [{ password: true, passkeys: 1, identities: 0 }, "passkey", true],
  [{ password: true, passkeys: 0, identities: 0 }, "passkey", false],
  [{ password: false, passkeys: 0, identities: 1 }, "identity", false],
  [{ password: false, passkeys: 0, identities: 2 }, "identity", true],
  [{ password: false, passkeys: 1, identities: 1 }, "identity", true],
  [{ password: true, passkeys: 0, identities: 1 }, "identity", true],
  [{ password: true, passkeys: 3, identities: 0 }, "identity", false],
];

test("a way in can be removed while another one is left", () => {
  for (const [ways, way, may] of removals) assert.equal(mayRemove(ways, way), may, `${way} of ${JSON.stringify(ways)}`);
});

async function person(passkeys: number, passwordHash: string | null = null, at = party): Promise<string> {
  const id = randomUUID();
  const email = `${id}@example.org`;
  await registerPerson(web, { id, email, passwordHash, providerId: null, passHash: null }, new Date());
  const use = { purpose: "add", binding: "" } as const;
  for (let count = 0; count < passkeys; count += 1) {
    const answer = softwarePasskey(at, id, -8).create(createChallenge(parts.secrets, use, new Date()));
    assert.equal((await addPasskey(parts, { id }, { answer, party: at, use, name: "Key" })).kind, "added");
  }
  return id;
}

const idsOf = async (id: string) => (await listPasskeys(web, id)).map((passkey) => passkey.id);

test("of two passkeys that are removed at once, the last way in stays", async () => {
  const id = await person(2);
  const outcomes = await Promise.all((await idsOf(id)).map((one) => removePasskey(parts, { id, ...here }, one)));
  assert.deepEqual(outcomes.toSorted(), ["last", "removed"]);
  assert.equal((await idsOf(id)).length, 1);
});

test("of the password and the only passkey, removed at once, one stays", async () => {
  const id = await person(1, "a hash");
  const [passkeyId = ""] = await idsOf(id);
  const [password, passkey] = await Promise.all([
    removePassword(parts, { id, ...here }, visit),
    removePasskey(parts, { id, ...here }, passkeyId),
  ]);
  assert.notEqual(password.kind === "removed", passkey === "removed");
  const ways = await findWaysIn(web, { id, ...here });
  assert.equal(Number(ways.password) + ways.passkeys, 1);
});

test("a passkey that was made at another host is no way in, and can always go", async () => {
  const id = await person(1, "a hash", { id: "old.example.org", origin: "https://old.example.org" });
  assert.deepEqual(await findWaysIn(web, { id, ...here }), { password: true, passkeys: 0, identities: 0 });
  assert.equal((await removePassword(parts, { id, ...here }, visit)).kind, "last");
  const [passkeyId = ""] = await idsOf(id);
  assert.equal(await removePasskey(parts, { id, ...here }, passkeyId), "removed");
  assert.equal(await removePasskey(parts, { id, ...here }, passkeyId), "missing");
});

test("nobody removes somebody else's passkey", async () => {
  const [owner, other] = [await person(1), await person(1, "a hash")];
  const [passkeyId = ""] = await idsOf(owner);
  assert.equal(await removePasskey(parts, { id: other, ...here }, passkeyId), "missing");
});

test("without the last passkey, none is asked for after the password", async () => {
  const id = await person(2, "a hash");
  const { codes } = await setPasskeyStep(parts, { id, ...here }, true);
  assert.equal(codes?.length, 10);
  const [first = "", second = ""] = await idsOf(id);
  assert.equal(await removePasskey(parts, { id, ...here }, first), "removed");
  assert.equal((await findSecondStep(web, id))?.asksPasskey, true);
  assert.equal(await removePasskey(parts, { id, ...here }, second), "removed");
  assert.equal(await findSecondStep(web, id), null);
});

test("a password reset ends passkeys that the old password could have added, and no others", async () => {
  const [plain, guarded, without] = [await person(1, "a hash"), await person(1, "a hash"), await person(1)];
  await setPasskeyStep(parts, { id: guarded, ...here }, true);
  for (const id of [plain, guarded, without]) {
    const token = await createResetPass(web, `${id}@example.org`, new Date());
    assert.equal(await useResetPass(web, token ?? "", "another hash", new Date()), id);
  }
  assert.deepEqual(
    [(await idsOf(plain)).length, (await idsOf(guarded)).length, (await idsOf(without)).length],
    [0, 1, 1],
  );
});
