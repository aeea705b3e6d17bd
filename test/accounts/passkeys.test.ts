import assert from "node:assert/strict";
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { type ChallengeUse, createChallenge } from "../../src/accounts/passkeys/challenges.ts";
import { parseAuthenticatorData } from "../../src/accounts/passkeys/parse-authenticator-data.ts";
import { parseCbor } from "../../src/accounts/passkeys/parse-cbor.ts";
import { parseCoseKey } from "../../src/accounts/passkeys/parse-cose-key.ts";
import { askForPasskey } from "../../src/accounts/passkeys/passkey-options.ts";
import { listPasskeys } from "../../src/accounts/passkeys/passkey-store.ts";
import { relyingPartyOf } from "../../src/accounts/passkeys/relying-party.ts";
import { addPasskey, logInWithPasskey, passkeysMax, provePasskey } from "../../src/accounts/passkeys/use-passkey.ts";
import { parsePasskeyAnswer } from "../../src/accounts/passkeys/verify-passkey.ts";
import { registerPerson, setPersonDisabled } from "../../src/accounts/person-store.ts";
import { findLiveSession } from "../../src/accounts/sessions.ts";
import { checkProperty } from "../ground/check-property.ts";
import { type Algorithm, cbor, flags, softwarePasskey, type SoftwarePasskey } from "../ground/software-passkey.ts";
import { testDatabase } from "../ground/test-database.ts";
import { accountParts } from "../web/web-parts.ts";

const { web, worker } = await testDatabase();
const party = { id: "news.example.org", origin: "https://news.example.org" };
let now = new Date();
const parts = accountParts(web, { now: () => now });
const logIn: ChallengeUse = { purpose: "log-in", binding: "a browser" };
const adding: ChallengeUse = { purpose: "add", binding: "a session" };
let visits = 0;
const visit = () => ({ address: `10.3.${(visits += 1) >> 8}.${visits & 255}`, userAgent: null, sessionToken: null });
const challengeFor = (use: ChallengeUse) => createChallenge(parts.secrets, use, now);

async function person(): Promise<string> {
  const id = randomUUID();
  await registerPerson(
    web,
    { id, email: `${id}@example.org`, passwordHash: null, providerId: null, passHash: null },
    now,
  );
  return id;
}

const add = (id: string, answer: string, use = adding) =>
  addPasskey(parts, { id }, { answer, party, use, name: "Key" });

async function withPasskey(algorithm: Algorithm = -7): Promise<{ id: string; passkey: SoftwarePasskey }> {
  const id = await person();
  const passkey = softwarePasskey(party, id, algorithm);
  assert.deepEqual(await add(id, passkey.create(challengeFor(adding))), { kind: "added" });
  return { id, passkey };
}

const enter = (answer: string, use = logIn) => logInWithPasskey(parts, { answer, party, use }, visit());
const refused = (why: string) => ({ kind: "refused", why });

for (const algorithm of [-7, -8, -257] as const) {
  test(`a passkey with the algorithm ${algorithm} is added and opens its owner's account`, async () => {
    const { id, passkey } = await withPasskey(algorithm);
    const result = await enter(passkey.get(challengeFor(logIn)));
    assert.ok(result.kind === "logged-in");
    assert.equal(result.email, `${id}@example.org`);
    const live = await findLiveSession(parts, result.session.token);
    assert.ok(live.kind === "live");
    assert.equal(live.session.person.id, id);
    assert.notEqual((await listPasskeys(web, id))[0]?.lastUsedAt, null);
    // Another key's signature.
    const other = softwarePasskey(party, id, algorithm);
    const forged = { ...(JSON.parse(other.get(challengeFor(logIn))) as object), id: passkey.id.toString("base64url") };
    assert.deepEqual(await enter(JSON.stringify(forged)), refused("forged"));
    assert.deepEqual(await enter(JSON.stringify({ ...forged, signature: "AAAA" })), refused("forged"));
  });
}

test("an answer works once, for the purpose and in the browser it was asked for, within five minutes", async () => {
  const { id, passkey } = await withPasskey();
  const answer = passkey.get(challengeFor(logIn));
  assert.equal((await enter(answer)).kind, "logged-in");
  assert.deepEqual(await enter(answer), refused("used"));
  assert.deepEqual(await enter(passkey.get(challengeFor({ ...logIn, binding: "another" }))), refused("malformed"));
  assert.deepEqual(await enter(passkey.get(challengeFor({ ...logIn, purpose: "confirm" }))), refused("malformed"));
  assert.deepEqual(await enter(passkey.get(Buffer.alloc(38).toString("base64url"))), refused("malformed"));
  const early = passkey.get(challengeFor(logIn));
  const asked = now;
  now = new Date(asked.getTime() + 5 * 60_000);
  assert.deepEqual(await enter(early), refused("expired"));
  now = asked;

  // The same for what adds one.
  const other = softwarePasskey(party, id);
  const made = other.create(challengeFor(adding));
  assert.deepEqual(await add(id, made), { kind: "added" });
  assert.deepEqual(await add(id, made), refused("used"));
  assert.deepEqual(await add(id, other.create(challengeFor(adding))), { kind: "known" });
});

test("an answer for another site, in a frame, or of another kind is refused", async () => {
  const { passkey } = await withPasskey();
  const tried = (changes: Parameters<SoftwarePasskey["get"]>[1]) => enter(passkey.get(challengeFor(logIn), changes));
  assert.deepEqual(await tried({ origin: "https://news.example.org.evil.test" }), refused("other-site"));
  assert.deepEqual(await tried({ origin: "http://news.example.org" }), refused("other-site"));
  assert.deepEqual(await tried({ crossOrigin: true }), refused("other-site"));
  assert.deepEqual(await tried({ relyingPartyId: "evil.test" }), refused("other-site"));
  assert.deepEqual(await tried({ type: "webauthn.create" }), refused("malformed"));
  const id = await person();
  const fresh = softwarePasskey(party, id);
  assert.deepEqual(
    await add(id, fresh.create(challengeFor(adding), { origin: "https://evil.test" })),
    refused("other-site"),
  );
  assert.deepEqual(
    await add(id, fresh.create(challengeFor(adding), { relyingPartyId: "evil.test" })),
    refused("other-site"),
  );
});

test("a passkey alone must know who holds it; after the password a touch is enough", async () => {
  const { id, passkey } = await withPasskey();
  const touched = { flags: flags.present };
  assert.deepEqual(await enter(passkey.get(challengeFor(logIn), touched)), refused("unverified"));
  assert.deepEqual(await enter(passkey.get(challengeFor(logIn), { flags: flags.verified })), refused("unverified"));
  const step: ChallengeUse = { purpose: "second-step", binding: "a login" };
  const given = { answer: passkey.get(challengeFor(step), touched), party, use: step, personId: id };
  assert.equal((await provePasskey(parts, given, visit())).kind, "proved");
  const fresh = softwarePasskey(party, id);
  const made = fresh.create(challengeFor(adding), { flags: flags.present | flags.made });
  assert.deepEqual(await add(id, made), refused("unverified"));
});

test("a counter that does not grow is a copy; a synchronised passkey has none", async () => {
  const { id, passkey } = await withPasskey();
  const count = (signCount: number) => enter(passkey.get(challengeFor(logIn), { signCount }));
  assert.equal((await count(0)).kind, "logged-in");
  assert.equal((await count(0)).kind, "logged-in");
  assert.equal((await count(5)).kind, "logged-in");
  assert.deepEqual(await count(5), refused("copied"));
  assert.deepEqual(await count(0), refused("copied"));
  assert.equal((await count(6)).kind, "logged-in");
  const { rows } = await worker.query(
    "select metadata from events where user_id = $1 and event_type = 'login_refused'",
    [id],
  );
  assert.deepEqual(
    rows,
    [1, 2].map(() => ({ metadata: { passkey: "Key", why: "copied" } })),
  );
});

test("a passkey opens nobody else's account, and none that is disabled", async () => {
  const { id, passkey } = await withPasskey();
  const stranger = await withPasskey();
  const userHandle = Buffer.from(stranger.id.replaceAll("-", ""), "hex");
  assert.deepEqual(await enter(passkey.get(challengeFor(logIn), { userHandle })), refused("unknown"));
  assert.deepEqual(await enter(passkey.get(challengeFor(logIn), { userHandle: Buffer.alloc(0) })), refused("unknown"));
  const step: ChallengeUse = { purpose: "second-step", binding: "a login" };
  const given = { answer: passkey.get(challengeFor(step)), party, use: step, personId: stranger.id };
  assert.deepEqual(await provePasskey(parts, given, visit()), refused("unknown"));
  assert.deepEqual(await enter(softwarePasskey(party, id).get(challengeFor(logIn))), refused("unknown"));
  await setPersonDisabled(worker, id, true, now);
  assert.deepEqual(await enter(passkey.get(challengeFor(logIn))), refused("unknown"));
});

test("one network tries a passkey five times", async () => {
  const { passkey } = await withPasskey();
  const from = visit();
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const tried = (changes: object) =>
    logInWithPasskey(parts, { answer: passkey.get(challengeFor(logIn), changes), party, use: logIn }, from);
  // What succeeds is not counted.
  for (let time = 0; time < 7; time += 1) assert.equal((await tried({})).kind, "logged-in");
  for (let time = 0; time < 5; time += 1) assert.deepEqual(await tried({ signWith: privateKey }), refused("forged"));
  assert.equal((await tried({})).kind, "throttled");
});

test("a person has at most twenty passkeys, also when two are added at once", async () => {
  const id = await person();
  const one = () => add(id, softwarePasskey(party, id, -8).create(challengeFor(adding)));
  for (let count = 1; count < passkeysMax; count += 1) assert.deepEqual(await one(), { kind: "added" });
  const kinds = (await Promise.all([one(), one(), one()])).map(({ kind }) => kind);
  assert.deepEqual(kinds.toSorted(), ["added", "full", "full"]);
  assert.equal((await listPasskeys(web, id)).length, passkeysMax);
});

test("where browsers offer no passkeys, we don't either", () => {
  const ids = [
    ["https://news.example.org", "news.example.org"],
    ["https://news.example.org:8443", "news.example.org"],
    ["http://localhost:8080", "localhost"],
    ["http://127.0.0.1:8080", null],
    ["https://192.0.2.7", null],
    ["https://[2001:db8::1]", null],
    ["http://news.example.org", null],
    ["http://notlocalhost", null],
  ] as const;
  for (const [origin, id] of ids) assert.equal(relyingPartyOf(origin)?.id ?? null, id, origin);
});

test("keys that are none, too weak or of another kind are refused", () => {
  const point = Buffer.alloc(32, 7);
  assert.equal(
    parseCoseKey(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point],
        [-3, point],
      ]),
    ),
    null,
  );
  assert.equal(
    parseCoseKey(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -47],
        [-1, 8],
        [-2, point],
        [-3, point],
      ]),
    ),
    null,
  );
  const { n = "", e = "" } = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ format: "jwk" });
  const weak = new Map<number, number | Buffer>([
    [1, 3],
    [3, -257],
    [-1, Buffer.from(n, "base64url")],
    [-2, Buffer.from(e, "base64url")],
  ]);
  assert.equal(parseCoseKey(weak), null);
  assert.equal(parseCoseKey("a key"), null);
});

test("a browser is asked for the person's passkeys of this host only, and a second step need not verify the person", async () => {
  const { id, passkey } = await withPasskey();
  const elsewhere = { id: "old.example.org", origin: "https://old.example.org" };
  const old = softwarePasskey(elsewhere, id).create(challengeFor(adding));
  await addPasskey(parts, { id }, { answer: old, party: elsewhere, use: adding, name: "Old" });
  const second: ChallengeUse = { purpose: "second-step", binding: "a session" };
  const asked = (await askForPasskey(parts, { personId: id, party, use: second })) as Asked;
  assert.deepEqual(
    asked.allowCredentials.map((one) => one.id),
    [passkey.id.toString("base64url")],
  );
  assert.equal(asked.userVerification, "preferred");
  const unnamed = (await askForPasskey(parts, { personId: null, party, use: logIn })) as Asked;
  assert.deepEqual(unnamed.allowCredentials, []);
  assert.equal(unnamed.userVerification, "required");
});

type Asked = { allowCredentials: { id: string }[]; userVerification: string };

test("CBOR is read as it was written, and no bytes break the readers", async () => {
  const nested = new Map<string, Map<number, Buffer>>([["a", new Map([[-300, Buffer.alloc(300, 1)]])]]);
  assert.deepEqual(parseCbor(cbor(nested))?.value, nested);
  const simple = ["f4", "f5", "f6", "f7"].map((hex) => parseCbor(Buffer.from(hex, "hex")));
  assert.deepEqual(simple, [{ value: false, end: 1 }, { value: true, end: 1 }, { value: null, end: 1 }, null]);
  // Lists nested without end, a length of four gigabytes, an endless string, the same key twice.
  for (const hex of ["81".repeat(50), "5affffffff", "5f41ff", "a201010101", "9affffffff"]) {
    assert.equal(parseCbor(Buffer.from(hex, "hex")), null, hex);
  }
  await checkProperty(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.string(), async (bytes, text) => {
      parseCbor(bytes);
      parseAuthenticatorData(Buffer.from(bytes));
      parsePasskeyAnswer(text);
      const garbage = Buffer.from(bytes).toString("base64url");
      const fields = { id: garbage, clientDataJSON: garbage, attestationObject: garbage, authenticatorData: garbage };
      assert.deepEqual(await add(randomUUID(), JSON.stringify(fields)), refused("malformed"));
    }),
  );
});
