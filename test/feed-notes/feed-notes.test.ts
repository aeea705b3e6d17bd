import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import { createMailer } from "../../src/accounts/mailer.ts";
import { languages } from "../../src/accounts/preferences.ts";
import { createUnsubscribeTokens } from "../../src/accounts/unsubscribe-token.ts";
import { buildFeedNote } from "../../src/feed-notes/build-feed-note.ts";
import { claimNotes, noteBrokenFeeds } from "../../src/feed-notes/feed-note-store.ts";
import { noteTexts } from "../../src/feed-notes/note-texts.ts";
import { sendFeedNotes } from "../../src/feed-notes/send-feed-notes.ts";
import { failureRules, type FetchFailure } from "../../src/schedule/policy/fetch-state.ts";
import { freePort } from "../ground/free-port.ts";
import { smtpInbox } from "../ground/smtp-inbox.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker } = await testDatabase();
const inbox = await smtpInbox();
const tokens = createUnsubscribeTokens("k".repeat(32), "feed note");
/** When the feeds of these tests worked for the last time. */
const lastWorked = new Date("2026-03-01T10:00:00Z");
const daysLater = (days: number) => new Date(lastWorked.getTime() + days * 86_400_000);

beforeEach(async () => {
  inbox.letters.length = 0;
  await worker.query("delete from accounts.users");
});

function send(days: number, url = inbox.url): Promise<number> {
  return sendFeedNotes({
    pool: worker,
    now: () => daysLater(days),
    sendMail: createMailer(url, "Plainwire <no-reply@news.example>"),
    publicOrigin: "https://news.example",
    tokens,
    count: 5,
    report: () => undefined,
  });
}

/** Of the first mail, as a mail program shows it (RFC 2045 §6.7). */
function firstText(): string {
  return (inbox.letters[0]?.text ?? "").replaceAll("=\n", "").replaceAll("=3D", "=");
}

async function addPerson(preferences: object = {}): Promise<string> {
  const id = randomUUID();
  await worker.query(
    "insert into accounts.users (id, email, preferences, time_zone) values ($1, $2, $3, 'Europe/Warsaw')",
    [id, `${id}@example.org`, preferences],
  );
  return id;
}

type Broken = { name?: string; failure?: FetchFailure; feedId?: string };

/** A feed on the person's list since long, which fails since `lastWorked`. */
async function brokenFeed(person: string, { name = "The Post", failure = "timeout", feedId }: Broken = {}) {
  const [id, subscription] = [feedId ?? randomUUID(), randomUUID()];
  if (feedId === undefined) {
    await worker.query(
      `insert into feeds (id, url, enabled, last_fetch_status, failure_class, last_success_at)
       values ($1, $2, true, $3, $4, $5)`,
      [id, `https://feed.example/${id}`, failureRules[failure].status, failure, lastWorked],
    );
  }
  await worker.query(
    `insert into subscriptions (id, user_id, feed_id, name, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [subscription, person, id, name, daysLater(-30)],
  );
  return { feedId: id, subscription };
}

const works = (feedId: string, at: Date) =>
  worker.query("update feeds set last_fetch_status = 'success', last_success_at = $2 where id = $1", [feedId, at]);
const breaks = (feedId: string) =>
  worker.query("update feeds set last_fetch_status = 'temporary_error' where id = $1", [feedId]);

test("a feed that is broken for a week is mailed once: which, since when, why, what to do, with a way to stop", async () => {
  const person = await addPerson();
  const { subscription } = await brokenFeed(person);
  await send(6.9);
  assert.equal(inbox.letters.length, 0);
  for (const days of [7.1, 7.2, 9, 30]) await send(days);
  assert.equal(inbox.letters.length, 1);
  const text = firstText();
  assert.deepEqual(inbox.letters[0]?.to, [`${person}@example.org`]);
  assert.match(text, /The Post\nLast worked on 1 March 2026\.\nThe server does not answer in time\.\nYou need not do/);
  assert.ok(text.includes(`https://news.example/feeds/${subscription}`));
  const link = `https://news.example/feed-mails/unsubscribe/${tokens.tokenOf(person)}`;
  assert.ok(text.replaceAll(/\s+/g, "").includes(`List-Unsubscribe:<${link}>`));
  assert.match(text, /List-Unsubscribe-Post: List-Unsubscribe=One-Click/);
});

test("when a feed works again and breaks again, that is another breakage and another mail", async () => {
  const { feedId } = await brokenFeed(await addPerson());
  await send(8);
  await works(feedId, daysLater(10));
  await send(18);
  await breaks(feedId);
  await send(16.9);
  assert.equal(inbox.letters.length, 1);
  await send(17.1);
  assert.equal(inbox.letters.length, 2);
});

test("a person gets one mail for all feeds that break together, and no second mail on the same day", async () => {
  const person = await addPerson({ language: "de" });
  await brokenFeed(person, { name: "Zeitung", failure: "gone" });
  await brokenFeed(person, { name: "Anzeiger", failure: "unauthorized" });
  await send(8);
  assert.equal(inbox.letters.length, 1);
  const { feedId } = await brokenFeed(person, { name: "Later" });
  await works(feedId, daysLater(1.1));
  await breaks(feedId);
  await send(8.5);
  assert.equal(inbox.letters.length, 1);
  await send(9.1);
  assert.equal(inbox.letters.length, 2);
});

test("no mail to who turned it off, paused the feed, changed something about it this week, or was shut out", async () => {
  const [off, paused, busy, disabled] = await Promise.all([
    addPerson({ feedMails: false }),
    addPerson(),
    addPerson(),
    addPerson(),
  ]);
  const { feedId } = await brokenFeed(off);
  const inFeed = { feedId };
  const { subscription: resting } = await brokenFeed(paused, inFeed);
  const { subscription: touched } = await brokenFeed(busy, inFeed);
  await brokenFeed(disabled, inFeed);
  await worker.query("update subscriptions set paused_at = now() where id = $1", [resting]);
  await worker.query("update subscriptions set updated_at = $2 where id = $1", [touched, daysLater(5)]);
  await worker.query("update accounts.users set disabled_at = now() where id = $1", [disabled]);
  await send(8);
  assert.equal(inbox.letters.length, 0);
  await send(12.1);
  assert.deepEqual(
    inbox.letters.map(({ to }) => to),
    [[`${busy}@example.org`]],
  );
});

test("a mail that a worker was sending when it was killed is never sent a second time", async () => {
  await brokenFeed(await addPerson());
  await noteBrokenFeeds(worker, daysLater(8));
  assert.equal((await claimNotes(worker, daysLater(8), 5)).length, 1);
  for (const days of [8.1, 9, 20]) await send(days);
  assert.equal(inbox.letters.length, 0);
});

test("two workers that look at the same moment send one mail", async () => {
  await brokenFeed(await addPerson());
  await Promise.all([send(8), send(8), send(8)]);
  assert.equal(inbox.letters.length, 1);
});

test("while the mail server is away, the mail is tried again; if the feed works by then, it is not sent", async () => {
  const [waiting, recovered] = [await brokenFeed(await addPerson()), await brokenFeed(await addPerson())];
  await send(8, `smtp://127.0.0.1:${await freePort()}`);
  await works(recovered.feedId, daysLater(8));
  await send(8.001);
  assert.equal(inbox.letters.length, 0);
  await send(8.1);
  assert.equal(inbox.letters.length, 1);
  assert.ok(firstText().includes(waiting.subscription));
});

test("a mail that the server refuses is given up", async () => {
  await brokenFeed(await addPerson());
  await send(8, (await smtpInbox({ refuses: true })).url);
  for (const days of [8.1, 9, 10]) await send(days);
  assert.equal(inbox.letters.length, 0);
});

for (const language of languages) {
  test(`the mail in ${language} says something of every kind of failure, and counts what it leaves out`, () => {
    const texts = noteTexts[language];
    const frame = { texts, timeZone: "UTC", publicOrigin: "https://news.example", unsubscribeUrl: "https://x.example" };
    const feeds = Object.keys(failureRules).map((failure) => ({
      feedId: randomUUID(),
      subscriptionId: randomUUID(),
      name: "Evil\r\nBcc: all@example.org",
      failure: failure as FetchFailure,
      brokenSince: lastWorked,
      hasWorked: false,
    }));
    const { text, subject } = buildFeedNote([...feeds, ...feeds], frame);
    assert.doesNotMatch(text + subject, /undefined|\r/);
    assert.match(subject, /28/);
    assert.equal(text.split("https://news.example/feeds/").length - 1, 20);
    assert.ok(text.includes(texts.more(8)));
    assert.doesNotMatch(buildFeedNote(feeds.slice(0, 1), frame).subject, /[\r\n]/);
  });
}
