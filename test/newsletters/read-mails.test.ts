import assert from "node:assert/strict";
import { test } from "node:test";
import type { NewItem } from "../../src/items/save-items-store.ts";
import { leaseMailbox } from "../../src/newsletters/mailbox-store.ts";
import { readMails } from "../../src/newsletters/read-mails.ts";
import { takeMail } from "../../src/newsletters/take-mail.ts";
import { dayMs, hourMs, later } from "../../src/time.ts";
import { mail, newsletterWorld, place } from "./newsletter-world.ts";

const world = await newsletterWorld();
const { worker: pool } = world.database;
const reader = await world.addReader();
let now = new Date();
const parts = { pool, now: () => now, place };

test("a mail that stops its worker three times becomes an item that says so; one that came with it is read as it is", async () => {
  const letter = await world.addLetter(reader);
  for (const subject of ["Killer", "Innocent"]) {
    await takeMail(parts, [letter.token], mail({ Subject: subject }, `The words of ${subject}`));
  }
  let kills = 0;
  // A worker that is killed says nothing more, and its leases end.
  const readUntilKilled = () => {
    const { promise: killed, resolve: kill } = Promise.withResolvers<void>();
    const reading = readMails({
      ...parts,
      readItems: async (items) => {
        if (items[0]?.title !== "Killer" || kills === 3) return items;
        kills += 1;
        kill();
        return new Promise(() => undefined);
      },
      report: () => undefined,
    });
    return Promise.race([reading, killed]);
  };
  for (let look = 0; look < 10; look += 1) {
    await readUntilKilled();
    now = later(now, hourMs);
  }

  assert.equal(kills, 3);
  const items = await world.itemsOf(letter.feedId);
  const byTitle = new Map(items.map(({ title, content }) => [title, content]));
  assert.match(byTitle.get("Killer") ?? "", /This mail could not be read/);
  assert.match(byTitle.get("Innocent") ?? "", /The words of Innocent/);
  assert.equal(await world.waiting(), 0);
});

test("a mail that was taken up while the clock was years ahead is read when the clock is right again", async () => {
  const letter = await world.addLetter(reader);
  const usual = { ...parts, readItems: async (items: NewItem[]) => items, report: () => undefined };
  await takeMail(parts, [letter.token], mail({ Subject: "From the future" }, "Hello"));
  await pool.query("update incoming_mails set due_at = $1", [later(now, 5 * 365 * dayMs)]);
  assert.equal(await readMails(usual), 1);
  assert.equal((await world.itemsOf(letter.feedId)).length, 1);

  const box = (at: Date) => leaseMailbox(pool, "a mailbox", at);
  assert.notEqual(await box(later(now, 5 * 365 * dayMs)), null);
  assert.notEqual(await box(now), null);
  assert.equal(await box(now), null);
});
