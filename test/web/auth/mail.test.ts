import assert from "node:assert/strict";
import { test } from "node:test";
import { createMailer } from "../../../src/accounts/mailer.ts";
import { createWebApp } from "../../../src/web/app.ts";
import { goodPassword, registered } from "../../accounts/auth-provider-contract.ts";
import { eventually } from "../../ground/eventually.ts";
import { connectionFrom, strangerHeaders } from "../../ground/signed-in.ts";
import { smtpInbox } from "../../ground/smtp-inbox.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { accountParts, webParts } from "../web-parts.ts";

const { web } = await testDatabase();
const inbox = await smtpInbox();
const publicOrigin = "https://news.example.org";
const { parts } = webParts({
  accounts: accountParts(web),
  publicOrigin,
  sendMail: createMailer(inbox.url, "Plainwire <no-reply@news.example.org>"),
});
const app = createWebApp(parts);

function post(path: string, fields: Record<string, string>, address = "10.0.0.1") {
  const request = { method: "POST", headers: strangerHeaders(parts), body: new URLSearchParams(fields) };
  return app.request(path, request, connectionFrom(address));
}

test("a forgotten password is reset by a mail with a link, from asking to logging in", async () => {
  const { email } = await registered(parts.accounts);
  const letter = inbox.next();
  const asked = await post("/auth/forgot", { email });
  assert.equal(asked.status, 200);
  assert.match(await asked.text(), /If there is an account with this address, we have sent it a link/);

  const { to, text } = await letter;
  assert.deepEqual(to, [email]);
  assert.match(text, /^From: Plainwire <no-reply@news\.example\.org>$/m);
  assert.match(text, /^Subject: Set a new password for Plainwire$/m);
  const [, path = ""] = /https:\/\/news\.example\.org(\/auth\/reset\/[\w-]{43})/.exec(text.replaceAll("=\n", "")) ?? [];
  const password = "rain on a tin roof";
  assert.equal((await post(path, { password, repeated: password })).status, 303);
  assert.equal((await post("/auth/login", { email, password })).status, 303);
  assert.equal((await post("/auth/login", { email, password: goodPassword })).status, 401);
});

test("an unknown, a malformed and a hostile address get the same answer and no mail", async () => {
  const { email } = await registered(parts.accounts);
  const before = inbox.letters.length;
  const letter = inbox.next();
  const answers = ["nobody@example.org", "", "no email", "a@b.example\r\nBcc: c@d.example", "x\0@example.org", email];
  const texts = await Promise.all(answers.map(async (asked) => (await post("/auth/forgot", { email: asked })).text()));
  const pages = new Set(texts.map((page) => page.replaceAll(/value="[\w-]{43}"/g, "")));
  assert.equal(pages.size, 1);
  await letter;
  assert.deepEqual(
    inbox.letters.slice(before).map(({ to }) => to),
    [[email]],
  );
});

test("requests from many addresses neither fill a mailbox nor keep the owner from asking", async () => {
  const { email } = await registered(parts.accounts);
  const before = inbox.letters.length;
  for (let host = 1; host <= 8; host += 1) {
    assert.equal((await post("/auth/forgot", { email }, `10.0.1.${host}`)).status, 200);
  }
  const other = await registered(parts.accounts);
  await post("/auth/forgot", { email: other.email });
  await eventually(() => assert.ok(inbox.letters.some(({ to }) => to[0] === other.email)));
  assert.equal(inbox.letters.slice(before).filter(({ to }) => to[0] === email).length, 5);
});

test("asking again and again for one account is stopped", async () => {
  const statuses = [];
  for (let count = 1; count <= 6; count += 1) {
    statuses.push((await post("/auth/forgot", { email: "often@example.org" })).status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
});

test("a missing mail server is logged for the operator and not shown to visitors", async () => {
  const { email } = await registered(parts.accounts);
  const broken = webParts({ accounts: parts.accounts, sendMail: createMailer("smtp://127.0.0.1:1", "x@example.org") });
  const request = { method: "POST", headers: strangerHeaders(broken.parts), body: new URLSearchParams({ email }) };
  const answer = await createWebApp(broken.parts).request("/auth/forgot", request, connectionFrom("10.0.0.2"));
  assert.equal(answer.status, 200);
  await eventually(() => assert.ok(broken.lines.some(({ reason }) => String(reason).startsWith("no mail was sent"))));
});
