import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type AddressInfo, createServer } from "node:net";
import { after, test } from "node:test";
import { ImapFlow } from "imapflow";
import { readMailbox } from "../../src/newsletters/read-mailbox.ts";
import { loadConfig } from "../../src/load-config.ts";
import { eventually } from "../ground/eventually.ts";
import { testParts } from "../ground/test-parts.ts";
import { runStages } from "../ground/worker.ts";
import { startDovecot, withoutDovecot } from "./dovecot.ts";
import { mail, newsletterWorld, place } from "./newsletter-world.ts";

const world = await newsletterWorld();
const reader = await world.addReader();
const dovecot = withoutDovecot ? { port: 0, tlsPort: 0, ca: "", password: "" } : await startDovecot();
if (withoutDovecot) console.error(withoutDovecot);
const skip = withoutDovecot;
const never = new AbortController().signal;

/** A mailbox of its own, what a person's mail program does with it, and what we do. */
async function addMailbox() {
  const user = randomUUID();
  const { password, ca } = dovecot;
  const account = { host: "localhost", port: dovecot.tlsPort, isSecure: true, user, password, folder: "INBOX" };
  const problems: string[] = [];
  let shiftMs = 0;
  const now = () => new Date(Date.now() + shiftMs);
  const parts = { pool: world.database.worker, now, place, account, ca, report: () => {} };
  const inProgram = async <Result>(work: (client: ImapFlow) => Promise<Result>): Promise<Result> => {
    const auth = { user, pass: password };
    const client = new ImapFlow({
      host: "localhost",
      port: dovecot.tlsPort,
      secure: true,
      tls: { ca },
      auth,
      logger: false,
    });
    await client.connect();
    try {
      await client.mailboxOpen("INBOX");
      return await work(client);
    } finally {
      await client.logout();
    }
  };
  return {
    account,
    problems,
    inProgram,
    pass: (ms: number) => void (shiftMs += ms),
    deliver: (raw: Buffer, at = new Date()) => inProgram((client) => client.append("INBOX", raw, [], at)),
    seen: () =>
      inProgram(async (client) => {
        const all = await client.fetchAll("1:*", { uid: true, flags: true, envelope: true });
        return all.filter(({ flags }) => flags?.has("\\Seen")).map(({ envelope }) => envelope?.subject);
      }),
    look: (changes: Partial<Parameters<typeof readMailbox>[0]> = {}) =>
      readMailbox({ ...parts, onProblem: (problem) => void problems.push(problem), ...changes }, never),
  };
}

test(
  "mails for newsletters are taken from a real IMAP server and marked as read; others are left alone",
  { skip },
  async () => {
    const [letter, mailbox] = [await world.addLetter(reader), await addMailbox()];
    await mailbox.deliver(mail({ To: letter.address, Subject: "One", "Message-ID": "<1@x>" }, "Hello"));
    await mailbox.deliver(mail({ To: "me@example.org", Subject: "Private", "Message-ID": "<2@x>" }, "Dear me"));
    await mailbox.deliver(
      mail({ "Delivered-To": letter.address, To: "list@x", Subject: "Two", "Message-ID": "<3@x>" }, "Hi"),
    );
    assert.equal(await mailbox.look(), 3);
    assert.equal(await mailbox.look(), 0);
    assert.deepEqual(await mailbox.seen(), ["One", "Two"]);
    await world.readAll();
    assert.deepEqual(
      (await world.itemsOf(letter.feedId)).map(({ title }) => title),
      ["One", "Two"],
    );

    await mailbox.deliver(mail({ To: letter.address, Subject: "Three", "Message-ID": "<4@x>" }, "Hello"));
    assert.equal(await mailbox.look(), 1);
    await world.readAll();
    assert.equal((await world.itemsOf(letter.feedId)).length, 3);
    assert.deepEqual(mailbox.problems, []);
  },
);

test(
  "a mailbox that counts from scratch brings nothing twice, and what is a month old stays where it is",
  { skip },
  async () => {
    const [letter, mailbox] = [await world.addLetter(reader), await addMailbox()];
    const raw = mail({ To: letter.address, Subject: "Once", "Message-ID": "<1@x>" }, "Hello");
    await mailbox.deliver(raw);
    await mailbox.deliver(
      mail({ To: letter.address, Subject: "Old", "Message-ID": "<2@x>" }, "x"),
      new Date("2026-01-01"),
    );
    assert.equal(await mailbox.look(), 1);
    await world.readAll();

    // The folder is made again: its UIDVALIDITY is another one.
    await mailbox.inProgram(async (client) => {
      await client.mailboxCreate("Copy");
      await client.messageCopy("1:*", "Copy");
    });
    const other = { ...mailbox.account, folder: "Copy" };
    assert.equal(await mailbox.look({ account: other }), 1);
    await mailbox.inProgram(async (client) => {
      await client.mailboxDelete("Copy");
      await client.mailboxCreate("Copy");
      await client.append("Copy", raw);
    });
    assert.equal(await mailbox.look({ account: other }), 1);
    await world.readAll();
    assert.deepEqual(
      (await world.itemsOf(letter.feedId)).map(({ title }) => title),
      ["Once"],
    );
  },
);

test("a look that dies after it stored a mail stores it again, and it is one item", { skip }, async () => {
  const [letter, mailbox] = [await world.addLetter(reader), await addMailbox()];
  await mailbox.deliver(mail({ To: letter.address, Subject: "Once", "Message-ID": "<1@x>" }, "Hello"));
  const dying = () => {
    throw new Error("killed");
  };
  assert.equal(await mailbox.look({ report: dying }), 0);
  assert.deepEqual(mailbox.problems, ["killed"]);
  // Nobody else tries for five minutes.
  assert.equal(await mailbox.look(), 0);
  mailbox.pass(5 * 60_000);
  assert.equal(await mailbox.look(), 1);
  assert.equal(await world.waiting(), 2);
  await world.readAll();
  assert.equal((await world.itemsOf(letter.feedId)).length, 1);
  assert.deepEqual(await mailbox.seen(), ["Once"]);
});

test("a mail that is too large stays unread, and does not stop those after it", { skip }, async () => {
  const [letter, mailbox] = [await world.addLetter(reader), await addMailbox()];
  const large = Buffer.concat([mail({ To: letter.address, Subject: "Large" }, ""), Buffer.alloc(10_100_000, "x\r\n")]);
  await mailbox.deliver(large);
  await mailbox.deliver(mail({ To: letter.address, Subject: "Small", "Message-ID": "<1@x>" }, "Hello"));
  assert.equal(await mailbox.look(), 2);
  assert.match(mailbox.problems[0] ?? "", /too large/);
  assert.deepEqual(await mailbox.seen(), ["Small"]);
  await world.readAll();
  assert.deepEqual(
    (await world.itemsOf(letter.feedId)).map(({ title }) => title),
    ["Small"],
  );
});

test(
  "a wrong password, a folder that is missing, a certificate of a stranger and a server that is away are said so",
  { skip },
  async () => {
    const { account } = await addMailbox();
    const problemOf = async (changes: object, ca: string | undefined = dovecot.ca) => {
      const mailbox = await addMailbox();
      const given = { account: { ...account, user: mailbox.account.user, ...changes } };
      assert.equal(await mailbox.look(ca === "" ? { ...given, ca: undefined as unknown as string } : given), 0);
      return mailbox.problems.join();
    };
    assert.match(await problemOf({ password: "wrong" }), /Authentication failed/i);
    assert.match(await problemOf({ folder: "Nowhere" }), /Mailbox doesn't exist/);
    assert.match(await problemOf({}, ""), /self-signed certificate/);
    assert.match(await problemOf({ port: 1 }), /ECONNREFUSED/);
  },
);

test("two processes do not read a mailbox at once", { skip }, async () => {
  const [letter, mailbox] = [await world.addLetter(reader), await addMailbox()];
  await mailbox.deliver(mail({ To: letter.address, Subject: "Once", "Message-ID": "<1@x>" }, "Hello"));
  const looks = await Promise.all([mailbox.look(), mailbox.look(), mailbox.look()]);
  assert.deepEqual(looks.toSorted(), [0, 0, 1]);
  await world.readAll();
});

test("MAIL_IMAP_URL is the mailbox that the stage looks at", { skip }, async () => {
  const [letter, mailbox] = [await world.addLetter(reader), await addMailbox()];
  await mailbox.deliver(mail({ To: letter.address, Subject: "By the stage", "Message-ID": "<1@x>" }, "Hello"));
  const { user, password } = mailbox.account;
  const url = `imap://${user}:${encodeURIComponent(password)}@127.0.0.1:${dovecot.port}`;
  const parts = testParts(world.database, { MAIL_DOMAIN: place.domain, MAIL_IMAP_URL: url });
  const stage = await runStages(parts, ["mailbox", "mails"]);
  await eventually(async () => assert.equal((await world.itemsOf(letter.feedId)).length, 1, parts.lines.at(-1)));
  await stage.stop(AbortSignal.timeout(5_000));
});

const wrong = ["imaps://host/INBOX", "imaps://user@host/", "https://user:password@host/", "ada:secret@host"];
for (const value of wrong) {
  test(`MAIL_IMAP_URL=${value} is refused at the start, and not repeated`, () => {
    assert.throws(
      () => loadConfig({ MAIL_IMAP_URL: value }, {}),
      (error: Error) => /MAIL_IMAP_URL must be imaps:/.test(error.message) && !error.message.includes(value),
    );
  });
}

test("a server that sends a byte now and then and never answers does not hold the worker", async () => {
  const server = createServer((socket) => {
    socket.write("* OK ready\r\n");
    const drip = setInterval(() => socket.write("* OK wait\r\n"), 20);
    socket.on("error", () => undefined).once("close", () => clearInterval(drip));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const problems: string[] = [];
  const looked = await readMailbox(
    {
      pool: world.database.worker,
      now: () => new Date(),
      place,
      account: { host: "127.0.0.1", port, isSecure: false, user: "u", password: "p", folder: "INBOX" },
      report: () => {},
      onProblem: (problem) => void problems.push(problem),
      lookMs: 500,
    },
    never,
  );
  assert.equal(looked, 0);
  assert.deepEqual(problems, ["It took longer than 0.5 s. What is left follows later"]);
});
