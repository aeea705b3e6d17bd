import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createMailer } from "../../src/accounts/mailer.ts";
import { claimBriefMails, findMailState } from "../../src/briefs/brief-mail-store.ts";
import { planBriefs } from "../../src/briefs/brief-schedule-store.ts";
import {
  defaultBriefSettings,
  findBriefSettings,
  saveBriefSettings,
  stopBriefMails,
} from "../../src/briefs/brief-settings-store.ts";
import { findLatestBrief } from "../../src/briefs/brief-store.ts";
import { type BriefMailParts, deliverBriefs, sendBriefMails } from "../../src/briefs/send-brief-mails.ts";
import { createUnsubscribeTokens } from "../../src/accounts/unsubscribe-token.ts";
import { type DueBriefParts, writeExtract } from "../../src/briefs/write-brief.ts";
import { asPerson } from "../../src/database/transaction.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { freePort } from "../ground/free-port.ts";
import { type Letter, type SmtpInbox, smtpInbox } from "../ground/smtp-inbox.ts";
import { testDatabase } from "../ground/test-database.ts";
import { addFeed, addPerson } from "./brief-people.ts";

const { worker, web } = await testDatabase();
const signal = new AbortController().signal;
const tokens = createUnsubscribeTokens("k".repeat(32), "brief mail");
const inbox = await smtpInbox();
const dueAt = new Date("2026-03-01T05:40:00Z");
const minutesLater = (minutes: number) => new Date(dueAt.getTime() + minutes * 60_000);

beforeEach(async () => {
  inbox.letters.length = 0;
  await worker.query("update accounts.users set brief_due_at = null");
  await worker.query("delete from brief_mails");
});

/** Wants a brief by mail at 06:40 in Warsaw. */
async function subscriber(): Promise<string> {
  const person = await addPerson(worker);
  await addFeed(worker, person, "The Post", [
    { title: "Rain <b>fell</b> in Leeds & Selby", pubDate: new Date("2026-03-01T04:00:00Z") },
  ]);
  await asPerson(web, person, async (db) => {
    const schedule = { timeZone: "Europe/Warsaw", at: "06:40" };
    await planBriefs(db, schedule, new Date("2026-02-28T20:00:00Z"));
    await saveBriefSettings(db, person, { ...defaultBriefSettings, byMail: true }, dueAt);
  });
  return person;
}

function partsAt(now: Date, { url }: Pick<SmtpInbox, "url"> = inbox): { due: DueBriefParts; mailing: BriefMailParts } {
  const shared = {
    pool: worker,
    now: () => now,
    inPerson: <Result>(_id: string, work: Parameters<typeof inTransaction<Result>>[1]) => inTransaction(worker, work),
    count: 5,
    report: () => undefined,
  };
  return {
    due: { ...shared, findChat: async () => null, sleep: async () => {}, createFence: () => "f", canMail: true },
    mailing: {
      ...shared,
      sendMail: createMailer(url, "Plainwire <no-reply@news.example>"),
      publicOrigin: "https://news.example",
      tokens,
    },
  };
}

async function deliver(now: Date, at?: Pick<SmtpInbox, "url">): Promise<void> {
  const { due, mailing } = partsAt(now, at);
  await deliverBriefs(due, mailing, signal);
}

function headerOf({ text }: Letter | { text: "" }, name: string): string {
  const [head = ""] = text.split("\n\n");
  const unfolded = head.replaceAll(/\n[ \t]+/g, " ").split("\n");
  return (
    unfolded.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))?.slice(name.length + 2) ?? ""
  );
}

test("a due brief is mailed once, as text and HTML, with a one-click unsubscribe", async () => {
  const person = await subscriber();
  for (const minutes of [0, 1, 10, 60]) await deliver(minutesLater(minutes));
  assert.equal(inbox.letters.length, 1);
  const [letter = { text: "" as const }] = inbox.letters;
  assert.deepEqual(inbox.letters[0]?.to, [`${person}@example.org`]);
  const link = `https://news.example/brief/unsubscribe/${tokens.tokenOf(person)}`;
  assert.equal(headerOf(letter, "List-Unsubscribe").replaceAll(" ", ""), `<${link}>`);
  assert.equal(headerOf(letter, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
  assert.equal(headerOf(letter, "Subject"), "Your brief, Sunday 1 March");
  assert.match(letter.text, /Content-Type: text\/plain[^]*Rain fell in Leeds & Selby/);
  assert.match(letter.text, /Content-Type: text\/html[^]*Leeds &amp; Selby/);
  assert.doesNotMatch(letter.text, /<img|<script/);
  const brief = await findLatestBrief(worker, person);
  const state = await findMailState(worker, brief?.id ?? "");
  assert.deepEqual(state, { sentAt: minutesLater(0), failure: null, isOver: true });
});

test("a person who did not ask for mails gets none, and nothing is queued where no mail can be sent", async () => {
  const [silent, keen] = [await subscriber(), await subscriber()];
  await asPerson(web, silent, (db) => stopBriefMails(db, silent, dueAt));
  await deliverBriefs({ ...partsAt(minutesLater(0)).due, canMail: false }, null, signal);
  await deliver(minutesLater(1));
  assert.equal(inbox.letters.length, 0);
  assert.ok((await findLatestBrief(worker, keen)) !== null, "the brief itself is written");
});

test("a worker that died after saving the brief leaves the mail to the next", async () => {
  const person = await subscriber();
  await writeExtract(partsAt(minutesLater(0)).due, person);
  await deliver(minutesLater(5));
  await deliver(minutesLater(6));
  assert.equal(inbox.letters.length, 1);
});

test("a mail that a dead worker was sending is sent by another after two minutes, under the same Message-ID", async () => {
  const person = await subscriber();
  await deliverBriefs(partsAt(minutesLater(0)).due, null, signal);
  assert.equal((await claimBriefMails(worker, minutesLater(0), 5)).length, 1);
  assert.equal(await sendBriefMails(partsAt(minutesLater(1)).mailing), 0);
  assert.equal(await sendBriefMails(partsAt(minutesLater(2)).mailing), 1);
  const brief = await findLatestBrief(worker, person);
  assert.equal(headerOf(inbox.letters[0] ?? { text: "" }, "Message-ID"), `<brief-${brief?.id}@news.example>`);
});

test("two workers never send the same mail", async () => {
  for (let n = 0; n < 3; n += 1) await subscriber();
  await deliverBriefs(partsAt(minutesLater(0)).due, null, signal);
  const { mailing } = partsAt(minutesLater(0));
  await Promise.all([sendBriefMails(mailing), sendBriefMails(mailing)]);
  assert.equal(new Set(inbox.letters.map(({ to }) => to[0])).size, 3);
  assert.equal(inbox.letters.length, 3);
});

test("a mail server that is down is tried three times more, and the person is told", async () => {
  const person = await subscriber();
  const nowhere = { url: `smtp://127.0.0.1:${await freePort()}` };
  const stateAt = async (minutes: number) => {
    await deliver(minutesLater(minutes), nowhere);
    return findMailState(worker, (await findLatestBrief(worker, person))?.id ?? "");
  };
  assert.deepEqual(await stateAt(0), { sentAt: null, failure: "unreachable", isOver: false });
  for (const minutes of [5, 20]) assert.equal((await stateAt(minutes))?.isOver, false);
  assert.equal((await stateAt(80))?.isOver, true);
  await deliver(minutesLater(600));
  assert.equal(inbox.letters.length, 0, "given up");
});

test("a mail that comes through later is sent once, and its failure is forgotten", async () => {
  const person = await subscriber();
  await deliver(minutesLater(0), { url: `smtp://127.0.0.1:${await freePort()}` });
  await deliver(minutesLater(4));
  assert.equal(inbox.letters.length, 0);
  await deliver(minutesLater(5));
  assert.equal(inbox.letters.length, 1);
  const brief = await findLatestBrief(worker, person);
  assert.equal((await findMailState(worker, brief?.id ?? ""))?.failure, null);
});

test("a mail that the server refuses is not sent again", async () => {
  const person = await subscriber();
  await deliver(minutesLater(0), await smtpInbox({ refuses: true }));
  const brief = await findLatestBrief(worker, person);
  assert.deepEqual(await findMailState(worker, brief?.id ?? ""), { sentAt: null, failure: "refused", isOver: true });
  await deliver(minutesLater(300));
  assert.equal(inbox.letters.length, 0);
});

test("a person who stops the mails does not get one that still waits", async () => {
  const person = await subscriber();
  await deliverBriefs(partsAt(minutesLater(0)).due, null, signal);
  await asPerson(web, person, (db) => stopBriefMails(db, person, dueAt));
  assert.equal(await sendBriefMails(partsAt(minutesLater(1)).mailing), 0);
  assert.equal((await asPerson(web, person, (db) => findBriefSettings(db, person))).byMail, false);
});

test("the mail is in the language that the person chose for our pages", async () => {
  const person = await subscriber();
  await worker.query(`update accounts.users set preferences = '{"language": "de"}' where id = $1`, [person]);
  await deliver(minutesLater(0));
  assert.match(inbox.letters[0]?.text ?? "", /Diese E-Mails abbestellen/);
});

test("a token is valid for its person alone and cannot be made without the key", () => {
  const [person, other] = ["0196b0f0-0000-7000-8000-000000000001", "0196b0f0-0000-7000-8000-000000000002"];
  const token = tokens.tokenOf(person);
  assert.equal(tokens.personOf(token), person);
  for (const wrong of [
    "",
    person,
    `${person}.`,
    `${other}.${token.split(".")[1]}`,
    `${token}x`,
    createUnsubscribeTokens("x".repeat(32), "brief mail").tokenOf(person),
    createUnsubscribeTokens("k".repeat(32), "feed note").tokenOf(person),
  ]) {
    assert.equal(tokens.personOf(wrong), null, wrong);
  }
});
