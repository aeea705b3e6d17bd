import assert from "node:assert/strict";
import { test } from "node:test";
import { hostileClient, hostileOidc, type Lies, liesAbout } from "../../ground/hostile-oidc.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { oidcApp } from "./oidc-app.ts";

// A provider that lies: each lie gets a sentence that one can act on, and changes nothing.
const database = await testDatabase();
const { worker } = database;
const provider = await hostileOidc();
const settings = {
  OIDC_ISSUER: provider.issuer,
  ...hostileClient,
  OIDC_NAME: "Example ID",
  AUTH_AUTO_CREATE: "true",
  OIDC_ALLOWED_DOMAINS: "example.org, @Example.net",
};

async function countRows(): Promise<unknown> {
  const { rows } = await worker.query(
    `select (select count(*) from accounts.users) as users, (select count(*) from accounts.identities) as identities,
       (select count(*) from accounts.sessions) as sessions, (select count(*) from events) as events`,
  );
  return rows[0];
}

type Row = { what: string; lies: Partial<Lies>; status: number; sentence: RegExp; reason?: RegExp };

const untrusted = /Example ID sent an answer that cannot be trusted, so nothing was changed/;
const wrongSetting = /Logging in with Example ID does not work because of a wrong setting/;
const down = /Example ID is not responding\. Try again in a few minutes/;
const startAgain = /Please start again/;
const claim = (what: string, changes: Record<string, unknown>, reason: RegExp): Row => ({
  what,
  lies: { claims: (claims) => ({ ...claims, ...changes }) },
  status: 403,
  sentence: untrusted,
  reason,
});
const seconds = Math.floor(Date.now() / 1000);

const rows: Row[] = [
  {
    what: "no signature (alg none)",
    lies: { signature: "none" },
    status: 403,
    sentence: untrusted,
    reason: /with none/,
  },
  {
    what: "our own secret as the key (HS256)",
    lies: { signature: "hs256" },
    status: 403,
    sentence: untrusted,
    reason: /RS256/,
  },
  { what: "another key", lies: { signature: "other key" }, status: 403, sentence: untrusted, reason: /signature/ },
  {
    what: "a key it does not publish",
    lies: { signature: "unknown key" },
    status: 403,
    sentence: untrusted,
    reason: /publish/,
  },
  { what: "no ID token", lies: { signature: "no token" }, status: 403, sentence: untrusted, reason: /OIDC_SCOPES/ },
  claim("another issuer in the token", { iss: "https://elsewhere.example" }, /"iss"/),
  claim("a token for another client", { aud: "somebody-else" }, /"aud"/),
  claim("a token for two clients without azp", { aud: ["plainwire", "other"] }, /azp/),
  claim("a token made for another client", { aud: ["plainwire", "other"], azp: "other" }, /azp/),
  claim("an expired token", { iat: seconds - 900, exp: seconds - 600 }, /"exp"/),
  claim("a token without an end", { exp: undefined }, /"exp"/),
  claim("a token of the future", { nbf: seconds + 600 }, /"nbf"/),
  claim("another nonce", { nonce: "of another login" }, /nonce/),
  claim("no nonce", { nonce: undefined }, /"nonce"/),
  claim("no subject", { sub: undefined }, /"sub"/),
  claim("an endless subject", { sub: "x".repeat(256) }, /subject/),
  claim("a subject with a zero byte", { sub: "a\0b" }, /subject/),
  {
    what: "userinfo about somebody else",
    lies: {
      claims: (claims) => ({ ...claims, email: undefined }),
      userinfo: () => ({ sub: "eve-1", email: "eve@example.org", email_verified: true }),
    },
    status: 403,
    sentence: untrusted,
    reason: /somebody else/,
  },
  {
    what: "a token with one address, and userinfo that calls another one verified",
    lies: {
      claims: (claims) => ({ ...claims, sub: "eve-1", email: "boss@example.org", email_verified: undefined }),
      userinfo: () => ({ sub: "eve-1", email: "eve@example.org", email_verified: true }),
    },
    status: 403,
    sentence: /has not verified your email address/,
  },
  {
    what: "an answer in another issuer's name",
    lies: { answer: (query) => ({ ...query, iss: "https://elsewhere.example" }) },
    status: 403,
    sentence: untrusted,
    reason: /elsewhere/,
  },
  { what: "another state", lies: { answer: (query) => ({ ...query, state: "x" }) }, status: 400, sentence: startAgain },
  { what: "no code", lies: { answer: ({ state = "" }) => ({ state }) }, status: 400, sentence: startAgain },
  {
    what: "a code it does not know",
    lies: { answer: (query) => ({ ...query, code: "made up" }) },
    status: 400,
    sentence: /no longer accepts this login: it has expired or was already used/,
    reason: /invalid_grant/,
  },
  {
    what: "a person who said no",
    lies: { answer: ({ state = "" }) => ({ state, error: "access_denied" }) },
    status: 403,
    sentence: /did not confirm the login/,
  },
  {
    what: "a provider that says it is overloaded",
    lies: { answer: ({ state = "" }) => ({ state, error: "temporarily_unavailable" }) },
    status: 503,
    sentence: down,
  },
  {
    what: "a scope that it does not know",
    lies: { answer: ({ state = "" }) => ({ state, error: "invalid_scope" }) },
    status: 503,
    sentence: wrongSetting,
    reason: /invalid_scope/,
  },
  {
    what: "a client that it does not know",
    lies: { refusal: { status: 401, json: { error: "invalid_client" } } },
    status: 503,
    sentence: wrongSetting,
    reason: /OIDC_CLIENT_SECRET/,
  },
  { what: "a broken token endpoint", lies: { refusal: { status: 502, json: null } }, status: 503, sentence: down },
  { what: "no keys", lies: { keys: () => ({ keys: "none" }) }, status: 503, sentence: down, reason: /keys/ },
  {
    what: "no email address",
    lies: { claims: (claims) => ({ ...claims, email: undefined }) },
    status: 403,
    sentence: /did not tell us your email address, which a new account needs/,
  },
  {
    what: "what is no email address",
    lies: { claims: (claims) => ({ ...claims, email: "ada\0@example.org" }) },
    status: 403,
    sentence: /did not tell us your email address/,
  },
  {
    what: "an email address that is not verified",
    lies: { claims: (claims) => ({ ...claims, email_verified: false }) },
    status: 403,
    sentence: /has not verified your email address, so no account was created\. Verify it there/,
  },
  {
    what: "an email address of which nothing is said",
    lies: { claims: (claims) => ({ ...claims, email_verified: undefined }) },
    status: 403,
    sentence: /has not verified your email address/,
  },
  {
    what: "an email address of another domain",
    lies: { claims: (claims) => ({ ...claims, email: "ada@example.org.evil.example" }) },
    status: 403,
    sentence: /only for email addresses of certain domains/,
  },
];

for (const { what, lies, status, sentence, reason } of rows) {
  test(`${what}: a sentence one can act on, the reason in the log, and nothing changed`, async () => {
    // Keys and discovery are kept, so each lie gets a client of its own.
    const { travel, lines } = oidcApp(database, settings);
    const before = await countRows();
    provider.lies = liesAbout(lies);
    const landed = await travel();
    assert.equal(landed.status, status, landed.text);
    assert.match(landed.text, sentence);
    assert.equal(landed.cookie, null);
    if (reason !== undefined) assert.match(String(lines.find((line) => "reason" in line)?.["reason"]), reason);
    assert.deepEqual(await countRows(), before);
  });
}

const discoveries: [string, Partial<Lies>, RegExp, RegExp][] = [
  [
    "another issuer",
    { discovery: (facts) => ({ ...facts, issuer: "https://elsewhere.example" }) },
    wrongSetting,
    /set OIDC_ISSUER to exactly that/,
  ],
  [
    "an address without https",
    { discovery: (facts) => ({ ...facts, token_endpoint: "http://10.0.0.1/token" }) },
    wrongSetting,
    /without https/,
  ],
  ["no document", { discovery: () => ["no document"] }, wrongSetting, /no discovery document/],
  ["404", { discoveryStatus: 404 }, wrongSetting, /answers 404/],
  ["a redirect", { discoveryStatus: 302 }, wrongSetting, /answers 302/],
  ["500", { discoveryStatus: 500 }, down, /answers 500/],
];
for (const [what, lies, sentence, reason] of discoveries) {
  test(`a provider whose discovery answers with ${what} is not asked, and the login page says so`, async () => {
    const { travel, lines } = oidcApp(database, settings);
    provider.lies = liesAbout(lies);
    const landed = await travel();
    assert.equal(landed.status, 503);
    assert.match(landed.text, sentence);
    assert.match(landed.text, /name="password"/, "the other way in is still there");
    assert.match(String(lines.find((line) => "reason" in line)?.["reason"]), reason);
  });
}

test("a provider that is down is asked again after five seconds, and the login works as soon as it is back", async () => {
  let at = Date.now();
  const { travel } = oidcApp(database, settings, () => new Date(at));
  const asked = () => provider.requests.filter((path) => path.startsWith("/.well-known")).length;
  provider.lies = liesAbout({ discoveryStatus: 500 });
  const before = asked();
  for (const _ of [1, 2, 3]) assert.match((await travel()).text, down);
  assert.equal(asked(), before + 1);
  at += 5_001;
  provider.lies = liesAbout({ claims: (claims) => ({ ...claims, sub: "back", email: "back@example.org" }) });
  assert.equal((await travel()).status, 303);
  assert.equal((await travel()).status, 303);
  assert.equal(asked(), before + 2, "asked once for an hour");
});

test("an answer that is sent twice opens one session, even where the provider accepts its code again", async () => {
  const { leave, ask } = oidcApp(database, settings);
  provider.lies = liesAbout({
    isCareless: true,
    claims: (claims) => ({ ...claims, sub: "twice", email: "twice@example.org" }),
  });
  const trip = await leave("/auth/oidc");
  assert.ok(trip.kind === "back");
  const both = await Promise.all([1, 2].map(() => ask(trip.path, trip.headers, trip.address)));
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [303, 400]);
  assert.equal((await ask(trip.path, trip.headers, trip.address)).status, 400);
});

test("an answer without the cookie, with another's cookie or after a quarter of an hour is refused", async () => {
  let at = Date.now();
  const { leave, ask } = oidcApp(database, settings, () => new Date(at));
  provider.lies = liesAbout({ isCareless: true });
  const [one, other] = [await leave("/auth/oidc"), await leave("/auth/oidc")];
  assert.ok(one.kind === "back" && other.kind === "back");
  const before = await countRows();
  for (const headers of [{}, { Cookie: "__Host-oidc=x" }, other.headers]) {
    const landed = await ask(one.path, headers, one.address);
    assert.equal(landed.status, 400);
    assert.match(landed.text, startAgain);
  }
  at += 15 * 60_000;
  assert.equal((await ask(one.path, one.headers, one.address)).status, 400);
  assert.deepEqual(await countRows(), before);
});

test("the code is bound to the browser that asked for it: PKCE, S256", async () => {
  const { leave } = oidcApp(database, settings);
  provider.lies = liesAbout({});
  const trip = await leave("/auth/oidc");
  assert.ok(trip.kind === "back");
  const { searchParams } = trip.away;
  assert.equal(searchParams.get("code_challenge_method"), "S256");
  assert.match(searchParams.get("code_challenge") ?? "", /^[\w-]{43}$/);
  assert.equal(searchParams.get("redirect_uri"), "http://127.0.0.1:8080/auth/oidc/callback");
  const words = ["state", "nonce", "code_challenge"].map((name) => searchParams.get(name));
  assert.equal(new Set(words).size, 3);
});

test("a network that sends thirty bad answers must wait, and a good one in between counts nothing", async () => {
  const { leave, ask } = oidcApp(database, settings);
  const address = "10.6.0.1";
  const send = async (lies: Partial<Lies>) => {
    provider.lies = liesAbout(lies);
    const trip = await leave("/auth/oidc");
    assert.ok(trip.kind === "back");
    return ask(trip.path, trip.headers, address);
  };
  const good = { claims: (claims: Record<string, unknown>) => ({ ...claims, sub: "good", email: "good@example.org" }) };
  for (let count = 0; count < 30; count += 1) {
    assert.equal((await send({ signature: "none" })).status, 403);
    if (count < 3) assert.equal((await send(good)).status, 303);
  }
  const landed = await send(good);
  assert.equal(landed.status, 429);
  assert.match(landed.text, /Too many attempts\. Try again in 15 minutes\./);
});
