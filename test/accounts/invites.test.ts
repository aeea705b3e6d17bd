import assert from "node:assert/strict";
import { test } from "node:test";
import {
  findPass,
  listInvites,
  createInvitePass,
  createSetupPass,
  revokeInvite,
} from "../../src/accounts/pass-store.ts";
import { hashToken } from "../../src/accounts/secret-token.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker, web, admin } = await testDatabase();
const now = new Date("2026-03-02T08:00:00Z");
const idOf = (token: string) => hashToken(token).toString("hex");

test("a revoked invitation no longer works and cannot be revoked twice", async () => {
  const [token, other] = [
    await createInvitePass(worker, "a@example.org", now),
    await createInvitePass(worker, null, now),
  ];
  assert.equal(await revokeInvite(worker, idOf(token)), true);
  assert.equal(await findPass(web, token, now), null);
  assert.equal(await revokeInvite(worker, idOf(token)), false);
  assert.deepEqual(await findPass(web, other, now), { purpose: "invite", email: null });
});

test("an unknown or used invitation cannot be revoked", async () => {
  const setup = await createSetupPass(worker, now);
  assert.ok(setup !== null);
  assert.equal(await revokeInvite(worker, idOf(setup)), false);
  assert.equal((await findPass(web, setup, now))?.purpose, "setup");
  const used = await createInvitePass(worker, null, now);
  await admin.query("update accounts.one_time_tokens set used_at = $2 where token_hash = $1", [hashToken(used), now]);
  assert.equal(await revokeInvite(worker, idOf(used)), false);
});

test("valid invitations are listed, newest first", async () => {
  await admin.query("delete from accounts.one_time_tokens");
  await createSetupPass(worker, now);
  const [old, used, older, newer] = [
    await createInvitePass(worker, "old@example.org", new Date(now.getTime() - 8 * 86_400_000)),
    await createInvitePass(worker, "used@example.org", now),
    await createInvitePass(worker, "older@example.org", new Date(now.getTime() - 1_000)),
    await createInvitePass(worker, "newer@example.org", now),
  ];
  assert.equal(await findPass(web, old, now), null);
  await admin.query("update accounts.one_time_tokens set used_at = $2 where token_hash = $1", [hashToken(used), now]);
  const listed = await listInvites(worker, now);
  assert.deepEqual(
    listed.map(({ id, email }) => [id, email]),
    [
      [idOf(newer), "newer@example.org"],
      [idOf(older), "older@example.org"],
    ],
  );
});
