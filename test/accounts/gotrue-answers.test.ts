import assert from "node:assert/strict";
import { test } from "node:test";
import { createGotrueClient, type SendJson } from "../../src/accounts/supabase/gotrue-client.ts";

type Request = Parameters<SendJson>[0];
type Sent = Awaited<ReturnType<SendJson>>;

const session = {
  access_token: "access",
  refresh_token: "refresh",
  user: { id: "6f1d1c3a-2f0c-4d53-9a53-0a3d4e5f6071", email: "a@example.org" },
};

function answering(answer: Sent): { client: ReturnType<typeof createGotrueClient>; requests: Request[] } {
  const requests: Request[] = [];
  const client = createGotrueClient("https://project.example/auth/v1", "anon", async (request) => {
    requests.push(request);
    return answer;
  });
  return { client, requests };
}

const respond = (status: number, json: unknown): Sent => ({ kind: "response", status, json });

const answers: [string, Sent, unknown][] = [
  ["a session", respond(200, session), { kind: "answer", value: session }],
  [
    "a refusal by its newest name",
    respond(400, { code: "weak_password", message: "Too easy" }),
    { kind: "refused", code: "weak_password", message: "Too easy" },
  ],
  [
    "a refusal by its newer name",
    respond(400, { code: 400, error_code: "invalid_credentials", error: "x", msg: "Wrong", message: "x" }),
    { kind: "refused", code: "invalid_credentials", message: "Wrong" },
  ],
  [
    "a refusal by its oldest name",
    respond(300, { error: "invalid_grant" }),
    { kind: "refused", code: "invalid_grant", message: "" },
  ],
  ["a refusal without a name", respond(400, { code: 400 }), { kind: "unavailable", reason: "status 400" }],
  ["a page instead of JSON", respond(404, null), { kind: "unavailable", reason: "status 404" }],
  [
    "a broken server, though it has a name",
    respond(500, { error_code: "unexpected_failure" }),
    { kind: "unavailable", reason: "status 500 (unexpected_failure)" },
  ],
  [
    "no answer at all",
    { kind: "failed", failure: { detail: "it did not answer" } },
    { kind: "unavailable", reason: "it did not answer" },
  ],
];
for (const [name, sent, expected] of answers) {
  test(`${name} is understood`, async () => {
    assert.deepEqual(await answering(sent).client.signIn("a@example.org", "secret"), expected);
  });
}

test("an answer in another format is rejected with a short reason", async () => {
  const { client } = answering(respond(200, { ...session, access_token: "" }));
  const answer = await client.signIn("a@example.org", "secret");
  assert.ok(answer.kind === "unavailable");
  assert.match(answer.reason, /^an answer of another form \([\s\S]{1,200}\)$/);
});

test("each request uses its own method and keys", async () => {
  const { client, requests } = answering(respond(200, {}));
  await client.signIn("a@example.org", "secret");
  await client.setPassword("access", "new");
  await client.removeUser("service", "person");
  await client.jwks();
  assert.deepEqual(
    requests.map(({ method, url, headers, json }) => [method, url.replace(/^.*\/v1/, ""), headers, json]),
    [
      ["POST", "/token?grant_type=password", { apikey: "anon" }, { email: "a@example.org", password: "secret" }],
      ["PUT", "/user", { apikey: "anon", authorization: "Bearer access" }, { password: "new" }],
      ["DELETE", "/admin/users/person", { apikey: "service", authorization: "Bearer service" }, undefined],
      ["GET", "/.well-known/jwks.json", { apikey: "anon" }, undefined],
    ],
  );
});
