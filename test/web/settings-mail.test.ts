import assert from "node:assert/strict";
import { test } from "node:test";
import { createMailer, type SendMail } from "../../src/accounts/mailer.ts";
import { findSession } from "../../src/accounts/session-store.ts";
import { createUnsubscribeTokens } from "../../src/accounts/unsubscribe-token.ts";
import { createWebApp } from "../../src/web/app.ts";
import { freePort } from "../ground/free-port.ts";
import { type SignedIn, signedIn } from "../ground/signed-in.ts";
import { smtpInbox } from "../ground/smtp-inbox.ts";
import { testDatabase } from "../ground/test-database.ts";
import { accountParts, webParts } from "./web-parts.ts";

const { web, worker } = await testDatabase();
const inbox = await smtpInbox();
const from = "Plainwire <no-reply@news.example>";

function appWith(sendMail: SendMail | null) {
  const { parts } = webParts({ accounts: accountParts(web), sendMail });
  const app = createWebApp(parts);
  const ask = async (who: SignedIn, path: string, form?: Record<string, string>) => {
    const sent = form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) };
    const answer = await app.request(path, { headers: who.headers, ...sent });
    return { status: answer.status, location: answer.headers.get("Location"), text: await answer.text() };
  };
  return { app, parts, ask };
}

async function wantsFeedMails({ token }: SignedIn): Promise<boolean | undefined> {
  return (await findSession(web, token, new Date()))?.person.preferences.feedMails;
}

test("mails about broken feeds are on until a person turns them off, here or by the link in a mail", async () => {
  const { app, ask, parts } = appWith(createMailer(inbox.url, from));
  const [anna, ben] = [await signedIn(parts), await signedIn(parts)];
  assert.equal(await wantsFeedMails(anna), true);
  assert.equal((await ask(anna, "/settings/mail", {})).location, "/settings/mail?done=saved");
  assert.deepEqual([await wantsFeedMails(anna), await wantsFeedMails(ben)], [false, true]);
  await ask(anna, "/settings/mail", { feed_mails: "on" });
  assert.equal(await wantsFeedMails(anna), true);

  const linkOf = (mail: "feed note" | "brief mail") =>
    `/feed-mails/unsubscribe/${createUnsubscribeTokens(parts.secretKey, mail).tokenOf(anna.id)}`;
  const oneClick = { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };
  assert.equal((await app.request(linkOf("feed note"))).status, 200);
  assert.equal((await app.request(linkOf("brief mail"), oneClick)).status, 404, "the token of another mail");
  assert.equal(await wantsFeedMails(anna), true);
  const stopped = await app.request(linkOf("feed note"), oneClick);
  assert.match(await stopped.text(), /You will get no more mails about broken feeds\./);
  assert.deepEqual([await wantsFeedMails(anna), await wantsFeedMails(ben)], [false, true]);
});

test("a test mail goes to the person who asks, five times in a quarter of an hour", async () => {
  const { ask, parts } = appWith(createMailer(inbox.url, from));
  const anna = await signedIn(parts);
  assert.match((await ask(anna, "/settings/mail")).text, /Send me a test mail/);
  for (let sent = 1; sent <= 5; sent += 1) {
    assert.equal((await ask(anna, "/settings/mail/test", {})).location, "/settings/mail?done=sent");
  }
  assert.deepEqual(inbox.letters.at(-1)?.to, [anna.email]);
  assert.equal(inbox.letters.length, 5);
  assert.match((await ask(anna, "/settings/mail?done=sent")).text, /on its way to/);
  const refused = await ask(anna, "/settings/mail/test", {});
  assert.deepEqual([refused.status, inbox.letters.length], [429, 5]);
  const { rows } = await worker.query<{ key: string }>("select key from accounts.throttles");
  for (const { key } of rows) assert.match(key, /^[a-z ]+ [0-9a-f]{5}$/, "the table names nobody");
});

test("where no mail can be sent, or the mail server is away, the page says so", async () => {
  const silent = appWith(null);
  const anna = await signedIn(silent.parts);
  const page = (await silent.ask(anna, "/settings/mail")).text;
  assert.match(page, /This server cannot send mail\. Its operator has to set SMTP_URL first\./);
  assert.doesNotMatch(page, /Send me a test mail/);
  assert.equal((await silent.ask(anna, "/settings/mail/test", {})).status, 409);
  const away = appWith(createMailer(`smtp://127.0.0.1:${await freePort()}`, from));
  const failed = await away.ask(anna, "/settings/mail/test", {});
  assert.equal(failed.status, 502);
  assert.match(failed.text, /The mail server did not take the test mail/);
});
