import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createTransport } from "nodemailer";
import { startLmtp } from "../../src/assemble-newsletters.ts";
import { loadConfig } from "../../src/load-config.ts";
import { eventually } from "../ground/eventually.ts";
import { freePort } from "../ground/free-port.ts";
import { testParts } from "../ground/test-parts.ts";
import { runStages } from "../ground/worker.ts";
import { browserAt, withWeb } from "../web/run-web.ts";
import { newsletterWorld } from "./newsletter-world.ts";

const password = "a heron waits by the mill";
const person = { email: "ada@example.org", password, repeated: password, privacy: "yes" };

test("MAIL_DOMAIN and MAIL_PREFIX make the addresses", async () => {
  const { database } = await newsletterWorld();
  await withWeb(database, { MAIL_DOMAIN: "News.Example.org", MAIL_PREFIX: "ada+" }, async (origin) => {
    const browser = browserAt(origin);
    assert.equal(await browser.send("/auth/register", "/auth/register", person), 303);
    assert.match(await browser.get("/feeds"), /href="\/feeds\/newsletter"/);
    assert.equal(await browser.send("/feeds/newsletter", "/feeds/newsletter", { name: "The Daily" }), 303);
    const [, id = ""] = /href="\/feeds\/([\da-f-]{36})"[^>]*>The Daily/.exec(await browser.get("/feeds")) ?? [];
    assert.match(await browser.get(`/feeds/${id}`), /<code[^>]*>ada\+[a-z2-7]{20}@news\.example\.org<\/code>/);
  });
  await withWeb(database, {}, async (origin) => {
    const browser = browserAt(origin);
    assert.equal(await browser.send("/auth/login", "/auth/login", person), 303);
    assert.doesNotMatch(await browser.get("/feeds"), /newsletter"/);
    assert.equal(await browser.send("/feeds", "/feeds/newsletter", { name: "The Daily" }), 404);
  });
});

test("MAIL_LMTP_LISTEN is where mail comes in", async () => {
  const world = await newsletterWorld();
  const letter = await world.addLetter(await world.addReader());
  const folder = mkdtempSync(join(tmpdir(), "plainwire-lmtp-"));
  after(() => rmSync(folder, { recursive: true }));
  const [port, path] = [await freePort(), join(folder, "lmtp.sock")];
  for (const [written, address] of [
    [String(port), { host: "127.0.0.1", port }],
    [path, { path }],
  ] as const) {
    const parts = testParts(world.database, { MAIL_DOMAIN: "news.example.org", MAIL_LMTP_LISTEN: written });
    const lmtp = await startLmtp(parts);
    assert.ok(lmtp !== null);
    const socket = connect(address);
    await once(socket, "connect");
    const transport = createTransport({ connection: socket, lmtp: true, ignoreTLS: true });
    await transport.sendMail({ from: "a@b.example", to: letter.address, subject: written, text: "x" });
    socket.destroy();
    await lmtp.stop(AbortSignal.timeout(5_000));
  }
  assert.equal(await startLmtp(testParts(world.database, { MAIL_DOMAIN: "news.example.org" })), null);
  // The stage of a worker makes the items.
  const stage = await runStages(testParts(world.database), ["mails"]);
  await eventually(async () => assert.equal((await world.itemsOf(letter.feedId)).length, 2));
  await stage.stop(AbortSignal.timeout(5_000));
});

const wrong: [string, string][] = [
  ["MAIL_DOMAIN", "not a domain"],
  ["MAIL_DOMAIN", "me@example.org"],
  ["MAIL_PREFIX", "a b"],
  ["MAIL_LMTP_LISTEN", "somewhere"],
  ["MAIL_LMTP_LISTEN", "99999"],
];
for (const [name, value] of wrong) {
  test(`${name}=${value} is refused at the start`, () => {
    assert.throws(() => loadConfig({ [name]: value }, {}), new RegExp(name));
  });
}
