import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { createInvitePass, listInvites } from "../../../src/accounts/pass-store.ts";
import { defaultSettings } from "../../../src/feeds/feed-settings.ts";
import { strangerHeaders } from "../../ground/signed-in.ts";
import { formOf, makeDeadLetter, makeFeed, operatorWorld } from "./operator-world.ts";

const { ask, operator, person, database, parts } = await operatorWorld();
const { worker } = database;
const [boss, reader] = [await operator(), await person()];

const pages = ["", "/fetches", "/dead-letters", "/feeds", "/model", "/ai", "/people"].map(
  (path) => `GET /operator${path}`,
);
const unknown = randomUUID();

/** Each with things of its own, for what succeeds uses them up. */
async function changes(): Promise<[what: string, form: Record<string, string>][]> {
  const feedId = await makeFeed(database);
  const letter = () => makeDeadLetter(database, feedId, "It broke");
  await createInvitePass(worker, null, new Date());
  const [invite] = await listInvites(worker, new Date());
  const url = `https://${randomUUID()}.example/`;
  const settings = formOf({ ...defaultSettings, url }, { name: "New" });
  return [
    [`POST /operator/dead-letters/${await letter()}/replay`, {}],
    [`POST /operator/dead-letters/${await letter()}/drop`, {}],
    ["POST /operator/invitations", { email: "" }],
    [`POST /operator/invitations/${invite?.id}/revoke`, {}],
    ["POST /operator/people", { email: `${randomUUID()}@example.org` }],
    [`POST /operator/people/${(await person()).id}/reset`, {}],
    [`POST /operator/people/${(await person()).id}/disable`, {}],
    [`POST /operator/people/${(await person()).id}/enable`, {}],
    [`POST /operator/feeds/${feedId}/fetch`, {}],
    [`POST /operator/feeds/${feedId}`, settings],
    ["POST /operator/model", { provider: "openai", model: "gpt", titles: "on" }],
    ["POST /operator/dead-letters/replay", { ids: await letter() }],
    ["POST /operator/dead-letters/drop", { ids: await letter() }],
  ];
}

test("an operator may see every page and do everything", async () => {
  const feedId = await makeFeed(database);
  for (const what of [...pages, `GET /operator/feeds/${feedId}`]) {
    assert.equal((await ask(boss.headers, what)).status, 200, what);
  }
  for (const [what, form] of await changes()) {
    const { status, text } = await ask(boss.headers, what, form);
    assert.ok([200, 303].includes(status), `${what}: ${status} ${text}`);
  }
});

test("a visitor who is not logged in is sent to the login", async () => {
  const stranger = strangerHeaders(parts);
  const feedId = await makeFeed(database);
  for (const what of [...pages, `GET /operator/feeds/${feedId}`, "GET /operator/live", "GET /operator/nothing"]) {
    const { status, headers } = await ask(stranger, what);
    const next = encodeURIComponent(what.slice("GET ".length));
    assert.deepEqual([status, headers.get("Location")], [303, `/auth/login?next=${next}`], what);
    const part = await ask({ ...stranger, "HX-Request": "true" }, what);
    assert.deepEqual([part.status, part.headers.get("HX-Redirect")], [401, "/auth/login"], what);
  }
  for (const [what, form] of await changes()) assert.equal((await ask(stranger, what, form)).status, 303, what);
});

test("for everyone else the pages do not exist, and nothing changes", async () => {
  const feedId = await makeFeed(database);
  const nowhere = await ask(reader.headers, "GET /nowhere");
  const gets = [...pages, `GET /operator/feeds/${feedId}`, "GET /operator/live", "GET /operator/nothing"];
  for (const what of gets) {
    const { status, text } = await ask(reader.headers, what);
    assert.equal(status, 404, what);
    assert.equal(headingOf(text), headingOf(nowhere.text));
  }
  const wanted = await changes();
  const before = await counts();
  for (const [what, form] of wanted) assert.equal((await ask(reader.headers, what, form)).status, 404, what);
  assert.deepEqual(await counts(), before);
  assert.doesNotMatch((await ask(reader.headers, "GET /dashboard")).text, /href="\/operator"/);
  assert.match((await ask(boss.headers, "GET /dashboard")).text, /href="\/operator"/);
});

test("without the form’s token, or from another site, an operator changes nothing either", async () => {
  const wanted = await changes();
  const before = await counts();
  for (const changed of [{ "X-CSRF-Token": "wrong" }, { "Sec-Fetch-Site": "cross-site" }]) {
    for (const [what, form] of wanted) {
      assert.equal((await ask({ ...boss.headers, ...changed }, what, form)).status, 403, what);
    }
  }
  assert.deepEqual(await counts(), before);
});

test("a revoked right ends with the next request, and so does a session", async () => {
  const former = await operator();
  assert.equal((await ask(former.headers, "GET /operator")).status, 200);
  await worker.query("update accounts.users set operator = false where id = $1", [former.id]);
  assert.equal((await ask(former.headers, "GET /operator")).status, 404);
  await worker.query("update accounts.users set operator = true, disabled_at = now() where id = $1", [former.id]);
  assert.equal((await ask(former.headers, "GET /operator")).status, 303);
});

test("an unknown id is 404, whatever its format", async () => {
  for (const id of [unknown, "nonsense", "%00", "..%2f..", "'%3B%20drop%20table%20feeds%20--", "0".repeat(64)]) {
    for (const what of [
      `GET /operator/feeds/${id}`,
      `POST /operator/feeds/${id}`,
      `POST /operator/feeds/${id}/fetch`,
      `POST /operator/dead-letters/${id}/replay`,
      `POST /operator/dead-letters/${id}/drop`,
      `POST /operator/people/${id}/reset`,
      `POST /operator/people/${id}/disable`,
      `POST /operator/people/${id}/enable`,
      `POST /operator/invitations/${id}/revoke`,
    ]) {
      const { status } = await ask(boss.headers, what, what.startsWith("GET") ? undefined : {});
      assert.equal(status, 404, what);
    }
  }
  for (const query of ["page=0", "page=x", "search=%00", `search=${"x".repeat(300)}`]) {
    for (const list of ["feeds", "people"]) {
      assert.equal((await ask(boss.headers, `GET /operator/${list}?${query}`)).status, 400, `${list}: ${query}`);
    }
  }
  assert.equal((await ask(boss.headers, "GET /operator/feeds?show=everything")).status, 400);
  assert.equal((await ask(boss.headers, "DELETE /operator/people")).status, 405);
});

test("an unknown message code shows nothing, even the name of an object property", async () => {
  const feedId = await makeFeed(database);
  for (const path of ["dead-letters", "people", `feeds/${feedId}`]) {
    for (const word of ["constructor", "toString", "__proto__", "nonsense"]) {
      const { status, text } = await ask(boss.headers, `GET /operator/${path}?done=${word}`);
      assert.equal(status, 200, `${path}: ${word}`);
      assert.doesNotMatch(text, /class="done"/);
    }
  }
});

function headingOf(text: string): string | undefined {
  return /<h1>(.*?)<\/h1>/.exec(text)?.[1];
}

async function counts(): Promise<unknown> {
  const { rows } = await worker.query(
    `select (select count(*) from dead_letters) as letters, (select count(*) from accounts.users) as people,
       (select count(*) from accounts.users where disabled_at is not null) as disabled,
       (select count(*) from accounts.one_time_tokens) as tokens, (select max(updated_at) from feeds) as changed`,
  );
  return rows;
}
