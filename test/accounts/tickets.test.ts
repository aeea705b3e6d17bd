import assert from "node:assert/strict";
import { test } from "node:test";
import { openTicket, sealTicket } from "../../src/accounts/ticket.ts";
import { createSecretBox } from "../../src/database/secret-box.ts";

const secrets = createSecretBox("a key for tests that has enough characters");
const now = new Date();
const content = { personId: "p", endsAt: now.getTime() + 1 };

test("a ticket opens for its own purpose, in its time, and as it was made", () => {
  const ticket = sealTicket(secrets, "codes setup", content);
  assert.deepEqual(openTicket(secrets, "codes setup", ticket, now), content);
  assert.equal(openTicket(secrets, "oidc trip", ticket, now), null);
  assert.equal(openTicket(secrets, "codes setup", ticket, new Date(content.endsAt)), null);
  assert.equal(openTicket(createSecretBox("another key with enough characters"), "codes setup", ticket, now), null);
  const bytes = Buffer.from(ticket, "base64url");
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.equal(openTicket(secrets, "codes setup", changed.toString("base64url"), now), null, `byte ${at}`);
  }
  for (let length = 0; length < bytes.length; length += 1) {
    const cut = bytes.subarray(0, length).toString("base64url");
    assert.equal(openTicket(secrets, "codes setup", cut, now), null, `${length} bytes`);
  }
});

test("what was sealed to be stored is no ticket, whatever it says", () => {
  // An operator types any text as a model's key and reads it in the form, sealed.
  const typed = secrets.seal(JSON.stringify(content)).toString("base64url");
  assert.equal(openTicket(secrets, "codes setup", typed, now), null);
  assert.equal(secrets.open(secrets.seal("a key")), "a key");
});
