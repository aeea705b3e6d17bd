import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deleteOldCalls } from "../../src/newsletters/incoming-mail-store.ts";
import { withWeb } from "../web/run-web.ts";
import { mail, newsletterWorld, place } from "./newsletter-world.ts";

const world = await newsletterWorld();
const reader = await world.addReader();
const secret = "a secret of thirty-two characters";
const settings = { MAIL_DOMAIN: place.domain, MAIL_IN_SECRET: secret };

type Call = { id?: string; timestamp?: string; key?: string | Buffer; signature?: string };

function signed(body: Buffer, { id = randomUUID(), timestamp = seconds(0), key = secret, signature }: Call = {}) {
  const digest = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signature ?? `v1,${digest}`,
  };
  return { method: "POST", body: new Uint8Array(body), headers: { "content-type": "message/rfc822", ...headers } };
}
const seconds = (shift: number) => String(Math.floor(Date.now() / 1_000) + shift);

test("MAIL_IN_SECRET signs what is sent to POST /mail/in", async () => {
  const letter = await world.addLetter(reader);
  const raw = mail({ To: `The Daily <${letter.address}>`, Subject: "By POST", "Message-ID": "<1@x>" }, "Hello");
  await withWeb(world.database, { MAIL_DOMAIN: place.domain }, async (origin) => {
    assert.equal((await fetch(`${origin}/mail/in`, signed(raw))).status, 404);
  });
  const base64 = `whsec_${Buffer.alloc(32, "k").toString("base64")}`;
  await withWeb(world.database, { ...settings, MAIL_IN_SECRET: base64 }, async (origin) => {
    assert.equal((await fetch(`${origin}/mail/in`, signed(raw))).status, 401);
    assert.equal((await fetch(`${origin}/mail/in`, signed(raw, { key: Buffer.alloc(32, "k") }))).status, 200);
  });
  await world.readAll();
  assert.deepEqual(
    (await world.itemsOf(letter.feedId)).map(({ title }) => title),
    ["By POST"],
  );
});

test("a call without a right signature is refused and nothing of it kept; a repeated one is taken once", async () => {
  const letter = await world.addLetter(reader);
  const raw = mail({ To: letter.address, Subject: "Once" }, "Hello");
  await withWeb(world.database, settings, async (origin) => {
    const send = async (init: RequestInit) => {
      const answer = await fetch(`${origin}/mail/in`, init);
      return [answer.status, await answer.text()] as const;
    };
    assert.equal((await send({ method: "POST", body: new Uint8Array(raw) }))[0], 401);
    assert.match((await send(signed(raw, { timestamp: seconds(-301) })))[1], /five minutes/);
    assert.match((await send(signed(raw, { timestamp: seconds(320) })))[1], /five minutes/);
    assert.match((await send(signed(raw, { timestamp: "soon" })))[1], /Sign the call/);
    assert.match((await send(signed(raw, { id: "x".repeat(300) })))[1], /Sign the call/);
    assert.match((await send(signed(raw, { key: "another secret of many characters" })))[1], /does not fit/);
    assert.match((await send(signed(raw, { signature: "v1," })))[1], /does not fit/);
    const changed = { ...signed(raw), body: new Uint8Array(mail({ To: letter.address, Subject: "Forged" }, "Hello")) };
    assert.match((await send(changed))[1], /does not fit/);
    assert.equal(await world.waiting(), 0);

    const call = signed(raw);
    assert.deepEqual(await send(call), [200, "Taken."]);
    assert.deepEqual(await send(call), [200, "It was taken before."]);
    assert.equal(await world.waiting(), 1);
    // Two signatures, while the key is replaced.
    const { "webhook-signature": right } = signed(raw, { id: "two" }).headers;
    assert.equal((await send(signed(raw, { id: "two", signature: `v1,AAAA ${right}` })))[0], 200);
  });
  await world.readAll();
  assert.equal((await world.itemsOf(letter.feedId)).length, 1);
});

test("a mail for nobody, a mail that is too large and one too many are said so; the last may come again with its id", async () => {
  const letter = await world.addLetter(reader);
  const raw = mail({ Received: `from a by b for <${letter.address}>; now`, Subject: "Again" }, "Hello");
  await withWeb(world.database, settings, async (origin) => {
    const send = (init: RequestInit) => fetch(`${origin}/mail/in`, init);
    const strangers = mail({ To: `nobody@${place.domain}, x${letter.address}, ${letter.address}.evil.example` }, "x");
    assert.equal((await send(signed(strangers))).status, 404);
    assert.equal((await send(signed(mail({ To: `aaaaaaaaaaaaaaaaaaaa@${place.domain}` }, "x")))).status, 404);
    assert.equal((await send(signed(Buffer.concat([raw, Buffer.alloc(10_000_001, "x")])))).status, 413);

    const full = "update newsletters set day = current_date, day_mails = 200 where feed_id = $1";
    await world.database.worker.query(full, [letter.feedId]);
    const call = signed(raw);
    const refused = await send(call);
    assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "3600"]);
    await world.database.worker.query("update newsletters set day_mails = 0 where feed_id = $1", [letter.feedId]);
    assert.equal((await send(call)).status, 200);
  });
  await world.readAll();
  assert.equal((await world.itemsOf(letter.feedId)).length, 1);
});

test("what calls leave behind is deleted when their signature holds no more", async () => {
  const { worker } = world.database;
  await worker.query("insert into mail_calls values ('old', now() - interval '1 hour'), ('new', now())");
  await deleteOldCalls(worker, new Date());
  const { rows } = await worker.query<{ id: string }>("select id from mail_calls where id in ('old', 'new')");
  assert.deepEqual(rows, [{ id: "new" }]);
});

test("the script of docs/newsletters.md delivers a mail, as procmail and Postfix would run it", async () => {
  const letter = await world.addLetter(reader);
  const documented = readFileSync(new URL("../../docs/newsletters.md", import.meta.url), "utf8");
  const [, block = ""] = /\n( {4}#!\/bin\/bash\n(?: {4}.*\n)+)/.exec(documented) ?? [];
  await withWeb(world.database, settings, async (origin) => {
    const script = block.replaceAll(/^ {4}/gm, "").replace("https://news.example.org", origin);
    const { promise, resolve } = Promise.withResolvers<string>();
    const environment = { ...process.env, MAIL_IN_SECRET: secret };
    const child = execFile(
      "bash",
      ["-c", script, "plainwire-mail", letter.address],
      { env: environment },
      (error, out, err) => resolve(error === null ? out : `${error.message} ${err}`),
    );
    child.stdin?.end(mail({ To: "undisclosed-recipients:;", Subject: "By a script" }, "Hello\r\n"));
    assert.equal(await promise, "Taken.");
  });
  await world.readAll();
  assert.deepEqual(
    (await world.itemsOf(letter.feedId)).map(({ title }) => title),
    ["By a script"],
  );
});
