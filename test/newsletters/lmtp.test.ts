import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createTransport } from "nodemailer";
import { startLmtpServer } from "../../src/newsletters/lmtp-server.ts";
import { mail, newsletterWorld, place } from "./newsletter-world.ts";

const world = await newsletterWorld();
const { worker } = world.database;
const reported: object[] = [];
const lmtp = await startLmtpServer({
  pool: worker,
  now: () => new Date(),
  place,
  listen: { host: "127.0.0.1", port: 0 },
  report: (facts) => void reported.push(facts),
  onError: (error) => assert.fail(String(error)),
});
after(() => lmtp.stop());
const port = lmtp.port ?? 0;
const transport = createTransport({ host: "127.0.0.1", port, lmtp: true, ignoreTLS: true });
after(() => transport.close());
const reader = await world.addReader();

test("a real LMTP client delivers a newsletter, and it becomes an item that is read, found and listed", async () => {
  const letter = await world.addLetter(reader);
  const sent = await transport.sendMail({
    from: '"Ada’s Letter" <ada@letters.example>',
    to: letter.address.toUpperCase().replace("@NEWS.EXAMPLE.ORG", "@News.Example.Org"),
    subject: "Grüße aus Łódź: the harbour reopens",
    list: { unsubscribe: { url: "https://letters.example/stop?u=1", comment: "Stop" } },
    text: "The harbour reopens on Friday.",
    html: '<style>p{color:red}</style><p>The harbour reopens on <b>Friday</b>.</p><img src="https://t.example/o.gif" width="1" height="1"><script>alert(1)</script>',
  });
  assert.equal(sent.accepted.length, 1);
  await world.readAll();

  const [item, ...others] = await world.itemsOf(letter.feedId);
  assert.equal(others.length, 0);
  assert.equal(item?.title, "Grüße aus Łódź: the harbour reopens");
  assert.equal(item.author, "Ada’s Letter");
  assert.equal(item.content.trim(), "<p>The harbour reopens on <b>Friday</b>.</p>");
  assert.equal(item.unsubscribe, "https://letters.example/stop?u=1");
  assert.equal(item.url, null);
  assert.equal(item.status, "done");
  assert.match(await (await reader.ask("/stream?q=harbour")).text(), /harbour reopens/);
  assert.match(await (await reader.ask(`/items/${item.id}`)).text(), /reopens on/);
});

test("each address of a mail gets its own answer: the wrong one is refused with 550 5.1.1, the others are served", async () => {
  const [one, two] = [await world.addLetter(reader), await world.addLetter(reader)];
  const wrong = `aaaaaaaaaaaaaaaaaaaa@${place.domain}`;
  const sent = await transport.sendMail({
    from: "a@b.example",
    to: [one.address, wrong, two.address, `x${one.address}`, one.address.replace(place.domain, "other.example")],
    subject: "To many",
    text: "Hello",
  });
  assert.deepEqual(sent.accepted.toSorted(), [one.address, two.address].toSorted());
  assert.equal(sent.rejected.length, 3);
  for (const error of sent.rejectedErrors ?? []) assert.match(error.response ?? "", /^550 5\.1\.1 /);
  await world.readAll();
  assert.equal((await world.itemsOf(one.feedId)).length, 1);
  assert.equal((await world.itemsOf(two.feedId)).length, 1);
});

test("the same mail twice is one item, by its Message-ID or by what it says", async () => {
  const letter = await world.addLetter(reader);
  const from = "a@b.example";
  const same = {
    from,
    to: letter.address,
    subject: "Once",
    text: "Hello",
    date: new Date(),
    messageId: "<1@b.example>",
  };
  await transport.sendMail(same);
  await transport.sendMail({ ...same, text: "Hello, from another server" });
  const bare = mail({ From: from, Subject: "Bare", Date: "Tue, 17 Nov 2026 08:00:00 +0000" }, "No Message-ID\r\n");
  for (const trace of ["a", "b"]) {
    const raw = Buffer.concat([Buffer.from(`Received: by ${trace}.example\r\n`), bare]);
    await transport.sendMail({ envelope: { from, to: letter.address }, raw });
  }
  await world.readAll();
  assert.deepEqual(
    (await world.itemsOf(letter.feedId)).map(({ title, content }) => [title, content.trim()]),
    [
      ["Once", "<p>Hello</p>"],
      ["Bare", "<p>No Message-ID</p>"],
    ],
  );
});

test("a mail above 10 MB is refused by its announced size, and by its real one; nothing of it is kept", async () => {
  const letter = await world.addLetter(reader);
  const envelope = { from: "a@b.example", to: letter.address };
  const large = Buffer.concat([mail({ Subject: "Large" }, ""), Buffer.alloc(10_100_000, "x\r\n")]);
  const talk = await open();
  await talk.until(/^220/m);
  talk.write(`LHLO x\r\nMAIL FROM:<a@b.example> SIZE=50000000\r\nQUIT\r\n`);
  assert.match(await talk.until(/^221 /m), /^552 5\.3\.4 /m);
  const sent = await transport.sendMail({ envelope, raw: large });
  assert.match(sent.rejectedErrors?.[0]?.response ?? "", /^552 5\.3\.4 /);
  assert.equal(await world.waiting(), 0);
  // The connection and the server still work.
  await transport.sendMail({ envelope, raw: mail({ Subject: "Small" }, "x") });
  assert.equal(await world.waiting(), 1);
  await world.readAll();
});

test("the protocol as a mail server speaks it: capabilities, pipelining, 8 bits and dots at the start of lines", async () => {
  const letter = await world.addLetter(reader);
  const talk = await open();
  assert.match(await talk.until(/^220 .*LMTP Plainwire/m), /^220/);
  talk.write("EHLO mx.example\r\n");
  assert.match(await talk.until(/^500 .*\r\n/m), /^500/);
  talk.write("LHLO mx.example\r\n");
  const offered = await talk.until(/^250 .*\r\n/m);
  for (const name of ["PIPELINING", "8BITMIME", "ENHANCEDSTATUSCODES", "SIZE 10000000"]) {
    assert.match(offered, new RegExp(`^250[ -]${name}\\r$`, "m"));
  }
  assert.doesNotMatch(offered, /AUTH|STARTTLS/);
  talk.write(
    `MAIL FROM:<a@b.example> BODY=8BITMIME SIZE=200\r\nRCPT TO:<${letter.address}>\r\nRCPT TO:<nobody@${place.domain}>\r\nDATA\r\n`,
  );
  assert.match(await talk.until(/^354 /m), /250 2\.1\.0[^]*250 2\.1\.5[^]*550 5\.1\.1/);
  talk.write(
    "Subject: Dots\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n..hidden\r\n...\r\nżółw\r\n.\r\nQUIT\r\n",
  );
  // One answer for the one address that was taken, then the farewell.
  assert.match(await talk.until(/^221 /m), /^250 2\.6\.0 Taken\r\n221 /m);
  await world.readAll();
  const [item] = await world.itemsOf(letter.feedId);
  assert.equal(item?.content.replace(/\r?\n/g, ""), "<p>.hidden<br>..<br>żółw</p>");
});

test("a line without an end, and a client that leaves in the middle of a mail, cost nothing but their connection", async () => {
  const letter = await world.addLetter(reader);
  const endless = await open();
  await endless.until(/^220/m);
  endless.write("LHLO ".padEnd(200_000, "x"));
  await endless.closed;

  const leaving = await open();
  await leaving.until(/^220/m);
  leaving.write(`LHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<${letter.address}>\r\nDATA\r\n`);
  await leaving.until(/^354 /m);
  leaving.write("Subject: Half\r\n\r\nThe first half");
  leaving.end();
  await leaving.closed;
  assert.equal(await world.waiting(), 0);
  await transport.verify();
});

test("too many connections are told to come back, and a slow mail is cut off", async () => {
  const slow = await startLmtpServer({
    pool: worker,
    now: () => new Date(),
    place,
    listen: { host: "127.0.0.1", port: 0 },
    report: () => {},
    onError: (error) => assert.fail(String(error)),
    times: { silenceMs: 60_000, dataMs: 50 },
  });
  after(() => slow.stop());
  const letter = await world.addLetter(reader);
  const dripping = await open(slow.port ?? 0);
  await dripping.until(/^220/m);
  dripping.write(`LHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<${letter.address}>\r\nDATA\r\n`);
  await dripping.closed;

  const open20 = await Promise.all(Array.from({ length: 20 }, () => open(slow.port ?? 0)));
  for (const one of open20) await one.until(/^220/m);
  const refused = await open(slow.port ?? 0);
  assert.match(await refused.until(/^4\d\d /m), /^421 /);
  for (const one of open20) one.end();
});

test("a newsletter takes 200 mails a day; the next is refused for now, and taken on the next day", async () => {
  const letter = await world.addLetter(reader);
  await worker.query("update newsletters set day = $2, day_mails = 200 where feed_id = $1", [
    letter.feedId,
    new Date().toISOString().slice(0, 10),
  ]);
  const message = { from: "a@b.example", to: letter.address, subject: "Again", text: "x" };
  const refused = await transport.sendMail(message);
  assert.match(refused.rejectedErrors?.[0]?.response ?? "", /^452 /);
  await worker.query("update newsletters set day = day - 1 where feed_id = $1", [letter.feedId]);
  await transport.sendMail(message);
  assert.equal(await world.waiting(), 1);
  await world.readAll();
});

test("a newsletter that was removed takes no mail, and takes it again when it is restored", async () => {
  const letter = await world.addLetter(reader);
  const message = { from: "a@b.example", to: letter.address, subject: "Back", text: "x" };
  assert.equal((await reader.post(`/feeds/${letter.id}/delete`)).status, 303);
  await assert.rejects(transport.sendMail(message), /550/);
  assert.equal((await reader.post(`/feeds/${letter.id}/restore`)).status, 303);
  await transport.sendMail(message);
  await world.readAll();
  assert.equal((await world.itemsOf(letter.feedId)).length, 1);
});

test("a socket that a killed process left behind is opened again; one that somebody answers on is refused", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plainwire-lmtp-"));
  after(() => rm(folder, { recursive: true }));
  const path = join(folder, "lmtp.sock");
  const dying = `require("node:net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`;
  await once(spawn(process.execPath, ["-e", dying]), "exit");
  const parts = {
    pool: worker,
    now: () => new Date(),
    place,
    listen: { path },
    report: () => {},
    onError: (error: unknown) => assert.fail(String(error)),
  };
  const reopened = await startLmtpServer(parts);
  const talk = await open(path);
  assert.match(await talk.until(/^220/m), /^220 .*LMTP/);
  talk.end();
  await assert.rejects(startLmtpServer(parts), /lmtp\.sock cannot be opened .*EADDRINUSE/);
  await reopened.stop();
});

async function open(to: number | string = port) {
  const socket = typeof to === "string" ? connect(to) : connect(to, "127.0.0.1");
  let heard = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    heard += text;
  });
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  return {
    closed,
    write: (text: string) => {
      heard = "";
      socket.write(text);
    },
    end: () => socket.end(),
    /** What it said since the last line of ours, once it has said this. */
    until: async (pattern: RegExp) => {
      while (!pattern.test(heard) && !socket.destroyed) await Promise.race([once(socket, "data"), closed]);
      return heard;
    },
  };
}
